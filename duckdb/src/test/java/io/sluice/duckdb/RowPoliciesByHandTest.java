package io.sluice.duckdb;

import static io.sluice.duckdb.FeatureLog.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.features.FeatureComparison.Group;
import io.sluice.features.FeatureSource;
import io.sluice.fit.BadLogException;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.RowPolicy.Always;
import io.sluice.logs.RowPolicy.Columns;
import io.sluice.logs.RowPolicy.Logged;
import io.sluice.logs.RowPolicy.Mix;
import io.sluice.logs.RowPolicy.Rule;
import io.sluice.logs.RowPolicy.Saved;
import io.sluice.logs.RowPolicy.Uniform;
import io.sluice.mdp.SettingException;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.PolicyColumn.Reading;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel;
import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.OneOf;
import io.sluice.policy.StepModel.Tree;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies in files, by episode and step, by state, and saved ones, on small logs. */
class RowPoliciesByHandTest {
  private static final String H = "episode,step,place,x,action,reward,propensity";
  private static final String[] LOG = {H, "1,1,s,1,a,0,0.5", "1,2,t,2,b,0,0.5", "2,1,t,3,b,0,0.5"};

  @TempDir Path folder;

  /** What the policy does in each episode, by its rows' x. */
  private Map<String, String> decisions(RowPolicy policy, String... lines) {
    return FeatureLog.read(folder, options(policy, "x"), RowPoliciesByHandTest::decisions, lines);
  }

  private static Map<String, String> decisions(FeatureSource source) {
    Map<String, String> decisions = new TreeMap<>();
    for (String line : FeatureLog.episodes(source)) {
      for (String row : line.split(" ; ")) {
        String[] parts = row.split(" ");
        decisions.put(parts[0].replace(".0", ""), parts[5]);
      }
    }
    return decisions;
  }

  private void refused(String message, RowPolicy policy, String... lines) {
    assertThatThrownBy(() -> decisions(policy, lines))
        .isInstanceOfAny(BadLogException.class, SettingException.class)
        .hasMessage(message);
  }

  private RowPolicy file(String... lines) {
    Table.write(folder.resolve("p.csv"), String.join("\n", lines) + "\n");
    return new RowPolicy.Table(folder.resolve("p.csv").toString());
  }

  private String path() {
    return folder.resolve("p.csv").toString();
  }

  private static final String E = "episode,step,action,probability";

  @Test
  void aFileMayHaveProbabilitiesOfEveryDecision() {
    RowPolicy policy =
        file(E, "1,1,a,0.25", "1,1,c,0.75", "1,2.0,b,1", "2,1,b,0.9995", "2,1,a,0", "9,9,a,1");
    assertThat(decisions(policy, LOG))
        .isEqualTo(Map.of("1", "0.25,0.0,0.75", "2", "0.0,1.0,0.0", "3", "0.0,1.0,0.0"));
    // episodes as one kind of number: 1.0 is 1, but v.0 is itself
    assertThat(
            decisions(
                file(E, "1,1,a,1", "v.0,1,b,1", "v,1,a,1"),
                "episode,step,x,action,reward,propensity",
                "1.0,1,1,a,0,0.5",
                "v.0,1,2,b,0,0.5",
                "v,1,3,b,0,0.5"))
        .isEqualTo(Map.of("1", "1.0,0.0", "2", "0.0,1.0", "3", "1.0,0.0"));
  }

  @Test
  void aFileHasProbabilitiesOfEveryDecision() {
    refused(
        path() + ": needs probabilities for episode 1, step 2 of the log, got none",
        file(E, "1,1,a,1", "2,1,a,1"),
        LOG);
    String[] many = new String[23];
    many[0] = "episode,step,x,action,reward,propensity";
    for (int i = 1; i <= 22; i++) {
      many[i] = "%d,1,1,a,0,1".formatted(i);
    }
    RowPolicy one = file(E, "1,1,a,1");
    assertThatThrownBy(() -> decisions(one, many))
        .isInstanceOfSatisfying(
            BadLogException.class,
            e -> {
              assertThat(e.errors()).hasSize(20);
              assertThat(e.total()).isEqualTo(21);
            });
    refused(
        "policy " + path() + ": needs a log with episodes and steps, got rows alone",
        one,
        "x,action,reward,propensity",
        "1,a,0,1");
    assertThatThrownBy(
            () ->
                FeatureLog.read(
                    folder,
                    new io.sluice.logs.FeatureOptions(
                        Opened.columns(Map.of(io.sluice.logs.Role.EPISODE, List.of("user", "day"))),
                        List.of("x"),
                        Optional.empty(),
                        false,
                        one,
                        5),
                    FeatureLog::episodes,
                    "user,day,step,x,action,reward,propensity",
                    "1,1,1,1,a,0,1"))
        .hasMessage(
            "policy " + path() + ": needs a log whose episodes are one column, got several");
  }

