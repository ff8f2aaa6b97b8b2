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
      HighestScore.choose(model, block, scored, chosen, first + block.from());
      backUp(model, block, scores.points(), first, values);
    };
  }

  /**
   * The values of the chosen actions.
   *
   * @param points Q̂ of the block's pairs, or empty if the score did not need it
   */
  private void backUp(Model model, Block block, double[] points, int first, StateBackup values) {
    int actions = model.shape().actions();
    for (int x = block.from(), i = 0; x < block.to(); x++, i += actions) {
      int pair = i + chosen[first + x];
      if (points.length > 0) {
        values.put(x, block.firstRow() + pair, points[pair]);
      } else {
        values.add(1, block.firstRow() + pair);
        values.finish(x);
      }
    }
  }
}
