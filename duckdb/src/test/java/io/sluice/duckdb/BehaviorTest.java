package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fit.BadLogException;
import io.sluice.fit.Behavior;
import io.sluice.fit.Behavior.Source;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.fit.LogData;
import io.sluice.fit.Settings;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import io.sluice.logs.LogOptions;
import io.sluice.logs.PolicyTable;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.Environment;
import io.sluice.simulation.LogWriter;
import io.sluice.simulation.RandomMdp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The policy that made the log, from propensities, files or frequencies. */
class BehaviorTest {
  @TempDir Path folder;

  private LogData read(Table table) {
    return Opened.data(table.toCsv(folder.resolve("log.csv")), LogOptions.defaults());
  }

  @Test
  void constantPropensitiesGiveThePolicyBack() throws IOException {
    Environment world = RandomMdp.of(6, 3, 3, 0.5).environment(1);
    StringBuilder csv = new StringBuilder();
    LogWriter.csv(world, 2_000, 2, csv);
    String file = Table.write(folder.resolve("log.csv"), csv.toString());
    LogData log = Opened.data(file, LogOptions.defaults());
    Behavior behavior = Behavior.logged(log);
    assertThat(behavior.source()).isEqualTo(Source.LOGGED);
    assertThat(behavior.notes()).isEmpty();
    assertThat(behavior.policy().isStationary()).isTrue();
    for (int x = 0; x < 6; x++) {
      for (int a = 0; a < 3; a++) {
        assertThat(behavior.policy().probability(1, log.states().id("s" + (x + 1)), a))
            .isCloseTo(world.behavior().probability(1, x, a), within(1e-12));
      }
    }
  }

  @Test
  void propensitiesThatVaryWithinAStateAreNotedAndAveraged() {
    Table log =
        Table.of("state", "action", "reward", "propensity")
            .with(Collections.nCopies(30, List.of("x", "a", "0", "0.2")))
            .with(Collections.nCopies(10, List.of("x", "a", "0", "0.6")))
            .with(Collections.nCopies(60, List.of("x", "b", "0", "0.7")));
    Behavior behavior = Behavior.logged(read(log));
    assertThat(behavior.notes())
        .containsExactly(
            "propensities differ between rows of one state and action (40.0% of rows): they depend on more than the state; intervals from the model use their mean");
    // a: (30·0.2 + 10·0.6)/40 = 0.3, b: 0.7
    assertThat(behavior.policy().probability(1, 0, 0)).isCloseTo(0.3, within(1e-12));
  }

  @Test
  void whatPropensitiesLeaveGoesToTheActionsNotSeenThere() {
    Table log = Table.parse("state,action,reward,propensity\nx,a,0,0.6\ny,b,0,0.5\ny,c,0,0.5");
    Policy policy = Behavior.logged(read(log)).policy();
    assertThat(policy.probability(1, 0, 1)).isCloseTo(0.2, within(1e-12));
    assertThat(policy.probability(1, 0, 2)).isCloseTo(0.2, within(1e-12));
    assertThat(policy.probability(1, 1, 0)).isZero();
  }

  @Test
  void propensitiesThatSumToMoreThanOneAreRefused() {
    Table log = Table.parse("state,action,reward,propensity\nx,a,0,0.75\nx,b,0,0.5");
    assertThatThrownBy(() -> Behavior.logged(read(log)))
        .isInstanceOf(BadLogException.class)
        .hasMessage(
            "propensities at step 1, state \"x\": the logged actions' probabilities must sum to 1, got 1.25 (\"a\" 0.75 + \"b\" 0.5)");
  }

  @Test
  void roundedPropensitiesAreRefusedWithAWayOut() {
    Table log = Table.parse("state,action,reward,propensity\nx,a,0,0.33\nx,b,0,0.33\nx,c,0,0.33");
    assertThatThrownBy(() -> Behavior.logged(read(log)))
        .hasMessageContaining("must sum to 1, got 0.99")
        .hasMessageEndingWith(
            "if they were rounded, log more digits, or leave the column out: probabilities are then estimated");
  }

  @Test
  void anEstimatedPolicyWidensEveryIntervalByExactlyItsError() {
    Table table = RandomLog.of(5_000, 3);
    try (DuckDb engine = DuckDb.start(2)) {
      SqlLog open = Opened.log(engine, table.toCsv(folder.resolve("log.csv")));
      LogData log = open.data();
      Behavior estimated = Behavior.estimated(log.counts(), Pooling.POOLED, 0.05);
      Behavior known =
          new Behavior(estimated.policy(), Source.FILE, estimated.errors(), 0, List.of());
      Judgment wide = judge(open, estimated);
      Judgment narrow = judge(open, known);
      for (int h = 1; h <= log.shape().horizon(); h++) {
        double error = estimated.errors().get(h - 1) * log.valueRange().top(h);
        assertThat(error).isPositive();
        for (IntervalKind kind :
            List.of(IntervalKind.STANDARD, IntervalKind.SELECTIVE, IntervalKind.BANDIT)) {
          Interval with = wide.profile(kind).at(h); // before it is cut at what is possible
          Interval without = narrow.profile(kind).at(h);
          assertThat(with.lower()).isCloseTo(without.lower() - error, within(1e-12));
          assertThat(with.upper()).isCloseTo(without.upper() + error, within(1e-12));
          Part last = with.parts().get(with.parts().size() - 1);
          assertThat(last.name()).isEqualTo("behavior policy estimated");
          assertThat(last.below()).isEqualTo(error);
        }
      }
      assertThat(EvaluationResult.of(wide, List.of(IntervalKind.SELECTIVE)).warnings())
          .contains(
              "the behavior policy is estimated from this log: its error is part of every interval from the model, which is then not proven to hold at δ");
    }
  }