  @Test
  void probabilitiesOfADecisionSumToOne() {
    refused(
        path() + ", episode 1, step 1: needs an action in every row, got none",
        file(E, "1,1,,1"),
        LOG);
    refused(
        """
        F, episode 1, step 1: probabilities must be at least 0 and sum to 1, got a sum of 0.99
        F, episode 1, step 2: needs every action once, got one again
        F, episode 2, step 1: probabilities must be at least 0 and sum to 1, got a sum of 1
        F, episode 3, step 1: probabilities must be at least 0 and sum to 1, got a sum of nothing
        F, episode 4, step 1: probabilities must be at least 0 and sum to 1, got a sum of NaN
        F, episode 5, step 1.5: probabilities must be at least 0 and sum to 1, got a sum of 2"""
            .replace("F", path()),
        file(
            E,
            "1,1,a,0.99",
            "1,2,a,0.5",
            "1,2,a,0.5",
            "2,1,a,-0.5",
            "2,1,b,1.5",
            "3,1,a,",
            "4,1,a,nan",
            "5,1.5,a,2"),
        LOG);
    String[] many = new String[23];
    many[0] = E;
    for (int i = 1; i <= 22; i++) {
      many[i] = "%d,1,a,0.5".formatted(i);
    }
    RowPolicy bad = file(many);
    assertThatThrownBy(() -> decisions(bad, LOG))
        .isInstanceOfSatisfying(
            BadLogException.class,
            e -> {
              assertThat(e.errors()).hasSize(20);
              assertThat(e.total()).isEqualTo(22);
            });
  }

  @Test
  void aFileByEpisodeNeedsItsColumns() {
    String needs =
        path() + ": needs columns episode, step, action and probability, one of each, got ";
    refused(
        needs + "none for step among episode, action, probability",
        file("episode,action,probability", "1,a,1"),
        LOG);
    refused(
        needs + "none for probability among episode, step, action",
        file("episode,step,action", "1,1,a"),
        LOG);
    refused(
        needs + "step and t for step among episode, step, t, action, probability",
        file("episode,step,t,action,probability", "1,1,1,a,1"),
        LOG);
    refused(
        needs + "none for episode among step, action, probability",
        file("step,action,probability", "1,a,1"),
        LOG);
  }

  private static final String S = "state,action,probability";

  /** The log counts from 0; its column of states has another name. */
  @Test
  void aFileMayHaveProbabilitiesOfEveryState() {
    RowPolicy policy = file(S, "s,a,1", "t,a,0.25", "t,c,0.75");
    assertThat(
            decisions(
                policy,
                "episode,step,state,x,action,reward,propensity",
                "1,0,s,1,a,0,0.5",
                "1,1,t,2,b,0,0.5",
                "2,0,t,3,b,0,0.5"))
        .isEqualTo(Map.of("1", "1.0,0.0,0.0", "2", "0.25,0.0,0.75", "3", "0.25,0.0,0.75"));
    assertThat(decisions(file("step," + S, "1,s,a,1", "2,t,b,1"), STEPS))
        .isEqualTo(Map.of("1", "1.0,0.0", "2", "0.0,1.0"));
    assertThat(
            FeatureLog.<Optional<String>>read(
                folder,
                options(file(S, "s,a,1", "t,b,1"), "x"),
                s -> s.policyLearnedFrom(0),
                STEPS))
        .isEmpty();
  }

  private static final String[] STEPS = {
    "episode,step,state,x,action,reward,propensity", "1,1,s,1,a,0,0.5", "1,2,t,2,b,0,0.5"
  };

