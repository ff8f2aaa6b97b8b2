package io.sluice.influence;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Bounds on the effect of a step if its action was confounded by an unobserved variable: the
 * marginal sensitivity model (Tan 2006). The odds of the logged action, given all that matters, lie
 * within [1/Λ, Λ] times those that the propensity p says.
 *
 * <p>What the log earned needs no assumption. The mean outcome of an action in a state becomes
 *
 * <pre>
 * p·E[y] + (1−p)·max E[v·y],   1/Λ ≤ v ≤ Λ, E[v] = 1,   y = r_h + V̂_{h+1}(x_{h+1})
 * max E[v·y] = E[ q + Λ(y−q)₊ − (q−y)₊/Λ ],   q the Λ/(Λ+1) quantile of y given state and action
 * </pre>
 *
 * This is the sharp bound of Dorn and Guo (2023). For any other q the right side is larger, so a q
 * from the other half of the log gives scores whose mean is a valid bound, however poor q is:
 *
 * <pre>
 * ψ⁺ = ψ_h + ρ_h(1−p)·[ (Λ−1)(y−q)₊ + (1−1/Λ)(q−y)₊ ],   ψ⁻ likewise with the 1/(Λ+1) quantile
 * </pre>
 *
 * What is hidden is taken to act on the reward and the next state of this step alone; a factor that
 * also moves later rewards within their states is not covered. Where propensities are estimated, p
 * is that estimate, whose error is in ψ_h but not in the added term.
 */
public final class ConfoundedMeans implements Serializable {
  /** The values of Λ at which bounds are made. */
  public static final List<Double> STRENGTHS =
      List.of(1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0, 20.0);

  /** For every Λ the quantile that its lower bound takes, then that of the upper one. */
  public static final List<Double> SHARES = shares();

  private final List<Integer> steps;
  private final double[] numbers;
  private ClusterMeans means;

  public ConfoundedMeans(List<Integer> steps) {
    this.steps = List.copyOf(steps);
    numbers = new double[steps.size() * SHARES.size()];
    means = new ClusterMeans(numbers.length);
  }

  private static List<Double> shares() {
    List<Double> all = new ArrayList<>();
    for (double strength : STRENGTHS) {
      all.add(1 / (strength + 1));
      all.add(strength / (strength + 1));
    }
    return List.copyOf(all);
  }

  public ConfoundedMeans empty() {
    return new ConfoundedMeans(steps);
  }

  /** The steps that there are bounds for. */
  public List<Integer> steps() {
    return steps;
  }

  /**
   * Says what an episode has at a step, for all steps before it is {@linkplain #add added}.
   *
   * @param psi its score
   * @param weight ρ(1−p) of its row; 0 if it has none
   * @param outcome y
   * @param quantiles of y, as in {@link #SHARES}
   */
  public void set(int step, double psi, double weight, double outcome, double[] quantiles) {
    int at = index(step, 0, false);
    for (int i = 0; i < STRENGTHS.size(); i++) {
      double strength = STRENGTHS.get(i);
      double low = weight == 0 ? 0 : moved(strength, quantiles[2 * i] - outcome);
      double high = weight == 0 ? 0 : moved(strength, outcome - quantiles[2 * i + 1]);
      numbers[at++] = psi - weight * low;
      numbers[at++] = psi + weight * high;
    }
  }

  /** (Λ−1)(y−q)₊ + (1−1/Λ)(q−y)₊. */
  public static double moved(double strength, double above) {
    return above > 0 ? (strength - 1) * above : (1 - 1 / strength) * -above;
  }

  /** Adds the episode. Those of a cluster come one after the other. */
  public void add(long cluster) {
    means.add(cluster, numbers);
  }

  public ConfoundedMeans plus(ConfoundedMeans later) {
    means = means.plus(later.means);
    return this;
  }

  private int index(int step, int strength, boolean upper) {
    return (steps.indexOf(step) * STRENGTHS.size() + strength) * 2 + (upper ? 1 : 0);
  }

  /** The bound on the effect of a step, in units of the scores. */
  public double bound(int step, int strength, boolean upper) {
    return means.mean(index(step, strength, upper));
  }

  /** Its standard error. */
  public double error(int step, int strength, boolean upper) {
    return means.error(index(step, strength, upper));
  }
}