  /** One state, n = 800 rows, |A| = 2: ½·√(2(2 ln 2 + ln(1·1/0.05))/800) = 0.0523333. */
  @Test
  void theErrorOfAnEstimateByHand() {
    Table log =
        Table.of("state", "action", "reward")
            .with(Collections.nCopies(600, List.of("x", "a", "0")))
            .with(Collections.nCopies(200, List.of("x", "b", "0")));
    Behavior estimated = Behavior.estimated(read(log).counts(), Pooling.POOLED, 0.05);
    assertThat(estimated.policy().probability(1, 0, 0)).isEqualTo(0.75);
    assertThat(estimated.errors().get(0)).isCloseTo(0.0523333, within(1e-7));
  }

  private static Judgment judge(SqlLog open, Behavior behavior) {
    return Fit.of(open, Settings.defaults(), behavior).judge(Policy.uniform(open.data().shape()));
  }

  /** FILE stands for the policy's path; the log has state x with actions a and b. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "state,action,probability/x,a,0.8/x,b,0.1 ! FILE, state \"x\": probabilities must sum to 1, got 0.9 (0.8 + 0.1)",
        "state,action,probability/y,a,1 ! FILE, state \"x\": needs probabilities for this state of the log, got none",
        "state,action,probability/x,a,1/x,b,0 ! behavior policy at step 1, state \"x\", action \"b\": must be more than 0 for a logged action, got 0 (logged 1 times)",
        "state,action,probability/x,a,1 ! behavior policy at step 1, state \"x\", action \"b\": must be more than 0 for a logged action, got 0 (logged 1 times)",
        "state,action,probability/x,a,-0.7/x,b,0.5 ! FILE, state \"x\", action \"a\": probability must lie in [0, 1], got -0.7 (a log-probability? Its exponential is needed)",
        "state,action,probability/x,a,1.5 ! FILE, state \"x\", action \"a\": probability must lie in [0, 1], got 1.5",
        "state,action,probability/x,a,nan ! FILE, state \"x\", action \"a\": probability must lie in [0, 1], got nan",
        "state,action,probability/x,a,0.5/x,a,0.5 ! FILE, state \"x\", action \"a\": needs one probability, got two",
        "Step,state,action,probability/1,x,a,0.5/1,x,b,0.4 ! FILE, step 1, state \"x\": probabilities must sum to 1, got 0.9 (0.5 + 0.4)",
        "state,probability/x,1 ! FILE: needs columns state, action and probability (and step, if it matters), got state, probability",
        "state,action,probability ! FILE: needs at least one row, got an empty policy",
      })
  void aBadPolicyFileIsRefused(String lines, String message) {
    LogData log = read(Table.parse("state,action,reward\nx,a,0\nx,b,1"));
    String file = Table.write(folder.resolve("policy.csv"), lines.replace("/", "\n") + "\n");
    try (DuckDb engine = DuckDb.start(2)) {
      assertThatThrownBy(
              () ->
                  Behavior.given(
                      log, PolicyTable.read(engine, file).on(log, new ArrayList<>()), List.of()))
          .isInstanceOf(BadLogException.class)
          .hasMessage(message.replace("FILE", file));
    }
  }

  @Test
  void aPolicyFileMayHaveStepsFromZeroAndStatesOfItsOwn() {
    LogData log = read(Table.parse("episode,step,state,action,reward\n1,0,x,a,0\n1,1,y,b,1"));
    Table policy =
        Table.parse(
            "T,state,action,probability\n0,x,a,0.25\n0,x,b,0.75\n1,y,a,0.5\n1,y,b,0.5\n1,z,a,1");
    List<String> notes = new ArrayList<>();
    try (DuckDb engine = DuckDb.start(2)) {
      String file = policy.toCsv(folder.resolve("policy.csv"));
      Policy read = PolicyTable.read(engine, file).on(log, notes);
      assertThat(read.probability(1, 0, 0)).isEqualTo(0.25);
      assertThat(read.probability(2, 1, 0)).isEqualTo(0.5);
      assertThat(notes)
          .containsExactly(
              file
                  + ": 1 of its states or steps are not in the log: they concern none of its decisions");
    }
  }
}
