package io.sluice.model;

/**
 * Consecutive states {@code from} … {@code to − 1} of a step, and the rows that their pairs have in
 * the model. Pairs are numbered (state − from)·|A| + action within the block.
 *
 * @param firstRow the row of the first pair
 * @param pairs how many pairs, and so rows, there are
 */
record Block(int from, int to, int firstRow, int pairs) {
  /** With so many pairs, the buffers of a block fit the second-level cache. */
  private static final int PAIRS = 1024;

  static Block of(Model model, int step, int from, int to) {
    return new Block(from, to, model.pair(step, from, 0), (to - from) * model.shape().actions());
  }

  /** How many states a block has at most. */
  static int states(Model model) {
    return Math.min(model.shape().states(), Math.max(1, PAIRS / model.shape().actions()));
  }

  /** How many pairs a block has at most. */
  static int pairs(Model model) {
    return states(model) * model.shape().actions();
  }

  /** Calls back with states {@code from} … {@code to − 1} of a step, block by block. */
  static void each(Model model, int step, int from, int to, Work work) {
    int states = states(model);
    for (int x = from; x < to; x += states) {
      work.run(of(model, step, x, Math.min(to, x + states)));
    }
  }

  /** What is done with a block. */
  @FunctionalInterface
  interface Work {
    void run(Block block);
  }
}
