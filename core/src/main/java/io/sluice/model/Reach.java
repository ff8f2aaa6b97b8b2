package io.sluice.model;

import io.sluice.mdp.Shape;

/**
 * How far from a state its next states are, as states are numbered. It decides which cache holds
 * their values, and so how {@link ValueLayout} arranges them; no result depends on it. The limits
 * were measured, see docs/decisions/0019.
 */
enum Reach {
  /** In the first-level cache, where two reads cost little: two values are two arrays. */
  NEAR,

  /** In a larger cache: two values of a state lie side by side and are read together. */
  WIDE,

  /** The last-level cache holds one value of every state but not two: they are read in turn. */
  FAR;

  private static final int NEARBY = 2_000;
  private static final int FAR_AWAY = 50_000;
  private static final int MANY_STATES = 500_000;
  private static final int SAMPLED_ROWS = 4_096;

  /** How far most transitions lead, from a sample of rows. */
  static Reach of(SparseRows next, Shape shape) {
    if (shape.states() <= NEARBY) {
      return NEAR;
    }
    int beyond = 0;
    int far = 0;
    int all = 0;
    for (long i = 0; i < SAMPLED_ROWS; i++) {
      int row = (int) (i * next.rows() / SAMPLED_ROWS);
      int own = row / shape.actions() % shape.states();
      for (int k = next.start[row], end = next.start[row + 1]; k < end; k++, all++) {
        int distance = Math.abs(next.column[k] - own);
        beyond += distance > NEARBY ? 1 : 0;
        far += distance > FAR_AWAY ? 1 : 0;
      }
    }
    boolean many = shape.states() >= MANY_STATES;
    return 2 * beyond <= all ? NEAR : many && 2 * far > all ? FAR : WIDE;
  }
}
