package io.sluice.model;

/**
 * How the values of next states lie in memory, and in which order they are read: the only class
 * that depends on how far next states are ({@link Reach}). Speed depends on it, results do not.
 */
final class ValueLayout {
  private static final double[] NONE = {};

  private final Model model;
  private final Reach reach;
  private double[] early = NONE; // Σ p·v of all pairs of a step, if v is read before w

  ValueLayout(Model model, Reach reach) {
    this.model = model;
    this.reach = reach;
  }

  /** The fastest layout for a model. */
  static ValueLayout of(Model model) {
    return new ValueLayout(model, model.reach);
  }

  /** Values as they are, without preparation: where they are read one state at a time. */
  static ValueLayout plain(Model model) {
    return new ValueLayout(model, Reach.NEAR);
  }

  /** Space for two values of each state, if this layout has them side by side; else empty. */
  double[] sideBySide(int values) {
    return reach == Reach.WIDE ? new double[2 * values] : NONE;
  }

  /**
   * To be called before a step's pairs are looked at with {@link Reader#both}: reads v for all of
   * them, where a cache has space for v or for w, but not for both.
   */
  void readFirst(Threads.Team team, int step, double[] v) {
    if (reach != Reach.FAR) {
      return;
    }
    int states = model.shape().states();
    early = early.length == 0 ? new double[states * model.shape().actions()] : early;
    team.each(
        states,
        () -> {
          Reader reader = reader();
          return (from, to) ->
              Block.each(model, step, from, to, b -> reader.expect(b, v, early, inStep(b)));
        });
  }

  /** The number of a block's first pair among those of its step. */
  private int inStep(Block block) {
    return block.from() * model.shape().actions();
  }

  /** For one thread. */
  Reader reader() {
    return new Reader();
  }

  /** Reads the values of next states for one thread. */
  final class Reader {
    private double[] found = NONE;

    /** Σ p·v of every pair of a block, written from {@code at} on. */
    void expect(Block block, double[] v, double[] sums, int at) {
      if (reach == Reach.FAR) {
        found = RowSums.lookUp(model.next, block, v, found);
        RowSums.ofLookedUp(model.next, model.next.value, block, found, sums, at);
      } else {
        RowSums.of(model.next, block, v, sums, at);
      }
    }

    /** R̂ + Σ p·v of every pair of a block. */
    void points(Block block, double[] v, double[] points) {
      if (reach == Reach.FAR) {
        expect(block, v, points, 0);
        RowSums.addReward(model, block, points);
      } else {
        RowSums.points(model, block, v, points);
      }
    }

    /**
     * Σ p·v and Σ q·w of every pair of a block.
     *
     * @param q a second weight of each stored transition
     * @param ofV where Σ p·v is written, from {@code at} on
     * @param ofW where Σ q·w is written, from 0 on
     */
    void both(Block block, TwoValues next, double[] q, double[] ofV, int at, double[] ofW) {
      switch (reach) {
        case NEAR -> RowSums.apart(model.next, q, block, next, ofV, at, ofW);
        case WIDE -> RowSums.sideBySide(model.next, q, block, next, ofV, at, ofW);
        case FAR -> {
          System.arraycopy(early, inStep(block), ofV, at, block.pairs());
          found = RowSums.lookUp(model.next, block, next.w, found);
          RowSums.ofLookedUp(model.next, q, block, found, ofW, 0);
        }
      }
    }
  }
}
