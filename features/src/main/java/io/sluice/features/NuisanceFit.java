package io.sluice.features;

import io.sluice.features.BoostedFit.Fitted;
import io.sluice.features.FeatureSettings.NuisanceChoice;
import io.sluice.features.Nuisances.Choice;
import io.sluice.features.RidgeChoice.Fixed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Estimates {@link Nuisances} from the moments of folds. What is to be chosen is what leaves the
 * smallest squares on a part of these folds, with coefficients from their other parts, over all
 * parts; targets are the same on both sides. Where trees may be used, they and the ridge regression
 * are held against each other on one part, the fold that the number of trees is chosen on.
 */
final class NuisanceFit {
  /** Some folds and the sums of their moments. */
  private record Part(List<Integer> folds, Moments sums) {}

  /** A part of the folds to test on, and the rest of them. */
  private record Split(Part rest, Part test) {}

  private final Part train;
  private final List<Split> splits;
  private final Basis basis;
  private final List<Integer> sizes;
  private final FeatureSettings settings;
  private final Optional<BoostedFit> boosted;

  private final Nuisances fitted;

  private NuisanceFit(
      Part train,
      List<Split> splits,
      Basis basis,
      List<Integer> sizes,
      FeatureSettings settings,
      Optional<BoostedFit> boosted) {
    this.train = train;
    this.splits = splits;
    this.basis = basis;
    this.sizes = sizes;
    this.settings = settings;
    this.boosted = boosted;
    fitted = new Nuisances(train.sums.horizon());
  }

  /**
   * Estimates them from all folds but one, or from all if there is only one.
   *
   * @param sizes of the nested bases to choose among
   * @param boosted what fits trees without this fold, where they may be used
   */
  static Nuisances without(
      int fold,
      List<Moments> folds,
      Basis basis,
      List<Integer> sizes,
      FeatureSettings settings,
      Optional<BoostedFit> boosted) {
    List<Integer> seen =
        IntStream.range(0, folds.size())
            .filter(f -> f != fold || folds.size() == 1)
            .boxed()
            .toList();
    List<Split> splits = new ArrayList<>();
    for (int g = 0; seen.size() > 1 && g < seen.size(); g++) {
      int out = seen.get(g);
      List<Integer> rest = seen.stream().filter(f -> f != out).toList();
      splits.add(new Split(part(rest, folds), new Part(List.of(out), folds.get(out))));
    }
    NuisanceFit fit = new NuisanceFit(part(seen, folds), splits, basis, sizes, settings, boosted);
    fit.fitValues();
    fit.fitWeights();
    fit.fitBefore();
    return fit.fitted;
  }

  private static Part part(List<Integer> which, List<Moments> folds) {
    return new Part(which, Moments.sum(which.stream().map(folds::get).toList()));
  }

