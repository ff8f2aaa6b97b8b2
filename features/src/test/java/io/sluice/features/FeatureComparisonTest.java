package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.features.FeatureComparison.Group;
import io.sluice.fit.ComparisonResult;
import io.sluice.fit.ComparisonResult.Effects;
import io.sluice.fit.ComparisonResult.Entry;
import io.sluice.fit.ComparisonResult.Pair;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Policies that go with probability θ at every step, on logs of a number x that is 0, 1 or 2:
 * staying earns 1 with probability 0.3, going with 0.3 + 0.15·x, and x does not depend on what was
 * done. The logged policy goes with probability ½, so the effect of a step is 0.15·(θ − ½).
 */
class FeatureComparisonTest {
  private static final FeatureSettings PLAIN =
      new FeatureSettings(
          0.05, 1, FeatureSettings.BasisChoice.PLAIN, new RidgeChoice.Fixed(0.1, 0.1));

  private static FeatureTable log(int episodes, long seed, double... thetas) {
    double[][] policies =
        Arrays.stream(thetas).mapToObj(t -> new double[] {1 - t, t}).toArray(double[][]::new);
    SplittableRandom random = new SplittableRandom(seed);
    FeatureTable log =
        new FeatureTable(List.of(FeatureColumn.number("x")), List.of("stay", "go"), 2, 2, false);
    for (int t = 0; t < episodes; t++) {
      log.begin(t, t % 2);
      for (int k = 1; k <= 2; k++) {
        int x = random.nextInt(3);
        int action = random.nextInt(2);
        double reward = random.nextDouble() < 0.3 + 0.15 * x * action ? 1 : 0;
        log.row(new double[] {x}, action, reward, new double[] {0.5, 0.5}, policies);
      }
    }
    return log;
  }

  private static ComparisonResult compared(
      int episodes, long seed, List<IntervalKind> kinds, double... thetas) {
    List<String> names =
        IntStream.range(0, thetas.length).mapToObj(i -> i + ":" + thetas[i]).toList();
    Group all = new Group(names, () -> log(episodes, seed, thetas));
    return FeatureComparison.of(names, List.of(all), PLAIN, kinds);
  }

  private static double truth(String policy, Effects effects) {
    double theta = Double.parseDouble(policy.substring(2));
    return 0.15 * (theta - 0.5) * (effects.step().isPresent() ? 1 : 2);
  }

  @Test
  void estimatesAreThoseOfSingleEvaluations() {
    ComparisonResult result = compared(400, 3, List.of(IntervalKind.ROBUST), 0.2, 0.9);
    FeatureResult single =
        FeatureEvaluation.of(log(400, 3, 0.9), PLAIN, List.of(IntervalKind.ROBUST));
    Interval total = single.evaluation().total().get(IntervalKind.ROBUST);
    Entry entry = result.total().policies().get(1);
    assertThat(entry.estimate()).isEqualTo(total.estimate());
    assertThat(entry.standardError()).isEqualTo(total.error().orElseThrow().value());
    assertThat(result.critical()).isGreaterThan(result.alone());
  }

  /**
   * 60 logs, 18 intervals each. If all hold at once in 95%, more than 9 logs fail in 0.1% of such
   * tests (binomial tail). The control: single intervals, taken together, fail in more.
   */
  @Test
  void intervalsOfSeveralPoliciesHoldAtOnce() {
    int missed = 0;
    int alone = 0;
    for (int i = 0; i < 60; i++) {
      ComparisonResult result = compared(300, 40 + i, List.of(IntervalKind.EFFICIENT), 0.1, 0.7, 1);
      boolean holds = true;
      boolean single = true;
      for (Effects effects : result.effects()) {
        for (Entry e : effects.policies()) {
          double t = truth(e.policy(), effects);
          holds &= e.lower() <= t && t <= e.upper();
          single &= Math.abs(e.estimate() - t) <= result.alone() * e.standardError();
        }
        for (Pair p : effects.pairs()) {
          double t = truth(p.first(), effects) - truth(p.second(), effects);
          holds &= p.lower() <= t && t <= p.upper();
          single &= Math.abs(p.estimate() - t) <= result.alone() * p.standardError();
        }
      }
      missed += holds ? 0 : 1;
      alone += single ? 0 : 1;
    }
    assertThat(missed).isLessThanOrEqualTo(9);
    assertThat(alone).isGreaterThan(missed);
  }

  @Test
  void theBestIsFoundAndADifferenceIsNarrow() {
    ComparisonResult result = compared(4_000, 5, List.of(), 0.8, 1, 1);
    List<Pair> pairs = result.total().pairs();
    assertThat(pairs.get(0).verdict()).isEqualTo(Verdict.Kind.WORSE);
    assertThat(pairs.get(0).ofIndependent()).isLessThan(0.6);
    assertThat(pairs.get(2).verdict()).isEqualTo(Verdict.Kind.SAME);
    assertThat(pairs.get(2).estimate()).isCloseTo(0, within(1e-12));
    assertThat(result.total().best()).containsExactly("1:1.0", "2:1.0");
    assertThat(result.states()).isZero();
  }

  @Test
  void refusesOtherIntervals() {
    assertThatThrownBy(() -> compared(50, 1, List.of(IntervalKind.BANDIT), 1))
        .hasMessageContaining("needs efficient or robust to compare policies with, got bandit");
  }
}
