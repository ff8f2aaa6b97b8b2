package io.sluice.benchmarks;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.Threads;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.ref.Reference;

/**
 * How time and memory grow when states, actions, successors or steps are doubled, and with the
 * number of episodes that are counted, by one thread. Heap is what is live after a collection.
 */
public final class KernelGrowth {
  private static final int ROUNDS = 5;
  private static final Shape LOGGED = new Shape(100, 4, 20);
  private static final int CHUNK = 1_000; // episodes
  private static final int MOST_EPISODES = 1_000_000;

  private KernelGrowth() {}

  public static void main(String[] args) {
    int states = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
    int[][] sizes = {
      {states, 4, 5, 10},
      {2 * states, 4, 5, 10},
      {4 * states, 4, 5, 10},
      {states, 8, 5, 10},
      {states, 16, 5, 10},
      {states, 4, 10, 10},
      {states, 4, 20, 10},
      {states, 4, 5, 20},
      {states, 4, 5, 40},
    };
    System.out.println(
        "  states actions successors steps      vi ms    spvi ms   model ms"
            + "   MB per million transitions: counts, model, shift");
    row(sizes[0], false); // for the compiler
    row(sizes[0], false);
    for (int[] size : sizes) {
      row(size, true);
    }
    System.out.printf("%n%s, 5 successors%n", LOGGED);
    System.out.println("episodes       rows    cells   ns per row   MB: while counting, of counts");
    episodes(100_000, false); // for the compiler
    for (int episodes = CHUNK; episodes <= MOST_EPISODES; episodes *= 10) {
      episodes(episodes, true);
    }
  }

  private static void episodes(int episodes, boolean print) {
    DrawnLog log = DrawnLog.of(LOGGED, 5, CHUNK, 1);
    Kernel count = Kernel.alone("count", () -> 0);
    for (int round = 0; round < ROUNDS; round++) {
      count.slice(count(log, episodes, new CountsAccumulator(LOGGED)), 1, 0);
      count.endRound();
    }
    long before = live();
    CountsAccumulator counted = new CountsAccumulator(LOGGED);
    count(log, episodes, counted);
    long counting = live() - before;
    TransitionCounts counts = counted.toCounts();
    long both = live() - before;
    long rows = (long) episodes * LOGGED.horizon();
    if (print) {
      System.out.printf(
          "%8d %10d %8d %12.1f %12.2f %10.2f%n",
          episodes,
          rows,
          counts.cells(),
          count.median() / rows,
          counting / (double) (1 << 20),
          (both - counting) / (double) (1 << 20));
    }
    Reference.reachabilityFence(counted); // alive when both were measured
  }

  /** Draws some episodes at a time; only the counting is timed, in nanoseconds. */
  private static long count(DrawnLog log, int episodes, CountsAccumulator into) {
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long nanos = 0;
    for (int done = 0; done < episodes; done += CHUNK) {
      log.draw();
      long from = clock.getCurrentThreadCpuTime();
      log.countInto(into);
      nanos += clock.getCurrentThreadCpuTime() - from;
    }
    return nanos;
  }

  private static void row(int[] size, boolean print) {
    KernelProblem problem = KernelProblem.of(size[0], size[1], size[2], size[3], false);
    long before = live();
    TransitionCounts counts = problem.counts();
    long withCounts = live();
    Kernel estimate =
        Kernel.alone("model", () -> Model.estimate(counts, Model.Pooling.POOLED).next().entries());
    Model model = Model.estimate(counts, Model.Pooling.POOLED);
    long withModel = live();
    Policy behavior = Policy.uniform(problem.shape());
    InducedShift shift = InducedShift.of(model, behavior);
    long withShift = live();
    ValueRange range = ValueRange.of(problem.shape());
    Backups backups =
        Backups.of(model, Bonus.paper(problem.shape(), KernelRun.DELTA), range).on(new Threads(1));
    Backups plain = backups.withBonus(Bonus.NONE);
    Kernel vi = Kernel.alone("vi", () -> Learner.VI.learn(plain, shift).values().horizon());
    Kernel spvi = Kernel.alone("spvi", () -> Learner.SPVI.learn(backups, shift).values().horizon());
    for (int round = 0; round < ROUNDS; round++) {
      vi.round(1);
      spvi.round(1);
      estimate.round(1);
    }
    if (print) {
      double millions = problem.transitions() / 1e6 * (1 << 20);
      System.out.printf(
          "%8d %7d %10d %5d %10.1f %10.1f %10.1f   %6.1f %6.1f %6.1f%n",
          size[0],
          size[1],
          size[2],
          size[3],
          vi.median() / 1e6,
          spvi.median() / 1e6,
          estimate.median() / 1e6,
          (withCounts - before) / millions,
          (withModel - withCounts) / millions,
          (withShift - withModel) / millions);
    }
  }

  /** Bytes in use, once four collections free nothing more: the serial one lets garbage lie. */
  static long live() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int idle = 0; idle < 4; ) {
      System.gc();
      long used = runtime.totalMemory() - runtime.freeMemory();
      idle = used < least ? 0 : idle + 1;
      least = Math.min(least, used);
    }
    return least;
  }
}
