package io.sluice.benchmarks;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Threads;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.planning.Learner;

/**
 * How time and memory grow when states, actions, successors or steps are doubled, by one thread.
 * Heap is what is live after a collection, per million transitions.
 */
public final class KernelGrowth {
  private static final int ROUNDS = 5;

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

  private static long live() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
