package io.sluice.fit;

import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is concluded about an effect, and by which interval.
 *
 * @param decidedBy the first requested interval without an objection, if any
 * @param reason why there is no conclusion, or which assumptions of a conclusion the log cannot
 *     verify, and the objections to the intervals asked for before; empty if there is nothing to
 *     say
 */
public record Decision(Verdict verdict, Optional<IntervalKind> decidedBy, String reason) {
  /** The same with what spoke against the intervals that were asked for before. */
  public Decision passingOver(Map<IntervalKind, List<Objection>> against) {
    if (against.isEmpty()) {
      return this;
    }
    String over = "passed over: " + Objection.words(against);
    return new Decision(verdict, decidedBy, reason.isEmpty() ? over : reason + "; " + over);
  }
}
