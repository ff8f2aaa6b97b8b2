package io.sluice.fit;

import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which intervals still hold where episodes were cut off.
 *
 * <p>{@code efficient} weights rows for the cuts, in its estimate and its variance. {@code sharp},
 * {@code standard}, {@code selective} and {@code bandit} add what sampling may do to d̂_h as if
 * that were a mean of T independent episodes, which it no longer is: they are shown, without a
 * verdict. The others take each episode's return, or the states of T episodes, as whole: they are
 * refused. So is {@code robust}: without a row after the cut, its weights cannot undo the errors of
 * V̂ there.
 */
final class CutCheck {
  private CutCheck() {}

  /**
   * Refuses what takes every episode to be whole.
   *
   * @throws BadLogException if one of these intervals does, and episodes were cut off
   */
  static void require(LogData log, List<IntervalKind> kinds) {
    List<String> names =
        kinds.stream().filter(CutCheck::needsWholeEpisodes).map(Object::toString).toList();
    if (!names.isEmpty()) {
      requireWhole(log, "interval " + String.join(", ", names));
    }
  }

  /**
   * @param what needs whole episodes
   * @throws BadLogException if episodes were cut off
   */
  static void requireWhole(LogData log, String what) {
    if (log.ends().readAsCut() > 0) {
      throw new BadLogException(
          String.format(
              Locale.ROOT,
              "%s: needs whole episodes, got %,d that were cut off (efficient accounts for them)",
              what,
              log.ends().readAsCut()));
    }
  }

  private static boolean needsWholeEpisodes(IntervalKind kind) {
    return kind.needsEpisodes() || kind.needsHoldout();
  }

  /** Why an interval of this kind gives no verdict on a log; empty if it may. */
  static Optional<String> withheld(LogData log, IntervalKind kind) {
    return withheld(log, kind, false);
  }

  /** Whether neither the log nor the user says how episodes stopped. */
  static boolean isOpen(LogData log) {
    return log.ends().ambiguous() > 0 && log.ends().reading() == EpisodeEnds.Reading.UNKNOWN;
  }

  /**
   * The same.
   *
   * @param bothRead whether verdicts of both readings of how episodes stopped are compared
   */
  static Optional<String> withheld(LogData log, IntervalKind kind, boolean bothRead) {
    if (log.ends().unplaced() > 0) {
      return Optional.of("episodes cut off in a state that begins no row");
    }
    if (isOpen(log) && !bothRead) {
      return Optional.of(
          "the log does not say whether episodes ended or were cut off, and the two readings may differ");
    }
    boolean cut = log.ends().readAsCut() > 0;
    boolean samplesStates = kind == IntervalKind.SHARP || kind.isFromBonus();
    return cut && (samplesStates || needsWholeEpisodes(kind))
        ? Optional.of("episodes cut off, which %s does not account for".formatted(kind))
        : Optional.empty();
  }

  /** What an interval says, unless it may not. */
  static Verdict verdict(LogData log, IntervalKind kind, Interval interval) {
    return withheld(log, kind).isPresent()
        ? Verdict.withheld()
        : Verdict.of(interval, log.episodes());
  }
}
