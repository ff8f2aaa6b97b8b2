package io.sluice.fit;

import io.sluice.baselines.Overlap;
import io.sluice.influence.Influence;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What more episodes of the logged policy will never show, because it never does what the judged
 * one does.
 */
final class UnseenActions {
  private UnseenActions() {}

  private static Optional<Overlap.Gap> first(Judgment judgment, OptionalInt step) {
    return judgment.gaps().stream().filter(gap -> gap.step() >= step.orElse(1)).findFirst();
  }

  /**
   * How much what was never seen may be worth, where the policy takes actions that the log never
   * takes; 0 where it does not.
   *
   * @param step none for the total
   * @param estimate in the user's units, as the result; towards 0
   */
  static double worth(Judgment judgment, OptionalInt step, double estimate) {
    if (first(judgment, step).isEmpty()) {
      return 0;
    }
    Influence influence = SettledCheck.influence(judgment, step);
    double unknown = estimate > 0 ? influence.unknownBelow() : influence.unknownAbove();
    return unknown * judgment.fit().data().range().width();
  }

  /** Why no number of episodes would show on which side of 0 an effect is; empty if one may. */
  static Optional<String> why(Judgment judgment, OptionalInt step, double estimate) {
    if (worth(judgment, step, estimate) < Math.abs(estimate)) {
      return Optional.empty();
    }
    LogData log = judgment.fit().data();
    return first(judgment, step)
        .map(
            gap ->
                "the log never takes action \"%s\" in state \"%s\"%s"
                    .formatted(
                        log.action(gap.action()),
                        log.state(gap.state()),
                        isTaken(judgment.fit(), gap) ? " at step " + gap.step() : ""));
  }

  /** Whether it is taken there at another step. */
  private static boolean isTaken(Fit fit, Overlap.Gap gap) {
    boolean[] taken = {false};
    for (int h = 1; h <= fit.data().shape().horizon(); h++) {
      fit.counts()
          .forEachPair(
              h, (x, a, n, r, rr) -> taken[0] |= n > 0 && x == gap.state() && a == gap.action());
    }
    return taken[0];
  }
}
