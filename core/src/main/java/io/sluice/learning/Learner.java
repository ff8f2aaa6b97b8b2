package io.sluice.learning;

import io.sluice.mdp.DeterministicPolicy;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.ActionValues;
import io.sluice.model.Backups;
import io.sluice.model.InducedShift;
import io.sluice.model.Score;
import io.sluice.model.ValueTable;
import java.util.Locale;

/**
 * Learns a policy backward over the steps: at each step and state, the action with the highest
 * score, ties going to the lowest index. The learners differ only in the score.
 *
 * <p>Deviates from the paper: a pair that was never seen is chosen only where no action of the
 * state was. Its bonus H alone does not ensure that, because a pair seen once can have a larger
 * one.
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
   * eq:selectively-pessimistic-Q-value}. With a shrunk shift, or a step declared exogenous, Q̂ is
   * without the {@linkplain ActionValues#removedShift removed part} of Σ Δ̂V̂: at an exogenous
   * step, the choice of a bandit.
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

  /** What this learner maximizes. */
  public Score score() {
    return switch (this) {
      case BC, VI -> Score.POINT;
      case PSL -> Score.IMMEDIATE;
      case PVI -> Score.PESSIMISTIC;
      case SPVI -> Score.SELECTIVE;
      case SPVI_RELEASED -> Score.SELECTIVE_BY_SIGN;
    };
  }

  /** The same for the action of a state; {@code top} is V_max^(h). */
  public double score(ActionValues q, int action, double top) {
    return score().of(q, action, top);
  }

  /**
   * The backups this learner runs on: with the shift where its score needs it (the plug-in estimate
   * if none was given), and V̂ clipped unless it is the released program.
   */
  public Backups prepare(Backups backups, Policy behavior) {
    if (!score().needsShift()) {
      return backups.withoutShift();
    }
    Backups ready =
        backups.hasShift()
            ? backups
            : backups.withShift(InducedShift.of(backups.model(), behavior));
    return this == SPVI_RELEASED ? ready.withoutClippingThePoint() : ready;
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

  /** The same with a shift that is given: one serves all learners and bonuses on a model. */
  public Learned learn(Backups backups, InducedShift shift) {
    return learn(backups.withShift(shift), shift.behavior());
  }

  private Learned run(Backups backups, Policy behavior) {
    Shape shape = backups.model().shape();
    if (this == BC) {
      return new Learned(this, behavior, backups, backups.evaluate(behavior));
    }
    int[] best = new int[shape.horizon() * shape.states()];
    ValueTable values = backups.best(score(), best);
    Policy policy = DeterministicPolicy.owning(shape, best);
    return new Learned(this, policy, backups, values);
  }
}
