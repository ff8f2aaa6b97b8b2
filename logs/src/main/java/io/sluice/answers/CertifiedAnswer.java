package io.sluice.answers;

import io.sluice.counts.TransitionCounts;
import io.sluice.logs.BadLogException;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.mdp.Policy;
import io.sluice.selection.Candidate;
import io.sluice.selection.CertifiedChoice;
import io.sluice.selection.Judge;
import io.sluice.selection.PartialRollout;
import java.util.List;
import java.util.Optional;

/**
 * Which of several learned policies is certified to be better than the logged one, and at which
 * steps alone. In the user's units.
 *
 * @param nominal why δ is nominal, if it is
 * @param learnedOn how many episodes the candidates were learned on
 * @param judgedOn how many others they were judged on
 */
public record CertifiedAnswer(
    GuaranteeKind guarantee,
    Optional<String> nominal,
    long learnedOn,
    long judgedOn,
    CertifiedChoice choice,
    PartialRollout rollout) {
  /** Fewer in a half show no variance. */
  private static final int LEAST = 2;

  /**
   * @param open read in two halves
   */
  static CertifiedAnswer of(
      OpenLog open, BehaviorPolicy behavior, GuaranteeKind guarantee, Settings settings) {
    LoggedData log = open.data();
    LoggedData.Halves halves = log.halves().orElseThrow();
    TransitionCounts learning = halves.inputs();
    TransitionCounts holdout = halves.holdout();
    if (Math.min(learning.episodes(), holdout.episodes()) < LEAST) {
      throw new BadLogException(
          "learner certified: needs at least %d episodes in each half of the log, one to learn on and one to judge by, got %d and %d"
              .formatted(LEAST, learning.episodes(), holdout.episodes()));
    }
    Policy logged = behavior.policy();
    List<Candidate> candidates =
        Candidate.learned(settings.backups(learning, log.valueRange()), logged);
    Judge judge =
        Judge.of(
            learning,
            holdout,
            logged,
            log.valueRange(),
            guarantee.on(log, settings),
            Evidence.behaviorErrors(behavior, log.valueRange(), log.shape().horizon()));
    CertifiedChoice choice = CertifiedChoice.of(candidates, judge, settings.delta());
    double width = log.range().width();
    return new CertifiedAnswer(
        guarantee,
        nominal(open, behavior),
        learning.episodes(),
        holdout.episodes(),
        choice.scaled(width),
        PartialRollout.of(choice, judge).scaled(width));
  }

  private static Optional<String> nominal(OpenLog open, BehaviorPolicy behavior) {
    if (behavior.source() == BehaviorPolicy.Source.ESTIMATED) {
      return Optional.of("the logged policy is an estimate");
    }
    return open.hasClusters()
        ? Optional.of("episodes of one cluster are judged as if they were independent")
        : Optional.empty();
  }
}
