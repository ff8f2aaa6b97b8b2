package io.sluice.answers;

import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.mdp.Policy;
import io.sluice.mdp.StateVector;
import io.sluice.model.Backups;
import io.sluice.model.InducedShift;
import io.sluice.model.StepValues;
import io.sluice.planning.Learned;
import io.sluice.planning.Learner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A policy learned from the log, what the model thinks it is worth, and where it leaves the logged
 * one. In the user's units.
 *
 * @param learner its name
 * @param value V̂, averaged over the log's first states
 * @param lower V̂_p likewise: a bound for this policy only if it had been fixed before the log was
 *     seen
 * @param upper V̂_o likewise
 * @param behaviorValue the mean return of the log
 * @param differences where the policies differ
 * @param certificate how it was chosen, if it was the certified choice
 */
public record LearningAnswer(
    String learner,
    Policy policy,
    double value,
    double lower,
    double upper,
    double behaviorValue,
    long episodes,
    Differences differences,
    Optional<CertifiedAnswer> certificate,
    List<String> warnings,
    Provenance provenance) {
  /** The learner that is no {@link Learner} but a choice among what they learn. */
  public static final String CERTIFIED = "certified";

  public static LearningAnswer of(
      LoggedData log, BehaviorPolicy behavior, Learner learner, Settings settings) {
    Backups backups = settings.backups(log);
    InducedShift shift = settings.shift().on(backups.model(), behavior.policy());
    Learned learned = learner.learn(backups.withShift(shift), behavior.policy());
    List<String> warnings =
        List.of(
            "the bounds are the model's for a fixed policy; this one was chosen by looking at the same log, so they may flatter it");
    return of(
        log,
        behavior,
        learner.learnerName(),
        learned.policy(),
        learned.values().at(1),
        Optional.empty(),
        warnings,
        settings);
  }

  /**
   * The certified choice.
   *
   * @param open read in two halves
   */
  public static LearningAnswer certified(
      OpenLog open, BehaviorPolicy behavior, GuaranteeKind guarantee, Settings settings) {
    LoggedData log = open.data();
    CertifiedAnswer certificate = CertifiedAnswer.of(open, behavior, guarantee, settings);
    Policy policy = certificate.choice().policy();
    List<String> warnings = new ArrayList<>();
    Calibration.judged(log, behavior).ifPresent(c -> warnings.addAll(c.warnings()));
    if (guarantee == GuaranteeKind.ASYMPTOTIC) {
      warnings.add(
          "the certificate is right in the limit of many episodes; --guarantee finite-sample holds for any number, and asks for more of them");
    }
    return of(
        log,
        behavior,
        CERTIFIED,
        policy,
        settings.backups(log).evaluate(policy).at(1),
        Optional.of(certificate),
        warnings,
        settings);
  }

  private static LearningAnswer of(
      LoggedData log,
      BehaviorPolicy behavior,
      String learner,
      Policy policy,
      StepValues first,
      Optional<CertifiedAnswer> certificate,
      List<String> moreWarnings,
      Settings settings) {
    StateVector start = log.counts().distribution(1);
    int horizon = log.shape().horizon();
    List<String> warnings = new ArrayList<>(log.notes());
    warnings.addAll(behavior.notes());
    warnings.addAll(EvaluationAnswer.contradictions(log, settings.shift()));
    warnings.addAll(moreWarnings);
    return new LearningAnswer(
        learner,
        policy,
        log.range().value(start.dot(first.point()), horizon),
        log.range().value(start.dot(first.pessimistic()), horizon),
        log.range().value(start.dot(first.optimistic()), horizon),
        EvaluationAnswer.behaviorValue(log),
        log.episodes(),
        Differences.between(log, behavior.policy(), policy),
        certificate,
        List.copyOf(warnings),
        Provenance.of(log, settings, behavior.source().toString()));
  }

  /** The share of the log's decisions that it would take otherwise. */
  public double changed() {
    return differences.moved();
  }

  /** The policy as a table, {@code step,state,action,probability}, which {@code --policy} reads. */
  public String csv(LoggedData log) {
    return PolicyCsv.of(log, policy);
  }
}
