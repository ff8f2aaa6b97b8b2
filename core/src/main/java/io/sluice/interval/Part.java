package io.sluice.interval;

import java.util.List;
import java.util.Optional;

/**
 * One reason why an interval is as wide as it is.
 *
 * @param name the reason in a few words
 * @param formula how it is computed
 * @param below what it adds to the distance from the estimate down to the lower bound
 * @param above what it adds to the distance from the estimate up to the upper bound
 */
public record Part(String name, String formula, double below, double above) {
  public Part {
    if (!(below >= 0 && above >= 0)) {
      throw new IllegalArgumentException(
          "part \"%s\": needs amounts ≥ 0, got %s below and %s above"
              .formatted(name, below, above));
    }
  }

  /** One part for several that have one name, if there are any. */
  public static Optional<Part> sum(List<Part> parts) {
    return parts.stream()
        .reduce((a, b) -> new Part(a.name, a.formula, a.below + b.below, a.above + b.above));
  }

  /** A part that widens both sides alike. */
  public static Part of(String name, String formula, double amount) {
    return new Part(name, formula, amount, amount);
  }
}
