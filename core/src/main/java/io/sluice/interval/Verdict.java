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
    CANNOT_TELL("cannot tell yet"),
    /** No interval may give one, because the log contradicts what each of them rests on. */
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

  /** Where no interval was asked for. */
  public static final Verdict NONE =
      new Verdict(Kind.CANNOT_TELL, "no interval was asked for", OptionalLong.empty());

  /** Where no interval may give one. */
  public static Verdict withheld() {
    return new Verdict(Kind.WITHHELD, "", OptionalLong.empty());
  }

  /** Where the policies are the same, so that there is no effect. */
  public static Verdict same() {
    return new Verdict(Kind.SAME, "", OptionalLong.empty());
  }

  /** Whether it says anything of the effect. */
  public boolean isSettled() {
    return kind == Kind.BETTER || kind == Kind.WORSE || kind == Kind.SAME;
  }

  /** The same without a conclusion. */
  public Verdict unsettled() {
    return new Verdict(Kind.CANNOT_TELL, limit, OptionalLong.empty());
  }

  /** What an interval that was made from so many episodes says. */
  public static Verdict of(Interval interval, long episodes) {
    return of(interval, episodes, 0);
  }

  /**
   * The same, where an effect within the tolerance is rounding. An interval without width, whose
   * data never varied, is conclusive only if it is {0} and nothing is tolerated.
   *
   * @param tolerance in the units of the interval
   */
  public static Verdict of(Interval interval, long episodes, double tolerance) {
    return of(interval, episodes, tolerance, 0);
  }

  /**
   * The same, where it is known how much of the width no episode of the logged policy will ever
   * take away, whether or not the interval has a part of its own for that.
   *
   * @param unseen on the side of the estimate that 0 is on
   */
  public static Verdict of(Interval interval, long episodes, double tolerance, double unseen) {
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
    return new Verdict(Kind.CANNOT_TELL, limit, episodesNeeded(interval, episodes, unseen));
  }

  private static OptionalLong episodesNeeded(Interval interval, long episodes, double least) {
    boolean up = interval.estimate() > 0;
    double toZero =
        up ? interval.estimate() - interval.lower() : interval.upper() - interval.estimate();
    double estimate = Math.abs(interval.estimate());
    double ofParts = // which more episodes of the logged policy do not show
        interval.parts().stream()
            .filter(p -> p.source() == Part.Source.UNSEEN_PAIRS)
            .mapToDouble(up ? Part::below : Part::above)
            .sum();
    double unseen = Math.max(ofParts, least);
    double needed =
        estimate < 1e-12 || unseen >= estimate
            ? Double.POSITIVE_INFINITY
            : Math.pow((toZero - unseen) / (estimate - unseen), 2) * episodes;
    return needed > 0 && needed < 1e15
        ? OptionalLong.of((long) Math.ceil(needed))
        : OptionalLong.empty();
  }
}
