package io.sluice.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.interval.ModelInterval;
import io.sluice.mdp.StateVector;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.GridWorld;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.Truth;
import io.sluice.simulation.study.Reproduction.Variant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One run of the figures of effects, recomputed from its log. */
class EffectStudyTest {
  private static final Reproduction ONE_RUN =
      Reproduction.run(Variant.PAPER, 1, 1, 9, Progress.SILENT);

  /**
   * Always a3, so |π−π_b| = (0.1, 0.1, 0.2), and the bandit's half width is Σ_x d̂_2(x) Σ_a |π−π_b|
   * √(ln(|X||A|H/δ)/n(x,a)).
   */
  @Test
  void theChainsBonusCountsTheEndAsAState() {
    TransitionCounts log = new Rollouts(ChainBandit.of(3), 9).count(10_000);
    double bonus = halfWidth(log, Math.log(7 * 3 * 3 / 0.05), new double[] {0.1, 0.1, 0.2});
    EffectStudy.Point point = point(ONE_RUN.chainEffects(), 1, ModelInterval.BANDIT);
    assertThat(point.width()).isCloseTo(2 * bonus, within(1e-12));
  }

  @Test
  void theGridsBonusHasItsTwentyFourStates() {
    TransitionCounts log = new Rollouts(GridWorld.paper().environment(), 9).count(2_000);
    double bonus = halfWidth(log, Math.log(24 * 4 * 3 / 0.05), new double[] {0.05, 0.1, 0.05, 0.2});
    EffectStudy.Point point = point(ONE_RUN.gridEffects(), 0, ModelInterval.BANDIT);
    assertThat(point.width()).isCloseTo(2 * bonus, within(1e-12));
  }

  /** Σ_x d̂_2(x) Σ_a |π−π_b|(a) √(log/n(x,a)), n over all steps. */
  private static double halfWidth(TransitionCounts log, double logarithm, double[] change) {
    double[][] n = new double[log.shape().states()][log.shape().actions()];
    for (int h = 1; h <= log.shape().horizon(); h++) {
      log.forEachPair(h, (x, a, count, r, rr) -> n[x][a] += count);
    }
    StateVector visited = log.distribution(2);
    double sum = 0;
    for (int x = 0; x < n.length; x++) {
      for (int a = 0; a < change.length && visited.at(x) > 0; a++) {
        sum += visited.at(x) * change[a] * Math.sqrt(logarithm / n[x][a]);
      }
    }
    return sum;
  }

  @Test
  void theTrueEffectIsThatOfTheSecondStep() {
    Environment chain = ChainBandit.of(3);
    for (EffectStudy.Point p : ONE_RUN.chainEffects()) {
      Truth truth = Truth.of(chain, ChainBandit.evaluated(chain, p.lambda()));
      assertThat(p.truth()).isEqualTo(truth.effect(2));
      assertThat(p.coverage()).isEqualTo(p.lower() <= p.truth() && p.truth() <= p.upper() ? 1 : 0);
    }
    // At λ = 0.8 the policy is the behavior itself.
    assertThat(point(ONE_RUN.chainEffects(), 0.8, ModelInterval.STANDARD).truth())
        .isCloseTo(0, within(1e-15));
  }

  /** Means over runs: two runs of neighboring seeds, one by one. */
  @Test
  void severalRunsAreAveraged() {
    Reproduction two = Reproduction.run(Variant.PAPER, 2, 2, 9, Progress.SILENT);
    Reproduction other = Reproduction.run(Variant.PAPER, 1, 1, 10, Progress.SILENT);
    for (int i = 0; i < two.gridEffects().size(); i++) {
      EffectStudy.Point p = two.gridEffects().get(i);
      EffectStudy.Point a = ONE_RUN.gridEffects().get(i);
      EffectStudy.Point b = other.gridEffects().get(i);
      assertThat(p.lower()).isCloseTo((a.lower() + b.lower()) / 2, within(1e-12));
      assertThat(p.upper()).isCloseTo((a.upper() + b.upper()) / 2, within(1e-12));
      assertThat(p.estimate()).isCloseTo((a.estimate() + b.estimate()) / 2, within(1e-12));
      assertThat(p.coverage()).isEqualTo((a.coverage() + b.coverage()) / 2);
    }
    // Of two values v and w: mean (v + w)/2, its standard error |v − w|/2
    for (LearningStudy.Point p : two.gridLearning().points()) {
      double v = ONE_RUN.gridLearning().value(p.learner(), p.episodes());
      double w = other.gridLearning().value(p.learner(), p.episodes());
      assertThat(p.value()).isCloseTo((v + w) / 2, within(1e-12));
      assertThat(p.standardError()).isCloseTo(Math.abs(v - w) / 2, within(1e-12));
    }
  }

  private static EffectStudy.Point point(
      List<EffectStudy.Point> points, double lambda, ModelInterval method) {
    return points.stream()
        .filter(p -> p.lambda() == lambda && p.method() == method)
        .findFirst()
        .orElseThrow();
  }
}
