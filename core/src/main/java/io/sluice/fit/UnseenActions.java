package io.sluice.fit;

import io.sluice.baselines.Overlap;
import io.sluice.influence.Influence;
import java.util.Optional;
import java.util.OptionalInt;

/** What more episodes of the logged policy will never show, because it never does it. */
final class UnseenActions {
  private UnseenActions() {}

  /**
   * Why no number of episodes would show on which side of 0 an effect is; empty if one may. That is
   * so where the policy takes actions that the log never takes, and what those may be worth is as
   * much as the estimate.
   *
   * @param step none for the total
   * @param estimate in the user's units
   */
  static Optional<String> why(Judgment judgment, OptionalInt step, double estimate) {
    Optional<Overlap.Gap> gap =
        judgment.gaps().stream().filter(g -> g.step() >= step.orElse(1)).findFirst();
    if (gap.isEmpty()) {
      return Optional.empty();
    }
    Influence influence = SettledCheck.influence(judgment, step);
    double unknown = estimate > 0 ? influence.unknownBelow() : influence.unknownAbove();
    LogData log = judgment.fit().data();
    return unknown * log.range().width() < Math.abs(estimate)
        ? Optional.empty()
        : Optional.of(
            "the log never takes action \"%s\" in state \"%s\"%s"
                .formatted(
                    log.action(gap.get().action()),
                    log.state(gap.get().state()),
                    isTaken(judgment.fit(), gap.get()) ? " at step " + gap.get().step() : ""));
  }

  /** Whether it is taken there at another step. */
  private static boolean isTaken(Fit fit, Overlap.Gap gap) {
    boolean[] taken = {false};
    for (int h = 1; h <= fit.data().shape().horizon(); h++) {
      fit.counts()
          .forEachPair(
              h,
              (x, a, n, r, rr) -> taken[0] |= n > 0 && x == gap.state() && a == gap.action());
    }
    return taken[0];
  }
}
