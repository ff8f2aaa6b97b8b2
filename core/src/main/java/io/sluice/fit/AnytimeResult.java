package io.sluice.fit;

import io.sluice.interval.Verdict;
import java.util.List;

/**
 * The total, V_π − V_πb, of a log that is looked at again and again: intervals that hold at all
 * looks at once, asymptotically. Amounts are in the user's units.
 *
 * @param column what episodes are in order of
 * @param first how many episodes made only values, and are not averaged
 * @param looks from the first at which enough episodes have been scored
 * @param verdict at the last look
 * @param reason why there is no verdict; may be empty
 * @param missing why there are no intervals; empty if there are
 */
public record AnytimeResult(
    String column,
    long first,
    List<Look> looks,
    Verdict.Kind verdict,
    String reason,
    String missing) {
  public AnytimeResult {
    looks = List.copyOf(looks);
  }

  /**
   * What was known then.
   *
   * @param name the last value of the column
   * @param episodes how many there were in all
   * @param lower of the interval that holds at all looks
   * @param onceLower of one that holds at a single look chosen beforehand
   */
  public record Look(
      String name,
      long episodes,
      double estimate,
      double lower,
      double upper,
      double onceLower,
      double onceUpper) {}

  /** No intervals, and why. */
  public static AnytimeResult none(String column, String why) {
    return new AnytimeResult(column, 0, List.of(), Verdict.Kind.CANNOT_TELL, "", why);
  }

  public boolean isPresent() {
    return missing.isEmpty();
  }
}
