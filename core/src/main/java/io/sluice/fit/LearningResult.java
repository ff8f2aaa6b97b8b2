package io.sluice.fit;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.learning.Learned;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.StateVector;
import io.sluice.model.StepValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A policy learned from the log, its value in the model, and where it differs from the logged one.
 * In the user's units.
 *
 * @param learner its name
 * @param value V̂, averaged over the log's first states
 * @param lower V̂_p likewise: a valid bound only for a policy fixed before the log was seen
 * @param upper V̂_o likewise
 * @param behaviorValue the mean return of the log
 * @param differences where the policies differ
 * @param certificate how it was chosen, if it was the certified choice
 * @param keep why the answer is to keep the current policy, if it is: then {@code policy} is only
 *     the table that is closest to the logged policy, and is not to be run
 * @param assumptions what the log says about everything that this rests on
 */
public record LearningResult(
    String learner,
    Policy policy,
    double value,
    double lower,
    double upper,
    double behaviorValue,
    long episodes,
    Differences differences,
    Optional<CertifiedResult> certificate,
    Optional<String> keep,
    Assumptions assumptions,
    List<String> warnings,
    Provenance provenance) {
  /** The name of the certified choice among the policies of several learners. */
  public static final String CERTIFIED = "certified";

  static LearningResult of(Fit fit, Learner learner) {
    Learned learned = learner.learn(fit.backups().withShift(fit.shift()), fit.behavior().policy());
    List<String> warnings =
        List.of(
            "the bounds are the model's for a fixed policy; this one was chosen from the same log, so they may be too optimistic");
    return of(
        fit,
        learner.learnerName(),
        learned.policy(),
        learned.values().at(1),
        Optional.empty(),
        learner == Learner.BC ? unknownPolicy(fit) : Optional.empty(),
        fit.notes(),
        warnings);
  }

  /** The certified choice. */
  static LearningResult certified(Fit fit, GuaranteeKind guarantee) {
    CertifiedResult certificate = CertifiedResult.of(fit, guarantee);
    Policy policy = certificate.choice().policy();
    List<String> warnings = new ArrayList<>();
    warnings.addAll(fit.calibrationWarnings());
    if (guarantee == GuaranteeKind.ASYMPTOTIC) {
      warnings.add(
          "the certificate is asymptotically valid; a finite-sample guarantee holds for any number of episodes, but needs more of them");
    }
    return of(
        fit,
        CERTIFIED,
        policy,
        fit.backups().evaluate(policy).at(1),
        Optional.of(certificate),
        certificate.choice().chosen().isPresent() ? Optional.empty() : keep(fit, certificate),
        fit.notes(),
        warnings);
  }

  /** The message that no table can be the logged policy, if that depends on more than the state. */
  private static Optional<String> unknownPolicy(Fit fit) {
    return fit.assumptions().of(Assumption.UNCONFOUNDED).isContradicted()
        ? Optional.of(
            "the logged policy depends on more than the state, so no table of states and actions is that policy")
        : Optional.empty();
  }

  /** Why the logged policy is not written down, where nothing is certified to be better. */
  private static Optional<String> keep(Fit fit, CertifiedResult certificate) {
    Optional<Finding> contradicted = fit.assumptions().contradicted().stream().findFirst();
    if (certificate.isRefused()) {
      return certificate.judges().get(0).reason().map(why -> "nothing can be certified: " + why);
    }
    return unknownPolicy(fit)
        .or(
            () ->
                contradicted.map(
                    f -> "%s is contradicted. %s".formatted(f.assumption(), f.advice())));
  }

  private static LearningResult of(
      Fit fit,
      String learner,
      Policy policy,
      StepValues first,
      Optional<CertifiedResult> certificate,
      Optional<String> keep,
      List<String> notes,
      List<String> moreWarnings) {
    LogData log = fit.data();
    StateVector start = log.counts().distribution(1);
    int horizon = log.shape().horizon();
    List<String> warnings = new ArrayList<>(notes);
    warnings.addAll(fit.contradictions());
    warnings.addAll(moreWarnings);
    return new LearningResult(
        learner,
        policy,
        log.range().value(start.dot(first.point()), horizon),
        log.range().value(start.dot(first.pessimistic()), horizon),
        log.range().value(start.dot(first.optimistic()), horizon),
        log.meanReturn(),
        log.episodes(),
        Differences.between(log, fit.behavior().policy(), policy),
        certificate,
        keep,
        fit.assumptions(),
        List.copyOf(warnings),
        fit.provenance());
  }

  /**
   * Returns by how much it is certified to be better than the logged policy, in the user's units; 0
   * if nothing is certified.
   */
  public double certifiedGain() {
    return certificate.flatMap(c -> c.choice().certified()).map(gain -> gain.lower()).orElse(0.0);
  }

  /** Returns the share of the log's decisions in which it differs from the logged policy. */
  public double changed() {
    return differences.moved();
  }
}
