package io.sluice.influence;

import io.sluice.distributions.NormalQuantile;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.WeightedEstimator;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.model.Propensities;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The interval that is as narrow as any can be in the limit: estimate ± z·√(Var ψ/T), ψ being the
 * {@link Influence} of a trajectory. Asymptotic: nothing is promised for a finite log, and no
 * plug-in interval is a guarantee.
 *
 * <p>From counts alone: residuals of different rows are uncorrelated in the limit, so Var ψ is the
 * variance of the first state's part plus T·Σ over pairs of the squared residuals. From episodes
 * one by one ({@link InfluenceSums}): the formula as written, or by clusters of episodes.
 *
 * <p>A sum of squares S seen in few rows is itself uncertain, by a standard deviation of at most
 * R√S for residuals of range R. Pairs err independently, so unless the plain form is asked for, the
 * sum over pairs is raised by √(Σ R²·min(S, R²)): for one pair the R² by which Wilson's interval
 * for a rate raises it too (z²/4 is about 1), and a pair that has shown its spread adds no more.
 * Rewards that were all equal are charged what they may hide, judged by the log's other pairs
 * ({@link HiddenVariance}): a log in which a rare reward never came does not pass for a certain
 * one, and rewards that are the same time and again become free.
 *
 * <p>A single episode, or a single cluster, shows no variance: the interval is then all that can
 * be.
 */
public final class EfficientInterval {
  /** Chosen so that a choice among policies is rarely fooled: see the study in the benchmarks. */
  static final int MORE_ROWS = 2;

  /** What is done about variances that were seen in few rows. */
  public enum Variance {
    /** They are raised. */
    SHRUNK,
    /**
     * Every pair is first given {@value #MORE_ROWS} more rows, with residuals as large as those of
     * all pairs are on average, and then they are raised: so a pair seen once has the variance that
     * is usual in the log instead of none. For those who take the best of several policies, which
     * is where the lucky pairs are.
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

  /** From counts, with the variance asked for. */
  public static Interval ofCounts(Influence influence, Variance asked, double delta) {
    double episodes = influence.plugIn().episodes;
    VarianceSources cells = VarianceSources.of(influence, asked);
    double variance =
        (influence.firstVariance() + (cells.squares() + cells.raise()) / episodes) / episodes;
    return interval(influence, variance, (long) episodes, "episode", delta);
  }

  /** The intervals of all steps and of the whole, from counts; δ holds for each of them. */
  public static EffectProfile profile(Influences influences, double delta) {
    return profile(influences, Variance.SHRUNK, Propensities.ESTIMATED, delta);
  }

  /**
   * The same with the variance asked for, and for what is known of the propensities. At a step that
   * is declared exogenous a known π_b makes the estimate doubly robust, see {@link
   * WeightedEstimator#leaveOneOut}: the influence function is the same in the limit, but pairs
   * never seen are not charged, and rows of thinly seen pairs do not predict themselves. The whole
   * remains the plug-in's.
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
   * The interval of one step from counts, for what is known of the propensities: see {@link
   * #profile(Influences, Variance, Propensities, double)}.
   */
  public static Interval at(
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
      return ofCounts(influences.at(step), asked, delta);
    }
    ImmediateEffect effect =
        weighted.leaveOneOut(log.model.pooling(), asked == Variance.SHRUNK ? 1 : 0);
    Part part = Part.of("sampling of episodes", "z·√(Var ψ/T)", effect.radius());
    return Interval.of("efficient", effect.estimate(), new Failure(0, delta), List.of(part));
  }

  /** The same from episodes, all of which the sums have seen; by clusters if they have any. */
  public static EffectProfile profile(
      Influences influences, InfluenceSums sums, Variance variance, double delta) {
    int horizon = influences.plugIn().shape.horizon();
    List<Interval> steps = steps(influences::at, sums, variance, delta);
    EffectProfile.Whole whole =
        new EffectProfile.Whole(
            ofEpisodes(influences.total(), sums, horizon + 1, variance, delta),
            ofEpisodes(influences.value(), sums, horizon + 2, variance, delta));
    return new EffectProfile(steps, new Failure(0, delta * steps.size()), Optional.of(whole));
  }

  /**
   * The intervals of the steps alone, from episodes, all of which the sums have seen.
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
    double squared = sums.varianceOfMean(which);
    if (variance != Variance.PLAIN) {
      double episodes = sums.episodes();
      squared += VarianceSources.of(influence, variance).added() / episodes / episodes;
    }
    String unit = sums.isClustered() ? "cluster" : "episode";
    return interval(influence, squared, sums.independent(), unit, delta);
  }

  /**
   * @param variance of the estimate
   * @param independent how many parts of the log it was seen between; one shows none
   */
  private static Interval interval(
      Influence influence, double variance, long independent, String unit, double delta) {
    List<Part> parts = new ArrayList<>();
    if (independent < 2) {
      parts.add(Part.of("a single " + unit, "V_max", influence.top()));
    } else {
      double error = NormalQuantile.twoSided(delta) * Math.sqrt(variance);
      String many = unit.equals("cluster") ? independent + " clusters" : "episodes";
      parts.add(Part.of("sampling of " + many, "z·√(Var ψ/T)", error));
    }
    if (influence.unknownBelow() + influence.unknownAbove() > 0) {
      parts.add(
          new Part(
              "pairs never seen",
              "Σ |μ|·V_max",
              influence.unknownBelow(),
              influence.unknownAbove()));
    }
    return Interval.of("efficient", influence.estimate(), new Failure(0, delta), parts);
  }
}
