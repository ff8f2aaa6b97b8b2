package io.sluice.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.fit.ChosenModel.Reason;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Policy;
import io.sluice.model.Model.Pooling;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which logs get one model for all steps, and which one for each. */
class ModelChoiceTest {
  private record Row(int state, int action, double reward) {}

  /** A probability that depends on step and action. */
  @FunctionalInterface
  private interface ByStep {
    double of(int step, int action);
  }

  private static List<List<Row>> rows(
      long seed, int episodes, int horizon, int states, ByStep takesSecond, ByStep pays) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<Row>> log = new ArrayList<>();
    for (int i = 0; i < episodes; i++) {
      List<Row> rows = new ArrayList<>();
      for (int h = 1; h <= horizon; h++) {
        int a = random.nextDouble() < takesSecond.of(h, 1) ? 1 : 0;
        double r = random.nextDouble() < pays.of(h, a) ? 1 : 0;
        rows.add(new Row(random.nextInt(states), a, r));
      }
      log.add(rows);
    }
    return log;
  }

  private static final ByStep HALF = (h, a) -> 0.5;
  private static final ByStep ALIKE = (h, a) -> a == 1 ? 0.6 : 0.4;

  private static ObjectLog<List<Row>, Row> log(List<List<Row>> rows) {
    return Log.of(rows, r -> r, Row::state, Row::action, Row::reward);
  }

  private static Log even(List<List<Row>> rows) {
    return log(rows).withPropensity(row -> 0.5);
  }

  private static Interval first(Fit fit) {
    return fit.judge(Policy.everywhere(fit.data().shape(), 0, 1)).step(1, IntervalKind.EFFICIENT);
  }

  /** At step 1 a1 pays 0.8 and a0 0.2, at step 2 the other way round: ½(0.8 − 0.2) = 0.3. */
  @Test
  void stepsThatDifferHaveModelsOfTheirOwnAndTheEffectIsCovered() {
    List<List<Row>> rows = rows(1, 1_000, 2, 1, HALF, (h, a) -> (h == 1) == (a == 1) ? 0.8 : 0.2);
    Fit fit = Fit.of(even(rows));
    assertThat(fit.chosenModel()).isEqualTo(new ChosenModel(Pooling.PER_STEP, Reason.ENOUGH_ROWS));
    assertThat(first(fit).lower()).isLessThan(0.3);
    assertThat(first(fit).upper()).isGreaterThan(0.3);
    // The control: a pooled model, which a user may declare all the same, is wrong.
    Fit pooled = Fit.of(even(rows), Settings.defaults().withPooling(Pooling.POOLED));
    assertThat(pooled.chosenModel().reason()).isEqualTo(Reason.DECLARED);
    assertThat(pooled.model().pooling()).isEqualTo(Pooling.POOLED);
    assertThat(first(pooled).upper()).isLessThan(0.3);
  }

  /**
   * Where steps are alike, both z are below 1 with a probability of about 0.7: seven or fewer of 20
   * logs have one of 0.0013.
   */
  @Test
  void thinLogsAreTestedAndShareAModelOnlyIfStepsLookAlike() {
    int pooled = 0;
    for (int i = 0; i < 20; i++) {
      Fit alike = Fit.of(even(rows(100 + i, 200, 10, 20, HALF, ALIKE)));
      boolean one = alike.chosenModel().reason() == Reason.ALIKE;
      assertThat(alike.model().pooling()).isEqualTo(one ? Pooling.POOLED : Pooling.PER_STEP);
      pooled += one ? 1 : 0;
    }
    assertThat(pooled).isGreaterThan(7);
    ByStep changing = (h, a) -> (h <= 5) == (a == 1) ? 0.8 : 0.2;
    Fit differ = Fit.of(even(rows(3, 200, 10, 20, HALF, changing)));
    assertThat(differ.chosenModel()).isEqualTo(new ChosenModel(Pooling.PER_STEP, Reason.DIFFER));
    assertThat(differ.provenance().model()).hasToString("per-step model (chosen: steps differ)");
  }

  @Test
  void withoutRowsAThinLogHasAModelPerStep() {
    Log counts = Log.ofCounts(even(rows(3, 200, 10, 20, HALF, ALIKE)).data());
    assertThat(Fit.of(counts).chosenModel())
        .isEqualTo(new ChosenModel(Pooling.PER_STEP, Reason.CANNOT_TELL));
    Log oneStep = Log.ofCounts(even(rows(4, 50, 1, 20, HALF, ALIKE)).data());
    assertThat(Fit.of(oneStep).chosenModel())
        .isEqualTo(new ChosenModel(Pooling.POOLED, Reason.ONE_STEP));
  }

  /** One state: first visits to a pair are at the first few of 20 steps, and say nothing of 15. */
  @Test
  void aChangeAtLateStepsIsSeenThoughEveryPairWasMetBefore() {
    List<List<Row>> rows = rows(5, 1_000, 20, 1, HALF, (h, a) -> h < 15 ? 0.7 : 0.2);
    assertThat(Fit.of(even(rows)).assumptions().of(Assumption.STATIONARY).verdict())
        .isEqualTo(Verdict.CONTRADICTED);
  }

  /** a1 is taken with 0.1, 0.5, 0.9; a log without propensities has to show that. */
  @Test
  void anEstimatedLoggedPolicyMayDrift() {
    ByStep drifting = (h, a) -> 0.1 + 0.4 * (h - 1);
    Fit thick = Fit.of(log(rows(6, 1_000, 3, 2, drifting, ALIKE)));
    Fit thin = Fit.of(log(rows(6, 100, 3, 20, drifting, ALIKE)));
    for (Fit fit : List.of(thick, thin)) {
      assertThat(fit.behavior().policy().probability(1, 0, 1)).isLessThan(0.4);
      assertThat(fit.behavior().policy().probability(3, 0, 1)).isGreaterThan(0.6);
    }
    // The control: declared pooled, it is ½ at every step.
    Settings declared = Settings.defaults().withPooling(Pooling.POOLED);
    Behavior pooled = Behavior.of(thick.data(), declared);
    assertThat(pooled.policy().probability(1, 0, 1)).isBetween(0.4, 0.6);
    // One that does not drift is pooled in a thin log.
    Fit same = Fit.of(log(rows(8, 200, 10, 20, HALF, ALIKE)));
    assertThat(same.behavior().policy().isStationary()).isTrue();
  }
}
