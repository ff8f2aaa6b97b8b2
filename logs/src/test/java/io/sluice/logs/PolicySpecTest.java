package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fit.BadLogException;
import io.sluice.fit.Fit;
import io.sluice.fit.Log;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Policy;
import io.sluice.mdp.SettingException;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies as users name them, and saved policies as files. */
class PolicySpecTest {
  private static final Names NAMES =
      new Names(
          "the log",
          new Shape(2, 2, 2),
          Labels.of(List.of("home", "list")),
          Labels.of(List.of("a", "b")),
          step -> StateVector.of(1, 1));
  private static final Policy LOGGED = Policy.everywhere(NAMES.shape(), 0.75, 0.25);
  private static final TextTable TABLE =
      new TextTable("state,action,probability,learned_from", "home,a,1,12ab", "list,b,1,12ab");

  @TempDir Path folder;

  private static PolicySpec parse(String written) {
    return PolicySpec.parse(written, TABLE);
  }

  private static Policy on(PolicySpec spec) {
    return spec.on(NAMES, LOGGED, new ArrayList<>());
  }

  @Test
  void namesOfPolicies() {
    assertThat(on(parse("uniform")).probability(1, 0, 0)).isEqualTo(0.5);
    assertThat(on(parse("behavior"))).isSameAs(LOGGED);
    assertThat(on(parse("always:b")).probability(2, 1, 1)).isEqualTo(1);
    assertThat(on(parse("always:b")).probability(2, 1, 0)).isZero();
    assertThat(on(parse("p.csv")).probability(2, 0, 0)).isEqualTo(1);
    for (String none : List.of("uniform", "behavior")) {
      assertThat(parse(none).actions()).isEmpty();
      assertThat(parse(none).learnedFrom()).isEmpty();
    }
    assertThat(parse("always:b").actions()).containsExactly("b");
    assertThat(parse("p.csv").actions()).containsExactly("a", "b");
    assertThat(parse("p.csv").learnedFrom()).hasValue("12ab");
  }

  @Test
  void policiesThatAreThereHaveNamesOfTheirOwn() {
    PolicySpec known = PolicySpec.parse("mine", TABLE, Map.of("mine", LOGGED));
    assertThat(on(known)).isSameAs(LOGGED);
    assertThat(known.actions()).isEmpty();
    PolicySpec mixed = PolicySpec.parse("mix:0:mine", TABLE, Map.of("mine", LOGGED));
    assertThat(on(mixed).probability(1, 0, 0)).isEqualTo(0.75);
  }

  /** ⅖ of always a, and ⅗ of 0.75. */
  @Test
  void aMixtureHasTheLoggedPolicyForTheRest() {
    PolicySpec mix = parse("mix:0.4:always:a");
    assertThat(on(mix).probability(1, 0, 0)).isCloseTo(0.4 + 0.6 * 0.75, within(1e-12));
    assertThat(mix.actions()).containsExactly("a");
    assertThat(parse("mix:1:p.csv").learnedFrom()).hasValue("12ab");
    assertThat(parse("mix:0:uniform").learnedFrom()).isEmpty();
  }

  private static void refused(String written, String message) {
    assertThatThrownBy(() -> on(parse(written)))
        .isInstanceOf(SettingException.class)
        .hasMessage(message);
  }

  @Test
  void whatCannotBeMeantIsRefused() {
    refused("always:", "policy always: needs an action, got none");
    refused("always:c", "policy always:c: needs one of the actions a, b");
    for (String mix : List.of("mix:1.1:uniform", "mix:-0.1:uniform", "mix:x:uniform", "mix:0.5")) {
      refused(mix, "policy " + mix + ": needs mix:WEIGHT:POLICY with a weight in [0, 1]");
    }
  }

  private static SavedPolicy saved(int steps, PolicyColumn column) {
    StepModel table =
        new StepModel.Table(
            Map.of("cart", List.of(1.0, 0.0, 0.0), "home", List.of(0.125, 0.5, 0.375)),
            List.of(0.25, 0.75, 0.0));
    return new SavedPolicy(
        new Origin("0.2.0", "psl", "78ef", Map.of(), Optional.empty()),
        List.of("b", "a", "z"),
        List.of(column),
        List.of(),
        java.util.Collections.nCopies(steps, table));
  }

  private static final PolicyColumn STATE = PolicyColumn.category("state", List.of("cart", "home"));

  private String written(String name, SavedPolicy policy) throws IOException {
    return Files.writeString(folder.resolve(name), PolicyJson.text(policy)).toString();
  }

