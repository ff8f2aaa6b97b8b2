package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.features.FeatureSettings.NuisanceChoice;
import io.sluice.fit.FollowUps;
import io.sluice.fit.SegmentResult;
import io.sluice.fit.SegmentResult.Effects;
import io.sluice.fit.SegmentResult.Entry;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import io.sluice.mdp.Segments;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Two steps; going adds 0.15·s at each, in segment s of 0, 1, 2, which no feature tells. */
class FeatureSegmentsTest {
  private static final FeatureSettings PLAIN =
      new FeatureSettings(
          0.05, 0, BasisChoice.PLAIN, RidgeChoice.parse("1,1"), NuisanceChoice.RIDGE);
  private static final double THETA = 0.9;

  private static FeatureTable log(int episodes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureTable log =
        new FeatureTable(List.of(FeatureColumn.number("x")), List.of("stay", "go"), 2, 2, false);
    log.by(Segments.of("group", Map.of("0", 99L, "1", 99L, "2", 99L), true));
    for (int t = 0; t < episodes; t++) {
      int group = random.nextInt(3);
      log.begin(t, t % 2);
      log.segment("" + group);
      for (int k = 1; k <= 2; k++) {
        int action = random.nextInt(2);
        double reward = random.nextDouble() < 0.3 + 0.15 * group * action ? 1 : 0;
        log.row(
            new double[] {random.nextInt(3)},
            action,
            reward,
            new double[] {0.5, 0.5},
            new double[] {1 - THETA, THETA});
      }
    }
    return log;
  }

  private static SegmentResult judged(int episodes, long seed) {
    return segments(FeatureEvaluation.evaluated(log(episodes, seed), PLAIN), List.of());
  }

  private static SegmentResult segments(FeatureEvaluation evaluation, List<IntervalKind> asked) {
    FeatureResult result = evaluation.result(List.of(IntervalKind.ROBUST));
    return evaluation.followUps(result, asked, false).segments().orElseThrow();
  }

  /** Σ_s n_s·m_s/T is the whole estimate. */
  @Test
  void segmentsAddUpToTheWhole() {
    FeatureEvaluation evaluation = FeatureEvaluation.evaluated(log(500, 3), PLAIN);
    for (IntervalKind kind : List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST)) {
      SegmentResult result = segments(evaluation, List.of(kind));
      assertThat(result.interval()).isEqualTo(kind);
      Effects total = result.effects().get(2);
      double sum = total.segments().stream().mapToDouble(e -> e.size() * e.estimate()).sum() / 500;
      double whole = evaluation.result(List.of(kind)).evaluation().total().get(kind).estimate();
      assertThat(sum).isCloseTo(whole, within(1e-12));
    }
  }

  /**
   * 60 logs, 9 intervals each. If all hold at once in 95%, more than 9 logs fail in 0.1% of such
   * tests (binomial tail). The control: single intervals, taken together, fail in more.
   */
  @Test
  void intervalsOfSegmentsHoldAtOnce() {
    int missed = 0;
    int alone = 0;
    for (int i = 0; i < 60; i++) {
      SegmentResult result = judged(600, 70 + i);
      boolean holds = true;
      boolean single = true;
      for (Effects effects : result.effects()) {
        for (Entry e : effects.segments()) {
          int steps = effects.step().isPresent() ? 1 : 2;
          double t = 0.15 * Integer.parseInt(e.segment()) * (THETA - 0.5) * steps;
          holds &= e.lower() <= t && t <= e.upper();
          single &= Math.abs(e.estimate() - t) <= result.alone() * e.standardError();
        }
      }
      missed += holds ? 0 : 1;
      alone += single ? 0 : 1;
    }
    assertThat(missed).isLessThanOrEqualTo(9);
    assertThat(alone).isGreaterThan(missed);
  }

  @Test
  void aLargeLogTellsForWhom() {
    Effects total = judged(20_000, 5).effects().get(2);
    assertThat(total.same().pValue()).isLessThan(1e-6);
    assertThat(total.segments().get(0).verdict()).isEqualTo(Verdict.Kind.CANNOT_TELL);
    assertThat(total.segments().get(2).verdict()).isEqualTo(Verdict.Kind.BETTER);
  }

  @Test
  void needsPropensities() {
    FeatureEvaluation estimated =
        FeatureEvaluation.evaluated(log(300, 1).estimatingBehavior(), PLAIN);
    assertThatThrownBy(() -> segments(estimated, List.of()))
        .hasMessageContaining("by: needs propensities on feature columns");
    FeatureEvaluation none =
        FeatureEvaluation.evaluated(SmallLogs.twoSteps(1, 100, 2, false), PLAIN);
    FeatureResult result = none.result(List.of(IntervalKind.ROBUST));
    assertThat(none.followUps(result, List.of(), false)).isEqualTo(FollowUps.NONE);
  }
}
