package io.sluice.assumptions;

import static io.sluice.assumptions.Finding.Verdict.CONTRADICTED;
import static io.sluice.assumptions.Finding.Verdict.HOLDS;

import io.sluice.assumptions.RepeatedEpisodes.Repetitions;
import io.sluice.assumptions.SharedColumn.Outcome;
import io.sluice.counts.PropensityTable;
import io.sluice.influence.ClusterSizes;
import io.sluice.mdp.RewardRange;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a log says about assumptions that concern no judged policy. */
public final class LogFindings {
  /** Propensities that differ by no more than this differ by rounding. */
  private static final double ROUNDING = 1e-6;

  private static final long ENOUGH = 100;
  private static final String CHECK_THEM =
      "Check how the action probabilities were logged, and that the state was written before the action.";

  /** The advice where the last reward contradicts the Markov property. */
  public static final String LAST_REWARD_MATTERS =
      "Put more columns into the state (the last reward, for one), or rely on robust, which needs known propensities.";

  private static final String NO_ROWS = "needs row-level data";
  private static final String NO_ROWS_ADVICE = "Run it on the log itself instead of its counts.";

  private static final String RETURNS_BY_VALUE = "z of X² of returns between values of ";

  private LogFindings() {}

  /** Where only counts are left of a log. */
  public static Finding needsRows(Assumption assumption) {
    return Finding.unknown(assumption, NO_ROWS, NO_ROWS_ADVICE);
  }

  /**
   * A comparison of rewards or next states.
   *
   * @param what was compared
   * @param advice if it raises an alarm
   */
  private record Compared(Comparison comparison, String what, String advice) {}

  /** Are steps alike? */
  public static Finding stationary(StationaryTables tables) {
    String advice = "Use a model for each step.";
    return ofTables(
        Assumption.STATIONARY,
        List.of(
            new Compared(tables.rewards(), "rewards", advice),
            new Compared(tables.nextStates(), "next states", advice)),
        "no pair of state and action occurs at two steps");
  }

  /** Is the state all that matters of the past? */
  public static Finding markov(MarkovTables tables) {
    return ofTables(
        Assumption.MARKOV,
        Stream.concat(Stream.of(tables), tables.further().stream())
            .parallel()
            .flatMap(LogFindings::compared)
            .toList(),
        "no state and action has two different pasts");
  }

  private static Stream<Compared> compared(MarkovTables tables) {
    String past = tables.isOfReward() ? " and the reward before" : "";
    String advice =
        tables.isOfReward()
            ? LAST_REWARD_MATTERS
            : "Make what matters of the past part of the state, such as the previous action.";
    return Stream.of(
        new Compared(tables.rewards(), "rewards" + past, advice),
        new Compared(tables.nextStates(), "next states" + past, advice));
  }

