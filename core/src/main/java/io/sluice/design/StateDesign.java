package io.sluice.design;

import io.sluice.influence.LogSums;
import io.sluice.influence.VarianceSources;
import java.util.Arrays;

/**
 * How often to take each action of one state, so that its rows add little to Var ψ.
 *
 * <p>A pair adds c_a/n_a if an episode has n_a rows of it: the sum of its rows' squares goes with
 * 1/n. Σ c_a/n_a is least at n_a ∝ √c_a (Neyman 1934). Where actions can be chosen n_a is met·q_a;
 * no q_a is put below {@value #LEAST} of the logged probability.
 *
 * <p>To choose q, every pair that matters counts as if one more row had been off by the whole
 * range: one that was seen in a few rows, all equal, is not taken to be certain. A pair that was
 * never seen counts with the largest variance that its range allows, a quarter of its square.
 */
public final class StateDesign {
  private static final double LEAST = 0.1;

  private final double[] fixed; // rows per episode where nothing can be chosen
  private final double[] logged; // π_b where it can
  private final double met; // how often it can
  private final double[] squares; // c_a
  private final double[] careful; // c_a with one more row

  /**
   * @param fixed rows of each action per episode, at steps where nothing can be chosen
   * @param chosen likewise at the other steps, as logged
   */
  public StateDesign(double[] fixed, double[] chosen) {
    this.fixed = fixed;
    met = Arrays.stream(chosen).sum();
    logged = Arrays.stream(chosen).map(rows -> rows / met).toArray();
    squares = new double[logged.length];
    careful = new double[logged.length];
  }

  static StateDesign of(VarianceSources sources, Visits now, int table, int state) {
    LogSums log = sources.log();
    int actions = log.counts().shape().actions();
    int first = state * actions;
    double[] fixed = new double[actions];
    double[] chosen = new double[fixed.length];
    Arrays.setAll(fixed, a -> now.fixed(table, first + a));
    Arrays.setAll(chosen, a -> now.chosen(table, first + a));
    StateDesign design = new StateDesign(fixed, chosen);
    for (int a = 0; a < fixed.length; a++) {
      int pair = first + a;
      if (log.rows(table, pair) > 0) {
        double range = sources.range(table, pair);
        design.seen(a, sources.limit(table, pair), range * range / log.counts().episodes());
      } else {
        design.neverSeen(a, sources.unknown(table, pair));
      }
    }
    return design;
  }

  /**
   * Tells of a pair that was seen.
   *
   * @param variance what it adds to Var ψ now
   * @param oneMoreRow what one more row would add, off by the whole range
   */
  public void seen(int action, double variance, double oneMoreRow) {
    squares[action] = variance * rows(logged, action);
    careful[action] = (variance + oneMoreRow) * rows(logged, action);
  }

  /**
   * Tells of a pair that was never seen.
   *
   * @param unknown what it adds to the width
   */
  public void neverSeen(int action, double unknown) {
    squares[action] = unknown * unknown / 4;
    careful[action] = squares[action];
  }

  private double rows(double[] q, int action) {
    return fixed[action] + met * q[action];
  }

  /** π_b. */
  double[] logged() {
    return logged.clone();
  }

  /** The best probabilities; those of the logged policy if no others are better. */
  public double[] best() {
    double[] roots = Arrays.stream(careful).map(Math::sqrt).toArray();
    double[] least = new double[roots.length];
    Arrays.setAll(least, a -> fixed[a] + LEAST * met * logged[a]);
    if (!(met > 0 && Arrays.stream(roots).sum() > 0)) {
      return logged();
    }
    double[] rows = proportional(met + Arrays.stream(fixed).sum(), roots, least);
    double[] q = new double[rows.length];
    Arrays.setAll(q, a -> Math.max(0, rows[a] - fixed[a]) / met);
    return variance(q) < variance(logged) ? q : logged();
  }

  /** Σ c_a/n_a; infinite if a pair that matters is never taken. */
  double variance(double[] q) {
    double sum = 0;
    for (int a = 0; a < q.length; a++) {
      sum += squares[a] == 0 ? 0 : squares[a] / rows(q, a);
    }
    return sum;
  }

  /** An amount shared out in proportion to weights, but for those that would get too little. */
  static double[] proportional(double amount, double[] weights, double[] least) {
    double[] shares = new double[weights.length];
    boolean[] atLeast = new boolean[weights.length];
    boolean again = true;
    while (again) {
      double left = amount;
      double sum = 0;
      for (int a = 0; a < shares.length; a++) {
        left -= atLeast[a] ? least[a] : 0;
        sum += atLeast[a] ? 0 : weights[a];
      }
      again = false;
      for (int a = 0; a < shares.length; a++) {
        shares[a] = atLeast[a] ? least[a] : left * weights[a] / sum;
        if (shares[a] < least[a]) {
          atLeast[a] = true;
          again = true;
        }
      }
    }
    return shares;
  }
}
