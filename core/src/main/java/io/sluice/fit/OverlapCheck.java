package io.sluice.fit;

import io.sluice.baselines.Overlap;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the logged policy never does cannot be weighted. */
final class OverlapCheck {
  private OverlapCheck() {}

  /**
   * Refuses what weights cannot answer.
   *
   * @throws BadLogException where it is known that the logged policy never does what is judged
   */
  static void requireWeights(Judgment judgment, List<IntervalKind> kinds) {
    String names = weighting(kinds);
    if (!names.isEmpty() && isKnown(judgment.fit())) {
      List<Overlap.Gap> gaps = judgment.gaps();
      if (!gaps.isEmpty()) {
        throw refusal(judgment.fit().data(), gaps, names);
      }
    }
  }

  /** A warning, where it is only estimated that the logged policy never does what is judged. */
  static Optional<String> warning(Judgment judgment, List<IntervalKind> kinds) {
    String names = weighting(kinds);
    List<Overlap.Gap> gaps = names.isEmpty() ? List.of() : judgment.gaps();
    if (gaps.isEmpty()) {
      return Optional.empty();
    }
    LogData log = judgment.fit().data();
    Overlap.Gap first = gaps.get(0);
    return Optional.of(
        "%s: the policy does what the log never shows, first at step %s in state \"%s\" with action \"%s\" (%s such cases); weights cannot make up for it, so these estimates miss it"
            .formatted(
                names,
                first.step(),
                log.state(first.state()),
                log.action(first.action()),
                gaps.size()));
  }

  private static String weighting(List<IntervalKind> kinds) {
    return String.join(
        ", ", kinds.stream().filter(IntervalKind::needsWeights).map(Object::toString).toList());
  }

  static List<Overlap.Gap> gaps(Fit fit, Policy policy) {
    return Overlap.gaps(fit.counts(), fit.behavior().policy(), policy);
  }

  /** Propensities that vary within a state leave open what other actions had. */
  private static boolean isKnown(Fit fit) {
    return fit.behavior().source() != Behavior.Source.ESTIMATED && !fit.propensitiesVary();
  }

  private static BadLogException refusal(LogData log, List<Overlap.Gap> gaps, String names) {
    List<String> errors = new ArrayList<>();
    for (Overlap.Gap gap : gaps.subList(0, Math.min(gaps.size(), BadLogException.SHOWN))) {
      errors.add(
          "step %s, state \"%s\", action \"%s\": %s needs a logged policy that takes it, got one that never does (the policy takes it with probability %s; model and efficient need no weights)"
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
