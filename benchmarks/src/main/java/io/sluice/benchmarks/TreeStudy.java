package io.sluice.benchmarks;

import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureLearning;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureTable;
import io.sluice.policy.SavedPolicy;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Is a tree of depth 2 as good as linear scores where the truth is such a tree?
 *
 * <p><b>Rule, written before the run.</b> Two steps, two actions taken with probability ½, columns
 * x and z and three of noise, uniform on [−1, 1]. The better action is a1 where x ≤ 0.2 and z >
 * −0.3, or x > 0.2 and z > 0.5; it pays with probability 0.7 and the other with 0.4. Logs of 10,000
 * episodes, seeds 95,001 on; {@code tree-2} and {@code vi} learn from all of each. True values are
 * by integration over a grid of x and z, with noise at 0.3.
 *
 * <p><b>Limit.</b> What {@code tree-2} gains over the logged policy is at least 0.9 of what {@code
 * vi} gains, on average.
 *
 * <p>Argument: logs (10).
 */
public final class TreeStudy {
  private static final int STEPS = 2;
  private static final int EPISODES = 10_000;
  private static final int GRID = 200;
  private static final List<String> LEARNERS = List.of("tree-2", "vi", "vi-pooled");

  private TreeStudy() {}

  public static void main(String[] args) {
    int logs = args.length > 0 ? Integer.parseInt(args[0]) : 10;
    double[] sums = new double[LEARNERS.size()];
    for (int i = 0; i < logs; i++) {
      Map<String, SavedPolicy> learned =
          FeatureLearning.learned(draw(95_001 + i), FeatureSettings.defaults(), LEARNERS);
      for (int j = 0; j < sums.length; j++) {
        sums[j] += value(Objects.requireNonNull(learned.get(LEARNERS.get(j)))) / logs;
      }
    }
    double logged = STEPS * 0.55;
    System.out.printf(
        Locale.ROOT,
        "%d logs of %d: logged %.4f, best %.4f, tree-2 %.4f, vi %.4f, vi-pooled %.4f; gain of tree-2 over that of vi %.3f%n",
        logs,
        EPISODES,
        logged,
        STEPS * 0.7,
        sums[0],
        sums[1],
        sums[2],
        (sums[0] - logged) / (sums[1] - logged));
  }

  private static double pays(double x, double z, int action) {
    boolean second = x <= 0.2 ? z > -0.3 : z > 0.5;
    return (action == 1) == second ? 0.7 : 0.4;
  }

  private static FeatureTable draw(long seed) {
    FeatureTable log =
        new FeatureTable(
            List.of("x", "z", "n1", "n2", "n3").stream().map(FeatureColumn::number).toList(),
            List.of("a0", "a1"),
            STEPS,
            5,
            false);
    SplittableRandom random = new SplittableRandom(seed);
    double[] even = {0.5, 0.5};
    for (int t = 0; t < EPISODES; t++) {
      log.begin(t, t % 5);
      for (int k = 1; k <= STEPS; k++) {
        double[] row = random.doubles(5, -1, 1).toArray();
        int action = random.nextInt(2);
        double reward = random.nextDouble() < pays(row[0], row[1], action) ? 1 : 0;
        log.row(row, action, reward, even, even);
      }
    }
    return log;
  }

  private static double value(SavedPolicy policy) {
    double sum = 0;
    for (int k = 1; k <= STEPS; k++) {
      for (int i = 0; i < GRID; i++) {
        for (int j = 0; j < GRID; j++) {
          double x = (2 * i + 1.0) / GRID - 1;
          double z = (2 * j + 1.0) / GRID - 1;
          sum += pays(x, z, policy.choose(k, new double[] {x, z, 0.3, 0.3, 0.3}));
        }
      }
    }
    return sum / (GRID * GRID);
  }
}
