package io.sluice.fit;

import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How fragile conclusive verdicts are: to unobserved confounding of the actions, to dropping the
 * most influential episodes, and to the largest weights. Amounts are in the user's units.
 *
 * @param randomized whether actions were drawn with known probabilities that the log agrees with,
 *     so that the actions cannot be confounded by unobserved variables
 * @param steps one entry for each conclusive step
 * @param dropped one entry for each conclusive step, and for the total if it is conclusive
 * @param trimmed likewise, and for every cap below the largest weight; none without weights
 * @param clusters whether clusters are dropped, not episodes
 * @param warnings notes for the reader of the result
 */
public record SensitivityResult(
    boolean randomized,
    List<Confounding> steps,
    List<Dropped> dropped,
    List<Trimmed> trimmed,
    boolean clusters,
    List<String> warnings) {
  public SensitivityResult {
    steps = List.copyOf(steps);
    dropped = List.copyOf(dropped);
    trimmed = List.copyOf(trimmed);
    warnings = List.copyOf(warnings);
  }

  /**
   * The bounds on the effect of a step under hidden confounding of its actions.
   *
   * @param interval whose scores the bounds are made from
   * @param overturned the smallest Λ at which the bounds, with their sampling error, contain 0;
   *     empty if they do not at the largest Λ that was tried
   * @param bounds for every Λ that was tried, in rising order
   */
  public record Confounding(
      int step,
      Verdict.Kind verdict,
      IntervalKind interval,
      OptionalDouble overturned,
      List<Bound> bounds) {
    public Confounding {
      bounds = List.copyOf(bounds);
    }
  }

  /**
   * The range of the effect if the odds of actions are off by a factor of at most Λ.
   *
   * @param low the bound on the effect
   * @param high likewise
   * @param lower the same with sampling error
   * @param upper likewise
   */
  public record Bound(double strength, double low, double high, double lower, double upper) {}

  /**
   * How many episodes, or clusters, have to be dropped to overturn a verdict.
   *
   * @param step none for the total
   * @param toZero how many, the most influential first, have to be dropped until the interval
   *     contains 0; empty if that takes more than were tried
   * @param toSign how many until the estimate has the other sign; likewise
   * @param of how many there are
   */
  public record Dropped(
      OptionalInt step, Verdict.Kind verdict, OptionalLong toZero, OptionalLong toSign, long of) {}

  /**
   * The estimate of {@code robust} with the weights of rows cut at a cap.
   *
   * @param step none for the total
   * @param plain the estimate without a cap
   */
  public record Trimmed(OptionalInt step, double cap, double estimate, double plain) {}
}
