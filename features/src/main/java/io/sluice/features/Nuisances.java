package io.sluice.features;

import io.sluice.features.RidgeChoice.Fixed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What scores need to know and what is estimated for them, all from other folds than the one they
 * are for:
 *
 * <pre>
 * Q̂_k(x,a) = φ(x)ᵀθ_{k,a}    backward, from r_k + V̂_{k+1}(x_{k+1}), V̂ = Σ_a π Q̂, within (k, a)
 * ω̂_{h,k}(x) = φ(x)ᵀw_{h,k}  forward, from c_{k−1} at x_k;  c_h = ρ_h − 1,  c_k = ω̂_{h,k}(x_k)·ρ_k
 * </pre>
 *
 * Both also with the richest basis, for the test of a basis that is too poor, and the row before as
 * far as the present row predicts it, for the Markov test.
 */
final class Nuisances {
  final double[][][] q; // [step][action]
  final double[][][] richQ;
  final double[][][] omega; // [h][k], from h + 1
  final double[][][] richOmega;
  final double[][][] before; // [step][extra]: the row before the step
  private final List<Choice> choices = new ArrayList<>();

  /**
   * What was chosen for a regression.
   *
   * @param from the step whose effect it is for; 0 for Q̂
   * @param size how many functions
   * @param penalty ∞ where 0 predicts best
   */
  record Choice(int from, int step, int size, double penalty) {}

  /** A part of the folds to test on, and the rest of them. */
  private record Split(Moments rest, Moments test) {}

  private final Moments train;
  private final List<Split> splits;
  private final Basis basis;
  private final List<Integer> sizes;
  private final RidgeChoice penalties;

  private Nuisances(
      Moments train, List<Split> splits, Basis basis, List<Integer> sizes, RidgeChoice penalties) {
    int horizon = train.horizon();
    this.train = train;
    this.splits = splits;
    this.basis = basis;
    this.sizes = sizes;
    this.penalties = penalties;
    q = new double[horizon][][];
    richQ = new double[horizon][][];
    omega = new double[horizon][horizon][];
    richOmega = new double[horizon][horizon][];
    before = new double[horizon][][];
  }

  /**
   * Estimates them from all folds but one, or from all if there is only one.
   *
   * @param sizes of the nested bases to choose among
   */
  static Nuisances without(
      int fold, List<Moments> folds, Basis basis, List<Integer> sizes, RidgeChoice penalties) {
    List<Moments> seen =
        IntStream.range(0, folds.size())
            .filter(f -> f != fold || folds.size() == 1)
            .mapToObj(folds::get)
            .toList();
    List<Split> splits = new ArrayList<>();
    for (int g = 0; seen.size() > 1 && g < seen.size(); g++) {
      int out = g;
      List<Moments> rest =
          IntStream.range(0, seen.size()).filter(f -> f != out).mapToObj(seen::get).toList();
      splits.add(new Split(Moments.sum(rest), seen.get(g)));
    }
    Nuisances fitted = new Nuisances(Moments.sum(seen), splits, basis, sizes, penalties);
    fitted.fitValues();
    fitted.fitWeights();
    fitted.fitBefore();
    return fitted;
  }

  /** What was chosen, for Q̂ and for ω̂. */
  List<Choice> choices() {
    return choices;
  }

  private List<Double> grid(boolean ofOmega) {
    if (penalties instanceof Fixed fixed) {
      return List.of(ofOmega ? fixed.omega() : fixed.q());
    }
    List<Double> grid = new ArrayList<>(RidgeChoice.GRID);
    if (ofOmega) {
      grid.add(Double.POSITIVE_INFINITY);
    }
    return grid;
  }

  /** A regression of which several forms can be tried. */
  private interface Regression {
    /** Σ(y − φᵀθ)² on a test part with θ from the rest, but for what does not depend on θ. */
    double loss(Split split, int size, double penalty);
  }

