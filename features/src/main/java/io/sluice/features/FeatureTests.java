package io.sluice.features;

import io.sluice.assumptions.OverlapTest;
import io.sluice.assumptions.OverlapTest.StepWeights;
import io.sluice.distributions.NormalTail;
import io.sluice.distributions.StudentQuantile;
import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.influence.ClusterMeans;
import io.sluice.influence.CumulativeWeights.AtStep;
import io.sluice.influence.RobustInterval;
import io.sluice.interval.IntervalKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

  /** The level at which {@code robust} has to agree with a settled verdict, as on tables. */
  private static final double AGREEMENT_LEVEL = 0.01;

  /** Standard errors by which the correction for an estimated logged policy may move an effect. */
  private static final double MOST_CORRECTED = 1;

  private final ScorePass pass;
  private final Basis basis;
  private final List<String> actions;
  private final int horizon;
  private final int extras;
  private final boolean clustered;
  private final boolean known; // π_b of all actions

  FeatureTests(ScorePass pass, Basis basis, FeatureSource source) {
    this.pass = pass;
    this.basis = basis;
    this.actions = source.actions();
    this.horizon = source.horizon();
    this.extras = Rows.extras(basis, actions.size());
    this.clustered = source.hasClusters();
    this.known = source.knowsBehavior();
  }

  /**
   * Why an effect is not settled because it is mostly what the error of an estimated logged policy
   * is corrected by. That correction is right to first order, and is small where Q̂ or the estimate
   * are good.
   */
  Optional<String> corrected(IntervalKind kind, int step) {
    double moved = weighting(kind).map(w -> pass.corrected(w, step)).orElse(0.0);
    return Math.abs(moved) <= MOST_CORRECTED
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the logged policy is estimated, and correcting for its error moves the effect by %.1f standard errors: name columns that explain the actions better, or log propensities",
                Math.abs(moved)));
  }

  private static Optional<Weighting> weighting(IntervalKind kind) {
    return switch (kind) {
      case EFFICIENT -> Optional.of(Weighting.EFFICIENT);
      case ROBUST -> Optional.of(Weighting.ROBUST);
      case BANDIT -> Optional.of(Weighting.BANDIT);
      default -> Optional.empty();
    };
  }

  /** {@link ScorePass#independentError}; 1 for intervals without a residual. */
  double independentError(IntervalKind kind, int step) {
    return weighting(kind).map(w -> pass.independentError(w, step)).orElse(1.0);
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
      double ofValue = t(pass.means, pass.at.valueBasis(k));
      if (ofValue > most) {
        return Optional.of(words("Q̂", k, ofValue));
      }
      double ofWeight = k > h ? t(pass.means, pass.at.weightBasis(h, k)) : 0;
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
        "the basis is too poor: a richer one predicts the residuals of %s at step %d (out of fold, t = %.1f)",
        what,
        step,
        t);
  }

  /** Whether {@code robust} contradicts {@code efficient} at a step; H + 1: for the total. */
  Optional<String> disagreement(int h) {
    return difference(h, LEVEL / (horizon + 1), clustered, "robust contradicts it here");
  }

  /** Whether it does not agree well enough for a settled verdict of {@code efficient}. */
  Optional<String> unconfirmed(int h) {
    return difference(h, AGREEMENT_LEVEL, false, "robust does not confirm it");
  }

  private Optional<String> difference(int h, double level, boolean bySums, String what) {
    double t = t(pass.means, pass.at.difference(h), bySums);
    return Math.abs(t) > limit(pass.means, level, bySums)
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "%s: their estimates differ by %.1f standard errors",
                what,
                Math.abs(t)))
        : Optional.empty();
  }

  /**
   * Why {@code robust} is not to be relied on at a step, or, at H + 1, for the total: few episodes
   * carry its variance, or some are missing that would ({@link RobustInterval}).
   */
  List<String> uncertain(int step) {
    Stream<Optional<String>> missing =
        IntStream.rangeClosed(step > horizon ? 1 : step, Math.min(step, horizon))
            .mapToObj(h -> RobustInterval.missing(pass.means, pass.at.ratio(h), h, horizon));
    return Stream.concat(
            Stream.of(RobustInterval.fewCarry(pass.means, pass.at.score(Weighting.ROBUST, step))),
            missing.filter(Optional::isPresent).limit(1))
        .flatMap(Optional::stream)
        .toList();
  }

  /** t of whether actions move the next state. */
  double moved(int h) {
    return pass.means.t(pass.at.moved(h));
  }

  /** Whether actions move the next state at a step, by a cross-fitted t ({@link ShiftAnswer}). */
  boolean isPlanning(int h) {
    return h < horizon
        && ShiftAnswer.pValue(pass.means, pass.at.moved(h), basis.tiers().get(0), clustered)
            < LEVEL / (horizon - 1);
  }

  /**
   * What of the row before, or of earlier actions, predicts best what the present row leaves: at
   * one step, or in the same way at all of them.
   *
   * @param t the largest of all
   */
  record Past(double t, String what, boolean alarm) {}

  Past past() {
    int first = basis.hasConstant() ? 1 : 0;
    double worst = 0;
    String what = "";
    for (int k = 2; k <= horizon + 1; k++) {
      boolean together = k > horizon;
      for (int e = first; e < extras && !(together && horizon == 2); e++) {
        double t = t(pass.past.means(), together ? pass.past.place(e) : pass.past.place(k, e));
        if (Math.abs(t) > Math.abs(worst)) {
          worst = t;
          OptionalInt step = together ? OptionalInt.empty() : OptionalInt.of(k);
          what = Rows.extra(basis, actions, e, step);
        }
      }
    }
    int tests = (horizon == 2 ? 1 : horizon) * (extras - first);
    double most = limit(pass.past.means(), LEVEL, tests);
    return new Past(worst, what, horizon > 1 && Math.abs(worst) > most);
  }

  /**
   * The weights up to each step. Below 1 the normal law does not serve for their mean ({@link
   * OverlapTest}). It counts only where π_b is known of the chosen action alone; else decisions
   * that the log cannot have are known, and those that it lacks by chance are {@link
   * MissingDecisions}.
   */
  List<StepWeights> weights() {
    List<StepWeights> steps = new ArrayList<>();
    for (AtStep at : pass.weights()) {
      double t = t(pass.means, pass.at.weight(at.step()));
      double above = clustered ? Math.exp(-t * t / 2) : NormalTail.above(t);
      double p = t > 0 ? Math.min(1, 2 * above) : below(pass.at.weight(at.step()));
      steps.add(
          new StepWeights(at.step(), at.effectiveSampleSize(), at.largest(), at.mean(), t, p));
    }
    return List.copyOf(steps);
  }

  /**
   * The probability, at most, that a mean is so far below 0, of w − 1 for weights w whose mean is
   * 1. Σd³ ≤ √(Σd²·Σd⁴), so the skewness is at most one over the root of the effective number of
   * clusters that carry the variance.
   */
  private double below(int place) {
    double mean = pass.means.mean(place);
    double episodes = pass.means.episodes();
    double ofDeviations = Math.pow(pass.means.error(place) * episodes, 2);
    double ofWeights = ofDeviations + episodes * (1 + 2 * mean); // Σw² where nothing is clustered
    double all = Math.max(ofDeviations, ofWeights);
    return known || mean >= 0 || all == 0
        ? 1
        : OverlapTest.pBelow(
            -mean * episodes / Math.sqrt(all), 1 / Math.sqrt(pass.means.carrying(place)));
  }

  /**
   * Whether rows of the policy's decisions are missing at a step, or later: then the mean of ρ =
   * π/π_b is below 1, and what these decisions bring is extrapolated by regressions. As above, only
   * where nothing else shows it.
   *
   * @param step H + 1 for the total
   */
  Optional<String> lacksDecisions(int step) {
    int last = known ? 0 : horizon;
    return IntStream.rangeClosed(step > horizon ? 1 : step, last)
        .filter(h -> pass.means.carrying(pass.at.ratio(h)) >= OverlapTest.LEAST)
        .filter(h -> below(pass.at.ratio(h)) < LEVEL / horizon)
        .mapToObj(
            h ->
                String.format(
                    Locale.ROOT,
                    "the mean weight at step %d is %.2f instead of 1: the log lacks decisions of the policy, and what they bring is extrapolated",
                    h,
                    1 + pass.means.mean(pass.at.ratio(h))))
        .findFirst();
  }

  /** Whether weights are even enough to conclude anything from them. */
  static boolean hasOverlap(List<StepWeights> weights) {
    return weights.stream().allMatch(w -> w.effectiveSampleSize() >= OverlapTest.LEAST);
  }
}
