package io.sluice.fit;

import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How fragile settled verdicts are: to something hidden that had a hand in actions, to the episodes
 * that hold them up, and to the largest weights. Amounts are in the user's units.
 *
 * @param randomized whether actions were drawn with known probabilities that the log agrees with,
 *     so that nothing hidden can have had a hand in them
 * @param steps one entry for each settled step
 * @param dropped for each settled step, and the total if it is settled
 * @param trimmed likewise, and for every cap below the largest weight; none without weights
 * @param clusters whether clusters are dropped, not episodes
 * @param warnings what a person should know
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
   * What hidden confounding of the actions at a step would do.
   *
   * @param interval whose scores the bounds are made from
   * @param overturned the least Λ at which the bounds, with their sampling error, hold 0; empty if
   *     the largest that was tried does not do it
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
   * What the effect can be if odds of actions are wrong by a factor of at most Λ.
   *
   * @param low the bound on the effect
   * @param high likewise
   * @param lower the same with sampling error
   * @param upper likewise
   */
  public record Bound(double strength, double low, double high, double lower, double upper) {}

  /**
   * The episodes, or clusters, that hold up a verdict.
   *
   * @param step none for the total
   * @param toZero how many, the most influential first, have to be dropped until the interval holds
   *     0; empty if that takes more than were looked at
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
