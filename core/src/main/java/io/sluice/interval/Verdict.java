package io.sluice.interval;

import java.util.Comparator;
import java.util.OptionalLong;

/**
 * The conclusion from an interval, and what limits it.
 *
 * @param limit the largest part of the interval's width
 * @param episodes how many episodes in all would make it conclusive, if the width shrinks as 1/√T
 *     and the estimate stays the same; empty if it is conclusive, or if the estimate is 0
 */
public record Verdict(Kind kind, String limit, OptionalLong episodes) {
  /** The kinds of verdict about an effect. */
  public enum Kind {
    BETTER("better"),
    WORSE("worse"),
    SAME("no difference"),
    CANNOT_TELL("cannot tell yet"),
    /** No verdict, because the log contradicts an assumption of every interval. */
    WITHHELD("withheld");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** The verdict if no interval was requested. */
  public static final Verdict NONE =
      new Verdict(Kind.CANNOT_TELL, "no interval was asked for", OptionalLong.empty());

  /** Returns the verdict if no interval may give one. */
  public static Verdict withheld() {
    return new Verdict(Kind.WITHHELD, "", OptionalLong.empty());
  }

  /** Returns the verdict on identical policies: there is no effect. */
  public static Verdict same() {
    return new Verdict(Kind.SAME, "", OptionalLong.empty());
  }

  /** Returns whether the verdict is conclusive: better, worse or no difference. */
  public boolean isSettled() {
    return kind == Kind.BETTER || kind == Kind.WORSE || kind == Kind.SAME;
  }

  /** Returns this verdict without its conclusion. */
  public Verdict unsettled() {
    return new Verdict(Kind.CANNOT_TELL, limit, OptionalLong.empty());
  }

  /** Returns the verdict of an interval that was computed from that many episodes. */
  public static Verdict of(Interval interval, long episodes) {
    return of(interval, episodes, 0);
  }

  /**
   * Returns the verdict of an interval, if an effect within the tolerance counts as rounding. An
   * interval of width 0, whose data never varied, is conclusive only if it is {0} and the tolerance
   * is 0.
   *
   * @param tolerance in the units of the interval
   */
  public static Verdict of(Interval interval, long episodes, double tolerance) {
    String limit =
        interval.parts().stream()
            .max(Comparator.comparingDouble(p -> p.below() + p.above()))
            .map(Part::name)
            .orElse("");
    boolean wide = interval.width() > tolerance || tolerance == 0;
    if (wide && interval.lower() > tolerance) {
      return new Verdict(Kind.BETTER, limit, OptionalLong.empty());
    }
    if (wide && interval.upper() < -tolerance) {
      return new Verdict(Kind.WORSE, limit, OptionalLong.empty());
    }
    if (tolerance == 0 && interval.lower() == 0 && interval.upper() == 0) {
      return new Verdict(Kind.SAME, limit, OptionalLong.empty());
    }
    return new Verdict(Kind.CANNOT_TELL, limit, episodesNeeded(interval, episodes));
  }

  private static OptionalLong episodesNeeded(Interval interval, long episodes) {
    boolean up = interval.estimate() > 0;
    double toZero =
        up ? interval.estimate() - interval.lower() : interval.upper() - interval.estimate();
    double estimate = Math.abs(interval.estimate());
    double unseen = // which more episodes of the logged policy do not show
        interval.parts().stream()
            .filter(p -> p.source() == Part.Source.UNSEEN_PAIRS)
            .mapToDouble(up ? Part::below : Part::above)
            .sum();
    double needed =
        estimate < 1e-12 || unseen >= estimate
            ? Double.POSITIVE_INFINITY
            : Math.pow((toZero - unseen) / (estimate - unseen), 2) * episodes;
    return needed > 0 && needed < 1e15
        ? OptionalLong.of((long) Math.ceil(needed))
        : OptionalLong.empty();
  }
}
