package io.sluice.benchmarks;

import io.sluice.counts.CellWriter;
import io.sluice.counts.ExactSum;
import io.sluice.counts.TransitionCounts;
import io.sluice.learning.Learned;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Counts, model and plans of a large problem, end to end, with time and memory: {@code 1,000,000
 * states, 8 actions, 10 successors, 20 steps} unless told otherwise on the command line.
 */
public final class MillionStates {
  private static final int SUCCESSORS = 10;

  private MillionStates() {}

  public static void main(String[] args) {
    int states = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int actions = args.length > 1 ? Integer.parseInt(args[1]) : 8;
    int horizon = args.length > 2 ? Integer.parseInt(args[2]) : 20;
    Shape shape = new Shape(states, actions, horizon);
    System.out.printf(
        "%,d states, %d actions, %d successors, %d steps; heap at most %,d MB%n",
        states, actions, SUCCESSORS, horizon, Runtime.getRuntime().maxMemory() >> 20);

    long start = System.nanoTime();
    TransitionCounts counts = counts(shape);
    start = report("counts, %,d cells".formatted(counts.cells()), start);
    Model model = Model.estimate(counts, Model.Pooling.POOLED);
    start = report("model, %,d transitions".formatted(model.next().entries()), start);
    counts = null;
    ValueRange range = ValueRange.of(shape);
    Backups backups = Backups.of(model, Bonus.paper(shape, 0.05), range);
    Policy behavior = Policy.uniform(shape);
    for (Learner learner : new Learner[] {Learner.VI, Learner.PVI, Learner.SPVI}) {
      Learned learned = learner.learn(backups, behavior);
      double swept = (double) model.next().entries() * horizon;
      double nanos = (System.nanoTime() - start) / swept;
      start =
          report(
              "%s, V̂(first state) = %.6f, %.2f ns per transition and step"
                  .formatted(learner.learnerName(), learned.values().at(1).point().at(0), nanos),
              start);
    }
  }

  /** Every pair seen, with ten different successors. */
  private static TransitionCounts counts(Shape shape) {
    SplittableRandom random = new SplittableRandom(1);
    CellWriter cells =
        new CellWriter(shape, Math.multiplyExact(shape.states() * shape.actions(), SUCCESSORS));
    int[] next = new int[SUCCESSORS];
    for (int x = 0; x < shape.states(); x++) {
      for (int a = 0; a < shape.actions(); a++) {
        int distinct = 0;
        while (distinct < SUCCESSORS) {
          Arrays.setAll(next, i -> random.nextInt(shape.states()));
          distinct = (int) Arrays.stream(next).distinct().count();
        }
        Arrays.sort(next);
        for (int y : next) {
          long n = 1L + random.nextInt(20);
          long rewards = random.nextInt((int) n + 1);
          long grid = (long) ExactSum.ONE;
          long high = Math.multiplyHigh(rewards, grid);
          cells.cell(1, x, a, y, n, high, rewards * grid, high, rewards * grid); // rewards 0 or 1
        }
      }
    }
    return cells.done();
  }

  private static long report(String what, long start) {
    double seconds = (System.nanoTime() - start) / 1e9;
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    long used = (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    System.out.printf("%8.1f s  %,6d MB live  %s%n", seconds, used, what);
    return System.nanoTime();
  }
}
