package io.sluice.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.fixtures.RandomMdps;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Influences;
import io.sluice.inputs.BanditEstimator;
import io.sluice.inputs.Holdout;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.Radius;
import io.sluice.inputs.WeightedEstimator;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Estimates;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.Propensities;
import java.util.function.IntPredicate;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What intervals make of a known π_b: weights, at steps declared exogenous and elsewhere. */
class KnownPropensitiesTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final double DELTA = 0.1;
  private static final Shape SHAPE = new Shape(4, 2, 3);
  private static final IntPredicate SECOND = step -> step == 2;

  private final RandomMdps random = new RandomMdps(17);
  private final Model truth = random.model(SHAPE, Pooling.PER_STEP, 0.1);
  private final Policy behavior = random.policy(SHAPE);
  private final Policy evaluated = random.policy(SHAPE);
  private final TransitionCounts counts = random.log(truth, random.start(SHAPE), behavior, 4_000);

  private ModelEvaluation evaluation(Policy logged, IntPredicate exogenous, ValueRange range) {
    Model model = Model.estimate(counts, Pooling.PER_STEP);
    Backups backups = Backups.of(model, Bonus.hoeffding(SHAPE, range, DELTA), range);
    InducedShift shift = InducedShift.of(model, logged).exogenous(exogenous);
    return ModelEvaluation.of(counts, backups, shift, evaluated);
  }

  private ModelEvaluation evaluation(Policy logged, IntPredicate exogenous) {
    return evaluation(logged, exogenous, ValueRange.of(SHAPE));
  }

  private WeightedEstimator weighted(int step, double delta) {
    return new WeightedEstimator(counts, step, behavior, evaluated, delta);
  }

  private static void same(Interval interval, ImmediateEffect effect) {
    assertThat(interval.estimate()).isCloseTo(effect.estimate(), CLOSE);
    assertThat(interval.width()).isCloseTo(2 * effect.radius(), CLOSE);
    assertThat(interval.parts()).hasSize(1);
  }

  @Test
  void aDeclaredStepIsWeightedInSharp() {
    Interval sharp =
        SharpInterval.profile(evaluation(behavior, SECOND), Propensities.KNOWN, 3 * DELTA).at(2);
    same(sharp, weighted(2, DELTA / 2).bernstein());
    assertThat(sharp.failure().inputs()).isEqualTo(DELTA);
    assertThat(sharp.failure().sampling()).isCloseTo(DELTA, CLOSE);
  }

  @Test
  void withEstimatedPropensitiesSharpIsAsItWas() {
    ModelEvaluation evaluation = evaluation(behavior, SECOND);
    for (int h = 1; h <= 3; h++) {
      assertThat(SharpInterval.at(evaluation, h, Propensities.ESTIMATED, DELTA))
          .isEqualTo(SharpInterval.at(evaluation, h, DELTA));
    }
  }

  @Test
  void withoutSupportAtALaterStepSharpIsAsItWas() {
    Policy never =
        Policy.spliced(behavior, Policy.everywhere(SHAPE, 1, 0), 3); // action 1 not at step 3
    ModelEvaluation evaluation = evaluation(never, step -> false);
    assertThat(WeightedEffect.isPossible(evaluation, 1)).isFalse();
    assertThat(SharpInterval.at(evaluation, 1, Propensities.KNOWN, DELTA))
        .isEqualTo(SharpInterval.at(evaluation, 1, DELTA));
    assertThat(WeightedEffect.isPossible(evaluation(never, step -> step == 1), 1)).isTrue();
  }

  @Test
  void theTheoremNeedsInputOneAloneWhereTheStepIsDeclared() {
    Interval known = theorem(Propensities.KNOWN);
    same(known, weighted(2, DELTA).narrower());
    assertThat(known.failure()).isEqualTo(new Failure(DELTA, 0));
    BanditEstimator direct = new BanditEstimator(counts, 2, behavior, evaluated, DELTA);
    same(theorem(Propensities.ESTIMATED), direct.direct(Radius.HOEFFDING));
  }

  private Interval theorem(Propensities propensities) {
    return TheoremInterval.profile(
            Estimates.of(counts),
            Holdout.of(random.log(truth, random.start(SHAPE), behavior, 100)),
            behavior,
            evaluated,
            ValueRange.of(SHAPE),
            SHAPE,
            5,
            SECOND,
            propensities,
            DELTA,
            TheoremInterval.Reading.MEAN)
        .at(2);
  }

  @ParameterizedTest
  @EnumSource(Pooling.class)
  void efficientLeavesOneOutWhereTheStepIsDeclared(Pooling pooling) {
    // With a pooled model all steps have the same rewards, or it would be wrong.
    Model same = random.model(SHAPE, pooling, 0.1);
    TransitionCounts log = random.log(same, random.start(SHAPE), behavior, 4_000);
    ValueRange range = ValueRange.of(SHAPE);
    Model model = Model.estimate(log, pooling);
    Influences influences = Influences.of(log, model, range, behavior, evaluated, SECOND);
    EffectProfile plugIn = EfficientInterval.profile(influences, DELTA);
    EffectProfile known =
        EfficientInterval.profile(
            influences, EfficientInterval.Variance.SHRUNK, Propensities.KNOWN, DELTA);
    WeightedEstimator weighted = new WeightedEstimator(log, 2, behavior, evaluated, DELTA);
    same(known.at(2), weighted.leaveOneOut(pooling, 1));
    assertThat(known.at(1)).isEqualTo(plugIn.at(1));
    assertThat(known.total()).isEqualTo(plugIn.total());
    // With 900 rows per state both say the same, to a part of the width that falls with n.
    double width = plugIn.at(2).width();
    assertThat(known.at(2).estimate()).isCloseTo(plugIn.at(2).estimate(), within(0.05 * width));
    assertThat(known.at(2).width()).isCloseTo(width, within(0.08 * width));
  }

  /** Forward, masses move on; backward, values do. An end in between is worth what is declared. */
  @Test
  void theEstimateByWeightsIsTheBackwardRecursion() {
    ValueRange range = new ValueRange(3, 3, 0.25);
    double[] next = new double[5]; // V̂ after the last step
    for (int k = 3; k >= 2; k--) {
      double middle = (4 - k) / 2.0;
      double[] sums = new double[5];
      for (int i = counts.firstCell(k); i < counts.firstCell(k + 1); i++) {
        double outcome = counts.rewardSum(i) + counts.count(i) * (next[counts.next(i)] - middle);
        sums[counts.state(i)] += ratio(k, i) * outcome;
      }
      next = new double[5];
      for (int x = 0; x < 4; x++) {
        next[x] = middle + sums[x] / counts.visits(k).at(x);
      }
      next[4] = 0.25 * (4 - k);
    }
    double expected = 0;
    for (int i = 0; i < counts.firstCell(2); i++) {
      double outcome = counts.rewardSum(i) + counts.count(i) * (next[counts.next(i)] - 1.5);
      expected += (ratio(1, i) - 1) * outcome / 4_000;
    }
    Interval interval = WeightedEffect.at(evaluation(behavior, s -> false, range), 1, DELTA);
    assertThat(interval.estimate()).isCloseTo(expected, CLOSE);
  }

  private double ratio(int step, int cell) {
    int x = counts.state(cell);
    int a = counts.action(cell);
    return evaluated.probability(step, x, a) / behavior.probability(step, x, a);
  }

  @Test
  void theRadiusByWeightsByHand() {
    Shape two = new Shape(2, 2, 2);
    Policy even = Policy.uniform(two);
    Policy always = Policy.everywhere(two, 0, 1); // ω is 0 and 2
    TransitionCounts log =
        new Log(two)
            .episodes(30, 0, 0, 0, 0, 0, 1) // ω−1 = −1, on to state 0
            .episodes(50, 0, 1, 1, 1, 1, 0) // ω−1 = 1, on to state 1
            .episodes(20, 0, 1, 0, 0, 1, 1)
            .counts();
    Model model = Model.estimate(log, Pooling.PER_STEP);
    ValueRange range = ValueRange.of(two);
    ModelEvaluation evaluation =
        ModelEvaluation.of(
            log, Backups.of(model, Bonus.hoeffding(two, range, DELTA), range), even, always);
    Interval interval = WeightedEffect.at(evaluation, 1, DELTA);
    // (ω−1)² is 1 throughout: W = 1; u = ln 40/200; V_max = 2
    double log40 = Math.log(40);
    double u = log40 / 200;
    double deviation = Math.sqrt(u) + Math.sqrt(u + 1);
    double own = 2 * (deviation * Math.sqrt(log40 / 200) + log40 / 300);
    assertThat(interval.parts().get(0).above()).isCloseTo(own, CLOSE);
    // Δ = (−0.3 + 0.2, 0.5) over n = (50, 50); E[ω²] = 1·2; V_max = 1; the most: 0.5/50·(2 + 1)/2
    double log80 = Math.log(80);
    double later = Math.sqrt((0.01 / 50 + 0.25 / 50) * 2 * log80 / 2) + 0.015 * log80 / 3;
    assertThat(interval.parts().get(1).above()).isCloseTo(later, CLOSE);
    // V̂(0) = ½ + (20·2·½ + 0)/50 = 0.9, V̂(1) = ½ + 50·2·(−½)/50 = −½
    // (−1·30·(0 + 0.9 − 1) + 50·(1 − 0.5 − 1) + 20·(0 + 0.9 − 1))/100 = (3 − 25 − 2)/100
    assertThat(interval.estimate()).isCloseTo(-0.24, CLOSE);
  }

  @Test
  void atTheLoggedPolicyTheFirstPartIsAllThereIs() {
    Model model = Model.estimate(counts, Pooling.PER_STEP);
    ValueRange range = ValueRange.of(SHAPE);
    Backups backups = Backups.of(model, Bonus.hoeffding(SHAPE, range, DELTA), range);
    ModelEvaluation same = ModelEvaluation.of(counts, backups, behavior, behavior);
    for (int h = 1; h <= 3; h++) {
      Interval sharp = SharpInterval.at(same, h, Propensities.KNOWN, DELTA);
      assertThat(sharp.lower()).isZero();
      assertThat(sharp.upper()).isZero();
    }
  }
}