  @Test
  void aSavedPolicyIsReadByItsNames() throws IOException {
    PolicySpec spec = parse(written("p.json", saved(2, STATE)));
    assertThat(spec.actions()).containsExactlyInAnyOrder("a", "b", "z");
    assertThat(spec.learnedFrom()).hasValue("78ef");
    Names three =
        new Names(
            "the log",
            new Shape(2, 4, 2),
            NAMES.states(),
            Labels.of(List.of("a", "b", "c", "z")),
            NAMES.visits());
    Policy policy = spec.on(three, LOGGED, new ArrayList<>());
    assertThat(policy.probability(2, 0, 0)).isEqualTo(0.5); // home, a
    assertThat(policy.probability(2, 0, 1)).isEqualTo(0.125);
    assertThat(policy.probability(1, 0, 2)).isZero(); // an action that it does not have
    assertThat(policy.probability(1, 0, 3)).isEqualTo(0.375);
    assertThat(policy.probability(1, 1, 0)).isEqualTo(0.75); // list, which it does not have
    assertThat(policy.probability(1, 1, 1)).isEqualTo(0.25);
  }

  @Test
  void aSavedPolicyThatDoesNotFitIsRefused() throws IOException {
    String shorter = written("one.json", saved(1, STATE));
    refused(shorter, "policy " + shorter + ": needs a policy for 2 steps, got one for 1");
    // one of three steps serves for two, but not with an action that the log does not have
    String longer = written("p.json", saved(3, STATE));
    refused(
        longer, "policy " + longer + ": needs one of the actions a, b in state \"home\", got z");
    Names list =
        new Names(
            "the log",
            new Shape(1, 2, 2),
            Labels.of(List.of("list")),
            NAMES.actions(),
            NAMES.visits());
    assertThat(parse(longer).on(list, LOGGED, new ArrayList<>()).probability(2, 0, 0))
        .isEqualTo(0.75);
    String columns = written("columns.json", saved(2, PolicyColumn.number("price", 0, 9)));
    refused(
        columns,
        "policy "
            + columns
            + ": needs a policy of the state, got one of columns, which needs `features`");
    SavedPolicy two = saved(2, STATE);
    String both =
        written(
            "both.json",
            new SavedPolicy(
                two.origin(), two.actions(), List.of(STATE, STATE), List.of(), two.steps()));
    refused(
        both,
        "policy "
            + both
            + ": needs a policy of the state, got one of columns, which needs `features`");
  }

  @Test
  void onlyFilesThatSayThatTheyAreOneAreSavedPolicies() throws IOException {
    assertThat(PolicyFile.read(written("p.json", saved(1, STATE)))).isPresent();
    assertThat(PolicyFile.read(written("p.txt", saved(1, STATE)))).isEmpty(); // not by its name
    assertThat(PolicyFile.read(folder.resolve("none.json").toString())).isEmpty();
    assertThat(PolicyFile.read("\0.json")).isEmpty(); // no path at all
    Path rows = Files.writeString(folder.resolve("rows.json"), "{\"state\": \"home\"}\n");
    assertThat(PolicyFile.read(rows.toString())).isEmpty();
    Path far = folder.resolve("far.json");
    String mark = "\"sluice-policy\"";
    Files.writeString(far, " ".repeat(200 - mark.length() + 1) + mark);
    assertThat(PolicyFile.read(far.toString())).isEmpty(); // not in the first 200 characters
    Path latin =
        Files.write(folder.resolve("latin.json"), "\"é\"".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(PolicyFile.read(latin.toString())).isEmpty();
    Path broken = folder.resolve("broken.json");
    Files.writeString(broken, " ".repeat(200 - mark.length()) + mark);
    assertThatThrownBy(() -> PolicyFile.read(broken.toString()))
        .isInstanceOf(BadLogException.class)
        .hasMessageStartingWith(broken.toString());
  }

  private record Row(String state, String action, double reward) {}

  private static Log log() {
    List<List<Row>> episodes = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String state = i % 4 == 3 ? "list" : "home";
      String action = i / 4 % 2 == 0 ? "a" : "b";
      episodes.add(List.of(new Row(state, action, action.equals("b") ? 1 : 0)));
    }
    return Log.of(episodes, rows -> rows, Row::state, Row::action, Row::reward);
  }

  @Test
  void policiesAreJudgedByAFit() {
    Fit fit = Fit.of(log());
    assertThat(parse("uniform").judgedBy(fit).policy().probability(1, 0, 0)).isEqualTo(0.5);
    assertThat(parse("behavior").on(fit.data(), fit.behavior().policy(), new ArrayList<>()))
        .isSameAs(fit.behavior().policy());
  }
}
