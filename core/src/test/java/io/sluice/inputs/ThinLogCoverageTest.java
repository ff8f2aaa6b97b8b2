package io.sluice.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Model.Pooling;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Logs with three rows per state, so that many pairs are never seen: 500 states, 1,500 episodes, δ
 * = 0.1, 1,000 seeded logs.
 *
 * <p>In the limit 100 of them miss, with a standard deviation of 9.5; between 62 and 138 may (four
 * of them: P &lt; 1e-4). Bernstein's radius may miss 100 times at most and, being a bound, misses
 * far less. The control is the same estimate with frequencies of the log in the place of π_b: pairs
 * never seen are then taken for pairs that do not exist.
 */
class ThinLogCoverageTest {
  private static final int RUNS = 1_000;
  private static final Shape SHAPE = new Shape(500, 2, 1);
  private static final Policy BEHAVIOR = Policy.everywhere(SHAPE, 0.25, 0.75);
  private static final Policy EVALUATED = Policy.everywhere(SHAPE, 0.75, 0.25);

  /** Rewards of action 0 average 0.8 and of action 1 0.4, whatever the parity: 0.5·(0.8 − 0.4). */
  private static final double TRUTH = 0.2;

  private static TransitionCounts log(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    CountsAccumulator rows = new CountsAccumulator(SHAPE);
    for (int t = 0; t < 1_500; t++) {
      int x = random.nextInt(500);
      int a = random.nextDouble() < 0.25 ? 0 : 1;
      double mean = (a == 0 ? 0.7 : 0.3) + 0.2 * (x % 2);
      rows.add(1, x, a, SHAPE.end(), random.nextDouble() < mean ? 1 : 0);
    }
    return rows.toCounts();
  }

  private static boolean misses(ImmediateEffect effect) {
    return Math.abs(effect.estimate() - TRUTH) > effect.radius();
  }

  @Test
  void thinPairsCostNoCoverage() {
    int limit = 0;
    int bernstein = 0;
    int control = 0;
    for (int run = 0; run < RUNS; run++) {
      TransitionCounts counts = log(run);
      WeightedEstimator known = new WeightedEstimator(counts, 1, BEHAVIOR, EVALUATED, 0.1);
      WeightedEstimator estimated =
          new WeightedEstimator(counts, 1, frequencies(counts), EVALUATED, 0.1);
      limit += misses(known.leaveOneOut(Pooling.PER_STEP, 0)) ? 1 : 0;
      bernstein += misses(known.bernstein()) ? 1 : 0;
      control += misses(estimated.leaveOneOut(Pooling.PER_STEP, 0)) ? 1 : 0;
    }
    assertThat(limit).isBetween(62, 138);
    assertThat(bernstein).isLessThanOrEqualTo(100);
    assertThat(control).isGreaterThan(500);
  }

  private static Policy frequencies(TransitionCounts counts) {
    double[][] n = new double[500][2];
    counts.forEachPair(1, (x, a, count, r, rr) -> n[x][a] = count);
    return Policy.stationary(
        SHAPE, (x, a) -> n[x][0] + n[x][1] == 0 ? 0.5 : n[x][a] / (n[x][0] + n[x][1]));
  }
}
