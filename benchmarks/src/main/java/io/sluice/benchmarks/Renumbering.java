package io.sluice.benchmarks;

import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import io.sluice.model.Threads;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/**
 * Whether it pays to number states anew, so that next states are near: a problem with near next
 * states whose numbers were shuffled is put in the order in which a search meets the states, and
 * planned on before and after. One thread; the argument, optional, is the number of states.
 */
public final class Renumbering {
  private static final int ROUNDS = 5;

  private Renumbering() {}

  public static void main(String[] args) {
    int states = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    for (boolean local : new boolean[] {true, false}) {
      measure(KernelProblem.of(states, 8, 10, 20, local));
    }
  }

  private static void measure(KernelProblem problem) {
    Shape shape = problem.shape();
    Model shuffled = renumbered(problem.model(), shuffle(shape.states()));
    double[] making = new double[ROUNDS];
    Model[] found = {null};
    for (int i = 0; i < ROUNDS; i++) {
      found[0] = null; // space for the next
      making[i] = seconds(() -> found[0] = renumbered(shuffled, met(shuffled)));
    }
    double make = median(making);
    System.out.printf(
        "%s, then shuffled: a new order and its model take %.2f s%n", problem.name(), make);
    for (Learner learner : new Learner[] {Learner.VI, Learner.SPVI}) {
      double[] before = new double[ROUNDS];
      double[] after = new double[ROUNDS];
      double[] gained = new double[ROUNDS];
      Plan old = new Plan(learner, shuffled);
      Plan anew = new Plan(learner, found[0]);
      old.make();
      anew.make(); // for the compiler
      for (int i = 0; i < ROUNDS; i++) {
        before[i] = seconds(old::make);
        after[i] = seconds(anew::make);
        gained[i] = before[i] - after[i];
      }
      double gain = median(gained);
      System.out.printf(
          "  %-5s a plan takes %.2f s before, %.2f s after: %s%n",
          learner.learnerName(),
          median(before),
          median(after),
          gain <= 0 ? "never pays" : "pays from %.1f plans on".formatted(make / gain));
    }
  }

  /** One learner on one model, with its shift at hand. */
  private static final class Plan {
    private final Learner learner;
    private final Backups backups;
    private final InducedShift shift;

    Plan(Learner learner, Model model) {
      Shape shape = model.shape();
      this.learner = learner;
      Bonus bonus = learner == Learner.VI ? Bonus.NONE : Bonus.paper(shape, KernelRun.DELTA);
      backups = Backups.of(model, bonus, ValueRange.of(shape)).on(new Threads(1));
      shift = InducedShift.of(model, Policy.uniform(shape));
    }

    void make() {
      learner.learn(backups, shift);
    }
  }

  /**
   * New numbers of states in the order in which a search by breadth, from state 0 on, meets them.
   */
  private static int[] met(Model model) {
    SparseRows next = model.next();
    int states = model.shape().states();
    int actions = model.shape().actions();
    int[] queue = new int[states];
    int[] number = new int[states];
    Arrays.fill(number, -1);
    int known = 0;
    int done = 0;
    for (int begin = 0; begin < states; begin++) {
      if (number[begin] < 0) {
        number[begin] = known;
        queue[known++] = begin;
      }
      for (; done < known; done++) {
        int first = queue[done] * actions;
        for (int k = next.start(first), end = next.start(first + actions); k < end; k++) {
          int x = next.column(k);
          if (x < states && number[x] < 0) {
            number[x] = known;
            queue[known++] = x;
          }
        }
      }
    }
    return number;
  }

  private static int[] shuffle(int states) {
    SplittableRandom random = new SplittableRandom(1);
    int[] number = new int[states];
    for (int i = 1; i < states; i++) {
      int j = random.nextInt(i + 1);
      number[i] = number[j];
      number[j] = i;
    }
    return number;
  }

  /** The same model with other numbers of its states. */
  private static Model renumbered(Model model, int[] number) {
    Shape shape = model.shape();
    int actions = shape.actions();
    int[] old = new int[number.length];
    for (int x = 0; x < number.length; x++) {
      old[number[x]] = x;
    }
    IntUnaryOperator renamed = x -> x < number.length ? number[x] : x; // the end stays
    SparseRows next = model.next();
    double[] reward = new double[next.rows()];
    long[] visits = new long[next.rows()];
    SparseRows.Writer rows = new SparseRows.Writer(next.rows(), next.entries());
    long[] sorted = new long[0]; // new column and old entry in one number
    for (int pair = 0; pair < next.rows(); pair++) {
      int from = old[pair / actions] * actions + pair % actions;
      int start = next.start(from);
      int size = next.start(from + 1) - start;
      sorted = sorted.length < size ? new long[size] : sorted;
      for (int i = 0; i < size; i++) {
        sorted[i] = (long) renamed.applyAsInt(next.column(start + i)) << 32 | start + i;
      }
      Arrays.sort(sorted, 0, size);
      for (int i = 0; i < size; i++) {
        rows.entry((int) (sorted[i] >>> 32), next.value((int) sorted[i]));
      }
      rows.endRow();
      reward[pair] = model.reward(from);
      visits[pair] = model.visits(from);
    }
    return Model.of(shape, model.pooling(), reward, visits, rows.done());
  }

  private static double seconds(Runnable work) {
    long from = System.nanoTime();
    work.run();
    return (System.nanoTime() - from) / 1e9;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
