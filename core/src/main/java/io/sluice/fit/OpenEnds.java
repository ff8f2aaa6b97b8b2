package io.sluice.fit;

import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Intervals of a log that does not say whether some episodes ended or were cut off. It is read both
 * ways, and an interval is extended to what {@code efficient}, which accounts for cuts, gives if
 * they were cut off. If all of them stopped in one way, one of the two readings is right, and the
 * interval misses with no more probability than that one. If some ended and others were cut off,
 * the truth is usually between the readings, but need not be: nothing is proven then. The estimate
 * is that of episodes that ended.
 *
 * <p>Where the second reading is impossible (from counts, for example), intervals are those of the
 * first, and verdicts are withheld.
 */
final class OpenEnds {
  private final Lazy<Optional<Judgment>> cut;

  OpenEnds(LogData log, Supplier<Optional<Judgment>> cut) {
    this.cut =
        new Lazy<>(
            () ->
                CutCheck.isOpen(log)
                    ? cut.get().filter(OpenEnds::canBeJudged)
                    : Optional.<Judgment>empty());
  }

  private static boolean canBeJudged(Judgment cut) {
    Fit fit = cut.fit();
    return CutCheck.withheld(fit.data(), IntervalKind.EFFICIENT).isEmpty()
        && UnloggedActions.allows(fit, IntervalKind.EFFICIENT);
  }

  /** The same policy on the same log, with ambiguous episodes read as cut off. */
  Optional<Judgment> cut() {
    return cut.get();
  }

  /**
   * What both readings give.
   *
   * @param ended the interval if episodes ended
   * @param efficient the one of a judgment for the same quantity
   */
  Interval either(Interval ended, Function<Judgment, Interval> efficient) {
    return cut()
        .map(efficient)
        .map(other -> ended.extendedTo(other, Part.Source.OPEN_ENDS, "to efficient, if cut off"))
        .orElse(ended);
  }
}
