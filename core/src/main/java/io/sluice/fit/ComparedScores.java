package io.sluice.fit;

import io.sluice.interval.IntervalKind;
import io.sluice.mdp.SettingException;
import java.util.List;
import java.util.function.ToLongFunction;

/** Which scores policies are compared by: those of {@code efficient} or those of {@code robust}. */
public final class ComparedScores {
  /** Those that there are, in the order in which they are used. */
  public static final List<IntervalKind> ALL = List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST);

  private ComparedScores() {}

  /**
   * @throws SettingException if others were asked for
   */
  public static void check(List<IntervalKind> asked) {
    for (IntervalKind one : asked) {
      if (!ALL.contains(one)) {
        throw new SettingException(
            "interval", "needs efficient or robust to compare policies with, got " + one);
      }
    }
  }

  /**
   * The first kind with the fewest objections.
   *
   * @param objections how many there are to a kind, over all policies and steps
   */
  public static IntervalKind choose(
      List<IntervalKind> kinds, ToLongFunction<IntervalKind> objections) {
    IntervalKind best = kinds.get(0);
    long fewest = Long.MAX_VALUE;
    for (IntervalKind one : kinds) {
      long count = objections.applyAsLong(one);
      if (count < fewest) {
        best = one;
        fewest = count;
      }
    }
    return best;
  }
}
