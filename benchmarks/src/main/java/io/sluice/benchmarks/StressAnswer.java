package io.sluice.benchmarks;

import io.sluice.interval.Interval;
import io.sluice.interval.Verdict;
import io.sluice.simulation.Truth;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was concluded from one log of a stress problem.
 *
 * @param kinds by the name of the interval
 * @param printed the verdict of each step that {@code evaluate} prints
 * @param certificates by the name of the guarantee
 * @param planning whether {@code check} calls some step a planning problem
 * @param alarm whether the logged propensities are reported not to fit the actions
 */
record StressAnswer(
    Map<String, OfKind> kinds,
    List<Outcome> printed,
    Map<String, Certificate> certificates,
    boolean planning,
    boolean alarm) {
  /** How a verdict stands to the truth. */
  enum Outcome {
    RIGHT,
    WRONG,
    OPEN,
    WITHHELD;

    /** Effects nearer to 0 are rounding. */
    private static final double ZERO = 1e-9;

    /** Kinds of verdicts that are not known here are open ones. */
    static Outcome of(Verdict verdict, double truth) {
      return switch (verdict.kind().name()) {
        case "BETTER" -> truth > ZERO ? RIGHT : WRONG;
        case "WORSE" -> truth < -ZERO ? RIGHT : WRONG;
        case "SAME" -> Math.abs(truth) <= ZERO ? RIGHT : WRONG;
        case "WITHHELD" -> WITHHELD;
        default -> OPEN;
      };
    }
  }

  /**
   * What an interval said.
   *
   * @param steps whether α^(h) was covered, for each step; empty if it is for the total only
   * @param verdicts the verdicts of this interval alone
   */
  record OfKind(
      List<Boolean> steps,
      List<Outcome> verdicts,
      Optional<Boolean> total,
      Optional<Boolean> value) {
    /** Refused, or crashed. */
    static final OfKind NONE = new OfKind(List.of(), List.of(), Optional.empty(), Optional.empty());
  }

  /** Whether something was certified, and whether that is false. */
  record Certificate(boolean given, boolean wrong) {}

  /** Rounding must not count as a miss. */
  static boolean covers(Interval interval, double truth) {
    double rounding = 1e-9 * (1 + Math.abs(truth));
    return interval.lower() - rounding <= truth && truth <= interval.upper() + rounding;
  }

  static double total(Truth truth) {
    return truth.value() - truth.behaviorValue();
  }
}
