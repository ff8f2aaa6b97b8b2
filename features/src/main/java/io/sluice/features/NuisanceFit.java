package io.sluice.features;

import io.sluice.features.BoostedFit.Fitted;
import io.sluice.features.FeatureSettings.NuisanceChoice;
import io.sluice.features.Nuisances.Choice;
import io.sluice.features.RidgeChoice.Fixed;
import io.sluice.features.StepRidges.Form;
import io.sluice.features.StepRidges.Part;
import io.sluice.features.StepRidges.Split;
import io.sluice.features.StepRidges.Targets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Estimates {@link Nuisances} of several policies from the moments of folds. What is to be chosen
 * is what leaves the smallest squares on a part of these folds, with coefficients from their other
 * parts, over all parts; targets are the same on both sides. Where trees may be used, they and the
 * ridge regression are held against each other on one part, the fold that the number of trees is
 * chosen on. What policies have in common is computed once ({@link StepRidges}).
 */
final class NuisanceFit {
  private final Part train;
  private final List<Split> splits;
  private final Basis basis;
  private final List<Integer> sizes;
  private final FeatureSettings settings;
  private final Optional<BoostedFit> boosted;

  private final List<Nuisances> fitted; // by policy

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
    fitted =
        IntStream.range(0, train.sums.policies())
            .mapToObj(p -> new Nuisances(train.sums.horizon()))
            .toList();
  }

  /**
   * Estimates them from all folds but one, or from all if there is only one, for every policy that
   * moments have.
   *
   * @param sizes of the nested bases to choose among
   * @param boosted what fits trees without this fold for the only policy, where they may be used
   */
  static List<Nuisances> without(
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
    NuisanceFit fit =
        new NuisanceFit(part(seen, folds), splits(seen, folds), basis, sizes, settings, boosted);
    fit.fitValues();
    fit.fitWeights();
    fit.fitBefore();
    return fit.fitted;
  }

  /**
   * Q̂ of one policy by ridge, from all folds; ω̂ is 0. What is to be chosen is chosen by
   * prediction of one fold from the others.
   */
  static Nuisances values(
      List<Moments> folds, Basis basis, List<Integer> sizes, FeatureSettings settings) {
    List<Integer> all = IntStream.range(0, folds.size()).boxed().toList();
    NuisanceFit fit =
        new NuisanceFit(
            part(all, folds), splits(all, folds), basis, sizes, settings, Optional.empty());
    fit.fitValues();
    Nuisances fitted = fit.fitted.get(0);
    for (double[][] ofEffect : fitted.omega) {
      Arrays.setAll(ofEffect, k -> new double[basis.size()]);
    }
    return fitted;
  }

  /** Each fold in turn as the test of the others, where there are several. */
  private static List<Split> splits(List<Integer> seen, List<Moments> folds) {
    List<Split> splits = new ArrayList<>();
    for (int g = 0; seen.size() > 1 && g < seen.size(); g++) {
      int out = seen.get(g);
      List<Integer> rest = seen.stream().filter(f -> f != out).toList();
      splits.add(new Split(part(rest, folds), new Part(List.of(out), folds.get(out))));
    }
    return splits;
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

  /** Whether trees are to be used for a regression that ridge would make in this form. */
  private boolean prefers(Fitted trees, StepRidges ridges, int regression, Form form) {
    if (settings.nuisance() == NuisanceChoice.BOOSTED) {
      return true;
    }
    int test = boosted.orElseThrow().test();
    Split split =
        splits.stream().filter(s -> s.test().folds.get(0) == test).findFirst().orElseThrow();
    return trees.loss() < ridges.loss(split, regression, form);
  }

  private List<Integer> richest() {
    return List.of(basis.size());
  }

  private List<Double> richGrid() {
    return splits.isEmpty() ? List.of(RidgeChoice.GRID.get(2)) : RidgeChoice.GRID;
  }

  /** Sums by fold and action. */
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
      List<Targets> targets = new ArrayList<>();
      for (int p = 0; p < fitted.size(); p++) {
        targets.add(valueTargets(p, k, y));
      }
      StepRidges ridges = new StepRidges(k, true, basis.hasConstant(), splits, targets);
      List<Form> chosen = ridges.choose(sizes, grid(false));
      List<double[][]> theta = ridges.solve(train, chosen);
      List<double[][]> rich = ridges.solve(train, ridges.choose(richest(), richGrid()));
      Optional<Fitted> trees = boosted.map(b -> b.values(step, y));
      for (int p = 0; p < fitted.size(); p++) {
        Nuisances own = fitted.get(p);
        own.q[k - 1] = theta.get(p);
        own.richQ[k - 1] = rich.get(p);
        Choice choice = new Choice(0, k, chosen.get(p).size(), chosen.get(p).penalty());
        if (trees.isPresent() && prefers(trees.get(), ridges, p, chosen.get(p))) {
          own.boostedQ[k - 1] = trees.get().trees();
          choice = choice.boosted(trees.get().trees().rounds());
        }
        own.choices.add(choice);
      }
    }
  }

  /** r + V̂_{k+1} of every row of a step. */
  private double[] outcomes(int k) {
    TreeRows rows = boosted.orElseThrow().rows();
    Nuisances own = fitted.get(0);
    double[] later =
        k == train.sums.horizon()
            ? new double[0]
            : rows.each(
                k + 1,
                (row, phi) -> {
                  double value = 0;
                  for (int a = 0; a < row.evaluated.length; a++) {
                    value +=
                        row.evaluated[a] == 0 ? 0 : row.evaluated[a] * own.value(k + 1, a, phi);
                  }
                  return value;
                });
    return rows.outcomes(k, later);
  }

  private Targets valueTargets(int policy, int k, double[] y) {
    boolean last = k == train.sums.horizon();
    Nuisances own = fitted.get(policy);
    if (!last && own.boostedQ[k] != null) {
      return added(boosted.orElseThrow().rows().sums(k, y));
    }
    double @Nullable [][] later = last ? null : own.q[k];
    return (part, a) -> part.sums.targets(policy, k, a, later);
  }

  private void fitWeights() {
    for (int k = 2; k <= train.sums.horizon(); k++) {
      int step = k;
      int before = k - 1;
      List<double[]> carried = new ArrayList<>();
      List<Targets> targets = new ArrayList<>(); // by policy, and then by the step of the effect
      for (int p = 0; p < fitted.size(); p++) {
        for (int h = 1; h <= before; h++) {
          double[] c = boosted.isPresent() ? carried(h, k) : new double[0];
          carried.add(c);
          targets.add(weightTargets(p, h, k, c));
        }
      }
      StepRidges ridges = new StepRidges(k, false, false, splits, targets);
      List<Form> chosen = ridges.choose(sizes, grid(true));
      List<double[][]> theta = ridges.solve(train, chosen);
      List<double[][]> rich = ridges.solve(train, ridges.choose(richest(), richGrid()));
      for (int r = 0; r < theta.size(); r++) {
        Nuisances own = fitted.get(r / before);
        int h = r % before + 1;
        double[] c = carried.get(r);
        own.omega[h - 1][k - 1] = theta.get(r)[0];
        own.richOmega[h - 1][k - 1] = rich.get(r)[0];
        Choice choice = new Choice(h, k, chosen.get(r).size(), chosen.get(r).penalty());
        Optional<Fitted> trees = boosted.map(b -> b.weights(step, c));
        if (trees.isPresent() && prefers(trees.get(), ridges, r, chosen.get(r))) {
          own.boostedOmega[h - 1][k - 1] = trees.get().trees();
          choice = choice.boosted(trees.get().trees().rounds());
        }
        own.choices.add(choice);
      }
    }
  }

  /** c_{k−1} of every row of step k, for the effect of step h. */
  private double[] carried(int h, int k) {
    TreeRows rows = boosted.orElseThrow().rows();
    Nuisances own = fitted.get(0);
    double[] before =
        rows.each(
            k - 1,
            (row, phi) -> k - 1 == h ? row.ratio - 1 : own.weight(h, k - 1, phi) * row.ratio);
    return rows.fromBefore(k, before);
  }

  /** Σφ(x_k)c_{k−1}. */
  private Targets weightTargets(int policy, int h, int k, double[] c) {
    Nuisances own = fitted.get(policy);
    if (k == h + 1) {
      return (part, a) -> part.sums.policy(policy).shift(h);
    }
    if (own.boostedOmega[h - 1][k - 2] != null) {
      return added(boosted.orElseThrow().rows().sums(k, c));
    }
    double[] earlier = own.omega[h - 1][k - 2];
    return (part, a) -> part.sums.policy(policy).carried(k - 1, earlier);
  }

  /** The same for all policies. */
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
      for (Nuisances own : fitted) {
        own.before[k - 1] = all;
      }
    }
  }
}
