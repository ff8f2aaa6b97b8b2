package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fit.Fit;
import io.sluice.fit.LearningResult;
import io.sluice.fit.Log;
import io.sluice.fit.LogData;
import io.sluice.fit.PlanResult;
import io.sluice.mdp.Policy;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A table of states and actions as a file of rows, and as a saved policy. */
class PolicyCsvTest {
  private record Row(String state, String action, double reward) {}

  /** Three of four episodes begin in the first state; the second action earns. */
  private static Log log(int episodes) {
    return log(episodes, "y");
  }

  /**
   * @param best the action that earns in the second state; in the first it is the second
   */
  private static Log log(int episodes, String best) {
    List<List<Row>> all = new ArrayList<>();
    for (int i = 0; i < episodes; i++) {
      String state = i % 4 == 3 ? "b \"two\"" : "a,1";
      String action = i / 4 % 2 == 0 ? "x" : "y";
      String earns = i % 4 == 3 ? best : "y";
      all.add(List.of(new Row(state, action, action.equals(earns) ? 1 : 0)));
    }
    return Log.of(all, rows -> rows, Row::state, Row::action, Row::reward);
  }

  @Test
  void onlyWhatIsPossibleIsWrittenWithNamesInQuotes() {
    LogData data = log(8).data();
    Policy policy = Policy.stationary(data.shape(), (x, a) -> x == 1 ? a : a == 0 ? 0.25 : 0.75);
    assertThat(PolicyCsv.of(data, policy).lines())
        .containsExactly(
            "step,state,action,probability",
            "1,\"a,1\",x,0.25",
            "1,\"a,1\",y,0.75",
            "1,\"b \"\"two\"\"\",y,1");
    assertThat(PolicyCsv.learned(data, policy).lines())
        .first()
        .isEqualTo("step,state,action,probability,learned_from");
    assertThat(PolicyCsv.learned(data, policy).lines())
        .last()
        .isEqualTo("1,\"b \"\"two\"\"\",y,1," + data.fingerprint());
  }

  @Test
  void namesThatRowsCannotHoldAreQuoted() {
    for (String name : List.of("", "a\nb", "a\rb", "a\"b", "a,b")) {
      LogData data =
          Log.of(
                  List.of(List.of(new Row(name, "x", 1))),
                  rows -> rows,
                  Row::state,
                  Row::action,
                  Row::reward)
              .data();
      assertThat(PolicyCsv.of(data, Policy.uniform(data.shape())))
          .endsWith("1,\"" + name.replace("\"", "\"\"") + "\",x,1\n");
    }
  }

  /** In states that it does not have, the action of most states: by the sum of probabilities. */
  @Test
  void aLearnedTableIsSaved() {
    Fit fit = Fit.of(log(400));
    LearningResult learned = fit.certify(0.05);
    SavedPolicy saved = PolicyFile.learned(fit.data(), learned);
    assertThat(saved.actions()).containsExactly("x", "y");
    assertThat(saved.columns()).hasSize(1);
    assertThat(saved.columns().get(0).levels()).containsExactly("a,1", "b \"two\"");
    assertThat(saved.origin().learnedFrom()).isEqualTo(fit.data().fingerprint());
    assertThat(saved.origin().settings()).containsKeys("delta", "seed", "behavior");
    assertThat(saved.origin().learner()).isEqualTo(learned.learner());
    Table table = (Table) saved.steps().get(0);
    List<String> names = List.of("a,1", "b \"two\"");
    for (int x = 0; x < 2; x++) {
      assertThat(table.states().get(names.get(x)))
          .containsExactly(
              learned.policy().probability(1, x, 0), learned.policy().probability(1, x, 1));
    }
    // the second action earns 1 and the first nothing: it is what is learned, and certified
    assertThat(table.fallback()).containsExactly(0.0, 1.0);
    assertThat(saved.origin().certificate())
        .hasValueSatisfying(
            c -> {
              assertThat(c.lower()).isEqualTo(learned.certifiedGain());
              assertThat(c.delta()).isEqualTo(0.05);
              assertThat(c.judgedOn()).isEqualTo(learned.certificate().orElseThrow().judgedOn());
            });
    assertThat(saved.horizon()).isOne();
    assertThat(saved.choose(Map.of("state", "elsewhere"))).isEqualTo("y");
  }

  /** The probabilities of an experiment; in other states the average of both. */
  @Test
  void thePolicyOfAnExperimentIsSaved() {
    Fit fit = Fit.of(log(400));
    PlanResult plan = fit.judge(Policy.uniform(fit.data().shape())).plan(OptionalInt.of(1), 0.02);
    SavedPolicy saved = PolicyFile.exploring(fit.data(), plan);
    assertThat(saved.origin().learner()).isEqualTo("plan");
    assertThat(saved.origin().certificate()).isEmpty();
    assertThat(saved.origin().settings())
        .containsEntry("step", "1")
        .containsEntry("width", "0.02")
        .containsKeys("seed", "behavior");
    Table table = (Table) saved.steps().get(0);
    Policy exploring = plan.exploring().policy();
    double average = (exploring.probability(1, 0, 1) + exploring.probability(1, 1, 1)) / 2;
    assertThat(table.fallback().get(1)).isCloseTo(average, within(1e-12));
    assertThat(table.fallback().get(0)).isCloseTo(1 - average, within(1e-12));
    PlanResult total =
        fit.judge(Policy.uniform(fit.data().shape())).plan(OptionalInt.empty(), 0.02);
    assertThat(PolicyFile.exploring(fit.data(), total).origin().settings())
        .containsEntry("step", "total");
  }

  @Test
  void tablesAreReadForTheNamesOfALog() {
    LogData data = log(8).data();
    PolicyTable table =
        PolicyTable.read(
            new TextTable("state,action,probability", "b \"two\",x,1", "elsewhere,y,1"), "p.csv");
    assertThatThrownBy(() -> table.on(data, new ArrayList<>()))
        .hasMessage(
            "p.csv, state \"a,1\": needs probabilities for this state of the log, got none");
    LogData one =
        Log.of(
                List.of(List.of(new Row("home", "x", 1)), List.of(new Row("home", "y", 0))),
                rows -> rows,
                Row::state,
                Row::action,
                Row::reward)
            .data();
    assertThat(
            PolicyTable.read(new TextTable("state,action,probability", "home,y,1"), "p.csv")
                .on(one, new ArrayList<>())
                .probability(1, 0, 1))
        .isEqualTo(1);
  }

  @Test
  void ofTwoActionsInAsManyStatesTheFirstIsTakenElsewhere() {
    Fit fit = Fit.of(log(400, "x"));
    LearningResult learned = fit.certify(0.05);
    assertThat(learned.policy().probability(1, 0, 1)).isEqualTo(1);
    assertThat(learned.policy().probability(1, 1, 0)).isEqualTo(1);
    Table table = (Table) PolicyFile.learned(fit.data(), learned).steps().get(0);
    assertThat(table.fallback()).containsExactly(1.0, 0.0);
  }
}
