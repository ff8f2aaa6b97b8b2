package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.fit.EvaluationResult;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What scores become in special cases. */
class ReductionTest {
  private static final FeatureSettings DEFAULTS = FeatureSettings.defaults();

  @Test
  void theLoggedPolicyHasNoEffectAtAll() {
    EvaluationResult result =
        FeatureEvaluation.of(
                SmallLogs.twoSteps(1, 200, 5, true), DEFAULTS, FeatureSettings.INTERVALS)
            .evaluation();
    result
        .steps()
        .forEach(
            step -> {
              assertThat(step.verdict().kind()).isEqualTo(Verdict.Kind.SAME);
              step.intervals()
                  .values()
                  .forEach(
                      interval -> {
                        assertThat(interval.estimate()).isCloseTo(0, within(1e-14));
                        assertThat(interval.width()).isCloseTo(0, within(1e-13));
                      });
            });
    assertThat(result.totalDecision().verdict().kind()).isEqualTo(Verdict.Kind.SAME);
  }

  @Test
  void withoutLaterStepsAllScoresAreOne() {
    ScorePass pass = FeatureEvaluation.evaluated(SmallLogs.oneStep(2, 300, 3), DEFAULTS).pass();
    for (int i = 1; i <= 3; i++) {
      double efficient = pass.means.mean(pass.at.score(Weighting.EFFICIENT, i));
      assertThat(pass.means.mean(pass.at.score(Weighting.ROBUST, i))).isEqualTo(efficient);
      assertThat(pass.means.mean(pass.at.score(Weighting.BANDIT, i))).isEqualTo(efficient);
    }
  }

  @Test
  void effectsOfStepsSumToTheTotal() {
    EvaluationResult result =
        FeatureEvaluation.of(SmallLogs.twoSteps(3, 300, 4, false), DEFAULTS, FeatureSettings.USUAL)
            .evaluation();
    for (IntervalKind kind : FeatureSettings.USUAL) {
      double sum =
          result.steps().stream().mapToDouble(s -> s.intervals().get(kind).estimate()).sum();
      assertThat(sum).isCloseTo(result.total().get(kind).estimate(), within(1e-12));
    }
  }

  /**
   * Levels of one category as functions, no constant, no penalty, one fold: regressions are means
   * of cells, and the scores' mean is the plug-in estimate of tables,
   *
   * <pre>
   * α̂_h = Σ_x d̂_h(x) Σ_a (π−π_b)(a|x) Q̂_h(x,a),   Q̂_h = mean of r + Σ_a′ π(a′|x′) Q̂_{h+1}(x′,a′)
   * </pre>
   */
  @Test
  void tablesAreASpecialCase() {
    FeatureTable log = SmallLogs.twoSteps(4, 400, 1, false);
    FeatureSummary summary = FeatureSummary.of(log);
    FeatureSettings settings =
        new FeatureSettings(0.05, 1, BasisChoice.PLAIN, new RidgeChoice.Fixed(0, 0));
    Basis levels = Basis.levels(log.columns().subList(0, 1), summary);
    ScorePass pass = new PreparedLog(log, settings, summary, levels).judged(true).get(0).pass();
    double[] expected = plugIn(log);
    for (int h = 1; h <= 2; h++) {
      assertThat(pass.means.mean(pass.at.score(Weighting.EFFICIENT, h)))
          .isCloseTo(expected[h - 1], within(1e-9));
    }
  }

  private static double[] plugIn(FeatureTable log) {
    int states = SmallLogs.LEVELS.size();
    double[][][] q = new double[3][states][2];
    for (int k = 2; k >= 1; k--) {
      int step = k;
      double[][] sum = new double[states][2];
      double[][] n = new double[states][2];
      log.forEach(
          episode -> {
            if (episode.length() < step) {
              return;
            }
            double y = episode.reward(step);
            for (int a = 0; episode.length() > step && a < 2; a++) {
              int next = (int) episode.features(step + 1)[0];
              y += episode.evaluated(step + 1, a) * q[step][next][a];
            }
            int x = (int) episode.features(step)[0];
            sum[x][episode.action(step)] += y;
            n[x][episode.action(step)]++;
          });
      for (int x = 0; x < states; x++) {
        for (int a = 0; a < 2; a++) {
          q[k - 1][x][a] = sum[x][a] / n[x][a];
        }
      }
    }
    double[] effects = new double[2];
    long[] episodes = new long[1];
    log.forEach(
        episode -> {
          episodes[0]++;
          for (int k = 1; k <= episode.length(); k++) {
            int x = (int) episode.features(k)[0];
            for (int a = 0; a < 2; a++) {
              effects[k - 1] += (episode.evaluated(k, a) - episode.behavior(k, a)) * q[k - 1][x][a];
            }
          }
        });
    return new double[] {effects[0] / episodes[0], effects[1] / episodes[0]};
  }

  /** Four copies of every episode in one cluster say no more than the episode does. */
  @Test
  void copiesInAClusterDoNotNarrowAnInterval() {
    FeatureSettings fixed =
        new FeatureSettings(0.05, 1, BasisChoice.PLAIN, new RidgeChoice.Fixed(0, 0));
    EvaluationResult once =
        FeatureEvaluation.of(SmallLogs.copied(5, 100, 1), fixed, List.of(IntervalKind.ROBUST))
            .evaluation();
    EvaluationResult often =
        FeatureEvaluation.of(SmallLogs.copied(5, 100, 4), fixed, List.of(IntervalKind.ROBUST))
            .evaluation();
    assertThat(often.total().get(IntervalKind.ROBUST).width())
        .isCloseTo(once.total().get(IntervalKind.ROBUST).width(), within(1e-9));
  }
}
