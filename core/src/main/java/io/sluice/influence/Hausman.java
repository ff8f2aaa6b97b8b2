package io.sluice.influence;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Whether {@code efficient}, which rests on the model, and {@code robust}, which rests on the
 * propensities, estimate the same thing: Hausman's test, on the estimand itself.
 *
 * <p>Per episode, the score of {@code robust} less estimate plus influence of {@code efficient};
 * the mean of these over its standard error is close to N(0,1) if the model is right: the state
 * holds all of the past that matters, and, for a pooled model, steps are alike. It sees hidden
 * state that tables of neighboring rows miss. It has no power where {@code robust} is noisy. It
 * rejects too if propensities are wrong, or if the model is thin (unseen pairs): it says that the
 * two differ, not which of them is wrong.
 *
 * @param steps of α^(h), step h at index h−1
 * @param total of V_π − V_πb
 */
public record Hausman(List<Contrast> steps, Contrast total) {
  /** Standard errors below this share of V_max are rounding. */
  private static final double ROUNDING = 1e-12;

  public Hausman {
    steps = List.copyOf(steps);
  }

  /**
   * One estimand.
   *
   * @param difference {@code robust} less {@code efficient}
   * @param z the difference over its standard error; none where there is no variation
   */
  public record Contrast(double difference, double standardError, OptionalDouble z) {
    static Contrast of(double difference, double error, double top) {
      OptionalDouble z =
          error > ROUNDING * top ? OptionalDouble.of(difference / error) : OptionalDouble.empty();
      return new Contrast(difference, error, z);
    }

    /** The same in other units. */
    Contrast scaled(double factor) {
      return new Contrast(factor * difference, factor * standardError, z);
    }
  }

  public Contrast at(int step) {
    return steps.get(step - 1);
  }

  /** The same in other units. */
  public Hausman scaled(double factor) {
    return new Hausman(steps.stream().map(c -> c.scaled(factor)).toList(), total.scaled(factor));
  }
}
