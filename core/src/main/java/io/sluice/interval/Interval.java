package io.sluice.interval;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An estimate with bounds: the distance to each bound is the sum of named parts.
 *
 * <p>Enforced: lower = estimate − Σ below and upper = estimate + Σ above, to rounding.
 *
 * @param method its name, as a user picks it
 * @param error the standard error of the estimate, where the interval is made from one; widenings
 *     do not change it
 */
public record Interval(
    String method,
    double estimate,
    double lower,
    double upper,
    Failure failure,
    List<Part> parts,
    Optional<StandardError> error) {
  public Interval {
    parts = List.copyOf(parts);
    double below = parts.stream().mapToDouble(Part::below).sum();
    double above = parts.stream().mapToDouble(Part::above).sum();
    double rounding = 1e-9 * (1 + Math.abs(estimate) + below + above);
    if (!(Math.abs(estimate - below - lower) <= rounding
        && Math.abs(estimate + above - upper) <= rounding)) {
      throw new IllegalArgumentException(
          "interval %s: parts must add up to its bounds, got [%s, %s] around %s with parts %s"
              .formatted(method, lower, upper, estimate, parts));
    }
  }

  /** An interval that is not computed from a standard error. */
  public Interval(
      String method,
      double estimate,
      double lower,
      double upper,
      Failure failure,
      List<Part> parts) {
    this(method, estimate, lower, upper, failure, parts, Optional.empty());
  }

  /** Returns the interval with these parts. */
  public static Interval of(String method, double estimate, Failure failure, List<Part> parts) {
    return of(method, estimate, failure, parts, Optional.empty());
  }

  private static Interval of(
      String method,
      double estimate,
      Failure failure,
      List<Part> parts,
      Optional<StandardError> error) {
    double below = parts.stream().mapToDouble(Part::below).sum();
    double above = parts.stream().mapToDouble(Part::above).sum();
    return new Interval(
        method, estimate, estimate - below, estimate + above, failure, parts, error);
  }

  /**
   * Returns the intersection with another interval for the same quantity, if each holds at its own
   * share of the probability of missing. The narrower one gives the estimate and the parts, which
   * shrink in proportion; if the two do not overlap it is returned as it is.
   */
  public Interval intersected(Interval other) {
    Interval narrower = other.width() < width() ? other : this;
    Failure both = failure.plus(other.failure);
    double least = Math.max(lower, other.lower);
    double most = Math.min(upper, other.upper);
    if (least > most) {
      return new Interval(
          narrower.method, narrower.estimate, narrower.lower, narrower.upper, both, narrower.parts);
    }
    double point = Math.max(least, Math.min(most, narrower.estimate));
    double below = share(point - least, narrower.estimate - narrower.lower);
    double above = share(most - point, narrower.upper - narrower.estimate);
    List<Part> shrunk = narrower.parts.stream().map(p -> p.scaled(below, above)).toList();
    return of(narrower.method, point, both, shrunk);
  }

  private static double share(double to, double from) {
    return from == 0 ? 0 : to / from;
  }

  /** Returns this interval with the standard error that it was computed from. */
  public Interval withError(StandardError made) {
    return new Interval(method, estimate, lower, upper, failure, parts, Optional.of(made));
  }

  public double width() {
    return upper - lower;
  }

  public boolean contains(double value) {
    return lower <= value && value <= upper;
  }

  /** Returns this interval in other units. */
  public Interval scaled(double factor) {
    List<Part> all = parts.stream().map(p -> p.scaled(factor, factor)).toList();
    return of(method, factor * estimate, failure, all, error.map(e -> e.scaled(factor)));
  }

  /**
   * Returns this interval within a range that is known to contain the truth: estimate and bounds
   * are clipped, and parts shortened in proportion.
   */
  public Interval within(double low, double high) {
    if (low <= lower && upper <= high) {
      return this;
    }
    double between = Math.min(high, Math.max(low, estimate));
    double bottom = Math.min(between, Math.max(low, lower));
    double top = Math.max(between, Math.min(high, upper));
    double below = estimate == lower ? 0 : (between - bottom) / (estimate - lower);
    double above = estimate == upper ? 0 : (top - between) / (upper - estimate);
    List<Part> all = parts.stream().map(p -> p.scaled(below, above)).toList();
    return new Interval(method, between, bottom, top, failure, all, error);
  }

  /** Returns this interval shifted by a number. */
  public Interval moved(double by) {
    return of(method, estimate + by, failure, parts, error);
  }

  /**
   * Returns this interval extended as far as another one of the same quantity reaches, where one of
   * the two is right and it is not known which.
   */
  public Interval extendedTo(Interval other, Part.Source source, String formula) {
    Failure either =
        new Failure(
            Math.max(failure.inputs(), other.failure.inputs()),
            Math.max(failure.sampling(), other.failure.sampling()));
    double below = Math.max(0, lower - other.lower);
    double above = Math.max(0, other.upper - upper);
    List<Part> all = new ArrayList<>(parts);
    if (below > 0 || above > 0) {
      all.add(new Part(source, formula, below, above));
    }
    return of(method, estimate, either, all, error);
  }

  /** Returns this interval widened by one more part, which may fail by itself. */
  public Interval widened(Part part, Failure more) {
    List<Part> all = new ArrayList<>(parts);
    all.add(part);
    return of(method, estimate, failure.plus(more), all, error);
  }
}
