package io.sluice.assumptions;

import static io.sluice.assumptions.Finding.Verdict.CONTRADICTED;
import static io.sluice.assumptions.Finding.Verdict.HOLDS;

import io.sluice.assumptions.RepeatedEpisodes.Repetitions;
import io.sluice.counts.PropensityTable;
import io.sluice.influence.ClusterSizes;
import io.sluice.mdp.RewardRange;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a log says about assumptions that concern no judged policy. */
public final class LogFindings {
  /** Propensities that differ by no more than this differ by rounding. */
  private static final double ROUNDING = 1e-6;

  private static final long ENOUGH = 100;
  private static final String CORRECT_THEM =
      "Correct the action probabilities, or leave them out, so that they are estimated.";
  private static final String NO_ROWS = "needs row-level data";
  private static final String NO_ROWS_ADVICE = "Run it on the log itself instead of its counts.";

  private LogFindings() {}

  /** Where only counts are left of a log. */
  public static Finding needsRows(Assumption assumption) {
    return Finding.unknown(assumption, NO_ROWS, NO_ROWS_ADVICE);
  }

  /** Are steps alike? */
  public static Finding stationary(StationaryTables tables) {
    return ofTables(
        Assumption.STATIONARY,
        List.of(tables.rewards()),
        List.of(tables.nextStates()),
        "no pair of state and action occurs at two steps",
        "Use a model for each step.");
  }

  /** Is the state all that matters of the past? */
  public static Finding markov(MarkovTables tables) {
    return ofTables(
        Assumption.MARKOV,
        all(tables, MarkovTables::rewards),
        all(tables, MarkovTables::nextStates),
        "no state and action has two different pasts",
        "Make what matters of the past part of the state, such as the previous action.");
  }

  private static List<Comparison> all(
      MarkovTables tables, Function<MarkovTables, Comparison> kind) {
    return Stream.concat(Stream.of(tables), tables.earlier().stream()).map(kind).toList();
  }

  private static Finding ofTables(
      Assumption assumption,
      List<Comparison> ofRewards,
      List<Comparison> ofNexts,
      String nothing,
      String whenContradicted) {
    Comparison rewards = ofRewards.get(0);
    Comparison worse =
        Stream.concat(ofRewards.stream(), ofNexts.stream())
            .max(
                Comparator.comparing(Comparison::alarm)
                    .thenComparing(c -> c.test().tables() > 0)
                    .thenComparingDouble(Comparison::z))
            .orElseThrow();
    boolean alarm = worse.alarm();
    String figure =
        String.format(
            Locale.ROOT,
            "z of X² of %s over %,d tables",
            ofRewards.contains(worse) ? "rewards" : "next states",
            worse.test().tables());
    if (!alarm && rewards.rows() == 0) {
      return Finding.known(assumption, HOLDS, "episodes have one step", "Nothing to do.");
    }
    if (!alarm && !rewards.isDense()) {
      return Finding.unknown(
          assumption,
          "fewer than half of the rows have three others to be compared with",
          "Use coarser states, or more episodes.");
    }
    if (!alarm && rewards.comparable() == 0) {
      return Finding.known(assumption, HOLDS, nothing, "Nothing to do.");
    }
    if (!alarm && !rewards.isEnough()) {
      return Finding.unknown(
          assumption,
          "fewer than %s rows can be compared".formatted(ENOUGH),
          "Collect more episodes.");
    }
    return Finding.tested(
        assumption,
        alarm,
        worse.z(),
        figure,
        (ofRewards.size() + ofNexts.size()) * Exceedance.LEVEL,
        alarm ? whenContradicted : "Nothing to do.");
  }

  /** Did the logged policy know more than step and state? */
  public static Finding unconfounded(Optional<PropensityTable> propensities) {
    if (propensities.isEmpty()) {
      return Finding.unknown(
          Assumption.UNCONFOUNDED,
          "no propensities are logged",
          "Log the probability with which each action was taken.");
    }
    long[] rows = new long[3]; // all, of pairs with two rows or more, of pairs that differ
    propensities
        .get()
        .forEachPair(
            0,
            propensities.get().size(),
            (i, pair, n, high, low, least, most) -> {
              rows[0] += n;
              rows[1] += n > 1 ? n : 0;
              rows[2] += most - least > ROUNDING ? n : 0;
            });
    double share = rows[2] / (double) rows[0];
    String figure = "share of rows whose propensity differs within step, state and action";
    if (rows[2] > 0) {
      return Finding.known(
              Assumption.UNCONFOUNDED,
              CONTRADICTED,
              figure,
              "Add what the logged policy used to the state, or rely on intervals from propensities alone.")
          .with(share);
    }
    return 2 * rows[1] < rows[0]
        ? Finding.unknown(
            Assumption.UNCONFOUNDED,
            "most rows are alone with their step, state and action",
            "Use coarser states, or more episodes.")
        : Finding.known(Assumption.UNCONFOUNDED, HOLDS, figure, "Nothing to do.").with(0);
  }

  /** Propensities that depend on nothing but step and state. */
  public static Finding propensities(Calibration calibration, long rows) {
    List<Calibration.Disagreement> alone = calibration.disagreeing();
    return propensities(
        calibration.pooled(),
        !calibration.agrees(),
        calibration.pooled().alarm() || alone.isEmpty()
            ? calibration.pooled().worst()
            : "%s of %s states disagree".formatted(alone.size(), calibration.checked()),
        rows);
  }

  /** Propensities that differ from row to row. */
  public static Finding propensities(PropensityRows rows, long all) {
    return rows.calibration(Calibration.LEVEL)
        .map(c -> propensities(c, c.alarm(), c.worst(), all))
        .orElseGet(
            () ->
                Finding.known(
                    Assumption.PROPENSITIES, HOLDS, "there is one action", "Nothing to do."));
  }

