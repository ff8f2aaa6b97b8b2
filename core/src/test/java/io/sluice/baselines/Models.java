package io.sluice.baselines;

import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.SparseRows;

/** Models to give to estimators that take any. */
final class Models {
  private Models() {}

  /** Known rewards by state and action, after which the episode is over. */
  static Model rewards(Shape shape, double... rewards) {
    SparseRows.Writer rows = new SparseRows.Writer(rewards.length, rewards.length);
    for (int i = 0; i < rewards.length; i++) {
      rows.entry(shape.end(), 1);
      rows.endRow();
    }
    return Model.known(shape, Pooling.POOLED, rewards, rows.done());
  }

  /** The same reward everywhere. */
  static Model constant(Shape shape, double reward) {
    double[] rewards = new double[shape.states() * shape.actions()];
    java.util.Arrays.fill(rewards, reward);
    return rewards(shape, rewards);
  }
}
