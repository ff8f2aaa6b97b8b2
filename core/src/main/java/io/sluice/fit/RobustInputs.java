package io.sluice.fit;

import io.sluice.counts.TransitionCounts;
import io.sluice.influence.CrossFitValues;
import io.sluice.influence.LoggedProbabilities;
import io.sluice.influence.PolicyValues;
import io.sluice.influence.RobustScores;
import io.sluice.influence.ShrunkValues;
import io.sluice.mdp.Policy;
import io.sluice.model.Model.Pooling;

/**
 * What estimators that weight rows need of a fitted log to judge a policy: values from the other
 * half of the log, and what is known of the logged policy. Each is made once.
 */
final class RobustInputs {
  private final Fit fit;
  private final Policy policy;
  private final Lazy<CrossFitValues> values;
  private final Lazy<RobustScores> scores;

  RobustInputs(Fit fit, Policy policy) {
    this.fit = fit;
    this.policy = policy;
    this.values = new Lazy<>(this::makeValues);
    this.scores = new Lazy<>(() -> new RobustScores(values(), logged(), policy));
  }

  CrossFitValues values() {
    return values.get();
  }

  private CrossFitValues makeValues() {
    return CrossFitValues.shrunk(
        fit.inputs(), fit.holdout(), fit.range(), policy, ShrunkValues.USUAL);
  }

  /**
   * @param what they are needed for
   * @throws BadLogException if propensities are not known, or a half of the log is empty
   */
  RobustScores scores(String what) {
    if (fit.behavior().source() == Behavior.Source.ESTIMATED) {
      throw new BadLogException(
          "%s: needs known propensities, got a logged policy that is estimated from this log (give a propensity for every row, or the logged policy; efficient needs neither)"
              .formatted(what));
    }
    fit.requireHalves(what, 1);
    return scores.get();
  }

  /** Scores for episodes of the holdout alone, with values from the other half. */
  RobustScores ofHoldout() {
    PolicyValues others =
        ShrunkValues.of(
            fit.inputs().counts(),
            fit.inputs().model(Pooling.POOLED),
            fit.range(),
            policy,
            ShrunkValues.USUAL);
    return new RobustScores(new CrossFitValues(others, others), logged(), policy);
  }

  private LoggedProbabilities logged() {
    Policy behavior = fit.behavior().policy();
    boolean ofRows =
        fit.behavior().source() == Behavior.Source.LOGGED && fit.data().propensities().isPresent();
    if (!ofRows) {
      return LoggedProbabilities.known(behavior);
    }
    if (fit.propensitiesVary()) {
      return LoggedProbabilities.ofRowsOnly(behavior);
    }
    return isLogged(behavior)
        ? LoggedProbabilities.known(behavior)
        : LoggedProbabilities.ofSeen(behavior, fit.halves().inputs(), fit.halves().holdout());
  }

  /** Whether the policy is the logged one in every state that a decision was made in. */
  private boolean isLogged(Policy behavior) {
    TransitionCounts counts = fit.counts();
    boolean[] same = {fit.behavior().errors().stream().allMatch(e -> e == 0)};
    for (int h = 1; h <= counts.shape().horizon(); h++) {
      int step = h;
      counts.forEachPair(
          h,
          (x, a, n, r, rr) -> {
            for (int b = 0; b < counts.shape().actions(); b++) {
              same[0] &= policy.probability(step, x, b) == behavior.probability(step, x, b);
            }
          });
    }
    return same[0];
  }
}
