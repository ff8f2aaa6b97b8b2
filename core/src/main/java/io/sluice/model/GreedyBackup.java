package io.sluice.model;

import io.sluice.mdp.ValueRange;

/** Chooses the action of the highest {@link Score} in every state, and backs up its values. */
final class GreedyBackup implements Recursion.StepBackup {
  private final Score score;
  private final ValueRange range;
  private final ValueLayout layout;
  private final int[] chosen; // at (step − 1)·|X| + state

  GreedyBackup(Score score, ValueRange range, ValueLayout layout, int[] chosen) {
    this.score = score;
    this.range = range;
    this.layout = layout;
    this.chosen = chosen;
  }

  @Override
  public Block.Work start(OneStep step, ValueArrays here) {
    Model model = step.model();
    double top = range.top(step.step());
    BlockScores scores = new BlockScores(step, score, top, layout.reader());
    StateBackup values = new StateBackup(step, here);
    int first = (step.step() - 1) * model.shape().states();
    return block -> {
      double[] scored = scores.of(block);
      int at = first + block.from();
      HighestScore.choose(model, block, scored, chosen, at);
      if (scores.hasPoints()) {
        values.put(block, chosen, at, scores.points());
      } else {
        addUp(model, block, at, values);
      }
    };
  }

  /** The values of the chosen actions, where the scores were not computed from Q̂. */
  private void addUp(Model model, Block block, int at, StateBackup values) {
    int actions = model.shape().actions();
    int row = block.firstRow();
    for (int x = block.from(); x < block.to(); x++, row += actions) {
      values.add(1, row + chosen[at + x - block.from()]);
      values.finish(x);
    }
  }
}
