package io.sluice.learning;

import io.sluice.mdp.DeterministicPolicy;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.ActionValues;
import io.sluice.model.Backups;
import io.sluice.model.InducedShift;
import io.sluice.model.ValueTable;
import java.util.Locale;

/**
 * Learns a policy backward over the steps: at each step and state, the action with the highest
 * score, ties going to the lowest index. The learners differ only in the score.
 *
 * <p>Deviates from the paper: a pair that was never seen is chosen only where none was. Its bonus H
 * alone does not see to that, because a pair seen once can have a larger one.
 */
public enum Learner {
  /** Behavior cloning: the logged policy itself, to compare with. Its scores are Q̂. */
  BC,

  /** Value iteration: the highest estimate, Q̂, {@code eq:empirical-Q-value}. */
  VI,

  /** Pessimistic supervised learning: R̂ − b, a bandit at every step. */
  PSL,

  /** Pessimistic value iteration: R̂ + P̂V̂_p − b, {@code eq:pessimistic-Q-value}. */
  PVI,

  /**
   * Selectively pessimistic value iteration: Q̂ − b − Σ|Δ̂|Γ, {@code
   * eq:selectively-pessimistic-Q-value}. With a shrunk shift, or a step declared exogenous, Q̂
   * counts without the part of Σ Δ̂V̂ that is not believed: a bandit's choice at a declared step.
   */
  SPVI,

  /**
   * SPVI as the authors' released program has it: Q̂ − b − min(V_max, ΣΔ̂⁺(V̂_o−V̂) +
   * ΣΔ̂⁻(V̂−V̂_p)), V̂ not clipped.
   */
  SPVI_RELEASED;

  /** The name a user picks it by. */
  public String learnerName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What this learner maximises, for the action of a state; {@code top} is V_max^(h). */
  public double score(ActionValues q, int action, double top) {
    return switch (this) {
      case BC, VI -> q.point(action);
      case PSL -> q.reward(action) - q.bonus(action);
      case PVI -> q.pessimistic(action);
      case SPVI -> q.point(action) - q.takenOff(action) - q.bonus(action) - q.carried(action);
      case SPVI_RELEASED ->
          q.point(action) - q.bonus(action) - Math.min(top, q.carriedBySign(action));
    };
  }

  /**
   * The backups this learner runs on: with the shift where its score needs it, the plug-in one if
   * none was given, and clipped as it asks.
   */
  public Backups prepare(Backups backups, Policy behavior) {
    Backups ready =
        needsShift() && !backups.hasShift()
            ? backups.withShift(InducedShift.of(backups.model(), behavior))
            : backups;
    return switch (this) {
      case BC, VI, PSL, PVI -> ready.withoutShift();
      case SPVI -> ready;
      case SPVI_RELEASED -> ready.withoutClippingThePoint();
    };
  }

  private boolean needsShift() {
    return this == SPVI || this == SPVI_RELEASED;
  }

  /**
   * Learns from an estimated model.
   *
   * @param backups the model, with its bonus
   * @param behavior the logged policy π_b, from which the shift is measured
   */
  public Learned learn(Backups backups, Policy behavior) {
    return run(prepare(backups, behavior), behavior);
  }

  /** The same with a shift made before: it serves all learners and bonuses on one model. */
  public Learned learn(Backups backups, InducedShift shift) {
    return learn(backups.withShift(shift), shift.behavior());
  }

  private Learned run(Backups backups, Policy behavior) {
    Shape shape = backups.model().shape();
    if (this == BC) {
      return new Learned(this, behavior, backups, backups.evaluate(behavior));
    }
    int[] best = new int[shape.horizon() * shape.states()];
    ValueTable values =
        backups.best((step, q, room) -> scores(q, backups.range().top(step), room), best);
    Policy policy = DeterministicPolicy.owning(shape, best);
    return new Learned(this, policy, backups, values);
  }

  /** {@link #score} of every pair of a block, in the same order of operations. */
  private double[] scores(ActionValues q, double top, double[] room) {
    switch (this) {
      case BC, VI -> {
        return q.points();
      }
      case PSL -> q.immediate(room);
      case PVI -> q.pessimistic(room);
      case SPVI -> q.selective(room);
      case SPVI_RELEASED -> {
        for (int i = 0; i < q.size(); i++) {
          room[i] = score(q, i, top);
        }
      }
    }
    return room;
  }
}
