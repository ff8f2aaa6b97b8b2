package io.sluice.assumptions;

import static io.sluice.assumptions.Finding.Verdict.HOLDS;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What tables of a log say about assumptions: whether steps are alike, and whether the state is all
 * that matters of the past.
 */
public final class TableFindings {
  private static final long ENOUGH = 100;

  private TableFindings() {}

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
            .flatMap(TableFindings::compared)
            .toList(),
        "no state and action has two different pasts");
  }

  private static Stream<Compared> compared(MarkovTables tables) {
    String past = tables.isOfReward() ? " and the reward before" : "";
    String advice =
        tables.isOfReward()
            ? LogFindings.LAST_REWARD_MATTERS
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
}
