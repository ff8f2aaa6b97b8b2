package io.sluice.model;

import io.sluice.mdp.Shape;

/**
 * How far from a state its next states are, as states are numbered: it says in which cache their
 * values will be found, and so how to lay them out. Only speed depends on it, never a result. The
 * numbers are by measurement, see docs/decisions/0019.
 */
enum Reach {
  /** In the first cache, where asking twice costs nothing: V̂ and Γ lie apart. */
  NEAR,

  /** In a larger one: V̂ and Γ lie side by side, so that a transition asks once. */
  WIDE,

  /** V̂ alone fits the last cache, V̂ with Γ does not: first V̂ is looked up for all, then Γ. */
  FAR;

  private static final int NEARBY = 2_000;
  private static final int FAR_AWAY = 50_000;
  private static final int MANY_STATES = 500_000;
  private static final int SAMPLED_ROWS = 4_096;

  /** Where most transitions lead; judged by some thousand rows. */
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
