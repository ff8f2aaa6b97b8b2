package io.sluice.features;

import io.sluice.distributions.ChiSquared;
import io.sluice.distributions.NormalQuantile;
import io.sluice.features.StateShift.ActionShift;
import io.sluice.features.StateShift.Move;
import io.sluice.influence.ClusterMeans;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What an {@link ActionClassifier} says of a step.
 *
 * <p>The test: given (x, x′) and the other folds, E[1{a taken} − π_b(a|x)] = 0 for every action if
 * the next state does not depend on it, whatever D̂ is; so E Σ_a D̂_a(1{a taken} − π_b) = 0. But D̂
 * of a fold comes from the others and theirs from it, so the sum is a quadratic form in the sums of
 * folds, and its t has the law of (χ²_k − k)/√(2k) rather than a normal one, k being the number of
 * coefficients; that of the smallest basis is taken, whose tail is the heaviest. What breaks it:
 * wrong propensities, and dependent episodes that are not declared as clusters.
 *
 * <p>The upper bound: with n rows, s_a = Σψ(1{a taken} − π_b), p̄_a the mean of π_b(a), after the
 * part of x alone is removed,
 *
 * <pre>
 * W = Σ_a s_aᵀ(Σψψᵀ)⁻¹s_a/p̄_a ≈ χ² with non-centrality λ = n·Σ_a E(projected D_a)²/p̄_a
 * shift = ½E Σ_a|D_a| ≤ ½√(λ/n),   λ at most the largest with λ + m − z√(v + 4λ) ≤ W
 * </pre>
 *
 * m and v being mean and variance of W where λ = 0, with π_b taken as alike in all rows. It is
 * asymptotic, holds for independent rows, and only for shifts that functions ψ can express: a shift
 * that they do not see is not bounded by it.
 */
final class ShiftAnswer {
  private static final double DELTA = 0.05;
  private static final int MOVES = 8;

  private ShiftAnswer() {}

  static StateShift of(ActionClassifier classifier, PairMoments all, FeatureSource source, int h) {
    ClusterMeans means = classifier.means();
    double running = all.rows / (double) means.episodes(); // figures are 0 after the end
    double t = means.t(classifier.at(h, ActionClassifier.TEST));
    List<String> names = source.actions();
    List<ActionShift> actions = new ArrayList<>();
    for (int a = 0; a < names.size(); a++) {
      double share = all.taken[a] / all.rows;
      double scale = share * running;
      actions.add(
          new ActionShift(
              names.get(a),
              share,
              scale == 0 ? 0 : means.mean(classifier.byAction(h, a)) / scale,
              scale == 0 ? 0 : means.mean(classifier.noiseByAction(h, a)) / scale));
    }
    double most = 1 - 1.0 / names.size();
    double[] noncentral = noncentrality(all, classifier.basis());
    boolean independent = !source.hasClusters();
    double upper = independent ? Math.sqrt(noncentral[0] / all.rows) / 2 : most;
    return new StateShift(
        h,
        means.mean(classifier.at(h, ActionClassifier.SHIFT)) / running,
        means.mean(classifier.at(h, ActionClassifier.NOISE)) / running,
        Math.min(most, upper),
        means.mean(classifier.at(h, ActionClassifier.LOWER)) / running,
        means.mean(classifier.at(h, ActionClassifier.GAIN)) / running,
        t,
        pValue(
            means,
            classifier.at(h, ActionClassifier.TEST),
            functions(all, classifier.basis()) * (names.size() - 1),
            source.hasClusters()),
        actions,
        moves(classifier, source, h, running),
        independent ? Math.sqrt(noncentral[1]) / 2 : Double.POSITIVE_INFINITY,
        all.rows,
        means.episodes());
  }

  /**
   * Of a cross-fitted t with so many coefficients; with clusters at least the bound on their
   * {@linkplain ClusterMeans#selfNormalized self-normalized} sum.
   */
  static double pValue(ClusterMeans means, int i, int coefficients, boolean clustered) {
    double sum = clustered ? Math.max(0, means.selfNormalized(i)) : Double.POSITIVE_INFINITY;
    return Math.max(pValue(means.t(i), coefficients), Math.exp(-sum * sum / 2));
  }

  /** Of a cross-fitted t with so many coefficients, one-sided. */
  static double pValue(double t, int coefficients) {
    double k = Math.max(1, coefficients);
    return ChiSquared.survival(k, Math.max(0, k + t * Math.sqrt(2 * k)));
  }

  /** How many functions of the smallest basis tell more than x alone. */
  private static int functions(PairMoments all, PairBasis basis) {
    return Ridge.rank(all.gram, all.size, basis.tiers().get(1))
        - Ridge.rank(all.gram, all.size, basis.tiers().get(0));
  }

  /** The upper bound of λ, and what it would be on average without a shift. */
  private static double[] noncentrality(PairMoments all, PairBasis basis) {
    int actions = all.targets.length;
    int own = basis.tiers().get(0);
    int size = basis.tiers().get(1);
    double w = 0;
    for (int a = 0; a < actions; a++) {
      if (all.taken[a] > 0) {
        double p = all.taken[a] / all.rows;
        w += (explained(all, a, size) - explained(all, a, own)) / p;
      }
    }
    int functions = functions(all, basis);
    double trace = 0;
    double squares = 0;
    for (int a = 0; a < actions; a++) {
      for (int b = 0; b < actions; b++) {
        double scale = Math.sqrt(all.taken[a] * all.taken[b]);
        double v = scale == 0 ? 0 : all.spread[a * actions + b] / scale;
        trace += a == b ? v : 0;
        squares += v * v;
      }
    }
    double mean = functions * trace;
    double variance = 2 * functions * squares;
    return new double[] {largest(w - mean, variance), largest(0, variance)};
  }

  /** sᵀ(Σψψᵀ)⁻¹s. */
  private static double explained(PairMoments all, int action, int size) {
    double[] theta = Ridge.solve(all.gram, all.targets[action], size, 0, true);
    return Ridge.dot(theta, all.targets[action]);
  }

  /** The largest λ with λ − z√(v + 4λ) ≤ excess. */
  private static double largest(double excess, double variance) {
    double z2 = Math.pow(NormalQuantile.of(1 - DELTA), 2);
    double half = excess + 2 * z2; // (λ − e)² = z²(v + 4λ)
    return Math.max(
        0, half + Math.sqrt(Math.max(0, half * half - excess * excess + z2 * variance)));
  }

  private static List<Move> moves(
      ActionClassifier classifier, FeatureSource source, int h, double running) {
    List<String> names = source.actions();
    ClusterMeans means = classifier.means();
    int columns = classifier.basis().columns();
    double limit =
        FeatureTests.limit(
            means, StateShift.LEVEL / (names.size() * (columns + 1)), source.hasClusters());
    List<Move> all = new ArrayList<>();
    for (int a = 0; a < names.size(); a++) {
      for (int j = 0; j <= columns; j++) {
        int i = classifier.move(h, a, j);
        String column = j == columns ? "end of the episode" : classifier.basis().name(j);
        double t = FeatureTests.t(means, i, source.hasClusters());
        all.add(new Move(column, names.get(a), means.mean(i) / running, t, Math.abs(t) > limit));
      }
    }
    return all.stream()
        .sorted(Comparator.comparingDouble(m -> -Math.abs(m.t())))
        .limit(MOVES)
        .toList();
  }
}
