package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fit.BadLogException;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Policies as tables: what is read, what is refused, and what it is for a log. */
class PolicyTableTest {
  /** Two states, two actions, two steps; nobody is in the second state at the first step. */
  private static final Names NAMES =
      new Names(
          "the log",
          new Shape(2, 2, 2),
          Labels.of(List.of("home", "list")),
          Labels.of(List.of("a", "b")),
          step -> step == 1 ? StateVector.of(5, 0) : StateVector.of(2, 3));

  private static PolicyTable read(String... lines) {
    return PolicyTable.read(new TextTable(lines), "p.csv");
  }

  private static Policy on(String... lines) {
    return read(lines).on(NAMES, new ArrayList<>());
  }

  private static void refused(String message, String... lines) {
    assertThatThrownBy(() -> on(lines)).isInstanceOf(BadLogException.class).hasMessage(message);
  }

  private static final String H = "state,action,probability";

  @Test
  void whatATableSaysIsThePolicy() {
    Policy policy = on(H, "home,a,0.25", "home,b,0.75", "list,b,1");
    assertThat(policy.isStationary()).isTrue();
    assertThat(policy.probability(1, 0, 0)).isEqualTo(0.25);
    assertThat(policy.probability(2, 0, 1)).isEqualTo(0.75);
    assertThat(policy.probability(2, 1, 0)).isZero(); // not listed
    assertThat(policy.probability(2, 1, 1)).isEqualTo(1);
    // other names, in any case
    assertThat(on("OBS,Arm,P", "home,a,1", "list,b,1").probability(1, 0, 0)).isEqualTo(1);
  }

  @Test
  void stepsMayCountFromZeroOrOne() {
    for (int base = 0; base < 2; base++) {
      Policy policy =
          on("step," + H, base + ",home,a,1", base + 1 + ",home,b,1", base + 1 + ",list,b,1");
      assertThat(policy.isStationary()).isFalse();
      assertThat(policy.probability(1, 0, 0)).isEqualTo(1);
      assertThat(policy.probability(2, 0, 1)).isEqualTo(1);
      assertThat(policy.probability(2, 1, 1)).isEqualTo(1);
      // at the first step nobody is in the second state
      assertThat(policy.probability(1, 1, 0)).isEqualTo(0.5);
    }
  }

  @Test
  void rowsThatConcernNoDecisionAreNoted() {
    List<String> notes = new ArrayList<>();
    read(H, "home,a,1", "list,b,1", "cart,a,1", "cart,b,0", "quit,a,1").on(NAMES, notes);
    assertThat(notes)
        .containsExactly(
            "p.csv: 2 of its states or steps are not in the log: they concern none of its decisions");
    notes.clear();
    String[] steps = {
      "step," + H, "1,home,a,1", "2,home,a,1", "2,list,b,1", "3,list,b,1", "-1,home,a,1"
    };
    read(steps).on(NAMES, notes);
    assertThat(notes).hasSize(1);
    notes.clear();
    read(H, "home,a,1", "list,b,1").on(NAMES, notes);
    assertThat(notes).isEmpty();
  }

  @Test
  void columnsHaveToBeThereOnce() {
    refused(
        "p.csv: needs columns state, action and probability (and step, if it matters), got state, p",
        "state,p",
        "home,1");
    refused(
        "p.csv: needs one column for each of state, action, probability and step, but prob and p could all be meant",
        "state,action,prob,p",
        "home,a,1,1");
    assertThatThrownBy(() -> PolicyTable.read(new TextTable(H), "/tmp/missing.csv", "upload.csv"))
        .hasMessage("upload.csv: not found");
  }

  @Test
  void rowsThatAreNotCompleteAreRefused() {
    String needs = ": needs a state, an action and, if there are steps, a step";
    refused("p.csv, state \"null\", action \"a\"" + needs, H, ",a,1");
    refused("p.csv, state \"home\", action \"null\"" + needs, H, "home,,1");
    refused("p.csv, state \"home\", action \"a\"" + needs, "step," + H, ",home,a,1");
    refused("p.csv: needs at least one row, got an empty policy", H);
  }

  @Test
  void stepsAndProbabilitiesHaveToBeSome() {
    String where = "p.csv, state \"home\", action \"a\": ";
    refused(where + "step needs a whole number, got 1.5", "step," + H, "1.5,home,a,1");
    refused(where + "step needs a whole number, got first", "step," + H, "first,home,a,1");
    refused(
        where + "step needs a whole number, got 2147483648", "step," + H, "2147483648,home,a,1");
    assertThat(read("step," + H, "2147483647,home,a,1").actions()).containsExactly("a");
    refused(
        where
            + "probability must lie in [0, 1], got -0.1 (a log-probability? Its exponential is needed)",
        H,
        "home,a,-0.1");
    refused(where + "probability must lie in [0, 1], got 1.5", H, "home,a,1.5");
    refused(where + "probability must lie in [0, 1], got null", H, "home,a,");
    refused(where + "probability must lie in [0, 1], got half", H, "home,a,half");
  }

