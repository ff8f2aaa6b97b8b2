package io.sluice.simulation;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;

/**
 * Pearson's χ² of counts against an environment, for starts, actions, next states and rewards.
 *
 * <p>Given how often each row of a table was met, its cells are multinomial; the statistics of all
 * rows add up, with their degrees of freedom. Cells with an expectation below 5 are put together. A
 * cell whose probability is 0 but that was seen makes the statistic infinite.
 */
final class Fit {
  private double statistic;
  private int degrees;

  private Fit() {}

  static Fit ofStarts(Environment environment, TransitionCounts counts) {
    Fit fit = new Fit();
    double[] observed = counts.visits(1).toArray();
    fit.add(observed, environment.start().toArray());
    return fit;
  }

  static Fit ofActions(Environment environment, TransitionCounts counts) {
    Fit fit = new Fit();
    Shape shape = environment.shape();
    for (int h = 1; h <= shape.horizon(); h++) {
      double[][] seen = new double[shape.states()][shape.actions()];
      counts.forEachPair(h, (x, a, n, r, rr) -> seen[x][a] += n);
      for (int x = 0; x < shape.states(); x++) {
        double[] expected = new double[shape.actions()];
        for (int a = 0; a < expected.length; a++) {
          expected[a] = environment.behavior().probability(h, x, a);
        }
        fit.add(seen[x], expected);
      }
    }
    return fit;
  }

  /** Steps 1 … H−1: what follows step H is the end by definition. */
  static Fit ofNextStates(Environment environment, TransitionCounts counts) {
    Fit fit = new Fit();
    Shape shape = environment.shape();
    Model model = environment.model();
    SparseRows rows = model.next();
    for (int h = 1; h < shape.horizon(); h++) {
      double[][] seen = new double[shape.states() * shape.actions()][shape.states() + 1];
      for (int i = counts.firstCell(h); i < counts.firstCell(h + 1); i++) {
        seen[counts.state(i) * shape.actions() + counts.action(i)][counts.next(i)] +=
            counts.count(i);
      }
      for (int i = 0; i < seen.length; i++) {
        double[] expected = new double[shape.states() + 1];
        int pair = model.pair(h, i / shape.actions(), i % shape.actions());
        for (int k = rows.start(pair); k < rows.start(pair + 1); k++) {
          expected[rows.column(k)] = rows.value(k);
        }
        fit.add(seen[i], expected);
      }
    }
    return fit;
  }

  /** Bernoulli rewards, apart for every next state: so also that the two are independent. */
  static Fit ofRewards(Environment environment, TransitionCounts counts) {
    Fit fit = new Fit();
    Model model = environment.model();
    for (int i = 0; i < counts.cells(); i++) {
      double mean = model.reward(model.pair(counts.step(i), counts.state(i), counts.action(i)));
      double paid = counts.rewardSum(i);
      fit.add(new double[] {paid, counts.count(i) - paid}, new double[] {mean, 1 - mean});
    }
    return fit;
  }

  private void add(double[] observed, double[] probabilities) {
    double total = 0;
    for (double o : observed) {
      total += o;
    }
    int cells = 0;
    double smallObserved = 0;
    double smallExpected = 0;
    for (int i = 0; i < observed.length; i++) {
      double expected = total * probabilities[i];
      if (probabilities[i] == 0 && observed[i] > 0) {
        statistic = Double.POSITIVE_INFINITY;
      } else if (expected < 5) {
        smallObserved += observed[i];
        smallExpected += expected;
      } else {
        statistic += (observed[i] - expected) * (observed[i] - expected) / expected;
        cells++;
      }
    }
    if (smallExpected >= 5) {
      statistic +=
          (smallObserved - smallExpected) * (smallObserved - smallExpected) / smallExpected;
      cells++;
    }
    degrees += Math.max(0, cells - 1);
  }

  int degrees() {
    return degrees;
  }

  /**
   * The statistic as a standard normal deviate (Wilson and Hilferty 1931): ((χ²/k)^⅓ − (1 − 2/9k))
   * / √(2/9k). Large means far from the environment, very negative means too close to be drawn.
   */
  double deviate() {
    double spread = 2 / (9.0 * degrees);
    return (Math.cbrt(statistic / degrees) - (1 - spread)) / Math.sqrt(spread);
  }
}
