package io.sluice.features;

import java.util.List;

/**
 * The regressions of all steps together: rewards over the rows of all steps, and what follows over
 * those of all steps but the last, with V of the step in question at every next row. Right where
 * rewards and moves are the same function of the row at every step; then it has H times the rows.
 * The choice among what is learned is made on other episodes, so nothing rests on that.
 */
final class PooledRegression {
  private final StepRows all;
  private final StepRegression rewards;
  private final StepRows moving;
  private final StepRegression moves;
  private final int actions;

  PooledRegression(List<StepRows> steps, List<StepRegression> regressions, int actions) {
    int before = steps.size() - 1;
    all = StepRows.together(steps, steps.size());
    moving = StepRows.together(steps, before);
    rewards = new StepRegression(all, regressions);
    moves = new StepRegression(moving, regressions.subList(0, before));
    this.actions = actions;
  }

  /** Chooses functions and penalties by prediction on other folds. */
  void choose(List<Integer> sizes) {
    double[] r = rewardsOf(all);
    rewards.choose(r, sizes);
    double[][] theta = rewards.theta(rewards.targets(r), -1);
    double[] later = new double[all.size()];
    for (int i = 0; i < later.length; i++) {
      later[i] = Double.NEGATIVE_INFINITY;
      for (int a = 0; a < actions; a++) {
        if (rewards.count(a) > 0) {
          later[i] = Math.max(later[i], Ridge.dot(all.phi[i], theta[a]));
        }
      }
    }
    moves.choose(following(later), sizes);
  }

  void fix(int functions, double lambda) {
    rewards.fix(functions, lambda);
    moves.fix(functions, lambda);
  }

  /** Makes all that several threads may then ask for. */
  void invert() {
    rewards.invert(actions);
    moves.invert(actions);
  }

  StepRows moving() {
    return moving;
  }

  StepRows all() {
    return all;
  }

  private static double[] rewardsOf(StepRows rows) {
    double[] r = new double[rows.size()];
    for (int i = 0; i < r.length; i++) {
      r[i] = rows.row(i).reward;
    }
    return r;
  }

  private double[] following(double[] later) {
    double[] v = new double[moving.size()];
    for (int i = 0; i < v.length; i++) {
      v[i] = moving.next(i) < 0 ? 0 : later[moving.next(i)];
    }
    return v;
  }

  /** The regressions of a step. */
  ScoreRegression at(boolean last) {
    return new AtStep(last);
  }

  private final class AtStep implements ScoreRegression {
    private final boolean last;
    private final StepRegression own;

    AtStep(boolean last) {
      this.last = last;
      this.own = last ? rewards : moves;
    }

    @Override
    public StepRows rows() {
      return all;
    }

    @Override
    public double[][] theta(double[] later) {
      double[][] theta = rewards.theta(rewards.targets(rewardsOf(all)), -1);
      if (!last) {
        double[][] onward = moves.theta(moves.targets(following(later)), -1);
        for (int a = 0; a < theta.length; a++) {
          for (int i = 0; i < theta[a].length; i++) {
            theta[a][i] += onward[a][i];
          }
        }
      }
      return theta;
    }

    @Override
    public double[] spreads(double[] later, double[][] theta) {
      return own.spreads(last ? rewardsOf(all) : moving.outcomes(later), theta);
    }

    @Override
    public double[] inverse(int action) {
      return own.inverse(action);
    }

    @Override
    public long count(int action) {
      return own.count(action);
    }

    @Override
    public double[] overAll(double[] y) {
      return own.overAll(y);
    }
  }
}
