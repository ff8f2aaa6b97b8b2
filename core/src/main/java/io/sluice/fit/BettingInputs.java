package io.sluice.fit;

import io.sluice.counts.TransitionCounts;
import io.sluice.influence.BettingInterval;
import io.sluice.influence.BettingStages;
import io.sluice.influence.BettingSums;
import io.sluice.influence.DeclaredWeights;
import io.sluice.influence.LoggedProbabilities;
import io.sluice.interval.EffectProfile;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.selection.BettingJudge;
import io.sluice.selection.Judge;
import java.util.Optional;

/**
 * What {@link BettingInterval} needs of a fitted log to judge a policy, and why it is not available
 * if it is not. This depends only on what was declared, on how the log was read and on its size,
 * not on its outcomes.
 */
final class BettingInputs {
  /** How many numbers are kept in memory at most: 128 MiB of them. */
  private static final long MOST = 1L << 24;

  private static final int AT_ONCE = 32; // policies in a pass, so that their tables fit in memory

  private final Fit fit;
  private final Policy policy;

  BettingInputs(Fit fit, Policy policy) {
    this.fit = fit;
    this.policy = policy;
  }

  /** Judges candidates on the holdout. */
  static Judge judge(Fit fit) {
    long scores = fit.data().episodes() * BettingSums.perEpisode(fit.data().shape().horizon());
    return new BettingJudge(
        fit.episodes("learner certified"),
        fit.behavior().policy(),
        policy -> new BettingInputs(fit, policy).ofHoldout(),
        (int) Math.max(1, Math.min(AT_ONCE, MOST / Math.max(1, scores))));
  }

  private Optional<BettingJudge.Case> ofHoldout() {
    return reason().isPresent()
        ? Optional.empty()
        : Optional.of(
            new BettingJudge.Case(
                new BettingSums(
                    BettingStages.ofHoldout(fit.inputs(), this::logged, fit.range(), policy),
                    policy),
                this::interval));
  }

  /** Why the log cannot be bet on, whatever the policy; empty if it can. */
  static Optional<String> reason(Fit fit) {
    Shape shape = fit.data().shape();
    long scores = fit.data().episodes() * BettingSums.perEpisode(shape.horizon());
    long tables = 8L * shape.horizon() * shape.states() * shape.actions();
    if (fit.behavior().source() == Behavior.Source.ESTIMATED) {
      return Optional.of("the logged policy is an estimate");
    }
    if (fit.behavior().source() == Behavior.Source.LOGGED
        && fit.settings().smallestPropensity().isEmpty()) {
      return Optional.of(
          "nothing says how small a propensity can be (declare `smallest-propensity`, or give the logged policy as `behavior`)");
    }
    if (!fit.hasEpisodes()) {
      return Optional.of("there are only the counts of a log");
    }
    if (fit.data().clustered()) {
      return Optional.of("episodes come in clusters");
    }
    if (fit.data().ends().readAsCut() > 0) {
      return Optional.of("episodes were cut off");
    }
    return scores > MOST || tables > MOST
        ? Optional.of("the log is too large for the scores of all episodes in memory")
        : Optional.empty();
  }

  /** Why the policy cannot be bet on; empty if it can. */
  Optional<String> reason() {
    Optional<String> ofLog = reason(fit);
    if (ofLog.isPresent()) {
      return ofLog;
    }
    return !OverlapCheck.gaps(fit, policy).isEmpty() || weights().isEmpty()
        ? Optional.of("the policy does what the logged policy never does")
        : Optional.empty();
  }

  /** What is to be added up over all episodes. */
  BettingSums sums() {
    return new BettingSums(
        BettingStages.ofLog(fit.earlierParts(), this::logged, fit.range(), policy), policy);
  }

  private BettingInterval interval(BettingSums sums) {
    return new BettingInterval(sums, weights().orElseThrow(), fit.range());
  }

  EffectProfile profile(BettingSums sums, double delta) {
    return interval(sums).profile(delta);
  }

  private Optional<DeclaredWeights> weights() {
    return fit.behavior().source() == Behavior.Source.FILE
        ? DeclaredWeights.ofBehavior(fit.behavior().policy(), policy)
        : Optional.of(
            DeclaredWeights.ofSmallest(fit.settings().smallestPropensity().orElseThrow(), policy));
  }

  private LoggedProbabilities logged(TransitionCounts earlier) {
    return logged(fit, earlier);
  }

  /** What earlier episodes say of the logged policy in every state. */
  static LoggedProbabilities logged(Fit fit, TransitionCounts earlier) {
    Policy behavior = fit.behavior().policy();
    if (fit.behavior().source() == Behavior.Source.FILE || fit.data().propensities().isEmpty()) {
      return LoggedProbabilities.known(behavior);
    }
    return fit.propensitiesVary()
        ? LoggedProbabilities.ofRowsOnly(behavior)
        : LoggedProbabilities.ofSeen(behavior, earlier, earlier);
  }
}
