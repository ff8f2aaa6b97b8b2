package io.sluice.features;

import io.sluice.assumptions.OverlapTest;
import io.sluice.assumptions.OverlapTest.StepWeights;
import io.sluice.distributions.NormalTail;
import io.sluice.distributions.StudentQuantile;
import io.sluice.influence.ClusterMeans;
import io.sluice.influence.CumulativeWeights.AtStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the figures of a {@link ScorePass} say. Every test is of a mean of independent episodes (or
 * clusters) given the nuisances, which come from other folds; its t is held against Student's
 * quantile at {@value #LEVEL}, divided by the number of tests of its kind. It is asymptotic, and
 * what it does not see is not proven.
 *
 * <p>With clusters the {@linkplain ClusterMeans#selfNormalized self-normalized} sum over clusters
 * takes the place of t, and √(2 ln(2·tests/level)) that of the quantile, which holds for any number
 * of clusters if the sums of clusters are symmetric around 0, and asymptotically else. Users who
 * all behave alike by chance have a large t; of the sum, G clusters allow √G at most. The price:
 * what is found takes some 25 clusters.
 */
final class FeatureTests {
  /** The probability of an alarm of each kind where what is tested holds, about. */
  static final double LEVEL = 0.001;

  private static final double WEAK_LEVEL = 0.01;

  private final ScorePass pass;
  private final Basis basis;
  private final List<String> actions;
  private final int horizon;
  private final int extras;
  private final boolean clustered;

  FeatureTests(ScorePass pass, Basis basis, FeatureSource source) {
    this.pass = pass;
    this.basis = basis;
    this.actions = source.actions();
    this.horizon = source.horizon();
    this.extras = Rows.extras(basis, actions.size());
    this.clustered = source.hasClusters();
  }

  private double limit(ClusterMeans means, double level, int tests) {
    return limit(means, level / Math.max(1, tests), clustered);
  }

  /** What |{@link #t}| has to exceed, two-sided. */
  static double limit(ClusterMeans means, double level, boolean clustered) {
    return clustered
        ? Math.sqrt(2 * Math.log(2 / level))
        : StudentQuantile.twoSided(means.sizes().degreesOfFreedom(), level);
  }

  private double t(ClusterMeans means, int i) {
    return t(means, i, clustered);
  }

  static double t(ClusterMeans means, int i, boolean clustered) {
    return clustered ? means.selfNormalized(i) : means.t(i);
  }

  /** What a richer basis predicts of what Q̂ or ω̂ leaves, for the effect of step h. */
  Optional<String> tooPoor(int h) {
    int tests = horizon + horizon * (horizon - 1) / 2;
    double most = limit(pass.means, 2 * LEVEL, tests);
    for (int k = h; k <= horizon; k++) {
      double ofValue = t(pass.means, pass.valueBasis(k));
      if (ofValue > most) {
        return Optional.of(words("Q̂", k, ofValue));
      }
      double ofWeight = k > h ? t(pass.means, pass.weightBasis(h, k)) : 0;
      if (ofWeight > most) {
        return Optional.of(words("ω̂", k, ofWeight));
      }
    }
    return Optional.empty();
  }

  /** The same for the total: the first of all steps. */
  Optional<String> tooPoor() {
    return IntStream.rangeClosed(1, horizon)
        .mapToObj(this::tooPoor)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static String words(String what, int step, double t) {
    return String.format(
        Locale.ROOT,
        "the basis is too poor: a richer one predicts what %s leaves at step %d (out of fold, t = %.1f)",
        what,
        step,
        t);
  }

  /**
   * Whether {@code efficient} and {@code robust} estimate different effects; H + 1: the total.
   *
   * @param overlaps whether the effective sample size is large enough for the test to have power;
   *     if not, {@code efficient} has to agree at {@value #WEAK_LEVEL}, as on tables
   */
  Optional<String> disagreement(int h, boolean overlaps) {
    boolean bySums = clustered && overlaps;
    double t = t(pass.means, pass.difference(h), bySums);
    double most = limit(pass.means, overlaps ? LEVEL / (horizon + 1) : WEAK_LEVEL, bySums);
    return Math.abs(t) > most
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "robust contradicts it here: their estimates differ by %.1f standard errors",
                Math.abs(t)))
        : Optional.empty();
  }

  /** t of whether actions move the next state. */
  double moved(int h) {
    return pass.means.t(pass.moved(h));
  }

  /** Whether actions move the next state at a step, by a cross-fitted t ({@link ShiftAnswer}). */
  boolean isPlanning(int h) {
    return h < horizon
        && ShiftAnswer.pValue(pass.means, pass.moved(h), basis.tiers().get(0), clustered)
            < LEVEL / (horizon - 1);
  }

  /**
   * What of the row before predicts best what the present row leaves.
   *
   * @param t the largest of all
   */
  record Past(double t, String what, boolean alarm) {}

  Past past() {
    int first = basis.hasConstant() ? 1 : 0;
    double worst = 0;
    String what = "";
    for (int k = 2; k <= horizon; k++) {
      for (int e = first; e < extras; e++) {
        double t = t(pass.past, pass.markov(k, e));
        if (Math.abs(t) > Math.abs(worst)) {
          worst = t;
          what = "%s of the row before step %d".formatted(Rows.extra(basis, actions, e), k);
        }
      }
    }
    int tests = (horizon - 1) * (extras - first);
    double most = limit(pass.past, LEVEL, tests);
    return new Past(worst, what, tests > 0 && Math.abs(worst) > most);
  }

  /**
   * The weights up to each step. Only a mean above 1 counts against them: below 1 the normal law
   * does not serve.
   */
  List<StepWeights> weights() {
    List<StepWeights> steps = new ArrayList<>();
    for (AtStep at : pass.weights()) {
      double t = t(pass.means, pass.weight(at.step()));
      double above = clustered ? Math.exp(-t * t / 2) : NormalTail.above(t);
      double p = t > 0 ? Math.min(1, 2 * above) : 1;
      steps.add(
          new StepWeights(at.step(), at.effectiveSampleSize(), at.largest(), at.mean(), t, p));
    }
    return List.copyOf(steps);
  }

  /** Whether weights are even enough to conclude anything from them. */
  static boolean hasOverlap(List<StepWeights> weights) {
    return weights.stream().allMatch(w -> w.effectiveSampleSize() >= OverlapTest.LEAST);
  }
}
