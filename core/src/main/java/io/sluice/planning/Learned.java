package io.sluice.planning;

import io.sluice.mdp.Policy;
import io.sluice.model.ValueTable;

/**
 * What a learner found: the policy, why (the scores), and what the model thinks it is worth (V̂_p,
 * V̂, V̂_o at every step).
 */
public final class Learned {
  private final Learner learner;
  private final Policy policy;
  private final double[][] scores;
  private final ValueTable values;

  Learned(Learner learner, Policy policy, double[][] scores, ValueTable values) {
    this.learner = learner;
    this.policy = policy;
    this.scores = scores;
    this.values = values;
  }

  public Learner learner() {
    return learner;
  }

  public Policy policy() {
    return policy;
  }

  /** What the learner maximised. */
  public double score(int step, int state, int action) {
    return scores[step - 1][state * policy.shape().actions() + action];
  }

  public ValueTable values() {
    return values;
  }
}
