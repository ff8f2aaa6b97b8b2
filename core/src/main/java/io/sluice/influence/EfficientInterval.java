package io.sluice.influence;

import io.sluice.distributions.NormalQuantile;
import io.sluice.distributions.StudentQuantile;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.WeightedEstimator;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.interval.StandardError;
import io.sluice.model.Propensities;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/**
 * The asymptotically efficient interval: estimate ± z·√(Var ψ/T), ψ being the {@link Influence} of
 * a trajectory. It is asymptotically valid; there is no guarantee for a finite log.
 *
 * <p>From episodes one by one ({@link InfluenceSums}): the formula as written, which holds whatever
 * the rows of an episode have in common; or by clusters of episodes, with the correction and the
 * degrees of freedom of {@link ClusterSizes}. From counts alone: if the state is all that matters
 * of the past, residuals of different rows are uncorrelated, so Var ψ is the variance of the first
 * state's part plus T·Σ over pairs of the squared residuals.
 *
 * <p>A sum of squares S seen in few rows is itself uncertain, by a standard deviation of at most
 * R√S for residuals of range R. Pairs err independently, so unless the plain form is asked for, the
 * sum over pairs is raised by √(Σ R²·min(S, R²)): for one pair the R² by which Wilson's interval
 * for a rate raises it too (z²/4 is about 1), and a pair with many rows adds little more. Rewards
 * that were all equal are charged the variance that they may hide, estimated from the log's other
 * pairs ({@link HiddenVariance}), and the raise for that: a log without a rare reward is not taken
 * for a certain one, and rewards that stay the same in many rows are hardly charged.
 *
 * <p>A standard error also says how many outcomes it rests on ({@link VarianceSources#carriedBy}):
 * with fewer than {@value #LEAST_OUTCOMES}, the variance may well be another one than was seen, and
 * no quantile makes up for that.
 *
 * <p>With a single episode, or a single cluster, there is no estimate of the variance: the interval
 * then has the width of all possible values.
 */
public final class EfficientInterval {
  /** Chosen so that a wrong policy is rarely chosen: see the study in the benchmarks. */
  static final int MORE_ROWS = 2;

  /**
   * The effective number of outcomes that a verdict needs; chosen so that few logs of ChainBandit
   * with 200 and 500 episodes are misjudged: see the study in the benchmarks.
   */
  public static final int LEAST_OUTCOMES = 2;

  /** How the variance of pairs that were seen in few rows is estimated. */
  public enum Variance {
    /** Raised by its standard error. */
    SHRUNK,
    /**
     * Every pair is first given {@value #MORE_ROWS} more rows, with the average squared residual of
     * all pairs, and its variance is then raised as well: so a pair seen once has the variance that
     * is usual in the log instead of none. For choosing the best of several policies, which favors
     * pairs whose few rows happened to vary little.
     */
    BORROWED,
    /** The formula as written. */
    PLAIN
  }

  private EfficientInterval() {}

  /** From counts, with the variance of thinly seen pairs raised. */
  public static Interval ofCounts(Influence influence, double delta) {
    return ofCounts(influence, Variance.SHRUNK, delta);
  }

  /** From counts, with a given treatment of thinly seen pairs. */
  public static Interval ofCounts(Influence influence, Variance asked, double delta) {
    double episodes = influence.plugIn().episodes;
    VarianceSources cells = VarianceSources.of(influence, asked);
    VarianceSources.Sums sums = cells.sums();
    double variance =
        (influence.firstVariance() + (sums.squares() + sums.raise()) / episodes) / episodes;
    double first = influence.firstVariance();
    OptionalDouble carriedBy =
        cells.carriedBy(
            episodes * first + sums.seen(), episodes * first * first + sums.fourthPowers());
    return interval(influence, variance, (long) episodes, OptionalDouble.empty(), carriedBy, delta);
  }

  /** The intervals of all steps and of the whole, from counts; δ holds for each of them. */
  public static EffectProfile profile(Influences influences, double delta) {
    return profile(influences, Variance.SHRUNK, Propensities.ESTIMATED, delta);
  }

