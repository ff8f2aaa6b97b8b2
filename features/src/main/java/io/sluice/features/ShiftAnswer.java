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
 * m and v being mean and variance of W where λ = 0, with π_b taken as alike in all rows. The same
 * is made of each number of the next row by itself, with the {@linkplain NextParts ranges} that it
 * is in as ψ, so that a number whose shape moves is seen even if its mean and its square stay; the
 * largest of these bounds counts. The share of next rows with a pooled level is added: total
 * variation is at most that between the pooled rows plus what is in the pool. All of this is
 * asymptotic, holds for independent rows, and only for shifts that functions ψ or ranges of single
 * numbers can express: a shift that they do not see, such as one of the sign of a product of three
 * numbers, is not bounded by it.
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
    Noncentrality columns = ofColumns(all, classifier.basis());
    Noncentrality parts = ofParts(all, classifier.parts());
    boolean independent = !source.hasClusters();
    double pooled = all.pooled / (double) all.rows;
    double upper =
        independent ? Math.sqrt(Math.max(columns.most, parts.most) / all.rows) / 2 + pooled : most;
    return new StateShift(
        h,
        means.mean(classifier.at(h, ActionClassifier.SHIFT)) / running,
        means.mean(classifier.at(h, ActionClassifier.NOISE)) / running,
        Math.min(most, upper),
        means.mean(classifier.at(h, ActionClassifier.LOWER)) / running,
        means.mean(classifier.at(h, ActionClassifier.GAIN)) / running,
        t,
        Math.min(
            independent ? parts.pValue : 1,
            pValue(
                means,
                classifier.at(h, ActionClassifier.TEST),
                functions(all, classifier.basis(), classifier.basis().tiers().get(1))
                    * (names.size() - 1),
                source.hasClusters())),
        actions,
        moves(classifier, source, h, running),
        independent
            ? Math.sqrt(Math.max(columns.without, parts.without)) / 2
            : Double.POSITIVE_INFINITY,
        pooled,
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

  /** How many of the first functions tell more than x alone. */
  private static int functions(PairMoments all, PairBasis basis, int size) {
    return Ridge.rank(all.gram, all.size, size)
        - Ridge.rank(all.gram, all.size, basis.tiers().get(0));
  }

  /**
   * @param most the upper bound of λ
   * @param without what it would be on average without a shift
   * @param pValue of Cantelli's inequality for W: far from exact, but it holds whatever the law of
   *     W, and a shape that moves clearly has a W of many standard deviations
   */
  private record Noncentrality(double most, double without, double pValue) {
    static final Noncentrality NONE = new Noncentrality(0, 0, 1);

    static Noncentrality of(PairMoments all, double w, int functions) {
      int actions = all.targets.length;
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
      double variance = 2 * functions * squares;
      double excess = w - functions * trace;
      double z2 = variance == 0 ? 0 : Math.pow(Math.max(0, excess), 2) / variance;
      return new Noncentrality(largest(excess, variance), largest(0, variance), 1 / (1 + z2));
    }

    /** Of several looks at the same rows. */
    Noncentrality or(Noncentrality other) {
      return new Noncentrality(
          Math.max(most, other.most),
          Math.max(without, other.without),
          Math.min(pValue, other.pValue));
    }

    Noncentrality among(int looks) {
      return new Noncentrality(most, without, Math.min(1, looks * pValue));
    }
  }

  private static Noncentrality ofColumns(PairMoments all, PairBasis basis) {
    int own = basis.tiers().get(0);
    int size = basis.size(); // all of them: what is not in the test is not in the bound
    double w = 0;
    for (int a = 0; a < all.targets.length; a++) {
      if (all.taken[a] > 0) {
        double p = all.taken[a] / all.rows;
        w += (explained(all, a, size) - explained(all, a, own)) / p;
      }
    }
    return Noncentrality.of(all, w, functions(all, basis, size));
  }

  /** The largest of all numbers; of each, its ranges less their mean. */
  private static Noncentrality ofParts(PairMoments all, NextParts parts) {
    Noncentrality worst = Noncentrality.NONE;
    for (int j = 0; j < parts.columns(); j++) {
      int filled = 0;
      long rows = 0;
      for (int i = parts.start(j); i < parts.start(j + 1); i++) {
        filled += all.inPart[i] > 0 ? 1 : 0;
        rows += all.inPart[i];
      }
      double w = 0;
      for (int a = 0; a < all.targets.length && filled > 1; a++) {
        double whole = 0;
        double squares = 0;
        for (int i = parts.start(j); i < parts.start(j + 1); i++) {
          whole += all.parts[a][i];
          squares += all.inPart[i] == 0 ? 0 : Math.pow(all.parts[a][i], 2) / all.inPart[i];
        }
        double p = all.taken[a] / all.rows;
        w += p == 0 ? 0 : (squares - whole * whole / rows) / p;
      }
      if (filled > 1) {
        worst = worst.or(Noncentrality.of(all, w, filled - 1));
      }
    }
    return worst.among(Math.max(1, parts.columns()));
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
