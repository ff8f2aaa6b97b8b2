package io.sluice.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.distributions.StudentQuantile;
import io.sluice.fit.Fit;
import io.sluice.fit.JudgeUse;
import io.sluice.fit.LearningResult;
import io.sluice.fit.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** By hand: one state, two actions, rewards that depend on the action alone. */
class RobustJudgeTest {
  private record Row(String action, double reward, double propensity) {}

  /**
   * Action a1 always pays 1 and a0 always 0. It is taken with probability ½ + more or ½ − more, by
   * what is not in the log.
   */
  private static Log log(int episodes, double more) {
    Random random = new Random(5);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < episodes; i++) {
      double second = random.nextBoolean() ? 0.5 + more : 0.5 - more;
      boolean taken = random.nextDouble() < second;
      rows.add(new Row(taken ? "a1" : "a0", taken ? 1 : 0, taken ? second : 1 - second));
    }
    return Log.of(rows, List::of, row -> "x", Row::action, Row::reward)
        .withPropensity(Row::propensity);
  }

  /**
   * Propensities differ by row, so only {@code robust} may judge: ψ = Σ π Q̂ + ρ(y − Q̂) − y with
   * Q̂ from the other half. Its bound is the mean less t·SE, at half of δ.
   */
  @Test
  void aCertificateCanRestOnPropensitiesAlone() {
    LearningResult result = Fit.of(log(2_000, 0.1)).certify(0.05);
    Gain gain = result.certificate().orElseThrow().choice().certified().orElseThrow();
    assertThat(gain.judge()).isEqualTo("robust");
    assertThat(result.certificate().get().judges().stream().map(JudgeUse::delta))
        .containsExactly(0.025, 0.025);
    assertThat(result.certificate().get().judges().stream().map(JudgeUse::isUsed))
        .containsExactly(false, true);
    // V_π − V_πb = 1 − ½; ψ has a standard deviation of ½ where Q̂(a1) is nearly 1, and n is about
    // 1,000: half of the log. Two more episodes have (w−1)² of about
    // 1.08, so the variance is about ¼/n + 2.17/n².
    assertThat(gain.estimate()).isCloseTo(0.5, within(0.05));
    double n = result.certificate().get().judgedOn();
    double different = result.certificate().get().choice().different();
    double quantile = StudentQuantile.twoSided(n - 1, 0.05 / different);
    assertThat(gain.estimate() - gain.lower())
        .isCloseTo(quantile * Math.sqrt(0.25 / n + 2.17 / (n * n)), within(0.003));
  }

  @Test
  void withTheSamePropensityInAllRowsBothMayJudge() {
    LearningResult result = Fit.of(log(2_000, 0)).certify(0.05);
    assertThat(result.certificate().orElseThrow().judges()).allMatch(JudgeUse::isUsed);
    assertThat(result.certificate().get().judge()).isPresent();
  }

  /** 150 episodes: fewer than 100 effective ones in the half that judges. */
  @Test
  void aSmallEffectiveSampleIsNotJudgedByWeights() {
    LearningResult result = Fit.of(log(150, 0.1)).certify(0.05);
    assertThat(result.certificate().orElseThrow().choice().appraisals())
        .allMatch(a -> a.gain().isEmpty());
    assertThat(result.keep().orElseThrow()).contains("depends on more than the state");
  }
}
