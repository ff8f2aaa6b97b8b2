package io.sluice.benchmarks;

import io.sluice.features.FeatureEpisode;
import io.sluice.features.FeatureLearning;
import io.sluice.features.FeatureSettings;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;

/**
 * How long {@code learn --learner certified} takes on feature columns, with all candidates: five
 * steps, five actions. It prints the time, the most memory that was used, and a hash of the policy,
 * which does not depend on the number of threads:
 *
 * <pre>
 * java -Xmx4g -Djava.util.concurrent.ForkJoinPool.common.parallelism=0 -cp … io.sluice.benchmarks.LearningBenchmark 1000000 50
 * </pre>
 */
public final class LearningBenchmark {
  private static final int STEPS = NumberColumns.STEPS;
  private static final int ACTIONS = NumberColumns.ACTIONS;

  /** How many threads help; the pool itself says 1 where it is 0. */
  private static final String HELPERS = "java.util.concurrent.ForkJoinPool.common.parallelism";

  private LearningBenchmark() {}

  public static void main(String[] args) {
    long rows = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
    int width = args.length > 1 ? Integer.parseInt(args[1]) : 50;
    NumberColumns source = new NumberColumns(width, visitor -> draw(width, rows / STEPS, visitor));
    long start = System.nanoTime();
    Optional<SavedPolicy> policy = FeatureLearning.choice(source, FeatureSettings.defaults());
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%,d rows, %d columns, %d threads: %.1f s, %.1f s of processor time, %.2f GB of heap at most, %s, hash %08x%n",
        rows,
        width,
        1 + Integer.getInteger(HELPERS, ForkJoinPool.getCommonPoolParallelism()),
        seconds,
        processorSeconds(),
        peakHeap() / 1e9,
        policy.map(p -> p.origin().learner()).orElse("nothing certified"),
        policy.map(p -> PolicyJson.text(p).hashCode()).orElse(0));
  }

  /** Of all threads, so that other work on the cores does not count. */
  private static double processorSeconds() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(d -> d.toMillis() / 1e3)
        .orElse(Double.NaN);
  }

  private static double peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToDouble(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  /**
   * Rows are drawn again whenever they are asked for; an action is better by a column of its own.
   */
  private static void draw(int width, long episodes, Consumer<FeatureEpisode> visitor) {
    FeatureEpisode.Writer writer = new FeatureEpisode.Writer(STEPS, width, ACTIONS);
    double[] x = new double[width];
    double[] even = new double[ACTIONS];
    java.util.Arrays.fill(even, 1.0 / ACTIONS);
    SplittableRandom random = new SplittableRandom(1);
    for (long e = 0; e < episodes; e++) {
      writer.begin(e, (int) (e % 5));
      for (int k = 0; k < STEPS; k++) {
        for (int j = 0; j < width; j++) {
          x[j] = 2 * random.nextDouble() - 1;
        }
        int action = random.nextInt(ACTIONS);
        double click = 0.5 + 0.2 * x[action % width] + 0.1 * x[width - 1];
        double reward = random.nextDouble() < click ? 1 : 0;
        writer.row(x, action, reward, even[action], even, even);
      }
      visitor.accept(writer.episode());
    }
  }
}
