package io.sluice.interval;

import static io.sluice.fixtures.TwoStates.EVEN;
import static io.sluice.fixtures.TwoStates.SHAPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Dense;
import io.sluice.fixtures.Log;
import io.sluice.fixtures.RandomMdps;
import io.sluice.fixtures.TwoStates;
import io.sluice.mdp.MixturePolicy;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The readings of the paper's selective interval: what each charges, and how they compare. */
class SelectiveFormsTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final Shape RANDOM = new Shape(4, 3, 3);

  /**
   * {@link IntervalsByHandTest} with a policy that takes the second action in three cases of four,
   * and by which step 2 is known as it is there: Γ depends on the policy only there.
   */
  @Test
  void byHand() {
    Policy threeQuarters = Policy.everywhere(SHAPE, 0.25, 0.75);
    TransitionCounts counts =
        new Log(SHAPE).episode(0, 0, 0.5, 1, 0, 1).episode(1, 0, 0, 1, 1, 0.5).counts();
    Backups backups = Backups.of(TwoStates.model(), TwoStates.bonus(0.3), ValueRange.of(SHAPE));
    ModelEvaluation evaluation = ModelEvaluation.of(counts, backups, EVEN, threeQuarters);
    // step 2, R̂ = (0.2, 0.6) and (1, 0): 0.25·0.2 + 0.75·0.6 = 0.5 in [0.2, 0.8], and 0.25 in
    // [0, 0.55]; so Γ = (0.6, 0.55)
    // Δ(·|0,a1) = (+0.25, −0.25), Δ(·|1,a1) = (+0.125, −0.5, end), and Δ(·|x,a0) = −Δ(·|x,a1)
    // printed: |Δ| alike for both actions: 0.25·1.15 = 0.2875 and 0.125·0.6 + 0.5·0.55 = 0.35
    double printed = (0.2875 + 0.35) / 2;
    // by policy: Δ(·|x,π) = (0.75 − 0.25)·Δ(·|x,a1), half of it
    double byPolicy = printed / 2;
    // Σπ·b = Σπ_b·b = 0.3, Σ|π−π_b|·b = (0.25 + 0.25)·0.3 = 0.15
    check(ModelInterval.SELECTIVE_PRINTED.at(evaluation, 1), 0.3, printed);
    check(ModelInterval.SELECTIVE_BY_POLICY.at(evaluation, 1), 0.3, byPolicy);
    check(ModelInterval.SELECTIVE_RELEASED.at(evaluation, 1), 0.6, byPolicy);
    check(ModelInterval.SELECTIVE.at(evaluation, 1), 0.15, byPolicy);
    // and where a verdict is read from it: τ = ¼, V_max = 2, two episodes, δ/2 for each step
    double sampling = 2 * 0.25 * 2 * Math.sqrt(Math.log(2 / 0.05) / 4);
    EffectProfile profile = ModelInterval.SELECTIVE.profile(evaluation, 0.1);
    assertThat(profile.at(1).width() / 2).isCloseTo(0.15 + byPolicy + sampling, CLOSE);
    assertThat(profile.at(1).parts().get(2).source()).isEqualTo(Part.Source.STATES);
    assertThat(profile.at(1).failure()).isEqualTo(new Failure(0.05, 0.05));
    assertThat(profile.total().failure()).isEqualTo(new Failure(0.05, 0.1));
  }

  private static void check(Interval interval, double bonus, double carried) {
    assertThat(interval.parts().get(0).above()).isCloseTo(bonus, CLOSE);
    assertThat(interval.parts().get(1).above()).isCloseTo(carried, CLOSE);
    assertThat(interval.width() / 2).isCloseTo(bonus + carried, CLOSE);
  }

  private static ModelEvaluation random(
      int seed, Pooling pooling, boolean shrunk, boolean logged, double share) {
    RandomMdps random = new RandomMdps(seed);
    Model truth = random.model(RANDOM, Pooling.PER_STEP, 0.1);
    Policy behavior = random.policy(RANDOM);
    TransitionCounts counts =
        random.log(truth, random.start(RANDOM), behavior, seed % 2 == 0 ? 15 : 400);
    Policy evaluated = random.policy(RANDOM);
    Policy judged = logged ? behavior : new MixturePolicy(share, evaluated, behavior);
    Model model = Model.estimate(counts, pooling);
    Backups backups = Backups.of(model, Bonus.paper(RANDOM, 0.05), ValueRange.of(RANDOM));
    InducedShift shift = InducedShift.of(model, behavior);
    return ModelEvaluation.of(counts, backups, shrunk ? shift.shrunk() : shift, judged);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLoggedPolicyHasAnEffectOfExactlyZero(boolean shrunk) {
    for (Pooling pooling : Pooling.values()) {
      for (int seed = 0; seed < 10; seed++) {
        ModelEvaluation evaluation = random(seed, pooling, shrunk, true, 1);
        EffectProfile profile = ModelInterval.SELECTIVE.profile(evaluation, 0.05);
        for (Interval interval : profile.steps()) {
          assertThat(interval.lower()).isZero();
          assertThat(interval.upper()).isZero();
        }
        assertThat(profile.total().lower()).isZero();
        assertThat(profile.total().upper()).isZero();
        // the control: the form as printed charges for what the two policies share
        assertThat(ModelInterval.SELECTIVE_PRINTED.at(evaluation, 1).width()).isGreaterThan(0.1);
      }
    }
  }

  /** Σ|π−π_b|·b, |Δ̂(·|x,π)| and τ are all λ times those of λ = 1; Γ is that of the mixture. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itsWidthGoesToZeroWithTheShareOfThePolicy(boolean shrunk) {
    for (int seed = 0; seed < 10; seed++) {
      for (int h = 1; h <= 3; h++) {
        double before = Double.POSITIVE_INFINITY;
        for (double share : new double[] {1, 0.1, 0.01, 0.001}) {
          ModelEvaluation evaluation = random(seed, Pooling.POOLED, shrunk, false, share);
          double width = ModelInterval.SELECTIVE.profile(evaluation, 0.05).at(h).width();
          assertThat(width).isLessThan(before).isLessThan(30 * share);
          before = width;
        }
        ModelEvaluation near = random(seed, Pooling.POOLED, shrunk, false, 0.001);
        assertThat(ModelInterval.SELECTIVE_PRINTED.at(near, h).width()).isGreaterThan(0.05);
      }
    }
  }

  @Test
  void theShiftOfThePolicyIsThatOfTheDefinition() {
    for (int seed = 0; seed < 20; seed++) {
      for (Pooling pooling : Pooling.values()) {
        ModelEvaluation e = random(seed, pooling, false, false, 1);
        for (int h = 1; h <= 3; h++) {
          StateVector share = e.counts().distribution(h);
          double carried = 0;
          for (int x = 0; x < RANDOM.states(); x++) {
            double[] shift = Dense.shift(e.backups().model(), e.behavior(), h, x, e.evaluated());
            for (int y = 0; y < RANDOM.states(); y++) {
              carried += share.at(x) * Math.abs(shift[y]) * e.valueBounds(h + 1).gap(y);
            }
          }
          Interval selective = ModelInterval.SELECTIVE.at(e, h);
          assertThat(selective.parts().get(1).above()).isCloseTo(carried, within(1e-9));
          assertThat(carried)
              .isLessThanOrEqualTo(
                  ModelInterval.SELECTIVE_PRINTED.at(e, h).parts().get(1).above() + 1e-9);
          assertThat(selective.parts().get(0).above())
              .isLessThanOrEqualTo(
                  ModelInterval.SELECTIVE_RELEASED.at(e, h).parts().get(0).above() + 1e-9);
        }
      }
    }
  }

  @Test
  void whatFollowsAPairSeenAtTheLastStepOnlyIsUnknown() {
    // action 1 occurs at step 2 only, so a pooled model knows its reward but not what follows it
    TransitionCounts counts = new Log(new Shape(1, 2, 2)).episodes(20, 0, 0, 0, 0, 1, 1).counts();
    Shape shape = counts.shape();
    Model model = Model.estimate(counts, Pooling.POOLED);
    Backups backups = Backups.of(model, Bonus.paper(shape, 0.05), ValueRange.of(shape));
    Policy second = Policy.everywhere(shape, 0, 1);
    ModelEvaluation evaluation = ModelEvaluation.of(counts, backups, Policy.uniform(shape), second);
    Interval first = ModelInterval.SELECTIVE.at(evaluation, 1);
    assertThat(first.parts().get(2).source()).isEqualTo(Part.Source.UNSEEN_PAIRS);
    assertThat(first.parts().get(2).above()).isCloseTo(0.5, CLOSE); // ½·V_max of step 2
    assertThat(ModelInterval.SELECTIVE.at(evaluation, 2).parts()).hasSize(2);
  }
}
