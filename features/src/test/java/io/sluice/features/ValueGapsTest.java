package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.distributions.NormalQuantile;
import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ValueGapsTest {
  private static FeatureSettings settings(double omega) {
    return new FeatureSettings(0.05, 1, BasisChoice.PLAIN, new RidgeChoice.Fixed(1, omega));
  }

  /** No columns, two folds of four episodes; the policy always does u, the logged one half. */
  private static FeatureTable log() {
    FeatureTable log = new FeatureTable(List.of(), List.of("u", "v"), 2, 2, false);
    int[][] first = {{0, 0, 0, 1}, {0, 1, 1, 1}};
    for (int fold = 0; fold < 2; fold++) {
      for (int i = 0; i < 4; i++) {
        log.begin(4 * fold + i, fold);
        double[] half = {0.5, 0.5};
        double[] always = {1, 0};
        log.row(new double[0], first[fold][i], 0, half, always);
        log.row(new double[0], 0, fold + 2 * (i % 2), half, always);
      }
    }
    return log;
  }

  /**
   * ω̂ is Σ(ρ−1)/(n + 1) of the other fold: −2/5 and 2/5. Q̂_2 is the other fold's mean: 2 and 1,
   * and leaves squares 4, 0, 4, 0 and 0, 4, 0, 4: σ̂² = 2. Γ_2 = 2zσ̂/√(4 + 0.001).
   */
  @Test
  void whatIsCarriedIsTheShiftTimesTheGap() {
    FeatureTable log = log();
    FeatureSummary summary = FeatureSummary.of(log);
    Basis basis = Basis.plain(log.columns(), summary, 10);
    List<Nuisances> nuisances =
        new PreparedLog(log, settings(1), summary, basis).judged(true).get(0).nuisances();
    ValueGaps gaps = new ValueGaps(log, basis, nuisances, 0.05);
    double gap = 2 * NormalQuantile.twoSided(0.05 / 2) * Math.sqrt(2) / Math.sqrt(4.001);
    assertThat(gaps.carried(1)).isCloseTo(0.4 * gap, within(1e-9));
    assertThat(gaps.carried(2)).isZero();
  }

  @Test
  void withoutShiftItIsTheBanditAndItDecidesNothing() {
    List<IntervalKind> kinds = List.of(IntervalKind.SELECTIVE, IntervalKind.BANDIT);
    FeatureResult still = FeatureEvaluation.of(log(), settings(1e12), kinds);
    FeatureResult moved = FeatureEvaluation.of(log(), settings(1), kinds);
    Interval narrow = of(still);
    assertThat(narrow.parts().get(1).above()).isCloseTo(0, within(1e-9));
    assertThat(of(moved).parts().get(1).above()).isGreaterThan(0.5);
    assertThat(still.evaluation().steps().get(0).decision().decidedBy())
        .isNotEqualTo(Optional.of(IntervalKind.SELECTIVE));
    assertThat(still.evaluation().objections().get(IntervalKind.SELECTIVE).toString())
        .contains("not proven to hold at δ");
  }

  private static Interval of(FeatureResult result) {
    return Objects.requireNonNull(
        result.evaluation().steps().get(0).intervals().get(IntervalKind.SELECTIVE));
  }
}
