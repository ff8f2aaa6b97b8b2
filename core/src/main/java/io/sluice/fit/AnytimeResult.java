package io.sluice.fit;

import io.sluice.interval.Verdict;
import java.util.List;

/**
 * The total, V_π − V_πb, of a growing log that is evaluated repeatedly: intervals that are
 * asymptotically valid at all looks at once. Amounts are in the user's units.
 *
 * @param column the column that orders the episodes
 * @param first the number of first episodes, from which only values are estimated; they are not
 *     averaged
 * @param looks the looks, from the first one with enough scored episodes
 * @param verdict the verdict at the last look
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
   * The result at one look.
   *
   * @param name the last value of the column
   * @param episodes the number of episodes up to then
   * @param lower the lower end of the interval that is valid at all looks
   * @param onceLower the lower end of an interval for a single look planned beforehand
   */
  public record Look(
      String name,
      long episodes,
      double estimate,
      double lower,
      double upper,
      double onceLower,
      double onceUpper) {}

  /** Returns a result without intervals, with the reason. */
  public static AnytimeResult none(String column, String why) {
    return new AnytimeResult(column, 0, List.of(), Verdict.Kind.CANNOT_TELL, "", why);
  }

  public boolean isPresent() {
    return missing.isEmpty();
  }
}
