package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.features.FeatureEvaluation;
import io.sluice.features.FeatureResult;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.features.RidgeChoice;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.simulation.ContinuousSession.Truth;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContinuousSessionTest {
  @Test
  void effectsSumToTheDifferenceOfValues() {
    Truth truth = new ContinuousSession(1, false).truth(3, 2000);
    double sum = truth.effects().stream().mapToDouble(Double::doubleValue).sum();
    assertThat(sum).isCloseTo(truth.total(), within(1e-12));
    assertThat(truth.value() - truth.behavior()).isCloseTo(truth.total(), within(1e-12));
  }

  /** Rollouts and logs are of one problem. */
  @Test
  void theLogHasTheValueOfTheLoggedPolicy() {
    ContinuousSession session = new ContinuousSession(1, false);
    double[] sum = new double[1];
    session
        .draw(5, 20_000, 2)
        .forEach(
            episode -> {
              for (int k = 1; k <= episode.length(); k++) {
                sum[0] += episode.reward(k);
              }
            });
    // Returns have a standard deviation of about 1.15: four standard errors of both are 0.04.
    assertThat(sum[0] / 20_000).isCloseTo(session.truth(1, 100_000).behavior(), within(0.04));
  }

  /**
   * 60 logs, four steps and the total: at nominal 95% an interval covers in less than 51 of 60 logs
   * with probability 0.0008, and one of five does with probability below 0.004; seeds are fixed.
   * The control, half the width, covers 67% and passes 51 with probability 0.002.
   */
  @Test
  void efficientCoversAtEveryStepAndHalfOfItDoesNot() {
    ContinuousSession session = new ContinuousSession(1, false);
    Truth truth = session.truth(1, 100_000);
    int[] covered = new int[5];
    int[] half = new int[5];
    List<FeatureResult> results =
        IntStream.range(0, 60)
            .parallel()
            .mapToObj(
                i ->
                    FeatureEvaluation.of(
                        session.draw(900 + i, 500, 5),
                        FeatureSettings.defaults(),
                        List.of(IntervalKind.EFFICIENT)))
            .toList();
    for (FeatureResult result : results) {
      for (int h = 0; h < 5; h++) {
        Interval interval =
            h < 4
                ? result.evaluation().steps().get(h).intervals().get(IntervalKind.EFFICIENT)
                : result.evaluation().total().get(IntervalKind.EFFICIENT);
        double exact = h < 4 ? truth.effects().get(h) : truth.total();
        covered[h] += interval.contains(exact) ? 1 : 0;
        half[h] += Math.abs(interval.estimate() - exact) <= interval.width() / 4 ? 1 : 0;
      }
    }
    assertThat(Arrays.stream(covered).min().orElseThrow()).isGreaterThanOrEqualTo(51);
    assertThat(Arrays.stream(half).max().orElseThrow()).isLessThan(51);
  }

  /** Columns as they stand where clicks jump at thresholds: no verdict from efficient. */
  @Test
  void aBasisThatIsTooPoorIsFound() {
    FeatureSettings plain =
        new FeatureSettings(0.05, 1, BasisChoice.PLAIN, new RidgeChoice.CrossValidated());
    ContinuousSession session = new ContinuousSession(1, true);
    List<IntervalKind> both = FeatureSettings.USUAL;
    FeatureResult poor = FeatureEvaluation.of(session.draw(7, 10_000, 5), plain, both);
    assertThat(poor.evaluation().objections().get(IntervalKind.EFFICIENT))
        .anyMatch(o -> o.startsWith("the basis is too poor"));
    FeatureResult rich =
        FeatureEvaluation.of(session.draw(7, 10_000, 5), FeatureSettings.defaults(), both);
    assertThat(rich.evaluation().objections().get(IntervalKind.EFFICIENT)).isEmpty();
  }
}
