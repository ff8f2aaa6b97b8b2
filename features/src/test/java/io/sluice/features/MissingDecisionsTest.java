package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.distributions.StudentQuantile;
import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.features.FeatureJudge.Judged;
import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.features.MissingDecisions.Costs;
import java.util.List;
import org.junit.jupiter.api.Test;

class MissingDecisionsTest {
  private static final FeatureSettings PLAIN =
      new FeatureSettings(0.05, 1, BasisChoice.PLAIN, new RidgeChoice.Fixed(1, 1));

  /**
   * 400 episodes of one step, a1 judged. In the first 200 it was logged with probability ½ and
   * always paid 1; in the others with probability {@code rare}, and never happened to be taken. a0
   * paid 0 or 1.
   */
  private static FeatureTable log(double rare) {
    FeatureTable log =
        new FeatureTable(List.of(FeatureColumn.number("x")), List.of("a0", "a1"), 1, 5, false);
    for (int t = 0; t < 400; t++) {
      log.begin(t, t % 5);
      double p = t < 200 ? 0.5 : rare;
      int action = t < 200 && t / 5 % 2 == 0 ? 1 : 0;
      double reward = action == 1 || t / 10 % 2 == 0 ? 1 : 0;
      log.row(new double[] {t % 7}, action, reward, new double[] {1 - p, p}, new double[] {0, 1});
    }
    return log;
  }

  private static Costs costs(FeatureTable log, Weighting weighting) {
    return FeatureEvaluation.evaluated(log, PLAIN).missing().costs(weighting);
  }

  /**
   * Of the rare decisions 200·0.01 = 2 were to be expected; Q̂ says 1 of all, the lowest outcome is
   * 0, and c = 1/0.01 − 1 = 99: Σ π_b·c·(Q̂ − min) = 200·0.01·99 = 198. Of the others each costs
   * ½·1 of the ½ to be expected.
   */
  @Test
  void aRegionWithoutRowsCostsWhatTheLowestOutcomeWould() {
    for (Weighting weighting : List.of(Weighting.EFFICIENT, Weighting.ROBUST)) {
      Costs costs = costs(log(0.01), weighting);
      assertThat(costs.of(0)).isZero();
      assertThat(costs.of(1)).isCloseTo(99.0 / 400, within(1e-9));
      assertThat(costs.of(2)).isCloseTo(198.0 / 400, within(1e-9));
      assertThat(costs.of(3)).isCloseTo(199.0 / 400, within(1e-9));
      assertThat(costs.of(1e9)).isCloseTo(298.0 / 400, within(1e-9));
    }
  }

  @Test
  void theBoundAllowsForThatRegion() {
    FeatureJudge judge = new FeatureJudge(PLAIN, false);
    FeatureTable log = log(0.01);
    Judged judged = judge.judge(log);
    FeatureGain gain = judge.gains(List.of(judged), 0.05).get(0).orElseThrow();
    double cost = costs(log, Weighting.EFFICIENT).of(2);
    assertThat(gain.lower()).isLessThan(gain.estimate() - cost);
    // The negative control: what sampling alone leaves is far above.
    double c = StudentQuantile.twoSided(399, 2 * 0.045);
    assertThat(gain.estimate() - c * gain.error()).isGreaterThan(gain.lower() + 0.1);
  }

  /** A decision with probability ½ costs 1/400 for each row: less than half of a standard error. */
  @Test
  void whereNoDecisionIsRareTheBoundIsTheUsualOne() {
    FeatureJudge judge = new FeatureJudge(PLAIN, false);
    JudgeOpinion opinion = judge.judge(log(0.5)).efficient();
    double c = StudentQuantile.twoSided(399, 2 * 0.045);
    assertThat(opinion.below(0.045)).isCloseTo(c * opinion.error(), within(1e-12));
  }
}