  @Test
  void aFileByStateNeedsTheStatesOfTheLog() {
    refused(
        path() + ", step 2, state \"t\": needs probabilities for this state of the log, got none",
        file("step," + S, "1,s,a,1", "1,t,b,1"),
        STEPS);
    refused(
        "policy " + path() + ": needs a log with one column of states to look them up in, got none",
        file(S, "s,a,1"),
        LOG);
    refused(
        path() + ": needs a state in every row of the log, got none in some",
        file(S, "s,a,1"),
        "state,x,action,reward,propensity",
        "s,1,a,0,1",
        ",2,a,0,1");
    assertThatThrownBy(
            () ->
                decisions(
                    file(S, "s,a,1"),
                    "episode,step,state,x,action,reward,propensity",
                    "1,1,s,1,a,0,1",
                    "1,2,u,2,a,0,1"))
        .isInstanceOf(BadLogException.class)
        .hasMessageContaining("\"u\"");
  }

  static SavedPolicy saved(int firstStep, List<PolicyColumn> columns, StepModel... steps) {
    Origin origin = new Origin("", "", "hash", Map.of(), Optional.empty());
    return new SavedPolicy(
        origin, firstStep, List.of("a", "b"), columns, List.of(), List.of(steps));
  }

  private static RowPolicy policy(int firstStep, List<PolicyColumn> columns, StepModel... steps) {
    return new Saved("p.json", saved(firstStep, columns, steps));
  }

  private static StepModel aUpTo(double threshold) {
    return new Tree(new AtMost(0, threshold, false, new Leaf(0), new Leaf(1)));
  }

  private static final List<PolicyColumn> X = List.of(PolicyColumn.number("x", 0, 10));

  @Test
  void aSavedPolicyLooksAtItsColumns() {
    assertThat(decisions(policy(1, X, aUpTo(2), aUpTo(0)), LOG))
        .isEqualTo(Map.of("1", "1.0,0.0", "2", "0.0,1.0", "3", "0.0,1.0"));
    List<PolicyColumn> all =
        List.of(
            PolicyColumn.category("kind", List.of("u", "v")),
            PolicyColumn.number("day", 0, 1e6, new Reading.Days()),
            PolicyColumn.number("v[2]", 0, 10, new Reading.Element("v", 2)));
    String[] lines = {
      "x,kind,day,v,action,reward,propensity",
      "1,u,2020-01-01,\"[1, 2]\",a,0,0.5",
      "2,w,2020-01-02,\"[1, 5]\",b,0,0.5",
      "3,,,,b,0,0.5"
    };
    Tree unknown = new Tree(new OneOf(0, List.of(2), true, new Leaf(0), new Leaf(1)));
    assertThat(decisions(policy(1, all, unknown), lines))
        .isEqualTo(Map.of("1", "0.0,1.0", "2", "1.0,0.0", "3", "1.0,0.0"));
    List<PolicyColumn> turned = List.of(all.get(1), all.get(0));
    Tree second = new Tree(new OneOf(1, List.of(0), false, new Leaf(0), new Leaf(1)));
    assertThat(decisions(policy(1, turned, second), lines))
        .isEqualTo(Map.of("1", "1.0,0.0", "2", "0.0,1.0", "3", "0.0,1.0"));
    Tree day = new Tree(new AtMost(1, 18262, false, new Leaf(0), new Leaf(1)));
    assertThat(decisions(policy(1, all, day), lines))
        .isEqualTo(Map.of("1", "1.0,0.0", "2", "0.0,1.0", "3", "0.0,1.0"));
    Tree element = new Tree(new AtMost(2, 4, true, new Leaf(0), new Leaf(1)));
    assertThat(decisions(policy(1, all, element), lines))
        .isEqualTo(Map.of("1", "1.0,0.0", "2", "0.0,1.0", "3", "1.0,0.0"));
  }