  /** The first one decides whether there is enough to compare. */
  private static Finding ofTables(Assumption assumption, List<Compared> all, String nothing) {
    Comparison rewards = all.get(0).comparison();
    Compared worst =
        all.stream()
            .max(
                Comparator.comparing((Compared c) -> c.comparison().alarm())
                    .thenComparing(c -> c.comparison().test().tables() > 0)
                    .thenComparingDouble(c -> c.comparison().z()))
            .orElseThrow();
    Comparison worse = worst.comparison();
    boolean alarm = worse.alarm();
    String figure =
        String.format(
            Locale.ROOT, "z of X² of %s over %,d tables", worst.what(), worse.test().tables());
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
        all.size() * Exceedance.LEVEL,
        alarm ? worst.advice() : "Nothing to do.");
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
        contradicted ? CHECK_THEM : "Nothing to do.");
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
        contradicted ? CHECK_THEM : "Nothing to do.");
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
   * @param shared columns without a role whose values episodes share
   */
  public static Finding independent(
      boolean clustered, Repetitions repetitions, List<SharedColumn> shared) {
    Assumption assumption = Assumption.INDEPENDENT_EPISODES;
    Optional<SharedColumn> found = shared.stream().filter(SharedColumn::isCluster).findFirst();
    if (clustered && found.isEmpty()) {
      return Finding.known(
          assumption,
          HOLDS,
          "clusters are declared",
          "Use intervals with cluster-robust standard errors.");
    }
    List<SharedColumn> alike = shared.stream().filter(c -> c.is(Outcome.ALIKE)).toList();
    List<SharedColumn> open = shared.stream().filter(c -> c.is(Outcome.NOT_COMPARED)).toList();
    if (!repetitions.alarm() && found.isPresent()) {
      return byCluster(found.get(), alike);
    }
    if (!repetitions.alarm() && !alike.isEmpty()) {
      return alike(
          alike,
          "declare it as cluster (columns cluster=%1$s), or that no column is one (columns cluster=) if it only describes episodes.");
    }
    if (!repetitions.alarm() && !open.isEmpty()) {
      return Finding.unknown(
          assumption,
          "episodes share values of %s, which could not be compared".formatted(names(open)),
          "If episodes with the same %1$s may be alike, declare it as cluster (columns cluster=%1$s)."
              .formatted(open.get(0).name()));
    }
    return Finding.tested(
        assumption,
        repetitions.alarm(),
        repetitions.repeated(),
        (repetitions.alarm() || shared.isEmpty()
                ? ""
                : "episodes with the same %s are not alike; "
                    .formatted(names(shared).replace(", ", " or ")))
            + repetitions.kind().figure(),
        RepeatedEpisodes.LEVEL + (shared.isEmpty() ? 0 : SharedColumn.LEVEL),
        repetitions.alarm()
            ? repetitions.kind() == RepeatedEpisodes.Kind.OVERLAPPING
                ? "Cut histories into episodes that do not overlap, or declare the column of the history as cluster."
                : "Remove episodes that were entered more than once, or declare the column they share as cluster."
            : "If several episodes belong to one user, declare that column as cluster.");
  }

  /**
   * The same for a log of which only the counts are left, if its episodes are known to be alike.
   */
  public static Optional<Finding> independentInCounts(List<SharedColumn> shared) {
    List<SharedColumn> alike = shared.stream().filter(c -> c.is(Outcome.ALIKE)).toList();
    return alike.isEmpty()
        ? Optional.empty()
        : Optional.of(
            alike(
                alike,
                "evaluate the log itself, because counts cannot account for it, or count it with no column as cluster (columns cluster=) if %1$s only describes episodes."));
  }

  private static Finding alike(List<SharedColumn> alike, String advice) {
    SharedColumn most = Collections.max(alike, Comparator.comparingDouble(SharedColumn::z));
    return Finding.tested(
        Assumption.INDEPENDENT_EPISODES,
        true,
        most.z(),
        RETURNS_BY_VALUE + names(alike),
        SharedColumn.LEVEL,
        ("Episodes with the same %1$s are alike: " + advice).formatted(most.name()));
  }

  /** Episodes that share a value of the column are alike, and it was taken as the cluster. */
  private static Finding byCluster(SharedColumn cluster, List<SharedColumn> others) {
    String figure =
        RETURNS_BY_VALUE + "%s, which is taken as the cluster".formatted(cluster.name());
    return others.isEmpty()
        ? Finding.tested(
            Assumption.INDEPENDENT_EPISODES,
            false,
            cluster.z(),
            figure,
            SharedColumn.LEVEL,
            "If %s only describes episodes, declare that no column is the cluster (columns cluster=)."
                .formatted(cluster.name()))
        : Finding.unknown(
            Assumption.INDEPENDENT_EPISODES,
            "episodes with the same %s are alike, but only %s is taken as the cluster"
                .formatted(names(others), cluster.name()),
            "Declare the column that units are drawn by as cluster (columns cluster=%s), or none (columns cluster=) if all of them only describe episodes."
                .formatted(others.get(0).name()));
  }

  private static String names(List<SharedColumn> columns) {
    return columns.stream().map(SharedColumn::name).collect(Collectors.joining(", "));
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
              "Rely on efficient: the other intervals do not account for episodes cut off.")
          .with(cut);
    }
    if (ambiguous > 0) {
      return Finding.unknown(
              assumption,
              "share of episodes that stop early; the log does not say whether they were cut off",
              "Add an end or truncated column, or declare it (ends ended, or ends cut).")
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
