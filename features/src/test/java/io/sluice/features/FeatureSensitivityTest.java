package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.fit.SensitivityResult;
import io.sluice.fit.SensitivityResult.Bound;
import io.sluice.fit.SensitivityResult.Dropped;
import io.sluice.fit.SensitivityResult.Trimmed;
import io.sluice.interval.IntervalKind;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * One step; going is better by 1, and was drawn with probability p between 0.2 and 0.8, which
 * depends on the feature.
 */
class FeatureSensitivityTest {
  private static final double[] GO = {0, 1};

  private static FeatureTable log(int episodes, boolean binary, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureTable log =
        new FeatureTable(List.of(FeatureColumn.number("x")), List.of("stay", "go"), 1, 5, false);
    for (int t = 0; t < episodes; t++) {
      double x = random.nextDouble();
      double p = 0.2 + 0.6 * x;
      int action = random.nextDouble() < p ? 1 : 0;
      double reward =
          binary
              ? random.nextDouble() < mean(x, action) ? 1 : 0
              : 2 * x + action + random.nextGaussian();
      log.begin(t, t % 5);
      log.row(new double[] {x}, action, reward, new double[] {1 - p, p}, GO);
    }
    return log;
  }

  private static double mean(double x, int action) {
    return 0.1 + 0.3 * x + 0.4 * action;
  }

  private static SensitivityResult judged(FeatureSource log) {
    FeatureEvaluation evaluation = FeatureEvaluation.evaluated(log, FeatureSettings.defaults());
    return fragile(evaluation);
  }

  private static SensitivityResult fragile(FeatureEvaluation evaluation) {
    FeatureResult result = evaluation.result(List.of(IntervalKind.EFFICIENT));
    return evaluation.followUps(result, List.of(), true).sensitivity().orElseThrow();
  }

  /** The mean over x of (1−p)·f, on a grid. */
  private static double averaged(java.util.function.DoubleUnaryOperator f) {
    double sum = 0;
    for (int i = 0; i < 1000; i++) {
      double x = (i + 0.5) / 1000;
      sum += (1 - 0.2 - 0.6 * x) * f.applyAsDouble(x) / 1000;
    }
    return sum;
  }

  /**
   * The sharp bounds of Dorn and Guo in closed form. Of a normal outcome with variance 1, max E[vz]
   * is (Λ−1/Λ)·φ(z_τ) above its mean, z_τ the Λ/(Λ+1) quantile: of the normal distribution, 0.4307
   * for Λ = 2 and 0.6745 for Λ = 3, where φ is 0.3636 and 0.3178. Of one that is 1 with probability
   * m and else 0, the largest mean is min(Λm, 1 − (1−m)/Λ), the least max(m/Λ, 1 − Λ(1−m)).
   */
  @Test
  void boundsAreWithinFivePercentOfTheSharpOnes() {
    List<Bound> normal = judged(log(20_000, false, 3)).steps().get(0).bounds();
    assertThat(normal.get(0).low()).isEqualTo(normal.get(0).high());
    double[][] sharp = {{2, 0.3636}, {3, 0.3178}};
    for (double[] one : sharp) {
      double expected = (one[0] - 1 / one[0]) * one[1] * averaged(x -> 1);
      Bound bound = at(normal, one[0]);
      assertThat((bound.high() - normal.get(0).high()) / expected).isBetween(0.98, 1.05);
      assertThat((normal.get(0).low() - bound.low()) / expected).isBetween(0.98, 1.05);
    }
    List<Bound> binary = judged(log(20_000, true, 4)).steps().get(0).bounds();
    for (double strength : new double[] {1.5, 3}) {
      double up =
          averaged(
              x -> {
                double m = mean(x, 1);
                return Math.min(strength * m, 1 - (1 - m) / strength) - m;
              });
      double down =
          averaged(
              x -> {
                double m = mean(x, 1);
                return m - Math.max(m / strength, 1 - strength * (1 - m));
              });
      Bound bound = at(binary, strength);
      assertThat((bound.high() - binary.get(0).high()) / up).isBetween(0.97, 1.06);
      assertThat((binary.get(0).low() - bound.low()) / down).isBetween(0.97, 1.06);
    }
  }

  private static Bound at(List<Bound> bounds, double strength) {
    return bounds.stream().filter(b -> b.strength() == strength).findFirst().orElseThrow();
  }

  /** Dropped are those with the highest scores; the printed number is the first that does it. */
  @Test
  void asManyEpisodesAsArePrintedReverseTheEstimate() {
    FeatureTable log = log(400, false, 5);
    FeatureEvaluation evaluation = FeatureEvaluation.evaluated(log, FeatureSettings.defaults());
    KeptScores kept = FeatureEvaluation.keepScores(List.of(evaluation), 1).get(0);
    double[] scores = new double[kept.episodes()];
    double[] one = new double[2];
    for (int i = 0; i < scores.length; i++) {
      kept.copy(i, Weighting.EFFICIENT, one, 0);
      scores[i] = one[0];
    }
    Arrays.sort(scores);
    Dropped step = fragile(evaluation).dropped().get(0);
    int count = (int) step.toSign().orElseThrow();
    assertThat(Arrays.stream(scores, 0, 400 - count).sum()).isLessThanOrEqualTo(0);
    assertThat(Arrays.stream(scores, 0, 401 - count).sum()).isPositive();
    assertThat(step.toZero().orElseThrow()).isLessThan(count);
  }

  @Test
  void trimsTheWeightsOfKnownPropensities() {
    FeatureTable log = log(2_000, false, 6);
    SensitivityResult result = judged(log);
    assertThat(result.randomized()).isTrue();
    // 1/p is at most 5, so that of the caps 20, 10, 5 and 2 only the last is one
    assertThat(result.trimmed()).extracting(Trimmed::cap).containsExactly(2.0, 2.0);
    double robust =
        FeatureEvaluation.of(log, FeatureSettings.defaults(), List.of(IntervalKind.ROBUST))
            .evaluation()
            .total()
            .get(IntervalKind.ROBUST)
            .estimate();
    assertThat(result.trimmed().get(1).plain()).isCloseTo(robust, within(1e-9));
    assertThat(result.trimmed().get(1).estimate()).isNotEqualTo(robust);
    SensitivityResult estimated = judged(log.estimatingBehavior());
    assertThat(estimated.randomized()).isFalse();
    assertThat(estimated.trimmed()).isEmpty();
    assertThat(estimated.steps()).hasSize(1);
  }

  @Test
  void nothingIsAskedOfWhatIsOpen() {
    SensitivityResult result = judged(SmallLogs.twoSteps(1, 60, 5, true));
    assertThat(result.dropped()).isEmpty();
    assertThat(result.warnings().get(0)).contains("no verdict is conclusive");
  }
}