  private Choice choose(
      int from, int step, List<Integer> sizes, List<Double> grid, Regression form) {
    Choice best = new Choice(from, step, sizes.get(0), grid.get(grid.size() / 2));
    double least = Double.POSITIVE_INFINITY;
    for (int size : sizes.size() * grid.size() == 1 ? List.<Integer>of() : sizes) {
      for (double penalty : grid) {
        double loss = 0;
        for (Split split : splits) {
          loss += form.loss(split, size, penalty);
        }
        if (loss < least) {
          least = loss;
          best = new Choice(from, step, size, penalty);
        }
      }
    }
    return best;
  }

  private List<Integer> richest() {
    return List.of(basis.size());
  }

  private void fitValues() {
    double[][] later = null;
    for (int k = train.horizon(); k >= 1; k--) {
      int step = k;
      double[] @Nullable [] values = later;
      Regression form =
          (split, size, penalty) -> {
            double loss = 0;
            double[][] fitted = values(split.rest, step, values, size, penalty);
            for (int a = 0; a < train.actions(); a++) {
              double[] targets = split.test.targets(step, a, values);
              loss += Ridge.loss(split.test.gram(step, a), targets, fitted[a]);
            }
            return loss;
          };
      Choice chosen = choose(0, k, sizes, grid(false), form);
      Choice rich = choose(0, k, richest(), richGrid(), form);
      choices.add(chosen);
      q[k - 1] = values(train, k, values, chosen.size, chosen.penalty);
      richQ[k - 1] = values(train, k, values, rich.size, rich.penalty);
      later = q[k - 1];
    }
  }

  private List<Double> richGrid() {
    return splits.isEmpty() ? List.of(RidgeChoice.GRID.get(2)) : RidgeChoice.GRID;
  }

  /** θ of every action; an action without rows is worth what the step's rows are on average. */
  private double[][] values(
      Moments from, int step, double @Nullable [][] later, int size, double penalty) {
    double[][] theta = new double[from.actions()][];
    double sum = 0;
    long rows = 0;
    for (int a = 0; a < theta.length; a++) {
      double[] targets = from.targets(step, a, later);
      theta[a] = Ridge.solve(from.gram(step, a), targets, size, penalty, basis.hasConstant());
      sum += targets[0];
      rows += from.rows(step, a);
    }
    for (int a = 0; a < theta.length; a++) {
      if (from.rows(step, a) == 0 && basis.hasConstant() && rows > 0) {
        theta[a][0] = sum / rows;
      }
    }
    return theta;
  }

  private void fitWeights() {
    for (int h = 1; h < train.horizon(); h++) {
      double[] earlier = null;
      for (int k = h + 1; k <= train.horizon(); k++) {
        int from = h;
        int step = k;
        double @Nullable [] carried = earlier;
        Regression form =
            (split, size, penalty) ->
                Ridge.loss(
                    split.test.gram(step),
                    targets(split.test, from, step, carried),
                    weights(split.rest, from, step, carried, size, penalty));
        Choice chosen = choose(h, k, sizes, grid(true), form);
        Choice rich = choose(h, k, richest(), richGrid(), form);
        choices.add(chosen);
        omega[h - 1][k - 1] = weights(train, h, k, carried, chosen.size, chosen.penalty);
        richOmega[h - 1][k - 1] = weights(train, h, k, carried, rich.size, rich.penalty);
        earlier = omega[h - 1][k - 1];
      }
    }
  }

  /** Σφ(x_k)c_{k−1}. */
  private static double[] targets(Moments from, int h, int k, double @Nullable [] earlier) {
    return earlier == null ? from.shift(h) : from.carried(k - 1, earlier);
  }

  private static double[] weights(
      Moments from, int h, int k, double @Nullable [] earlier, int size, double penalty) {
    double[] targets = targets(from, h, k, earlier);
    return penalty == Double.POSITIVE_INFINITY
        ? new double[targets.length]
        : Ridge.solve(from.gram(k), targets, size, penalty, false);
  }

  private void fitBefore() {
    for (int k = 2; k <= train.horizon(); k++) {
      before[k - 1] = new double[train.extras()][];
      for (int e = 0; e < train.extras(); e++) {
        before[k - 1][e] =
            Ridge.solve(
                train.gram(k), train.before(k - 1, e), train.size(), 1, basis.hasConstant());
      }
    }
  }
}
