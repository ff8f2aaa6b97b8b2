package io.sluice.interval;

import io.sluice.mdp.Shape;

/** Adds up ψ and ψ² of whole episodes, whose rows it is shown in order. */
public final class TrajectoryInfluence {
  private final Shape shape;
  private final Influence influence;
  private long episodes;
  private double sum;
  private double squares;
  private double psi;
  private boolean stateSeen; // whether the episode has reached the step of interest
  private int lastStep; // the row that still waits for its next state; 0 if none does
  private int lastState;
  private int lastAction;
  private double lastReward;

  public TrajectoryInfluence(Shape shape, Influence influence) {
    this.shape = shape;
    this.influence = influence;
  }

  /** The next row of the log; a row at step 1 begins an episode. */
  public void row(int step, int state, int action, double reward) {
    if (step == 1) {
      finish();
      episodes++;
      psi = 0;
      stateSeen = false;
    } else {
      settle(state);
    }
    if (step == influence.step()) {
      psi += influence.ofState(state);
      stateSeen = true;
    }
    lastStep = step;
    lastState = state;
    lastAction = action;
    lastReward = reward;
  }

  private void settle(int next) {
    if (lastStep > 0) {
      psi += influence.ofRow(lastStep, lastState, lastAction, next, lastReward);
      lastStep = 0;
    }
  }

  /** The last episode is over. */
  public void finish() {
    if (lastStep > 0) {
      settle(shape.end());
      psi += stateSeen ? 0 : influence.ofState(shape.end());
      sum += psi;
      squares += psi * psi;
    }
  }

  long episodes() {
    return episodes;
  }

  /** The variance of ψ over episodes, divided by T. */
  double variance() {
    double mean = sum / episodes;
    return Math.max(0, squares / episodes - mean * mean);
  }
}