  /**
   * The same with a given treatment of thinly seen pairs, and known or estimated propensities. At a
   * step that is declared exogenous a known π_b makes the estimate doubly robust, see {@link
   * WeightedEstimator#leaveOneOut}: the influence function is asymptotically the same, but pairs
   * never seen are not charged, and rows of thinly seen pairs do not predict themselves. The whole
   * remains the plug-in estimate.
   */
  public static EffectProfile profile(
      Influences influences, Variance asked, Propensities propensities, double delta) {
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= influences.plugIn().shape.horizon(); h++) {
      steps.add(at(influences, h, asked, propensities, delta));
    }
    EffectProfile.Whole whole =
        new EffectProfile.Whole(
            ofCounts(influences.total(), asked, delta), ofCounts(influences.value(), asked, delta));
    return new EffectProfile(steps, new Failure(0, delta * steps.size()), Optional.of(whole));
  }

  /**
   * The interval of one step from counts, with known or estimated propensities: see {@link
   * #profile(Influences, Variance, Propensities, double)}.
   */
  public static Interval at(
      Influences influences, int step, Variance asked, Propensities propensities, double delta) {
    return byWeights(influences, step, asked, propensities, delta)
        .orElseGet(() -> ofCounts(influences.at(step), asked, delta));
  }

  /** From propensities, where a step is declared exogenous and they are known. */
  private static Optional<Interval> byWeights(
      Influences influences, int step, Variance asked, Propensities propensities, double delta) {
    PlugIn log = influences.plugIn();
    WeightedEstimator weighted =
        new WeightedEstimator(log.counts, step, log.behavior, log.evaluated, delta);
    boolean byWeights =
        propensities == Propensities.KNOWN
            && log.exogenous.test(step)
            && log.episodes > 1
            && !log.log.cut
            && weighted.isPossible();
    if (!byWeights) {
      return Optional.empty();
    }
    ImmediateEffect effect =
        weighted.leaveOneOut(log.model.pooling(), asked == Variance.SHRUNK ? 1 : 0);
    Part part = Part.of(Part.Source.EPISODES, "z·√(Var ψ/T)", effect.radius());
    double error = effect.radius() / NormalQuantile.twoSided(delta);
    return Optional.of(
        Interval.of("efficient", effect.estimate(), new Failure(0, delta), List.of(part))
            .withError(StandardError.normal(error)));
  }

  /** The same from the sums over all episodes; by clusters if the log has them. */
  public static EffectProfile profile(
      Influences influences, InfluenceSums sums, Variance variance, double delta) {
    return profile(influences, sums, variance, Propensities.ESTIMATED, delta);
  }

  /** The same with known or estimated propensities; known ones are of no use with clusters. */
  public static EffectProfile profile(
      Influences influences,
      InfluenceSums sums,
      Variance variance,
      Propensities propensities,
      double delta) {
    int horizon = influences.plugIn().shape.horizon();
    List<Interval> steps = steps(influences::at, sums, variance, delta);
    for (int h = 1; h <= horizon && !sums.isClustered(); h++) {
      int at = h - 1;
      byWeights(influences, h, variance, propensities, delta).ifPresent(i -> steps.set(at, i));
    }
    EffectProfile.Whole whole =
        new EffectProfile.Whole(
            ofEpisodes(influences.total(), sums, horizon + 1, variance, delta),
            ofEpisodes(influences.value(), sums, horizon + 2, variance, delta));
    return new EffectProfile(steps, new Failure(0, delta * steps.size()), Optional.of(whole));
  }

  /** The interval of V_π − V_πb alone, from the sums over all episodes. */
  public static Interval total(
      Influences influences, InfluenceSums sums, Variance variance, double delta) {
    return ofEpisodes(influences.total(), sums, sums.horizon() + 1, variance, delta);
  }

  /**
   * The intervals of the steps alone, from the sums over all episodes.
   *
   * @param ofStep the influences that were added up
   */
  public static List<Interval> steps(
      IntFunction<Influence> ofStep, InfluenceSums sums, Variance variance, double delta) {
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= sums.horizon(); h++) {
      steps.add(ofEpisodes(ofStep.apply(h), sums, h, variance, delta));
    }
    return steps;
  }

  private static Interval ofEpisodes(
      Influence influence, InfluenceSums sums, int which, Variance variance, double delta) {
    double episodes = sums.episodes();
    VarianceSources cells = VarianceSources.of(influence, variance);
    double squared = sums.varianceOfMean(which) + cells.added() / episodes / episodes;
    OptionalDouble freedom =
        sums.isClustered()
            ? OptionalDouble.of(sums.sizes().degreesOfFreedom())
            : OptionalDouble.empty();
    OptionalDouble carriedBy = cells.carriedBy(sums.squares(which), sums.fourthPowers(which));
    return interval(influence, squared, sums.independent(), freedom, carriedBy, delta);
  }

  /**
   * @param variance of the estimate
   * @param independent the number of independent parts of the log
   * @param freedom of Student's t, where these are clusters
   */
  private static Interval interval(
      Influence influence,
      double variance,
      long independent,
      OptionalDouble freedom,
      OptionalDouble carriedBy,
      double delta) {
    List<Part> parts = new ArrayList<>();
    String unit = freedom.isPresent() ? "cluster" : "episode";
    if (independent < 2) {
      parts.add(
          new Part(
              Part.Source.SINGLE, "a single " + unit, "V_max", influence.top(), influence.top()));
    } else {
      double quantile =
          freedom.isPresent()
              ? StudentQuantile.twoSided(freedom.getAsDouble(), delta)
              : NormalQuantile.twoSided(delta);
      double error = quantile * Math.sqrt(variance);
      parts.add(
          freedom.isPresent()
              ? new Part(
                  Part.Source.CLUSTERS,
                  "sampling of " + independent + " clusters",
                  "t·√(Σ_g a_g·ψ_g²)/T",
                  error,
                  error)
              : Part.of(Part.Source.EPISODES, "z·√(Var ψ/T)", error));
    }
    if (influence.unknownBelow() + influence.unknownAbove() > 0) {
      parts.add(
          new Part(
              Part.Source.UNSEEN_PAIRS,
              "Σ |μ|·V_max",
              influence.unknownBelow(),
              influence.unknownAbove()));
    }
    Interval interval =
        Interval.of("efficient", influence.estimate(), new Failure(0, delta), parts);
    if (independent < 2) {
      return interval;
    }
    double error = Math.sqrt(variance);
    return interval.withError(
        (freedom.isPresent()
                ? StandardError.student(error, freedom.getAsDouble())
                : StandardError.normal(error))
            .carriedBy(carriedBy));
  }
}
