package io.sluice.mdp;

import java.io.Serializable;

/**
 * The declared range of one step's reward, and the way from the user's units to [0, 1] and back.
 *
 * <p>Never taken from a sample: a bound that uses the largest reward seen is no bound.
 */
public record RewardRange(double low, double high) implements Serializable {
  /** Rewards that are in [0, 1] already. */
  public static final RewardRange UNIT = new RewardRange(0, 1);

  private static final double LARGEST = 1e100;

  public RewardRange {
    if (!(Double.isFinite(low) && Double.isFinite(high) && low < high)) {
      throw new IllegalArgumentException(
          "reward range: needs two numbers LO < HI, got %s and %s".formatted(low, high));
    }
    if (Math.max(-low, high) > LARGEST || high - low < 1 / LARGEST) {
      // Squares of rewards, and sums of them over steps, have to stay numbers.
      throw new IllegalArgumentException(
          "reward range: needs numbers up to 1e100 that are at least 1e-100 apart, got %s and %s"
              .formatted(low, high));
    }
  }

  /** (r − LO)/(HI − LO). */
  public double toUnit(double reward) {
    return (reward - low) / width();
  }

  public double width() {
    return high - low;
  }

  public boolean contains(double reward) {
    return reward >= low && reward <= high; // so that NaN is outside
  }

  /** A difference of values, from [0, 1] units to the user's. */
  public double effect(double inUnits) {
    return inUnits * width();
  }

  /** The value of so many steps, from [0, 1] units to the user's. */
  public double value(double inUnits, int steps) {
    return inUnits * width() + low * steps;
  }

  /** The smallest range that holds this one and 0: what an episode that is over goes on earning. */
  public RewardRange withZero() {
    return new RewardRange(Math.min(low, 0), Math.max(high, 0));
  }

  /** What 0 in the user's units is in [0, 1] units. */
  public double zero() {
    return toUnit(0);
  }
}
