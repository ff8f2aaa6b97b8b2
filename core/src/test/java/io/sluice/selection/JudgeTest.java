package io.sluice.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.RandomMdps;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.Influences;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Interval;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.Part;
import io.sluice.interval.SharpInterval;
import io.sluice.interval.WholeInterval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Estimates;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgeTest {
  private static final Shape SHAPE = new Shape(4, 3, 3);
  private static final ValueRange RANGE = ValueRange.of(SHAPE);
  private static final double DELTA = 0.01;

  private final RandomMdps random = new RandomMdps(5);
  private final Policy behavior = random.policy(SHAPE);
  private final Model truth = random.model(SHAPE, Pooling.PER_STEP, 0.1);
  private final TransitionCounts learning = random.log(truth, random.start(SHAPE), behavior, 400);
  private final TransitionCounts holdout = random.log(truth, random.start(SHAPE), behavior, 500);
  private final Policy policy = random.policy(SHAPE);

  private ModelJudge judge(Guarantee guarantee, List<Part> errors) {
    return Judge.of(
        Estimates.of(learning), Estimates.of(holdout), behavior, RANGE, guarantee, errors);
  }

  private static Guarantee finite() {
    return Guarantee.FiniteSample.hoeffding(SHAPE, RANGE);
  }

  @Test
  void theAsymptoticBoundIsTheLowerEndOfEfficientAtTwiceDelta() {
    for (Pooling pooling : Pooling.values()) {
      ModelJudge judge = judge(new Guarantee.Asymptotic(pooling), List.of());
      Influences influences =
          Influences.of(holdout, Model.estimate(holdout, pooling), RANGE, behavior, policy);
      Interval total = EfficientInterval.ofCounts(influences.total(), Variance.BORROWED, 2 * DELTA);
      assertThat(judge.total(policy, DELTA).lower()).isEqualTo(total.lower());
      List<Gain> steps = judge.steps(policy, DELTA);
      for (int h = 1; h <= 3; h++) {
        Interval step =
            EfficientInterval.ofCounts(influences.at(h), Variance.BORROWED, 2 * DELTA / 3);
        assertThat(steps.get(h - 1).lower()).isEqualTo(step.lower());
      }
    }
  }

  @Test
  void borrowingWidensAlsoWhereNothingVaries() {
    Influences influences =
        Influences.of(holdout, Model.estimate(holdout, Pooling.POOLED), RANGE, behavior, policy);
    double shrunk = EfficientInterval.ofCounts(influences.total(), DELTA).width();
    double borrowed =
        EfficientInterval.ofCounts(influences.total(), Variance.BORROWED, DELTA).width();
    double plain = EfficientInterval.ofCounts(influences.total(), Variance.PLAIN, DELTA).width();
    assertThat(borrowed).isGreaterThan(shrunk);
    assertThat(shrunk).isGreaterThan(plain);
    Shape one = new Shape(1, 2, 1);
    TransitionCounts certain =
        new io.sluice.fixtures.Log(one).episodes(5, 0, 0, 0.25).episodes(5, 0, 1, 0.75).counts();
    Influences known =
        Influences.of(
            certain,
            Model.estimate(certain, Pooling.POOLED),
            ValueRange.of(one),
            Policy.uniform(one),
            Policy.everywhere(one, 0, 1));
    double usual = EfficientInterval.ofCounts(known.total(), DELTA).width();
    assertThat(usual).as("nothing varies").isZero();
    // but for one row that varies as it likes: v̄ = ¼/(10 − 2 + 1); rows weigh 10·½/5 = 1;
    // two more of each pair: 2·2·v̄ = 0.111111, raised by √(2·2·v̄) = 0.333333, R being 1
    // √(0.444444/10²) = 0.0666667, on both sides with z = 2.575829
    Interval some = EfficientInterval.ofCounts(known.total(), Variance.BORROWED, DELTA);
    assertThat(some.estimate()).isCloseTo(0.25, within(1e-12));
    assertThat(some.width()).isCloseTo(2 * 2.575829 * 0.0666667, within(1e-6));
  }

  @Test
  void theLoggedPolicyGainsNothingOverItself() {
    Gain gain = judge(new Guarantee.Asymptotic(Pooling.POOLED), List.of()).total(behavior, DELTA);
    assertThat(gain.estimate()).isZero();
    assertThat(gain.lower()).isZero();
    assertThat(gain.isCertified()).isFalse();
    assertThat(judge(finite(), List.of()).total(behavior, DELTA).isCertified()).isFalse();
  }

  @Test
  void theFiniteSampleBoundIsTheHigherOfTwoWithHalfOfDeltaEach() {
    Model model = Model.estimate(holdout, Pooling.PER_STEP);
    double quarter = DELTA / 4; // of the half, half is the model's
    Backups backups = Backups.of(model, Bonus.hoeffding(SHAPE, RANGE, quarter), RANGE);
    EffectProfile sharp =
        SharpInterval.profile(ModelEvaluation.of(holdout, backups, behavior, policy), DELTA / 2);
    // both ends may fail with δ/4 for the model and δ/2 for the states; the lower with δ/2 in all
    assertThat(sharp.together().total()).isCloseTo(3 * quarter, within(1e-15));
    double spread =
        WholeInterval.of(learning, Model.estimate(learning, Pooling.PER_STEP), RANGE, policy)
            .spreadPerEpisode();
    Interval whole = WholeInterval.of(holdout, model, RANGE, policy).at(spread, DELTA);
    ModelJudge judge = judge(finite(), List.of());
    assertThat(judge.total(policy, DELTA).lower())
        .isEqualTo(Math.max(sharp.total().lower(), whole.lower()));
    assertThat(whole.lower()).as("the control: the two differ").isNotEqualTo(sharp.total().lower());
    // a bonus that promises more makes the other one the higher
    Guarantee known = new Guarantee.FiniteSample((h, m, d) -> Bonus.of("tiny", d, (s, n) -> 1e-3));
    assertThat(judge(known, List.of()).total(policy, DELTA).lower()).isGreaterThan(whole.lower());
  }

  @Test
  void anEstimatedBehaviorPolicyIsChargedForWhereItMatters() {
    List<Part> errors =
        List.of(
            Part.of(Part.Source.BEHAVIOR, "", 0.1),
            Part.of(Part.Source.BEHAVIOR, "", 0.2),
            Part.of(Part.Source.BEHAVIOR, "", 0.3));
    Guarantee asymptotic = new Guarantee.Asymptotic(Pooling.POOLED);
    double known = judge(asymptotic, List.of()).total(policy, DELTA).lower();
    assertThat(judge(asymptotic, errors).total(policy, DELTA).lower())
        .isCloseTo(known - 0.6, within(1e-12));
    for (Guarantee guarantee : List.of(asymptotic, finite())) {
      for (int h = 1; h <= 3; h++) {
        double before = judge(guarantee, List.of()).steps(policy, DELTA).get(h - 1).lower();
        assertThat(judge(guarantee, errors).steps(policy, DELTA).get(h - 1).lower())
            .isCloseTo(before - 0.1 * h, within(1e-12));
      }
    }
    // the bound for the whole does not ask for π_b, and sharp with its error cannot beat it
    assertThat(judge(finite(), errors).total(policy, DELTA))
        .isEqualTo(judge(finite(), List.of()).total(policy, DELTA));
  }

  @Test
  void anEmptyPartIsRefused() {
    TransitionCounts none = TransitionCounts.none(SHAPE);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Judge.of(Estimates.of(learning), Estimates.of(none), behavior, RANGE, finite()))
        .withMessageContaining("both parts of the log, got 400 and 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> judge(finite(), List.of(Part.of(Part.Source.BEHAVIOR, "", 0.1))))
        .withMessageContaining("each of 3 steps, got 1");
  }
}
