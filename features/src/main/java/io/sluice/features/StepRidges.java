package io.sluice.features;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Ridge regressions on the rows of a step that differ in their targets only: of several policies,
 * and of the effects of several earlier steps. Their matrices Σφφᵀ + λD are the same, so each is
 * factorized once for all of them. The numbers are those of each regression by itself.
 */
final class StepRidges {
  /** Some folds and the sums of their moments. */
  static final class Part {
    final List<Integer> folds;
    final Moments sums;

    Part(List<Integer> folds, Moments sums) {
      this.folds = folds;
      this.sums = sums;
    }
  }

  /** A part of the folds to test on, and the rest of them. */
  record Split(Part rest, Part test) {}

  /** Σφy over the rows of an action in a part, or with action −1 over all rows. */
  interface Targets {
    double[] of(Part part, int action);
  }

  /** How many functions, and the penalty. */
  record Form(int size, double penalty) {}

  private final int step;
  private final boolean byAction;
  private final boolean free;
  private final List<Split> splits;
  private final List<Targets> targets;
  private final Map<Part, double[][]> grams = new HashMap<>();
  private final Map<Part, double[][][]> sums = new HashMap<>(); // [regression][group]

  /**
   * @param byAction whether each action has coefficients of its own; one without rows then has the
   *     average target of the step
   * @param free whether the first function is not penalized
   * @param targets of every regression
   */
  StepRidges(int step, boolean byAction, boolean free, List<Split> splits, List<Targets> targets) {
    this.step = step;
    this.byAction = byAction;
    this.free = free;
    this.splits = splits;
    this.targets = targets;
  }

  private double[][] gram(Part part) {
    return grams.computeIfAbsent(
        part,
        p ->
            byAction
                ? IntStream.range(0, p.sums.actions())
                    .mapToObj(a -> p.sums.gram(step, a))
                    .toArray(double[][]::new)
                : new double[][] {p.sums.gram(step)});
  }

  private double[][] sums(Part part, int regression) {
    double[][][] all = sums.computeIfAbsent(part, p -> new double[targets.size()][][]);
    if (all[regression] == null) {
      Targets own = targets.get(regression);
      all[regression] =
          IntStream.range(0, gram(part).length)
              .mapToObj(a -> own.of(part, byAction ? a : -1))
              .toArray(double[][]::new);
    }
    return all[regression];
  }

  /**
   * θ of some regressions, by regression and action.
   *
   * @param form with penalty ∞ for θ = 0
   */
  private double[][][] solve(Part part, List<Integer> which, Form form) {
    double[][] gram = gram(part);
    double[][][] theta = new double[which.size()][gram.length][];
    for (int g = 0; g < gram.length; g++) {
      double[][] own = new double[which.size()][];
      for (int i = 0; i < own.length; i++) {
        own[i] = sums(part, which.get(i))[g];
      }
      double[][] solved =
          form.penalty() == Double.POSITIVE_INFINITY
              ? new double[own.length][own[0].length]
              : Ridge.solveAll(gram[g], own, form.size(), form.penalty(), free);
      for (int i = 0; i < own.length; i++) {
        theta[i][g] = solved[i];
      }
    }
    for (int i = 0; byAction && free && i < theta.length; i++) {
      fillUnseen(part.sums, sums(part, which.get(i)), theta[i]);
    }
    return theta;
  }

  private void fillUnseen(Moments from, double[][] own, double[][] theta) {
    double sum = 0;
    long rows = 0;
    for (int a = 0; a < theta.length; a++) {
      sum += own[a][0];
      rows += from.rows(step, a);
    }
    for (int a = 0; a < theta.length; a++) {
      if (from.rows(step, a) == 0 && rows > 0) {
        theta[a][0] = sum / rows;
      }
    }
  }

  /** θ of a regression in a form, by action. */
  double[][] solve(Part part, int regression, Form form) {
    return solve(part, List.of(regression), form)[0];
  }

  /** θ of all regressions, each in its form. */
  List<double[][]> solve(Part part, List<Form> forms) {
    double[][][] theta = new double[forms.size()][][];
    for (Form form : forms.stream().distinct().toList()) {
      List<Integer> which =
          IntStream.range(0, theta.length).filter(r -> forms.get(r).equals(form)).boxed().toList();
      double[][][] solved = solve(part, which, form);
      for (int i = 0; i < solved.length; i++) {
        theta[which.get(i)] = solved[i];
      }
    }
    return Arrays.asList(theta);
  }

  /** Σ(y − φᵀθ)² on a test part with θ from the rest, but for what does not depend on θ. */
  double loss(Split split, int regression, Form form) {
    return loss(split, regression, solve(split.rest, regression, form));
  }

  private double loss(Split split, int regression, double[][] theta) {
    double[][] gram = gram(split.test);
    double[][] left = sums(split.test, regression);
    double loss = 0;
    for (int g = 0; g < gram.length; g++) {
      loss += Ridge.loss(gram[g], left[g], theta[g]);
    }
    return loss;
  }

  /** What leaves the least of each regression on test parts, over all splits. */
  List<Form> choose(List<Integer> sizes, List<Double> grid) {
    int count = targets.size();
    List<Integer> all = IntStream.range(0, count).boxed().toList();
    double[] least = new double[count];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    List<Form> best = new ArrayList<>();
    all.forEach(r -> best.add(new Form(sizes.get(0), grid.get(grid.size() / 2))));
    for (int size : sizes.size() * grid.size() == 1 ? List.<Integer>of() : sizes) {
      for (double penalty : grid) {
        Form form = new Form(size, penalty);
        double[] loss = new double[count];
        for (Split split : splits) {
          double[][][] theta = solve(split.rest, all, form);
          for (int r = 0; r < count; r++) {
            loss[r] += loss(split, r, theta[r]);
          }
        }
        for (int r = 0; r < count; r++) {
          if (loss[r] < least[r]) {
            least[r] = loss[r];
            best.set(r, form);
          }
        }
      }
    }
    return best;
  }
}
