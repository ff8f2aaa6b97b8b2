package io.sluice.interval;

import java.util.OptionalDouble;

/**
 * The standard error of an estimate.
 *
 * @param value in the units of the estimate
 * @param degreesOfFreedom of Student's t, where the interval is made with its quantile; none where
 *     it is made with the normal one
 * @param carriedBy the effective number of outcomes that it rests on, where that is known: see
 *     {@code EfficientInterval}
 */
public record StandardError(
    double value, OptionalDouble degreesOfFreedom, OptionalDouble carriedBy) {
  public StandardError {
    if (!(value >= 0)) {
      throw new IllegalArgumentException("standard error: needs a number ≥ 0, got " + value);
    }
  }

  /** For the normal quantile. */
  public static StandardError normal(double value) {
    return new StandardError(value, OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** For the quantile of Student's t. */
  public static StandardError student(double value, double degreesOfFreedom) {
    return new StandardError(value, OptionalDouble.of(degreesOfFreedom), OptionalDouble.empty());
  }

  /** Returns this standard error with the effective number of outcomes it is estimated from. */
  public StandardError carriedBy(OptionalDouble outcomes) {
    return new StandardError(value, degreesOfFreedom, outcomes);
  }

  StandardError scaled(double factor) {
    return new StandardError(factor * value, degreesOfFreedom, carriedBy);
  }
}