  @Test
  void aSavedPolicyNeedsItsColumnsAndSteps() {
    String[] lines = {"x,kind,action,reward,propensity", "1,u,a,0,0.5", "2,v,b,0,0.5"};
    refused(
        "policy p.json: needs a column y of numbers, got x, kind, action, reward, propensity",
        policy(1, List.of(PolicyColumn.number("y", 0, 1)), aUpTo(0)),
        lines);
    refused(
        "policy p.json: needs a column kind of numbers, got texts",
        policy(1, List.of(PolicyColumn.number("kind", 0, 1)), aUpTo(0)),
        lines);
    refused(
        "policy p.json: needs a column x of dates, got numbers",
        policy(1, List.of(PolicyColumn.number("x", 0, 1, new Reading.Days())), aUpTo(0)),
        lines);
    refused(
        "policy p.json: needs a column x of lists, got numbers",
        policy(
            1, List.of(PolicyColumn.number("x[1]", 0, 1, new Reading.Element("x", 1))), aUpTo(0)),
        lines);
    refused(
        "policy p.json: needs a column y, got x, kind, action, reward, propensity",
        policy(
            1,
            List.of(PolicyColumn.category("y", List.of()), PolicyColumn.number("x", 0, 1)),
            aUpTo(0)),
        lines);
    refused(
        "policy p.json: needs a policy for 2 steps, got one for 1", policy(1, X, aUpTo(0)), LOG);
    refused(
        "policy p.json: needs a policy whose first step is 1, as the log's is, got 0 (a policy decides by the numbers that steps had where it was learned)",
        policy(0, X, aUpTo(0), aUpTo(0)),
        LOG);
    assertThat(decisions(policy(0, X, aUpTo(1)), lines)).containsEntry("1", "1.0,0.0");
    // also columns that have a role
    List<PolicyColumn> step = List.of(PolicyColumn.number("step", 1, 2));
    assertThat(decisions(policy(1, step, aUpTo(1), aUpTo(1)), LOG))
        .isEqualTo(Map.of("1", "1.0,0.0", "2", "0.0,1.0", "3", "1.0,0.0"));
  }

  /** It was learned where states were called so; the log counts from 0, as it does. */
  @Test
  void aSavedTableFindsTheColumnOfStates() {
    List<PolicyColumn> state = List.of(PolicyColumn.category("place", List.of("s", "t")));
    StepModel.Table table =
        new StepModel.Table(
            Map.of("s", List.of(1.0, 0.0), "t", List.of(0.25, 0.75)), List.of(0.0, 1.0));
    String[] zero = {
      "episode,step,state,x,action,reward,propensity", "1,0,s,1,a,0,0.5", "1,1,t,2,b,0,0.5"
    };
    assertThat(decisions(policy(0, state, table, table), zero))
        .isEqualTo(Map.of("1", "1.0,0.0", "2", "0.25,0.75"));
    refused(
        "policy p.json: needs a policy whose first step is 0, as the log's is, got 1 (a policy decides by the numbers that steps had where it was learned)",
        policy(1, state, table, table),
        zero);
    assertThat(decisions(new Mix(0.5, policy(1, state, table, table)), LOG))
        .isEqualTo(Map.of("1", "0.75,0.25", "2", "0.375,0.625", "3", "0.375,0.625"));
    // columns that are there, numbers, several, and logs without states are left alone
    String[] none = {"x,action,reward,propensity", "1,a,0,0.5", "2,b,0,0.5"};
    refused(
        "policy p.json: needs a column place, got x, action, reward, propensity",
        policy(1, state, table),
        none);
    String[] stated = {"state,x,action,reward,propensity", "s,1,a,0,0.5", "t,2,b,0,0.5"};
    refused(
        "policy p.json: needs a column y of numbers, got state, x, action, reward, propensity",
        policy(1, List.of(PolicyColumn.number("y", 0, 1)), aUpTo(0)),
        stated);
    refused(
        "policy p.json: needs a column place, got state, x, action, reward, propensity",
        policy(1, List.of(state.get(0), X.get(0)), aUpTo(0)),
        stated);
    assertThat(
            decisions(
                policy(1, List.of(PolicyColumn.category("kind", List.of("s"))), table),
                "state,kind,x,action,reward,propensity",
                "s,t,1,a,0,0.5",
                "t,s,2,b,0,0.5"))
        .isEqualTo(Map.of("1", "0.0,1.0", "2", "1.0,0.0"));
  }

  /** Of a policy on three, the log has two actions. */
  @Test
  void aSavedPolicyMayHaveMoreActionsThanTheLog() {
    String[] lines = {"x,action,reward,propensity", "1,b,0,0.5", "9,b,0,0.5"};
    assertThat(decisions(policy(1, X, aUpTo(2)), lines))
        .isEqualTo(Map.of("1", "1.0,0.0", "9", "0.0,1.0"));
    FeatureLog.read(
        folder,
        options(policy(1, X, aUpTo(2)), "x"),
        source -> {
          assertThat(source.policyLearnedFrom(0)).hasValue("hash");
          return 0;
        },
        lines);
    FeatureLog.read(
        folder,
        options(new Uniform(), "x"),
        source -> {
          assertThat(source.policyLearnedFrom(0)).isEmpty();
          return 0;
        },
        lines);
  }

