package io.sluice.benchmarks;

import io.sluice.features.FeatureEpisode;
import io.sluice.features.FeatureEvaluation;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.features.RidgeChoice;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * How long an evaluation on feature columns takes, against a bare pass over the same rows that adds
 * up Σφφᵀ per step and action: five steps, five actions, a deterministic policy or, with {@code
 * mixed}, one that gives every action a probability and needs cross-moments of every action, a
 * plain basis. Times are those of one thread on a core; the peak of the heap is that of an
 * evaluation, with what is not collected yet. Rows are drawn from 10,000 again and again, so that
 * the log takes no memory. {@code java -Xmx2g -cp … io.sluice.benchmarks.FeatureBenchmark 1000000
 * 50 mixed}.
 */
public final class FeatureBenchmark {
  private static final int STEPS = NumberColumns.STEPS;
  private static final int ACTIONS = NumberColumns.ACTIONS;

  private FeatureBenchmark() {}

  /** Rows of a pool, again and again. */
  private static void draw(
      double[][] rows, long episodes, boolean mixed, Consumer<FeatureEpisode> visitor) {
    FeatureEpisode.Writer writer = new FeatureEpisode.Writer(STEPS, rows[0].length, ACTIONS);
    double[] even = {0.2, 0.2, 0.2, 0.2, 0.2};
    double[] chosen = new double[ACTIONS];
    SplittableRandom random = new SplittableRandom(2);
    for (long t = 0; t < episodes; t++) {
      writer.begin(t, (int) (t % 5));
      for (int k = 0; k < STEPS; k++) {
        double[] x = rows[random.nextInt(rows.length)];
        Arrays.fill(chosen, mixed ? 0.1 : 0);
        chosen[x[0] > 0 ? 1 : 0] = mixed ? 0.6 : 1;
        writer.row(x, random.nextInt(ACTIONS), x[1], 0.2, even, chosen);
      }
      visitor.accept(writer.episode());
    }
  }

  /**
   * @param arguments rows, columns, and {@code mixed} for a policy that mixes actions
   */
  public static void main(String[] arguments) {
    long rows = Long.parseLong(arguments[0]);
    int columns = Integer.parseInt(arguments[1]);
    boolean mixed = arguments.length > 2;
    if (mixed && !arguments[2].equals("mixed")) {
      throw new IllegalArgumentException("policy: needs mixed or nothing, got " + arguments[2]);
    }
    SplittableRandom random = new SplittableRandom(1);
    double[][] pool = new double[10_000][columns];
    for (double[] row : pool) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextGaussian();
      }
    }
    NumberColumns source =
        new NumberColumns(columns, visitor -> draw(pool, rows / STEPS, mixed, visitor));
    for (int run = 0; run < 3; run++) {
      long start = cpu();
      double sum = bare(rows / STEPS, pool);
      heap().forEach(MemoryPoolMXBean::resetPeakUsage);
      long middle = cpu();
      FeatureEvaluation.of(
          source,
          new FeatureSettings(0.05, 1, BasisChoice.PLAIN, new RidgeChoice.Fixed(1, 10)),
          FeatureSettings.USUAL);
      long end = cpu();
      System.out.printf(
          Locale.ROOT,
          "bare %.2f s, evaluation %.2f s, ratio %.2f, peak heap %d MB (%.0f)%n",
          (middle - start) / 1e9,
          (end - middle) / 1e9,
          (end - middle) / (double) (middle - start),
          heap().mapToLong(p -> p.getPeakUsage().getUsed()).sum() >> 20,
          sum);
    }
  }

  private static Stream<MemoryPoolMXBean> heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP);
  }

  /** Time of this thread on a core, so that other work does not count. */
  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double bare(long episodes, double[][] pool) {
    int size = pool[0].length + 1;
    double[][] gram = new double[STEPS * ACTIONS][size * size];
    double[] phi = new double[size];
    phi[0] = 1;
    SplittableRandom random = new SplittableRandom(2);
    for (long t = 0; t < episodes; t++) {
      for (int k = 0; k < STEPS; k++) {
        double[] x = pool[random.nextInt(pool.length)];
        System.arraycopy(x, 0, phi, 1, x.length);
        double[] into = gram[k * ACTIONS + random.nextInt(ACTIONS)];
        for (int i = 0; i < size; i++) {
          double f = phi[i];
          for (int j = 0; j < size; j++) {
            into[i * size + j] += f * phi[j];
          }
        }
      }
    }
    return gram[0][0];
  }
}
