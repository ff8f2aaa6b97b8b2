package io.sluice.learning;

import io.sluice.mdp.Policy;
import io.sluice.model.ActionValues;
import io.sluice.model.Backups;
import io.sluice.model.ValueTable;

/**
 * The result of a learner: the policy, the scores of all actions, and the estimated values of the
 * policy (V̂_p, V̂, V̂_o at every step).
 */
public final class Learned {
  private final Learner learner;
  private final Policy policy;
  private final Backups backups;
  private final double[][] scores; // by step, computed when first needed
  private final ValueTable values;

  Learned(Learner learner, Policy policy, Backups backups, ValueTable values) {
    this.learner = learner;
    this.policy = policy;
    this.backups = backups;
    this.scores = new double[values.horizon()][];
    this.values = values;
  }

  public Learner learner() {
    return learner;
  }

  public Policy policy() {
    return policy;
  }

  /** What the learner maximized. */
  public double score(int step, int state, int action) {
    return scores(step)[state * policy.shape().actions() + action];
  }

  /**
   * All scores of a step, by their definition for one state. Not kept while learning: they follow
   * from the values.
   */
  private synchronized double[] scores(int step) {
    if (scores[step - 1] == null) {
      int actions = policy.shape().actions();
      double[] all = new double[policy.shape().states() * actions];
      ActionValues q = backups.actionValues(step, values.at(step + 1));
      for (int i = 0; i < all.length; i++) {
        q = i % actions == 0 ? q.at(i / actions) : q;
        all[i] = learner.score(q, i % actions, backups.range().top(step));
      }
      scores[step - 1] = all;
    }
    return scores[step - 1];
  }

  public ValueTable values() {
    return values;
  }
}