  private static final String[] WITH_COLUMNS = {
    "episode,step,state,x,y,p_a,p_b,q_a,q_b,fold,action,reward,propensity",
    "1,1,s,1,7,0.25,0.75,0.5,0.5,m,a,0,0.5",
    "2,1,t,2,8,0.5,0.5,1,0,n,b,0,0.5"
  };

  /** Each policy's columns come after those of the policies before. */
  @Test
  void policiesAreJudgedAtOnce() {
    Map<String, RowPolicy> policies = new LinkedHashMap<>();
    policies.put("p", new Columns("p_"));
    policies.put("rule", new Rule("CASE WHEN y > 7 THEN 'a' ELSE 'b' END"));
    policies.put("saved", policy(1, List.of(X.get(0), PolicyColumn.number("y", 0, 10)), aUpTo(1)));
    policies.put("q", new Columns("q_"));
    policies.put("mix", new Mix(0.5, new Columns("q_")));
    policies.put("other", new Rule("'b'"));
    policies.put("table", file(S, "s,a,1", "t,b,1"));
    policies.put(
        "late",
        policy(
            1,
            List.of(PolicyColumn.number("y", 0, 10)),
            new Tree(new AtMost(0, 7, false, new Leaf(1), new Leaf(0)))));
    policies.put("b", new Always("b"));
    policies.put("logged", new Logged());
    try (DuckDb engine = DuckDb.start(1)) {
      List<Group> groups = groups(engine, policies, WITH_COLUMNS);
      assertThat(groups).hasSize(1);
      assertThat(groups.get(0).names()).containsExactlyElementsOf(policies.keySet());
      FeatureSource all = groups.get(0).log().get();
      assertThat(all.policies()).isEqualTo(10);
      Map<String, Map<String, String>> found = new LinkedHashMap<>();
      int i = 0;
      for (String name : policies.keySet()) {
        found.put(name, decisions(all.judging(i++)));
      }
      assertThat(found)
          .containsEntry("p", Map.of("1", "0.25,0.75", "2", "0.5,0.5"))
          .containsEntry("rule", Map.of("1", "0.0,1.0", "2", "1.0,0.0"))
          .containsEntry("saved", Map.of("1", "1.0,0.0", "2", "0.0,1.0"))
          .containsEntry("q", Map.of("1", "0.5,0.5", "2", "1.0,0.0"))
          .containsEntry("mix", Map.of("1", "0.5,0.5", "2", "0.75,0.25"))
          .containsEntry("other", Map.of("1", "0.0,1.0", "2", "0.0,1.0"))
          .containsEntry("table", Map.of("1", "1.0,0.0", "2", "0.0,1.0"))
          .containsEntry("late", Map.of("1", "0.0,1.0", "2", "1.0,0.0"))
          .containsEntry("b", Map.of("1", "0.0,1.0", "2", "0.0,1.0"))
          .containsEntry("logged", Map.of("1", "0.5,0.5", "2", "0.5,0.5"));
    }
  }

  /** What one policy says of an action is not what the next one, which lacks it, says. */
  @Test
  void aSavedPolicyNeverTakesWhatItDoesNotKnow() {
    Map<String, RowPolicy> policies = new LinkedHashMap<>();
    policies.put("c", new Always("c"));
    policies.put("saved", policy(1, X, aUpTo(2)));
    try (DuckDb engine = DuckDb.start(1)) {
      FeatureSource all =
          groups(
                  engine,
                  policies,
                  "state,x,action,reward,propensity",
                  "s,1,a,0,0.5",
                  "s,3,c,0,0.5",
                  "s,5,b,0,0.5")
              .get(0)
              .log()
              .get();
      assertThat(decisions(all.judging(1)))
          .isEqualTo(Map.of("1", "1.0,0.0,0.0", "3", "0.0,1.0,0.0", "5", "0.0,1.0,0.0"));
    }
  }

  /** A log is read when its group is asked for, if it is not needed before. */
  @Test
  void onePolicyIsAGroup() {
    try (DuckDb engine = DuckDb.start(1)) {
      List<Group> groups = groups(engine, Map.of("u", new Uniform()), "nothing", "1");
      assertThat(groups.stream().map(Group::names)).containsExactly(List.of("u"));
      assertThatThrownBy(() -> groups.get(0).log().get()).isInstanceOf(BadLogException.class);
    }
  }