  /**
   * Propensities of decisions that come in clusters.
   *
   * @param byRow what a test finds that takes rows as independent, if it can be made
   */
  public static Finding propensities(
      ClusterCalibration rows, ClusterSizes sizes, Optional<Calibration> byRow) {
    return propensities(
        rows.calibration(Calibration.LEVEL), sizes, byRow.map(c -> !c.agrees()).orElse(false));
  }

  /**
   * The same, of a capital that reaches 1/{@link Calibration#LEVEL} with probability at most that
   * level where propensities are right.
   *
   * @param rowsDisagree what a test finds that takes rows as independent
   */
  public static Finding propensities(
      Optional<PooledCalibration> found, ClusterSizes sizes, boolean rowsDisagree) {
    if (found.isEmpty()) {
      return Finding.known(Assumption.PROPENSITIES, HOLDS, "there is one action", "Nothing to do.");
    }
    boolean contradicted = found.get().alarm();
    if (!contradicted && sizes.areFew()) {
      return Finding.unknown(
          Assumption.PROPENSITIES,
          "fewer than %s effective clusters".formatted(ClusterSizes.LEAST),
          "Collect episodes of more clusters.");
    }
    if (!contradicted && rowsDisagree) {
      return Finding.unknown(
          Assumption.PROPENSITIES,
          "rows disagree with them, but no more than clusters of dependent decisions may",
          "If decisions within a cluster are independent, correct the action probabilities.");
    }
    return Finding.tested(
        Assumption.PROPENSITIES,
        contradicted,
        found.get().z(),
        String.format(
            Locale.ROOT,
            "capital of bets against them, by cluster; %,.0f contradicts (%s)",
            1 / Calibration.LEVEL,
            found.get().worst()),
        Calibration.LEVEL,
        contradicted ? CORRECT_THEM : "Nothing to do.");
  }

  private static Finding propensities(
      PooledCalibration pooled, boolean contradicted, String worst, long rows) {
    if (!contradicted && rows < ENOUGH) {
      return Finding.unknown(
          Assumption.PROPENSITIES,
          "fewer than %s rows".formatted(ENOUGH),
          "Collect more episodes.");
    }
    return Finding.tested(
        Assumption.PROPENSITIES,
        contradicted,
        pooled.z(),
        "z of the largest deviation (%s)".formatted(worst),
        Calibration.LEVEL,
        contradicted ? CORRECT_THEM : "Nothing to do.");
  }

  /** Action probabilities that come from the log itself. */
  public static Finding estimatedPropensities() {
    return Finding.unknown(
        Assumption.PROPENSITIES,
        "they are estimated from this log",
        "Log the probability with which each action was taken.");
  }

  /**
   * Are episodes independent?
   *
   * @param clustered whether clusters of dependent episodes are declared
   */
  public static Finding independent(boolean clustered, Repetitions repetitions) {
    if (clustered) {
      return Finding.known(
          Assumption.INDEPENDENT_EPISODES,
          HOLDS,
          "clusters are declared",
          "Use intervals with cluster-robust standard errors.");
    }
    return Finding.tested(
        Assumption.INDEPENDENT_EPISODES,
        repetitions.alarm(),
        repetitions.repeated(),
        "share of episodes that occur more than once",
        RepeatedEpisodes.LEVEL,
        repetitions.alarm()
            ? "Remove episodes that were entered more than once, or declare the column they share as cluster."
            : "If several episodes belong to one user, declare that column as cluster.");
  }

  /**
   * Do rewards lie in the declared range?
   *
   * @param observed the least and the largest reward
   * @param onlyEnds whether all rewards are 0 or 1
   */
  public static Finding ranges(RewardRange range, List<Double> observed, boolean onlyEnds) {
    boolean outside = observed.stream().anyMatch(r -> !range.contains(r));
    if (outside) {
      return Finding.known(
          Assumption.RANGES, CONTRADICTED, "rewards lie outside", "Declare what a reward can be.");
    }
    return range.equals(RewardRange.UNIT) && !onlyEnds
        ? Finding.unknown(
            Assumption.RANGES, "[0, 1] is the default", "Declare what a reward can be.")
        : Finding.known(Assumption.RANGES, HOLDS, "all rewards lie in the range", "Nothing to do.");
  }

  /**
   * Were episodes logged to their ends?
   *
   * @param ended the share of episodes that ended before the last step
   * @param marked whether a column says so; else it is read from how they stop
   * @param ambiguous the share of those that may as well have been cut off, by what the log says
   * @param cut the share of those that were cut off, or are read so
   */
  public static Finding completeEpisodes(
      double ended, boolean marked, double ambiguous, double cut) {
    Assumption assumption = Assumption.COMPLETE_EPISODES;
    if (cut > 0) {
      return Finding.known(
              assumption,
              CONTRADICTED,
              "share of episodes cut off",
              "Rely on efficient, or for effects on selective, standard and bandit: the other intervals do not account for episodes cut off.")
          .with(cut);
    }
    if (ambiguous > 0) {
      return Finding.unknown(
              assumption,
              "share of episodes that stop early; the log does not say whether they were cut off",
              "Add an end or truncated column, or choose how they are read with ends.")
          .with(ambiguous);
    }
    if (ended > 0 && !marked) {
      return Finding.unknown(
              assumption,
              "share of episodes that end early; no column says that they were not cut off",
              "Add an end or truncated column.")
          .with(ended);
    }
    return ended > 0
        ? Finding.known(
                assumption, HOLDS, "share of episodes cut off, by their marks", "Nothing to do.")
            .with(0)
        : Finding.known(
            assumption, HOLDS, "all episodes have the same number of steps", "Nothing to do.");
  }
}