  private List<Double> grid(boolean ofOmega) {
    if (settings.ridge() instanceof Fixed fixed) {
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

  /** Whether trees are to be used for what ridge would do like this. */
  private boolean prefers(Fitted trees, Choice ridge, Regression form) {
    if (settings.nuisance() == NuisanceChoice.BOOSTED) {
      return true;
    }
    int test = boosted.orElseThrow().test();
    Split split =
        splits.stream().filter(s -> s.test.folds.get(0) == test).findFirst().orElseThrow();
    return trees.loss() < form.loss(split, ridge.size(), ridge.penalty());
  }

  private List<Integer> richest() {
    return List.of(basis.size());
  }

  /** Σφy over the rows of an action in a part, or with action −1 over all rows. */
  private interface Targets {
    double[] of(Part part, int action);
  }

  /** The same from sums by fold and action. */
  private static Targets added(double[][][] sums) {
    return (part, action) -> {
      double[] all = new double[sums[0][0].length];
      for (int f : part.folds) {
        for (int a = 0; a < sums[f].length; a++) {
          for (int i = 0; (action < 0 || a == action) && i < all.length; i++) {
            all[i] += sums[f][a][i];
          }
        }
      }
      return all;
    };
  }

  private void fitValues() {
    for (int k = train.sums.horizon(); k >= 1; k--) {
      int step = k;
      double[] y = boosted.isPresent() ? outcomes(k) : new double[0];
      Targets targets = valueTargets(k, y);
      Regression form =
          (split, size, penalty) -> {
            double loss = 0;
            double[][] theta = values(split.rest, step, targets, size, penalty);
            for (int a = 0; a < theta.length; a++) {
              double[] left = targets.of(split.test, a);
              loss += Ridge.loss(split.test.sums.gram(step, a), left, theta[a]);
            }
            return loss;
          };
      Choice chosen = choose(0, k, sizes, grid(false), form);
      Choice rich = choose(0, k, richest(), richGrid(), form);
      fitted.q[k - 1] = values(train, k, targets, chosen.size(), chosen.penalty());
      fitted.richQ[k - 1] = values(train, k, targets, rich.size(), rich.penalty());
      Optional<Fitted> trees = boosted.map(b -> b.values(step, y));
      if (trees.isPresent() && prefers(trees.get(), chosen, form)) {
        fitted.boostedQ[k - 1] = trees.get().trees();
        chosen = chosen.boosted(trees.get().trees().rounds());
      }
      fitted.choices.add(chosen);
    }
  }

  /** r + V̂_{k+1} of every row of a step. */
  private double[] outcomes(int k) {
    TreeRows rows = boosted.orElseThrow().rows();
    double[] later =
        k == train.sums.horizon()
            ? new double[0]
            : rows.each(
                k + 1,
                (row, phi) -> {
                  double value = 0;
                  for (int a = 0; a < row.evaluated.length; a++) {
                    value +=
                        row.evaluated[a] == 0 ? 0 : row.evaluated[a] * fitted.value(k + 1, a, phi);
                  }
                  return value;
                });
    return rows.outcomes(k, later);
  }

  private Targets valueTargets(int k, double[] y) {
    boolean last = k == train.sums.horizon();
    if (!last && fitted.boostedQ[k] != null) {
      return added(boosted.orElseThrow().rows().sums(k, y));
    }
    double @Nullable [][] later = last ? null : fitted.q[k];
    return (part, a) -> part.sums.targets(k, a, later);
  }

  private List<Double> richGrid() {
    return splits.isEmpty() ? List.of(RidgeChoice.GRID.get(2)) : RidgeChoice.GRID;
  }

  /** θ of every action; an action without rows has the average value of its step. */
  private double[][] values(Part part, int step, Targets targets, int size, double penalty) {
    Moments from = part.sums;
    double[][] theta = new double[from.actions()][];
    double sum = 0;
    long rows = 0;
    for (int a = 0; a < theta.length; a++) {
      double[] own = targets.of(part, a);
      theta[a] = Ridge.solve(from.gram(step, a), own, size, penalty, basis.hasConstant());
      sum += own[0];
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
    int horizon = train.sums.horizon();
    for (int h = 1; h < horizon; h++) {
      for (int k = h + 1; k <= horizon; k++) {
        int step = k;
        double[] c = boosted.isPresent() ? carried(h, k) : new double[0];
        Targets targets = weightTargets(h, k, c);
        Regression form =
            (split, size, penalty) ->
                Ridge.loss(
                    split.test.sums.gram(step),
                    targets.of(split.test, -1),
                    weights(split.rest, step, targets, size, penalty));
        Choice chosen = choose(h, k, sizes, grid(true), form);
        Choice rich = choose(h, k, richest(), richGrid(), form);
        fitted.omega[h - 1][k - 1] = weights(train, k, targets, chosen.size(), chosen.penalty());
        fitted.richOmega[h - 1][k - 1] = weights(train, k, targets, rich.size(), rich.penalty());
        Optional<Fitted> trees = boosted.map(b -> b.weights(step, c));
        if (trees.isPresent() && prefers(trees.get(), chosen, form)) {
          fitted.boostedOmega[h - 1][k - 1] = trees.get().trees();
          chosen = chosen.boosted(trees.get().trees().rounds());
        }
        fitted.choices.add(chosen);
      }
    }
  }

  /** c_{k−1} of every row of step k, for the effect of step h. */
  private double[] carried(int h, int k) {
    TreeRows rows = boosted.orElseThrow().rows();
    double[] before =
        rows.each(
            k - 1,
            (row, phi) -> k - 1 == h ? row.ratio - 1 : fitted.weight(h, k - 1, phi) * row.ratio);
    return rows.fromBefore(k, before);
  }

  /** Σφ(x_k)c_{k−1}. */
  private Targets weightTargets(int h, int k, double[] c) {
    if (k == h + 1) {
      return (part, a) -> part.sums.shift(h);
    }
    if (fitted.boostedOmega[h - 1][k - 2] != null) {
      return added(boosted.orElseThrow().rows().sums(k, c));
    }
    double[] earlier = fitted.omega[h - 1][k - 2];
    return (part, a) -> part.sums.carried(k - 1, earlier);
  }

  private static double[] weights(Part part, int k, Targets targets, int size, double penalty) {
    double[] sums = targets.of(part, -1);
    return penalty == Double.POSITIVE_INFINITY
        ? new double[sums.length]
        : Ridge.solve(part.sums.gram(k), sums, size, penalty, false);
  }

  private void fitBefore() {
    Moments sums = train.sums;
    int extras = sums.extras();
    for (int k = 2; k <= sums.horizon(); k++) {
      double[] all = new double[sums.size() * extras];
      double[][] targets = new double[extras][];
      for (int e = 0; e < extras; e++) {
        targets[e] = sums.before(k - 1, e);
      }
      double[][] theta = Ridge.solveAll(sums.gram(k), targets, sums.size(), 1, basis.hasConstant());
      for (int e = 0; e < extras; e++) {
        for (int i = 0; i < sums.size(); i++) {
          all[i * extras + e] = theta[e][i];
        }
      }
      fitted.before[k - 1] = all;
    }
  }
}
