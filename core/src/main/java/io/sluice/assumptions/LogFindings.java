package io.sluice.assumptions;

import static io.sluice.assumptions.Finding.Verdict.CONTRADICTED;
import static io.sluice.assumptions.Finding.Verdict.HOLDS;

import io.sluice.counts.PropensityTable;
import io.sluice.mdp.RewardRange;
import java.util.List;
import java.util.Optional;

/**
 * What a log says about assumptions that concern no judged policy, other than {@link
 * TableFindings}, {@link PropensityFindings} and {@link IndependenceFindings}.
 */
public final class LogFindings {
  /** Propensities that differ by no more than this differ by rounding. */
  private static final double ROUNDING = 1e-6;

  /** The advice where the last reward contradicts the Markov property. */
  public static final String LAST_REWARD_MATTERS =
      "Put more columns into the state (the last reward, for one), or rely on robust, which needs known propensities.";

  private static final String NO_ROWS = "needs row-level data";
  private static final String NO_ROWS_ADVICE = "Run it on the log itself instead of its counts.";

  private LogFindings() {}

  /** Where only counts are left of a log. */
  public static Finding needsRows(Assumption assumption) {
    return Finding.unknown(assumption, NO_ROWS, NO_ROWS_ADVICE);
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
