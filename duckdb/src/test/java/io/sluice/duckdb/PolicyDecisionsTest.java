package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.logs.PolicyDecisions;
import io.sluice.logs.Role;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel;
import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Tree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a saved policy does in every row of a file, as lines of CSV. */
class PolicyDecisionsTest {
  private static final List<PolicyColumn> X = List.of(PolicyColumn.number("x", 0, 10));

  @TempDir Path folder;

  private static StepModel upTo(double threshold) {
    return new Tree(new AtMost(0, threshold, false, new Leaf(0), new Leaf(1)));
  }

  private static SavedPolicy policy(
      int firstStep, List<String> actions, List<PolicyColumn> columns, StepModel... steps) {
    Origin origin = new Origin("", "", "", Map.of(), Optional.empty());
    return new SavedPolicy(origin, firstStep, actions, columns, List.of(), List.of(steps));
  }

  private List<String> write(SavedPolicy policy, Map<Role, List<String>> asked, String... lines) {
    String log = Table.write(folder.resolve("rows.csv"), String.join("\n", lines) + "\n");
    List<String> written = new ArrayList<>();
    try (DuckDb engine = DuckDb.start(1)) {
      long rows =
          PolicyDecisions.write(policy, "p.json", engine, List.of(log), asked, written::add);
      assertThat(rows).isEqualTo(written.size() - 1);
    }
    return written.stream().map(l -> l.replace(folder.toString(), "F")).toList();
  }

  /** A step says by its number, from 0 or 1, how the policy decides. */
  @Test
  void everyRowGetsALine() {
    SavedPolicy two = policy(1, List.of("a", "b"), X, upTo(2), upTo(8));
    assertThat(write(two, Map.of(), "x,step,episode", "2,1,e", "3,1,\"f,\"\"g\"", "3,2.0,f", ",2,"))
        .containsExactly(
            "episode,step,action,p_a,p_b",
            "e,1,a,1,0",
            "\"f,\"\"g\",1,b,0,1",
            "f,2,a,1,0",
            "null,2,b,0,1");
    SavedPolicy zero = policy(0, List.of("a", "b"), X, upTo(2), upTo(8));
    assertThat(write(zero, Map.of(), "x,Step", "3,0", "3,1"))
        .containsExactly(
            "file,line,step,action,p_a,p_b", "F/rows.csv,2,0,b,0,1", "F/rows.csv,3,1,a,1,0");
    refused(
        "rows.csv:2: needs a step of the policy, from 0 to 1, got nothing", zero, "x,step", "3,");
    SavedPolicy one = policy(0, List.of("a", "b"), X, upTo(2));
    assertThat(write(one, Map.of(), "x", "3"))
        .containsExactly("file,line,step,action,p_a,p_b", "F/rows.csv,2,0,b,0,1");
  }

  /** Probabilities as they are; of two highest the first. */
  @Test
  void probabilitiesOfAllActionsAreWritten() {
    StepModel table =
        new StepModel.Table(
            Map.of("s", List.of(0.25, 0.375, 0.375), "t", List.of(0.5, 0.0, 0.5)),
            List.of(0.0, 0.0, 1.0));
    SavedPolicy policy =
        policy(
            1,
            List.of("a", "b\nc", ""),
            List.of(PolicyColumn.category("place", List.of("s", "t"))),
            table);
    assertThat(
            write(
                policy, Map.of(Role.EPISODE, List.of("who")), "place,who", "s,e", "t,f", "u,\"\""))
        .containsExactly(
            "episode,step,action,p_a,\"p_b\nc\",p_",
            "e,1,\"b\nc\",0.25,0.375,0.375",
            "f,1,a,0.5,0,0.5",
            "null,1,\"\",0,0,1");
  }

  private void refused(String message, SavedPolicy policy, String... lines) {
    assertThatThrownBy(() -> write(policy, Map.of(), lines)).hasMessage(message);
  }

  @Test
  void rowsNeedAStepOfThePolicy() {
    SavedPolicy two = policy(1, List.of("a", "b"), X, upTo(2), upTo(8));
    refused("step: needs a column, because the policy has 2 steps", two, "x", "1");
    for (String bad : List.of("0", "3", "1.5", "z")) {
      refused(
          "rows.csv:3: needs a step of the policy, from 1 to 2, got " + bad,
          two,
          "x,step",
          "1,1",
          "1," + bad);
    }
    refused(
        "rows.csv:2: needs a step of the policy, from 1 to 2, got nothing", two, "x,step", "1,");
    refused(
        "rows.csv:2: needs a step of the policy, which is 0, got 1",
        policy(0, List.of("a", "b"), X, upTo(2)),
        "x,step",
        "1,1");
  }

  @Test
  void whatDoesNotStandForItselfIsQuoted() {
    StepModel first = new Tree(new Leaf(1));
    SavedPolicy policy =
        policy(1, List.of("a", "b,c", "b\"c", "b\nc", "b\rc", "b c"), List.of(), first);
    assertThat(write(policy, Map.of(), "episode", "1"))
        .containsExactly(
            "episode,step,action,p_a,\"p_b,c\",\"p_b\"\"c\",\"p_b\nc\",\"p_b\rc\",p_b c",
            "1,1,\"b,c\",0,1,0,0,0,0");
  }

  @Test
  void columnsAreFoundByTheirNames() {
    SavedPolicy two = policy(1, List.of("a", "b"), X, upTo(2), upTo(8));
    assertThat(
            write(
                two,
                Map.of(Role.STEP, List.of("turn"), Role.EPISODE, List.of()),
                "x,step,turn,episode",
                "3,2,1,e"))
        .containsExactly("file,line,step,action,p_a,p_b", "F/rows.csv,2,1,b,0,1");
    refused("policy p.json: needs a column x of numbers, got step, y", two, "step,y", "1,2");
  }

  @Test
  void datesAndListsAreRead() {
    List<PolicyColumn> both =
        List.of(
            PolicyColumn.number("day", 0, 1e6, new PolicyColumn.Reading.Days()),
            PolicyColumn.number("v[1]", 0, 10, new PolicyColumn.Reading.Element("v", 1)));
    Tree tree =
        new Tree(
            new AtMost(
                0, 18262, false, new Leaf(0), new AtMost(1, 5, false, new Leaf(1), new Leaf(2))));
    assertThat(
            write(
                policy(1, List.of("a", "b", "c"), both, tree),
                Map.of(),
                "episode,day,v",
                "1,2020-01-01,\"[1, 2]\"",
                "2,2020-01-02,\"[1, 2]\"",
                "3,2020-01-02,\"[7, 2]\""))
        .containsExactly(
            "episode,step,action,p_a,p_b,p_c", "1,1,a,1,0,0", "2,1,b,0,1,0", "3,1,c,0,0,1");
  }
}
