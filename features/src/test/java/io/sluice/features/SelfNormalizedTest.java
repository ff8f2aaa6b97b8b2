package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.fit.BadLogException;
import io.sluice.fit.EvaluationResult;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.SettingException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** By hand: the policy always does u, the logged one half of the time. */
class SelfNormalizedTest {
  private static final int U = 0;
  private static final int V = 1;
  private static final List<IntervalKind> KINDS =
      List.of(IntervalKind.SNIPS, IntervalKind.WPDIS, IntervalKind.IPS);

  /** Four episodes as (action, reward) pairs; the second ends after its first step. */
  private static FeatureTable log(int... rows) {
    FeatureTable log = new FeatureTable(List.of(), List.of("u", "v"), 2, 2, false);
    double[] half = {0.5, 0.5};
    double[] always = {1, 0};
    for (int t = 0, i = 0; t < 4; t++) {
      log.begin(t, t % 2);
      for (int k = 0; k < (t == 1 ? 1 : 2); k++, i += 2) {
        log.row(new double[0], rows[i], rows[i + 1], half, always);
      }
    }
    return log;
  }

  private static FeatureTable log() {
    return log(U, 1, U, 3, U, 2, V, 5, U, 1, U, 0, V, 7);
  }

  private static EvaluationResult judged(FeatureSource log) {
    return FeatureEvaluation.of(
            log,
            new FeatureSettings(0.05, 1, BasisChoice.PLAIN, new RidgeChoice.Fixed(1, 1)),
            KINDS)
        .evaluation();
  }

  private static void has(Interval interval, double estimate, double... influence) {
    double squares = 0;
    for (double psi : influence) {
      squares += psi * psi;
    }
    assertThat(interval.estimate()).isCloseTo(estimate, within(1e-12));
    assertThat(interval.error().orElseThrow().value())
        .isCloseTo(Math.sqrt(4 / 3.0 * squares) / 4, within(1e-12));
  }

  /** Weights of episodes are 4, 2, 0, 0, returns 4, 2, 6, 7: (16 + 4)/6. */
  @Test
  void snipsDividesByTheWeightsOfEpisodes() {
    EvaluationResult result = judged(log());
    double whole = 10 / 3.0;
    double psi = 4 * (4 - whole) / 1.5; // mean weight 1.5
    has(Objects.requireNonNull(result.value().get(IntervalKind.SNIPS)), whole, psi, -psi, 0, 0);
    // less the returns, whose mean is 4.75
    has(
        Objects.requireNonNull(result.total().get(IntervalKind.SNIPS)),
        whole - 4.75,
        psi + 0.75,
        -psi + 2.75,
        -1.25,
        -2.25);
  }

  /** Weights are 2, 2, 0, 2 at step 1 and 4, 2, 0, 0 at step 2: 6/6 and 12/6. */
  @Test
  void wpdisDividesByTheWeightsOfEveryStep() {
    EvaluationResult result = judged(log());
    double[] psi = {4 * (3 - 2) / 1.5, 2 * (2 - 1) / 1.5 - 2 * 2 / 1.5, 0, -2 / 1.5};
    has(Objects.requireNonNull(result.value().get(IntervalKind.WPDIS)), 3, psi);
    has(
        Objects.requireNonNull(result.total().get(IntervalKind.WPDIS)),
        3 - 4.75,
        psi[0] + 0.75,
        psi[1] + 2.75,
        -1.25,
        psi[3] - 2.25);
  }

  @Test
  void withoutAnyWeightThereIsNoRatio() {
    assertThatThrownBy(() -> judged(log(V, 1, U, 3, V, 2, V, 5, U, 1, V, 0, V, 7)))
        .isInstanceOf(BadLogException.class)
        .hasMessageContaining("snips, wpdis at step 1: needs an episode that the policy could");
  }

  /** The correction for its error is one of means, not of ratios. */
  @Test
  void anEstimatedLoggedPolicyIsRefused() {
    assertThatThrownBy(() -> judged(SmallLogs.oneStep(1, 60, 3).estimatingBehavior()))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("snips needs propensities");
  }
}