  @Test
  void filesByEpisodeAndStepDifferWithinStates() {
    try (DuckDb engine = DuckDb.start(1)) {
      file(E, "1,1,a,1");
      assertThat(RowPolicy.isPerRow(path(), engine)).isTrue();
      assertThat(RowPolicy.isPerRow("mix:0.5:" + path(), engine)).isTrue();
      for (String other :
          List.of(S, "episode,state,action,probability", "step,action,probability")) {
        file(other, other.replaceAll("[a-z]+", "1"));
        assertThat(RowPolicy.isPerRow(path(), engine)).as(other).isFalse();
      }
    }
  }

  private List<Group> groups(DuckDb engine, Map<String, RowPolicy> policies, String... lines) {
    String log = Table.write(folder.resolve("log.csv"), String.join("\n", lines) + "\n");
    return FeatureReader.groups(engine, List.of(log), options(new Uniform(), "x"), policies);
  }

  @Test
  void aFileByEpisodeIsJudgedByItself() {
    Map<String, RowPolicy> policies = new LinkedHashMap<>();
    policies.put("u", new Uniform());
    policies.put("file", file(E, "1,1,a,1", "2,1,b,1"));
    policies.put("b", new Always("b"));
    try (DuckDb engine = DuckDb.start(1)) {
      List<Group> groups = groups(engine, policies, WITH_COLUMNS);
      assertThat(groups.stream().map(Group::names))
          .containsExactly(List.of("u", "b"), List.of("file"));
      assertThat(decisions(groups.get(1).log().get()))
          .isEqualTo(Map.of("1", "1.0,0.0", "2", "0.0,1.0"));
      policies.remove("b");
      assertThat(groups(engine, policies, WITH_COLUMNS).stream().map(Group::names))
          .containsExactly(List.of("u"), List.of("file"));
    }
  }

  /** One of them has an action that the log lacks. */
  @Test
  void policiesWithDifferentActionsAreJudgedOneAtATime() {
    Map<String, RowPolicy> policies = new LinkedHashMap<>();
    policies.put("u", new Uniform());
    policies.put("c", file(S, "s,c,1", "t,c,1"));
    try (DuckDb engine = DuckDb.start(1)) {
      List<Group> groups = groups(engine, policies, WITH_COLUMNS);
      assertThat(groups.stream().map(Group::names)).containsExactly(List.of("u"), List.of("c"));
      assertThat(groups.get(0).log().get().actions()).containsExactly("a", "b");
      assertThat(groups.get(1).log().get().actions()).containsExactly("a", "b", "c");
      assertThatThrownBy(
              () ->
                  groups(
                      engine,
                      policies,
                      "state,x,action,reward,propensity",
                      "s,1,a,0,0.5",
                      "t,1,b,0,0.5"))
          .hasMessage("policy: needs an episode column to compare policies with different actions");
    }
  }

  @Test
  void aLogThatWasReadIsJudgedAgainIfItHoldsWhatIsNeeded() {
    FeatureLog.read(
        folder,
        options(new Columns("p_"), "x"),
        source -> {
          RowPolicy p = new Columns("p_");
          assertThat(FeatureReader.judging(source, List.of(new Always("a")))).isEmpty();
          assertThat(FeatureReader.judging(source, List.of(p, new Columns("q_")))).isEmpty();
          FeatureSource more =
              FeatureReader.judging(source, List.of(new Always("a"), p, new Uniform()))
                  .orElseThrow();
          assertThat(more.policies()).isEqualTo(3);
          assertThat(decisions(more.judging(0))).isEqualTo(Map.of("1", "1.0,0.0", "2", "1.0,0.0"));
          assertThat(decisions(more.judging(1)))
              .isEqualTo(Map.of("1", "0.25,0.75", "2", "0.5,0.5"));
          assertThatThrownBy(() -> FeatureReader.judging(source, List.of(p, new Always("z"))))
              .hasMessage("policy always:z: needs one of the actions a, b");
          return 0;
        },
        WITH_COLUMNS);
    FeatureLog.read(
        folder,
        options(new Uniform(), "x"),
        source -> {
          assertThat(FeatureReader.judging(source, List.of(new Always("a"), new Logged())))
              .isPresent();
          assertThat(FeatureReader.judging(source.judging(0), List.of(new Columns("p_"))))
              .isEmpty();
          return 0;
        },
        WITH_COLUMNS);
  }
}