  @Test
  void twentyErrorsAreShown() {
    String[] lines =
        IntStream.range(0, 23).mapToObj(i -> i == 0 ? H : "s" + i + ",a,2").toArray(String[]::new);
    assertThatThrownBy(() -> read(lines))
        .isInstanceOfSatisfying(
            BadLogException.class,
            e -> {
              assertThat(e.errors()).hasSize(20);
              assertThat(e.total()).isEqualTo(22);
            });
  }

  @Test
  void actionsThatTheLogLacksMayHaveNoProbability() {
    refused(
        "p.csv, state \"home\", action \"c\": needs one of the actions a, b, got another",
        H,
        "home,c,1");
    assertThat(on(H, "home,a,1", "home,c,0", "list,b,1").probability(1, 0, 0)).isEqualTo(1);
    assertThat(read(H, "home,a,1", "home,c,0", "list,b,1").actions()).containsExactly("a", "b");
    refused(
        "p.csv, state \"home\", action \"a\": needs one probability, got two",
        H,
        "home,a,0.5",
        "home,a,0.5");
  }

  @Test
  void everyStateNeedsProbabilitiesThatSumToOne() {
    refused(
        "p.csv, state \"list\": needs probabilities for this state of the log, got none",
        H,
        "home,a,1");
    refused(
        "p.csv, state \"home\": probabilities must sum to 1, got 0.875 (0.5 + 0.375)",
        H,
        "home,a,0.5",
        "home,b,0.375",
        "list,a,1");
    refused(
        "p.csv, step 2, state \"list\": probabilities must sum to 1, got 1.25 (0.5 + 0.75)",
        "step," + H,
        "1,home,a,1",
        "2,home,a,1",
        "2,list,a,0.5",
        "2,list,b,0.75");
    // rounding is made good
    Policy rounded = on(H, "home,a,0.3333333", "home,b,0.6666666", "list,a,1");
    assertThat(rounded.probability(1, 0, 0) + rounded.probability(1, 0, 1))
        .isCloseTo(1, within(1e-15));
    assertThatThrownBy(() -> on(H, "home,a,0.333333", "home,b,0.666665", "list,a,1"))
        .hasMessageContaining("must sum to 1");
  }

  @Test
  void aStateWithAPastIsRecognized() {
    refused(
        "p.csv, state \"list\": needs probabilities for this state of the log, got none but with a past (read the log with the `history` that the policy was learned with)",
        H,
        "home,a,1",
        "list|a,a,1");
  }

  /** Twenty-two states without probabilities: twenty are named. */
  @Test
  void twentyStatesAreNamed() {
    List<String> states = IntStream.range(10, 33).mapToObj(i -> "s" + i).toList();
    Names many =
        new Names(
            "the log",
            new Shape(23, 2, 2),
            Labels.of(states),
            Labels.of(List.of("a", "b")),
            step -> StateVector.constant(new Shape(23, 2, 2), 1));
    PolicyTable table = read(H, "s10,a,1");
    assertThatThrownBy(() -> table.on(many, new ArrayList<>()))
        .isInstanceOfSatisfying(
            BadLogException.class,
            e -> {
              assertThat(e.errors()).hasSize(20);
              assertThat(e.total()).isEqualTo(22);
            });
  }

  @Test
  void whatItWasLearnedFromIsTheSameInAllRows() {
    String learned = H + ",Learned_From";
    assertThat(read(learned, "home,a,1,12ab", "list,b,1,12ab").learnedFrom()).hasValue("12ab");
    assertThat(read(learned, "home,a,1,", "list,b,1,").learnedFrom()).isEmpty();
    assertThat(read(H, "home,a,1").learnedFrom()).isEmpty();
    refused(
        "p.csv: needs one learned_from in all rows, got none, 12ab, 34cd",
        learned,
        "home,a,1,12ab",
        "list,b,1,34cd",
        "cart,b,1,56ef",
        "quit,b,1,");
  }

  @Test
  void filesThatChangedWhileTheyWereReadAreNoticed() {
    TextTable engine = new TextTable(H, "home,a,1");
    PolicyTable.read(engine, "p.csv");
    assertThat(engine.isChecked()).isTrue();
  }

  /** At the second step nobody is in the first state, which the file does not have there. */
  @Test
  void whereNobodyIsEveryActionIsAlike() {
    Names later =
        new Names(
            "the log",
            NAMES.shape(),
            NAMES.states(),
            NAMES.actions(),
            step -> step == 2 ? StateVector.of(0, 5) : StateVector.of(5, 5));
    Policy policy =
        read("step," + H, "1,home,a,1", "1,list,b,1", "2,list,b,1").on(later, new ArrayList<>());
    assertThat(policy.probability(2, 0, 0)).isEqualTo(0.5);
    assertThat(policy.probability(2, 1, 1)).isEqualTo(1);
    assertThat(policy.probability(1, 0, 0)).isEqualTo(1);
    PolicyTable less = read("step," + H, "1,home,a,1", "2,list,b,1");
    assertThatThrownBy(() -> less.on(later, new ArrayList<>()))
        .hasMessage(
            "p.csv, step 1, state \"list\": needs probabilities for this state of the log, got none");
  }
}
