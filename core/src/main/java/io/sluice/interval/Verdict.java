package io.sluice.interval;

import java.util.Comparator;
import java.util.OptionalLong;

/**
 * What an interval says in plain words, and what keeps it from saying more.
 *
 * @param limit the largest part of the interval's width
 * @param episodes how many episodes in all would settle it, if its width shrinks as 1/√T and the
 *     estimate stays; empty if settled, or if the estimate is 0
 */
public record Verdict(Kind kind, String limit, OptionalLong episodes) {
  /** The kinds of verdict about an effect. */
  public enum Kind {
    BETTER("better"),
    WORSE("worse"),
    SAME("no difference"),
    CANNOT_TELL("cannot tell yet");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** Where no interval was asked for. */
  public static final Verdict NONE =
      new Verdict(Kind.CANNOT_TELL, "no interval was asked for", OptionalLong.empty());

  /**
   * Where no interval may give one.
   *
   * @param why what stands in the way
   */
  public static Verdict withheld(String why) {
    return new Verdict(Kind.CANNOT_TELL, why, OptionalLong.empty());
  }

  /** What an interval that was made from so many episodes says. */
  public static Verdict of(Interval interval, long episodes) {
    String limit =
        interval.parts().stream()
            .max(Comparator.comparingDouble(p -> p.below() + p.above()))
            .map(Part::name)
            .orElse("");
    if (interval.lower() > 0) {
      return new Verdict(Kind.BETTER, limit, OptionalLong.empty());
    }
    if (interval.upper() < 0) {
      return new Verdict(Kind.WORSE, limit, OptionalLong.empty());
    }
    if (interval.lower() == 0 && interval.upper() == 0) {
      return new Verdict(Kind.SAME, limit, OptionalLong.empty());
    }
    double estimate = Math.abs(interval.estimate());
    double toZero =
        interval.estimate() > 0
            ? interval.estimate() - interval.lower()
            : interval.upper() - interval.estimate();
    double needed =
        estimate < 1e-12 ? Double.POSITIVE_INFINITY : Math.pow(toZero / estimate, 2) * episodes;
    return new Verdict(
        Kind.CANNOT_TELL,
        limit,
        needed < 1e15 ? OptionalLong.of((long) Math.ceil(needed)) : OptionalLong.empty());
  }
}
