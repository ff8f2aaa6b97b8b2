package io.sluice.benchmarks;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How fast rows are counted and counts are added, by one thread, as ratios to reading the same
 * bytes in the same round, and how much memory that takes: a log whose cells fit into a cache and
 * one whose cells do not.
 *
 * <p>Arguments, all optional: rounds; thousands of episodes of the larger log.
 */
public final class CountsBenchmark {
  private static final int BYTES_PER_CELL = 48; // key, n, Σr and Σr² of 16 bytes each
  private static final int WARM_UP = 10;

  private final Shape shape;
  private final int successors;
  private final int episodes;
  private final int rounds;
  private @Nullable Object made; // so that nothing is left out

  private CountsBenchmark(Shape shape, int successors, int episodes, int rounds) {
    this.shape = shape;
    this.successors = successors;
    this.episodes = episodes;
    this.rounds = rounds;
  }

  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
    int thousands = args.length > 1 ? Integer.parseInt(args[1]) : 200;
    new CountsBenchmark(new Shape(100, 4, 20), 5, 20_000, rounds).run();
    new CountsBenchmark(new Shape(1_000, 8, 20), 10, 1_000 * thousands, rounds).run();
  }

  private void run() {
    DrawnLog log = DrawnLog.of(shape, successors, episodes, 1);
    TransitionCounts counts = log.counts();
    System.out.printf("%n%s: %,d rows, %,d cells%n", shape, log.rows(), counts.cells());
    time("add, per row", log.rows(), (long) DrawnLog.BYTES_PER_ROW * log.rows(), log::counted);
    CountsAccumulator counted = log.counted();
    time("toCounts, per cell", counts.cells(), bytes(counts, counts), counted::toCounts);
    counted = null;
    merge("plus, a like log", counts, DrawnLog.of(shape, successors, episodes, 2).counts());
    int few = episodes / 20;
    TransitionCounts thin = DrawnLog.of(shape, successors, few, 3).counts();
    merge("plus, a thin log", counts, thin);
    merge("plus, two thin logs", thin, DrawnLog.of(shape, successors, few, 4).counts());
    int half = shape.states() / 2;
    merge("plus, odd and even states", log.counts(x -> x % 2 == 1), log.counts(x -> x % 2 == 0));
    merge("plus, low and high states", log.counts(x -> x < half), log.counts(x -> x >= half));
    heap(log);
  }

  private void merge(String name, TransitionCounts one, TransitionCounts other) {
    int cells = one.cells() + other.cells();
    long bytes = bytes(one, other) + bytes(one.plus(other));
    time(name + ", per cell", cells, bytes, () -> one.plus(other));
  }

  private static long bytes(TransitionCounts... all) {
    long cells = 0;
    for (TransitionCounts counts : all) {
      cells += counts.cells();
    }
    return BYTES_PER_CELL * cells;
  }

  private void time(String name, int items, long bytes, Supplier<?> work) {
    Probe reading = new Probe(bytes);
    Kernel probe =
        Kernel.alone(
            "probe",
            () -> {
              reading.read();
              return reading.sum();
            });
    Kernel kernel =
        Kernel.alone(
            name,
            () -> {
              made = work.get();
              return 0;
            });
    int times = Math.max(1, 400_000 / items);
    for (int round = -WARM_UP; round < rounds; round++) {
      probe.round(times);
      kernel.round(times);
      if (round < 0) {
        probe.forget();
        kernel.forget();
      }
    }
    long before = allocated();
    made = work.get();
    System.out.printf(
        "  %-35s %7.1f ns  %7.1f million per second  %6.1f × probe  %6.1f bytes allocated%n",
        name,
        kernel.median() / items,
        1e3 * items / kernel.median(),
        kernel.over(probe),
        (allocated() - before) / (double) items);
  }

  private void heap(DrawnLog log) {
    made = null;
    long before = KernelGrowth.live();
    CountsAccumulator counted = log.counted();
    long counting = KernelGrowth.live() - before;
    TransitionCounts counts = counted.toCounts();
    long both = KernelGrowth.live() - before;
    double millions = counts.cells() / 1e6 * (1 << 20);
    System.out.printf(
        "  heap per million cells: %.1f MB while counting, %.1f MB of counts%n",
        counting / millions, (both - counting) / millions);
    Reference.reachabilityFence(counted); // alive when both were measured
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }
}
