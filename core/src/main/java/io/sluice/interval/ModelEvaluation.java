package io.sluice.interval;

import io.sluice.counts.TransitionCounts;
import io.sluice.inputs.ValueBounds;
import io.sluice.mdp.Policy;
import io.sluice.mdp.StateVector;
import io.sluice.model.ActionValues;
import io.sluice.model.Backups;
import io.sluice.model.InducedShift;
import io.sluice.model.ValueTable;

/**
 * A policy looked at through an estimated model: its value bounds at every step, and the terms from
 * which {@code standard}, {@code selective} and {@code bandit} intervals are made.
 */
public final class ModelEvaluation {
  private final TransitionCounts counts;
  private final Backups backups;
  private final InducedShift shift;
  private final Policy evaluated;
  private final ValueTable values;
  private final StepTerms[] terms; // made when first asked for

  private ModelEvaluation(
      TransitionCounts counts, Backups backups, InducedShift shift, Policy evaluated) {
    this.counts = counts;
    this.backups = backups;
    this.shift = shift;
    this.evaluated = evaluated;
    this.values = backups.evaluate(evaluated);
    this.terms = new StepTerms[counts.shape().horizon()];
  }

  /**
   * @param counts the log; its states at each step are what effects are averaged over
   * @param backups the model estimated from it, with its bonus
   */
  public static ModelEvaluation of(
      TransitionCounts counts, Backups backups, Policy behavior, Policy evaluated) {
    return of(counts, backups, InducedShift.of(backups.model(), behavior), evaluated);
  }

  /** The same for a shift made before: it serves all policies evaluated against one behavior. */
  public static ModelEvaluation of(
      TransitionCounts counts, Backups backups, InducedShift shift, Policy evaluated) {
    return new ModelEvaluation(counts, backups.withShift(shift), shift, evaluated);
  }

  public TransitionCounts counts() {
    return counts;
  }

  public Backups backups() {
    return backups;
  }

  public Policy behavior() {
    return shift.behavior();
  }

  /** Whether actions are declared not to move the next state at a step. */
  public boolean isExogenous(int step) {
    return shift.isExogenous(step);
  }

  public Policy evaluated() {
    return evaluated;
  }

  /** What actions are worth at a step when π is followed afterwards. */
  ActionValues actionValues(int step) {
    return backups.actionValues(step, values.at(step + 1));
  }

  /** Input 2 as this evaluation has it: the bounds of V_π at a step, 1 … H+1. */
  public ValueBounds valueBounds(int step) {
    return ValueBounds.of(step, values.at(step), backups.range(), backups.bonus().delta());
  }

  /** Everything about a step, averaged over the states that the log was in. */
  StepTerms terms(int step) {
    counts.shape().requireStep(step);
    if (terms[step - 1] == null) {
      terms[step - 1] = makeTerms(step);
    }
    return terms[step - 1];
  }

  private StepTerms makeTerms(int step) {
    StateVector share = counts.distribution(step);
    ActionValues values = actionValues(step);
    StepTerms sum = new StepTerms();
    for (int x = 0; x < share.size(); x++) {
      if (share.at(x) > 0) {
        sum.add(share.at(x), stateTerms(step, x, values.at(x)));
      }
    }
    return sum;
  }

  private StepTerms stateTerms(int step, int state, ActionValues q) {
    StepTerms t = new StepTerms();
    for (int a = 0; a < q.actions(); a++) {
      double p = evaluated.probability(step, state, a);
      double b = behavior().probability(step, state, a);
      double point = q.point(a);
      double low = q.pessimistic(a);
      double high = q.optimistic(a);
      t.immediate += (p - b) * q.reward(a);
      t.evaluated += p * point;
      t.logged += b * point;
      t.evaluatedLow += p * low;
      t.evaluatedHigh += p * high;
      t.loggedLow += b * low;
      t.loggedHigh += b * high;
      t.bonus += p * q.bonus(a);
      t.carried += p * q.carried(a);
      t.removedShift += p * q.removedShift(a);
      t.unsupported += q.isVisited(a) ? 0 : p;
    }
    t.clip(backups.range().top(step));
    return t;
  }

  /**
   * π's weight on pairs that the log never saw, in the states of a step: what no estimate here
   * knows anything about.
   */
  public double unsupported(int step) {
    return terms(step).unsupported;
  }

  /** The share of a step's decisions that π would make otherwise: Σ d̂·½Σ|π−π_b|. */
  public double distance(int step) {
    StateVector share = counts.distribution(step);
    double sum = 0;
    for (int x = 0; x < share.size(); x++) {
      for (int a = 0; share.at(x) > 0 && a < counts.shape().actions(); a++) {
        double change = evaluated.probability(step, x, a) - behavior().probability(step, x, a);
        sum += share.at(x) * Math.abs(change) / 2;
      }
    }
    return sum;
  }

  /** Sums over actions, then over states; a plain carrier between two methods. */
  static final class StepTerms {
    double immediate; // θ̂
    double evaluated; // Q̂(x,π)
    double logged; // Q̂(x,π_b)
    double evaluatedLow; // V̂_p of π̃_h
    double evaluatedHigh;
    double loggedLow; // V̂_p of π̃_{h+1}
    double loggedHigh;
    double bonus; // b(x,π)
    double carried; // Σ_a π Σ_x′ |Δ̂| Γ
    double removedShift; // the removed part of Σ_a π Σ Δ̂V̂
    double unsupported;

    private void clip(double top) {
      evaluatedLow = Math.min(top, Math.max(0, evaluatedLow));
      evaluatedHigh = Math.min(top, evaluatedHigh);
      loggedLow = Math.min(top, Math.max(0, loggedLow));
      loggedHigh = Math.min(top, loggedHigh);
    }

    private void add(double share, StepTerms t) {
      immediate += share * t.immediate;
      evaluated += share * t.evaluated;
      logged += share * t.logged;
      evaluatedLow += share * t.evaluatedLow;
      evaluatedHigh += share * t.evaluatedHigh;
      loggedLow += share * t.loggedLow;
      loggedHigh += share * t.loggedHigh;
      bonus += share * t.bonus;
      carried += share * t.carried;
      removedShift += share * t.removedShift;
      unsupported += share * t.unsupported;
    }
  }
}
