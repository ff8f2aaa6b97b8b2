package io.sluice.model;

/**
 * What an action is chosen by: the action with the highest score of a state is taken. A score is
 * defined here for one state; {@link Backups#best} computes it for many states at once.
 */
public enum Score {
  /** Q̂ = R̂ + P̂V̂, {@code eq:empirical-Q-value}. */
  POINT,

  /** R̂ − b: the reward alone, as in a bandit. */
  IMMEDIATE,

  /** R̂ + P̂V̂_p − b, {@code eq:pessimistic-Q-value}. */
  PESSIMISTIC,

  /**
   * Q̂ − b − Σ|Δ̂|Γ, {@code eq:selectively-pessimistic-Q-value}. Where a part of the shift is
   * removed, Q̂ is without it: see {@link ActionValues#removedShift}.
   */
  SELECTIVE,

  /**
   * Q̂ − b − min(V_max, ΣΔ̂⁺(V̂_o−V̂) + ΣΔ̂⁻(V̂−V̂_p)): {@link #SELECTIVE} as the authors' released
   * program has it.
   */
  SELECTIVE_BY_SIGN;

  /**
   * The score of an action.
   *
   * @param q the action values of a state
   * @param top V_max^(h)
   */
  public double of(ActionValues q, int action, double top) {
    return switch (this) {
      case POINT -> q.point(action);
      case IMMEDIATE -> q.reward(action) - q.bonus(action);
      case PESSIMISTIC -> q.pessimistic(action);
      case SELECTIVE ->
          q.point(action) - q.removedShift(action) - q.bonus(action) - q.carried(action);
      case SELECTIVE_BY_SIGN ->
          q.point(action) - q.bonus(action) - Math.min(top, q.carriedBySign(action));
    };
  }

  /** Whether it needs the induced shift Δ̂. */
  public boolean needsShift() {
    return this == SELECTIVE || this == SELECTIVE_BY_SIGN;
  }
}
