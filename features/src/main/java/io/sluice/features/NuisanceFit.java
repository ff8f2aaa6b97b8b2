package io.sluice.features;

import io.sluice.features.Nuisances.Choice;
import io.sluice.features.RidgeChoice.Fixed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Estimates {@link Nuisances} from the moments of folds. What is to be chosen is what leaves the
 * smallest squares on a part of these folds, with coefficients from their other parts, over all
 * parts; targets are the same on both sides.
 */
final class NuisanceFit {
  /** A part of the folds to test on, and the rest of them. */
  private record Split(Moments rest, Moments test) {}

  private final Moments train;
  private final List<Split> splits;
  private final Basis basis;
  private final List<Integer> sizes;
  private final RidgeChoice penalties;

  private final Nuisances fitted;

  private NuisanceFit(
      Moments train, List<Split> splits, Basis basis, List<Integer> sizes, RidgeChoice penalties) {
    this.train = train;
    this.splits = splits;
    this.basis = basis;
    this.sizes = sizes;
    this.penalties = penalties;
    fitted = new Nuisances(train.horizon());
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
    NuisanceFit fit = new NuisanceFit(Moments.sum(seen), splits, basis, sizes, penalties);
    fit.fitValues();
    fit.fitWeights();
    fit.fitBefore();
    return fit.fitted;
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
            double[][] theta = values(split.rest, step, values, size, penalty);
            for (int a = 0; a < train.actions(); a++) {
              double[] targets = split.test.targets(step, a, values);
              loss += Ridge.loss(split.test.gram(step, a), targets, theta[a]);
            }
            return loss;
          };
      Choice chosen = choose(0, k, sizes, grid(false), form);
      Choice rich = choose(0, k, richest(), richGrid(), form);
      fitted.choices.add(chosen);
      fitted.q[k - 1] = values(train, k, values, chosen.size(), chosen.penalty());
      fitted.richQ[k - 1] = values(train, k, values, rich.size(), rich.penalty());
      later = fitted.q[k - 1];
    }
  }

  private List<Double> richGrid() {
    return splits.isEmpty() ? List.of(RidgeChoice.GRID.get(2)) : RidgeChoice.GRID;
  }

  /** θ of every action; an action without rows has the average value of its step. */
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
        fitted.choices.add(chosen);
        fitted.omega[h - 1][k - 1] = weights(train, h, k, carried, chosen.size(), chosen.penalty());
        fitted.richOmega[h - 1][k - 1] = weights(train, h, k, carried, rich.size(), rich.penalty());
        earlier = fitted.omega[h - 1][k - 1];
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
    int extras = train.extras();
    for (int k = 2; k <= train.horizon(); k++) {
      double[] all = new double[train.size() * extras];
      double[][] targets = new double[extras][];
      for (int e = 0; e < extras; e++) {
        targets[e] = train.before(k - 1, e);
      }
      double[][] theta =
          Ridge.solveAll(train.gram(k), targets, train.size(), 1, basis.hasConstant());
      for (int e = 0; e < extras; e++) {
        for (int i = 0; i < train.size(); i++) {
          all[i * extras + e] = theta[e][i];
        }
      }
      fitted.before[k - 1] = all;
    }
  }
}
