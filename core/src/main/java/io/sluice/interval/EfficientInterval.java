package io.sluice.interval;

import io.sluice.counts.TransitionCounts;
import io.sluice.inputs.NormalQuantile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The interval that is as narrow as any can be in the limit: estimate ± z·√(Var ψ/T), ψ being the
 * {@link Influence} of a trajectory. Asymptotic: nothing is promised for a finite log, and no
 * plug-in interval is a guarantee.
 *
 * <p>From counts alone: residuals of different rows are uncorrelated in the limit, so Var ψ is the
 * variance of the first state's part plus T·Σ over pairs of the squared residuals. From episodes
 * one by one ({@link TrajectoryInfluence}): the formula as written, or by clusters of episodes.
 *
 * <p>A variance seen in few rows is itself uncertain, by at most R·σ̂/√n for residuals of range R;
 * it is raised by {@value #RAISE} of that unless the plain form is asked for, so that rare rewards
 * that happened not to come do not pass for certainty. Constant rewards stay free.
 *
 * <p>A single episode, or a single cluster, shows no variance: the interval is then all that can
 * be.
 */
public final class EfficientInterval {
  /** Chosen so that small logs cover: see the study in the benchmarks. */
  private static final double RAISE = 0.75;

  /** Chosen so that a choice among policies is rarely fooled: see the study in the benchmarks. */
  private static final int MORE_ROWS = 2;

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

  /** From counts. */
  public static Interval ofCounts(Influence influence, Variance variance, double delta) {
    double episodes = influence.plugIn().episodes;
    CellVariance cells = CellVariance.of(influence, variance);
    double squared =
        (influence.stateVariance() + (cells.seen() + cells.added(variance)) / episodes) / episodes;
    return interval(influence, episodes < 2 ? Double.NaN : squared, "episodes", delta);
  }

  /** The intervals of all steps and of the whole, from counts; δ holds for each of them. */
  public static EffectProfile profile(Influences influences, double delta) {
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= influences.plugIn().shape.horizon(); h++) {
      steps.add(ofCounts(influences.at(h), delta));
    }
    EffectProfile.Whole whole =
        new EffectProfile.Whole(
            ofCounts(influences.total(), delta), ofCounts(influences.value(), delta));
    return new EffectProfile(steps, new Failure(0, delta * steps.size()), Optional.of(whole));
  }

  /** The same from episodes, all of which the sums have seen; by clusters if they have any. */
  public static EffectProfile profile(
      Influences influences, TrajectoryInfluence sums, Variance variance, double delta) {
    int horizon = influences.plugIn().shape.horizon();
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= horizon; h++) {
      steps.add(ofEpisodes(sums.at(h), sums, h, variance, delta));
    }
    EffectProfile.Whole whole =
        new EffectProfile.Whole(
            ofEpisodes(influences.total(), sums, horizon + 1, variance, delta),
            ofEpisodes(influences.value(), sums, horizon + 2, variance, delta));
    return new EffectProfile(steps, new Failure(0, delta * steps.size()), Optional.of(whole));
  }

  private static Interval ofEpisodes(
      Influence influence, TrajectoryInfluence sums, int which, Variance variance, double delta) {
    double squared = sums.independent() < 2 ? Double.NaN : sums.varianceOfMean(which);
    if (variance != Variance.PLAIN) {
      double episodes = sums.episodes();
      squared += CellVariance.of(influence, variance).added(variance) / episodes / episodes;
    }
    return interval(influence, squared, sums.isClustered() ? "clusters" : "episodes", delta);
  }

  /**
   * @param variance of the estimate; NaN if nothing can be said
   */
  private static Interval interval(Influence influence, double variance, String of, double delta) {
    List<Part> parts = new ArrayList<>();
    if (Double.isNaN(variance)) {
      double top = influence.top();
      parts.add(Part.of("a single one of the " + of, "V_max", top));
    } else {
      double error = NormalQuantile.twoSided(delta) * Math.sqrt(variance);
      parts.add(Part.of("sampling of " + of, "z·√(Var ψ/T)", error));
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

  /**
   * What the rows add to Var ψ, pair by pair.
   *
   * @param seen Σ of the rows' squared parts of ψ
   * @param borrowed Σ over pairs of what more rows would add
   * @param uncertain Σ over pairs of R·σ̂·√n: how far the squares of thinly seen pairs may be off
   */
  private record CellVariance(double seen, double borrowed, double uncertain) {

    double added(Variance variance) {
      return variance == Variance.PLAIN ? 0 : borrowed + RAISE * uncertain;
    }

    static CellVariance of(Influence influence, Variance variance) {
      PlugIn plugIn = influence.plugIn();
      TransitionCounts counts = plugIn.counts;
      double[][] squares = new double[plugIn.tables()][plugIn.pairs]; // Σ (row's residual)²
      double[][] low = new double[plugIn.tables()][plugIn.pairs]; // its range over next states
      double[][] high = new double[plugIn.tables()][plugIn.pairs];
      double drifting = 0; // what the first terms of the whole add to that
      double own = influence.drift().ownReward();
      for (int i = 0; i < counts.cells(); i++) {
        int step = counts.step(i);
        int table = plugIn.table(step);
        int pair = plugIn.pair(counts.state(i), counts.action(i));
        double w = influence.ofReward(step, pair) + own;
        double u = influence.ofNext(step, pair, counts.next(i));
        double s = influence.drift().at(step, pair, counts.next(i));
        double mean = plugIn.reward(step, pair);
        long n = counts.count(i);
        double first = counts.rewardSum(i) - n * mean;
        double second = counts.squareSum(i) - 2 * mean * counts.rewardSum(i) + n * mean * mean;
        squares[table][pair] += w * w * second + 2 * w * u * first + n * u * u;
        drifting += 2 * s * (w * first + n * u) + n * s * s;
        low[table][pair] = Math.min(low[table][pair], u);
        high[table][pair] = Math.max(high[table][pair], u);
      }
      double each = variance == Variance.BORROWED ? MORE_ROWS * plugIn.residualVariance() : 0;
      double seen = drifting;
      double borrowed = 0;
      double uncertain = 0;
      for (int h = 1; h <= plugIn.tables(); h++) {
        for (int pair = 0; pair < plugIn.pairs; pair++) {
          double square = Math.max(0, squares[h - 1][pair]); // rounding may leave less than nothing
          double more = each == 0 ? 0 : each * influence.squaredWeight(h, pair);
          if (square + more > 0) {
            double range =
                Math.abs(influence.ofReward(h, pair) + own) + high[h - 1][pair] - low[h - 1][pair];
            seen += square;
            borrowed += more;
            uncertain += range * Math.sqrt(square + more);
          }
        }
      }
      return new CellVariance(Math.max(0, seen), borrowed, uncertain);
    }
  }
}
