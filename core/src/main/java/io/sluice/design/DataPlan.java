package io.sluice.design;

import io.sluice.distributions.NormalQuantile;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.Influence;
import io.sluice.influence.LogSums;
import io.sluice.influence.VarianceSources;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;

/**
 * How many episodes would bring an {@code efficient} interval to a wanted width, and which states
 * and actions its width comes from.
 *
 * <p>Var ψ is a sum: the variance of the states' part, and for every pair the squares of its rows.
 * With T′ episodes of the same policy each keeps its size, so the interval is 2z·√(Var ψ/T′) wide,
 * plus what thinly seen pairs add (which falls faster, see {@link WidthCurve}) and what pairs never
 * seen add (which stays: episodes of the same policy may go on missing them). The fewest episodes
 * follow by bisection.
 *
 * <p>What is assumed: the variances that the log shows are the true ones; states are met as often
 * as they were; the interval is an asymptotic one, and so is its width. From a small log, a plan is
 * as uncertain as the variances in it: a rare reward that did not come is planned for only as far
 * as the log's other pairs make it likely.
 */
public final class DataPlan {
  private final VarianceSources sources;
  private final double episodes; // of the log
  private final double wanted;
  private final WidthCurve logged;
  private final Exploration exploration;

  /**
   * One pair that the width comes from.
   *
   * @param step 0 if a pooled model takes its rows from all steps
   * @param share of the variance
   * @param rows how many the log has
   */
  public record Source(int step, int state, int action, double share, long rows) {}

  private DataPlan(
      Influence influence,
      Variance variance,
      double delta,
      double wanted,
      double inflation,
      DoubleUnaryOperator charged,
      double mostCost) {
    if (!(wanted > 0 && wanted < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "data plan: the width wanted must be a number above 0, got " + wanted);
    }
    sources = VarianceSources.of(influence, variance);
    episodes = sources.log().counts().episodes();
    if (episodes < 2) {
      throw new IllegalArgumentException(
          "data plan: needs at least two episodes, got " + (long) episodes);
    }
    this.wanted = wanted;
    logged =
        new WidthCurve(
            inflation * NormalQuantile.twoSided(delta),
            influence.firstVariance() + sources.squares() / episodes,
            thin(),
            influence.unknownBelow() + influence.unknownAbove(),
            charged);
    exploration = Exploration.of(sources, logged, wanted, mostCost);
  }

  private List<WidthCurve.Thin> thin() {
    LogSums log = sources.log();
    List<WidthCurve.Thin> thin = new ArrayList<>();
    for (int table = 0; sources.isRaised() && table < log.tables().count(); table++) {
      for (int pair = 0; pair < log.pairs(); pair++) {
        if (sources.doubt(table, pair) > 0) {
          thin.add(
              new WidthCurve.Thin(sources.uncertainLimit(table, pair), sources.range(table, pair)));
        }
      }
    }
    return thin;
  }

  /** For the interval from counts as it is. */
  public static DataPlan of(Influence influence, double delta, double wanted) {
    return of(influence, Variance.SHRUNK, delta, wanted, episodes -> 0);
  }

  /**
   * For an interval that is widened by something else.
   *
   * @param variance what is done about pairs that were seen in few rows
   * @param charged by how much, for any number of episodes; must not rise
   */
  public static DataPlan of(
      Influence influence,
      Variance variance,
      double delta,
      double wanted,
      DoubleUnaryOperator charged) {
    return of(influence, variance, delta, wanted, 1, charged);
  }

  /**
   * The same where episodes come in clusters.
   *
   * @param inflation how much wider the interval is than that of independent episodes: further
   *     episodes are taken to come in clusters like those of the log
   */
  public static DataPlan of(
      Influence influence,
      Variance variance,
      double delta,
      double wanted,
      double inflation,
      DoubleUnaryOperator charged) {
    return of(influence, variance, delta, wanted, inflation, charged, Double.POSITIVE_INFINITY);
  }

  /**
   * The same where exploring may not cost more than this.
   *
   * @param mostCost how much less an episode may earn than those of the log, at least 0
   */
  public static DataPlan of(
      Influence influence,
      Variance variance,
      double delta,
      double wanted,
      double inflation,
      DoubleUnaryOperator charged,
      double mostCost) {
    if (!(mostCost >= 0)) {
      throw new IllegalArgumentException(
          "data plan: the cost must be a number of at least 0, got " + mostCost);
    }
    return new DataPlan(influence, variance, delta, wanted, inflation, charged, mostCost);
  }

  /** How wide the interval is now. */
  public double width() {
    return logged.width(episodes);
  }

  public double wanted() {
    return wanted;
  }

  /** The part of the width that is for pairs never seen. */
  public double unseen() {
    return logged.unseen();
  }

  /** How wide it would be with so many episodes of the logged policy. */
  public double width(double episodes) {
    return logged.width(episodes);
  }

  /**
   * How many episodes of the logged policy are needed, in all; none if there are never enough, or
   * more than 10¹⁸.
   */
  public OptionalLong episodes() {
    return logged.episodes(wanted);
  }

  /** How actions would best be taken, to get there with fewer. */
  public Exploration exploration() {
    return exploration;
  }

  /** How wide it would be with so many episodes, made that way from the first. */
  public double exploringWidth(double episodes) {
    return exploration.curve().width(episodes);
  }

  /** How many such episodes are needed, in all. */
  public OptionalLong exploringEpisodes() {
    return exploration.curve().episodes(wanted);
  }

  /** The share of the variance that comes from which states the episodes were in at the start. */
  public double shareOfStates() {
    double variance = logged.variance(episodes);
    return variance == 0 ? 0 : sources.influence().firstVariance() / episodes / variance;
  }

  /** The pairs that most of the variance comes from, at most so many, largest first. */
  public List<Source> sources(int most) {
    LogSums log = sources.log();
    Shape shape = log.counts().shape();
    double variance = logged.variance(episodes) * episodes;
    double raise = sources.raise();
    List<Source> all = new ArrayList<>();
    for (int table = 0; table < log.tables().count(); table++) {
      for (int pair = 0; pair < log.pairs(); pair++) {
        double part =
            sources.limit(table, pair) + share(sources.doubt(table, pair), raise) / episodes;
        if (part > 0) {
          all.add(
              new Source(
                  log.tables().areShared() ? 0 : log.tables().first(table),
                  pair / shape.actions(),
                  pair % shape.actions(),
                  part / variance,
                  log.rows(table, pair)));
        }
      }
    }
    all.sort(Comparator.comparingDouble((Source source) -> -source.share()));
    return List.copyOf(all.subList(0, Math.min(most, all.size())));
  }

  /** A pair's share of √(Σ doubt). */
  private static double share(double doubt, double raise) {
    return raise == 0 ? 0 : doubt / raise;
  }
}
