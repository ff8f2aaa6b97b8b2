package io.sluice.answers;

import io.sluice.logs.BadLogException;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.mdp.Policy;
import io.sluice.rivals.Overlap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the logged policy never does cannot be weighted. */
final class OverlapCheck {
  private OverlapCheck() {}

  /**
   * Refuses what weights cannot answer.
   *
   * @return a warning, where it is only estimated that the logged policy never does it
   * @throws BadLogException where it is known
   */
  static Optional<String> warning(
      LoggedData log, BehaviorPolicy behavior, Policy evaluated, List<IntervalKind> kinds) {
    String names =
        String.join(
            ", ", kinds.stream().filter(IntervalKind::needsWeights).map(Object::toString).toList());
    if (names.isEmpty()) {
      return Optional.empty();
    }
    List<Overlap.Gap> gaps = Overlap.gaps(log.counts(), behavior.policy(), evaluated);
    if (gaps.isEmpty()) {
      return Optional.empty();
    }
    if (isKnown(log, behavior)) {
      throw refusal(log, gaps, names);
    }
    Overlap.Gap first = gaps.get(0);
    return Optional.of(
        "%s: the policy does what the log never shows, first at step %d in state \"%s\" with action \"%s\" (%d such cases); weights cannot make up for it, so these estimates miss it"
            .formatted(
                names,
                first.step(),
                log.state(first.state()),
                log.action(first.action()),
                gaps.size()));
  }

  /** Propensities that vary within a state leave open what other actions had. */
  private static boolean isKnown(LoggedData log, BehaviorPolicy behavior) {
    return switch (behavior.source()) {
      case LOGGED -> !log.propensities().orElseThrow().varies();
      case FILE -> true;
      case ESTIMATED -> false;
    };
  }

  private static BadLogException refusal(LoggedData log, List<Overlap.Gap> gaps, String names) {
    List<String> errors = new ArrayList<>();
    for (Overlap.Gap gap : gaps.subList(0, Math.min(gaps.size(), BadLogException.SHOWN))) {
      errors.add(
          "step %d, state \"%s\", action \"%s\": %s needs a logged policy that takes it, got one that never does (the policy takes it with probability %s; model and efficient need no weights)"
              .formatted(
                  gap.step(),
                  log.state(gap.state()),
                  log.action(gap.action()),
                  names,
                  gap.probability()));
    }
    return new BadLogException(errors, gaps.size());
  }
}
