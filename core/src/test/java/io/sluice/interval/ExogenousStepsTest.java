package io.sluice.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.RandomMdps;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Influences;
import io.sluice.inputs.BanditEstimator;
import io.sluice.inputs.Holdout;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.Radius;
import io.sluice.inputs.RewardPrediction;
import io.sluice.interval.TheoremInterval.Reading;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Estimates;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where a step is declared exogenous, every interval's estimate is the immediate effect of its own
 * kind; where it is not, nothing changes.
 */
class ExogenousStepsTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final double DELTA = 0.05;
  private static final Shape SHAPE = new Shape(4, 3, 3);
  private static final ValueRange RANGE = ValueRange.of(SHAPE);
  private static final IntPredicate FIRST = step -> step == 1;
  private static final IntPredicate NONE = step -> false;

  private final RandomMdps random = new RandomMdps(9);
  private final Model truth = random.model(SHAPE, Pooling.PER_STEP, 0.1);
  private final Policy behavior = random.policy(SHAPE);
  private final Policy evaluated = random.policy(SHAPE);
  private final TransitionCounts inputs = random.log(truth, random.start(SHAPE), behavior, 300);
  private final TransitionCounts other = random.log(truth, random.start(SHAPE), behavior, 200);
  private final TransitionCounts counts = inputs.plus(other);

  private ModelEvaluation evaluation(Pooling pooling, IntPredicate declared, boolean shrunk) {
    Model model = Model.estimate(counts, pooling);
    Backups backups = Backups.of(model, Bonus.paper(SHAPE, DELTA), RANGE);
    InducedShift shift = InducedShift.of(model, behavior).exogenous(declared);
    return ModelEvaluation.of(counts, backups, shrunk ? shift.shrunk() : shift, evaluated);
  }

  @ParameterizedTest
  @EnumSource(Pooling.class)
  void selectiveIsTheBandit(Pooling pooling) {
    Interval bandit = ModelInterval.BANDIT.at(evaluation(pooling, NONE, false), 1);
    for (boolean shrunk : new boolean[] {false, true}) {
      ModelEvaluation declared = evaluation(pooling, FIRST, shrunk);
      Interval selective = ModelInterval.SELECTIVE.at(declared, 1);
      assertThat(selective.estimate()).isCloseTo(bandit.estimate(), CLOSE);
      assertThat(selective.lower()).isCloseTo(bandit.lower(), CLOSE);
      assertThat(selective.upper()).isCloseTo(bandit.upper(), CLOSE);
      for (int h = 2; h <= 3; h++) {
        assertThat(ModelInterval.SELECTIVE.at(declared, h))
            .isEqualTo(ModelInterval.SELECTIVE.at(evaluation(pooling, NONE, shrunk), h));
      }
    }
    // the control: undeclared it is something else
    assertThat(ModelInterval.SELECTIVE.at(evaluation(pooling, NONE, false), 1).estimate())
        .isNotCloseTo(bandit.estimate(), within(1e-3));
  }

  @ParameterizedTest
  @EnumSource(Pooling.class)
  void sharpAndEfficientEstimateTheImmediateEffect(Pooling pooling) {
    double immediate =
        ModelInterval.BANDIT
            .at(evaluation(pooling, NONE, false), 1)
            .estimate(); // every pair is seen
    Interval sharp = SharpInterval.at(evaluation(pooling, FIRST, false), 1, DELTA);
    assertThat(sharp.estimate()).isCloseTo(immediate, CLOSE);
    Model model = Model.estimate(counts, pooling);
    Influences declared = Influences.of(counts, model, RANGE, behavior, evaluated, FIRST);
    Influences undeclared = Influences.of(counts, model, RANGE, behavior, evaluated);
    EffectProfile efficient = EfficientInterval.profile(declared, DELTA);
    EffectProfile before = EfficientInterval.profile(undeclared, DELTA);
    assertThat(efficient.at(1).estimate()).isCloseTo(immediate, CLOSE);
    assertThat(efficient.at(1).width()).isLessThan(before.at(1).width());
    for (int h = 2; h <= 3; h++) {
      assertThat(efficient.at(h)).isEqualTo(before.at(h));
      assertThat(SharpInterval.at(evaluation(pooling, FIRST, false), h, DELTA))
          .isEqualTo(SharpInterval.at(evaluation(pooling, NONE, false), h, DELTA));
    }
    double sum = efficient.steps().stream().mapToDouble(Interval::estimate).sum();
    assertThat(efficient.total().estimate()).isCloseTo(sum, CLOSE);
    assertThat(before.at(1).estimate()).isNotCloseTo(immediate, within(1e-3));
  }

  @Test
  void theoremIsTheDirectMethod() {
    EffectProfile declared = theorem(FIRST);
    ImmediateEffect direct =
        new BanditEstimator(inputs, 1, behavior, evaluated, DELTA).direct(Radius.HOEFFDING);
    assertThat(declared.at(1).estimate()).isCloseTo(direct.estimate(), CLOSE);
    assertThat(declared.at(1).upper()).isCloseTo(direct.estimate() + direct.radius(), CLOSE);
    assertThat(declared.at(1).parts()).hasSize(1);
    assertThat(declared.at(2)).isEqualTo(theorem(NONE).at(2));
    assertThat(theorem(NONE).at(1).estimate())
        .isNotCloseTo(declared.at(1).estimate(), within(1e-3));
  }

  private EffectProfile theorem(IntPredicate declared) {
    return TheoremInterval.profile(
        Estimates.of(inputs),
        Holdout.of(other),
        behavior,
        evaluated,
        RANGE,
        SHAPE,
        SHAPE.states() + 1,
        declared,
        DELTA,
        Reading.MEAN);
  }

  @Test
  void fusedIsTheDoublyRobustBandit() {
    EffectProfile declared = fused(inputs, other, behavior, evaluated, FIRST);
    check(
        declared.at(1), inputs, other, 1, behavior, evaluated, m -> RewardPrediction.shrunk(m, 1));
    assertThat(declared.at(2)).isEqualTo(fused(inputs, other, behavior, evaluated, NONE).at(2));
    assertThat(fused(inputs, other, behavior, evaluated, NONE).at(1).estimate())
        .isNotCloseTo(declared.at(1).estimate(), within(1e-3));
  }

  /** At the last step nothing follows, declared or not: with one step there is nothing else. */
  @Test
  void withOneStepFusedIsTheDoublyRobustBandit() {
    Interval last = fused(inputs, other, behavior, evaluated, NONE).at(3);
    check(last, inputs, other, 3, behavior, evaluated, m -> centered(m, 3));
    Shape one = new Shape(4, 3, 1);
    RandomMdps draw = new RandomMdps(10);
    Model model = draw.model(one, Pooling.POOLED, 0);
    Policy logged = draw.policy(one);
    Policy wanted = draw.policy(one);
    TransitionCounts first = draw.log(model, draw.start(one), logged, 50);
    TransitionCounts second = draw.log(model, draw.start(one), logged, 70);
    Interval interval =
        FusedInterval.profile(
                Estimates.of(first),
                Estimates.of(second),
                logged,
                wanted,
                ValueRange.of(one),
                one,
                NONE,
                DELTA)
            .at(1);
    check(interval, first, second, 1, logged, wanted, m -> centered(m, 1));
  }

  /** R̂, with ½ for a pair never seen. */
  private static RewardPrediction centered(Model model, int step) {
    return RewardPrediction.of(model.withUnseen(h -> 0.5), step);
  }

  /**
   * Each half with rewards from the other and Bernstein's radius at δ/8, averaged by their sizes.
   */
  private static void check(
      Interval interval,
      TransitionCounts first,
      TransitionCounts second,
      int step,
      Policy behavior,
      Policy evaluated,
      Function<Model, RewardPrediction> guess) {
    double share = first.episodes() / (double) (first.episodes() + second.episodes());
    var a =
        new BanditEstimator(first, step, behavior, evaluated, DELTA / 8)
            .doublyRobust(Radius.BERNSTEIN, guess.apply(Model.estimate(second, Pooling.PER_STEP)));
    var b =
        new BanditEstimator(second, step, behavior, evaluated, DELTA / 8)
            .doublyRobust(Radius.BERNSTEIN, guess.apply(Model.estimate(first, Pooling.PER_STEP)));
    double radius = share * a.radius() + (1 - share) * b.radius();
    double estimate = share * a.estimate() + (1 - share) * b.estimate();
    assertThat(interval.estimate()).isCloseTo(estimate, CLOSE);
    assertThat(interval.lower()).isCloseTo(estimate - radius, CLOSE);
    assertThat(interval.upper()).isCloseTo(estimate + radius, CLOSE);
    assertThat(interval.failure().total()).isCloseTo(DELTA, CLOSE);
  }

  @Test
  void atTheLoggedPolicyFusedIsExactlyZero() {
    for (IntPredicate declared : new IntPredicate[] {NONE, FIRST}) {
      EffectProfile profile = fused(inputs, other, behavior, behavior, declared);
      for (Interval interval : profile.steps()) {
        assertThat(interval.lower()).isZero();
        assertThat(interval.upper()).isZero();
      }
    }
    assertThat(fused(inputs, other, behavior, evaluated, NONE).at(1).width()).isPositive();
  }

  @Test
  void theHalvesOfFusedChangePlaces() {
    EffectProfile one = fused(inputs, other, behavior, evaluated, NONE);
    EffectProfile two = fused(other, inputs, behavior, evaluated, NONE);
    for (int h = 1; h <= 3; h++) {
      assertThat(one.at(h).lower()).isCloseTo(two.at(h).lower(), CLOSE);
      assertThat(one.at(h).upper()).isCloseTo(two.at(h).upper(), CLOSE);
    }
    // δ/2 for the value bounds of both halves, at all steps together, and δ/2 for each step
    assertThat(one.together().inputs()).isCloseTo(DELTA / 2, CLOSE);
    assertThat(one.together().sampling()).isCloseTo(3 * DELTA / 2, CLOSE);
  }

  private EffectProfile fused(
      TransitionCounts first,
      TransitionCounts second,
      Policy logged,
      Policy wanted,
      IntPredicate declared) {
    return FusedInterval.profile(
        Estimates.of(first), Estimates.of(second), logged, wanted, RANGE, SHAPE, declared, DELTA);
  }
}
