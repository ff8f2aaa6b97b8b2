package io.sluice.fit;

import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.Optional;

/**
 * What is concluded about an effect, and by which interval.
 *
 * @param decidedBy the first requested interval whose assumptions the log does not contradict, if
 *     any
 * @param reason why there is no conclusion, or what a conclusion rests on that the log cannot
 *     verify; empty if there is nothing to say
 */
public record Decision(Verdict verdict, Optional<IntervalKind> decidedBy, String reason) {}
