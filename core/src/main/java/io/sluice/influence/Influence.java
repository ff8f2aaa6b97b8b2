package io.sluice.influence;

import org.jspecify.annotations.Nullable;

/**
 * The influence function ψ of a plug-in estimate: of the effect α^(h) of one step, of their sum V_π
 * − V_πb, or of V_π. Made by {@link Influences}.
 *
 * <p>With the signed shift occupancy μ_h(x,a) = d̂_h(x)(π−π_b)(a|x), μ_{k+1}(x′,a) = π(a|x′) Σ μ_k
 * P̂, one trajectory has
 *
 * <pre>
 * ψ = [(π−π_b)·Q̂_h(x_h) − α̂] + Σ_{k≥h} T μ_k(x_k,a_k)/n_k(x_k,a_k) · (r_k + V̂_{k+1}(x_{k+1}) − Q̂_k(x_k,a_k))
 * </pre>
 *
 * with a model per step. A pooled model spreads Σ_k μ_k over the rows of every step; there rewards
 * divide by the number of rows and next states by their own. Where actions do not move the next
 * state μ_k is 0 for k > h: selective propagation in its efficient form.
 *
 * <p>For the whole, the occupancies of all steps add up, and so do the first terms, Σ_h
 * [(π−π_b)·Q̂_h](x_h). The logged states make a Markov chain, so this sum is split into what each
 * row adds to its expectation W: W_{k+1}(x_{k+1}) − P̂_bW_{k+1}(x_k), beginning with W_1(x_1). Rows
 * then add terms that are asymptotically uncorrelated, and counts alone give the variance.
 */
public final class Influence {
  private final PlugIn plugIn;
  private final int step;
  private final double estimate;
  private final ShiftOccupancy occupancy; // Σ μ_k
  private final double[] start; // the first term, by state at the step, the end included
  private final double mean; // of the first term
  private final double firstVariance;
  private final Drift drift;
  private final @Nullable ActionTerms actions; // where the logged policy is estimated
  private double unknownBelow;
  private double unknownAbove;

  /**
   * What a row of step k at (x,a) adds to the first terms, where they are those of all steps:
   * next_{k+1}(x′) − here_k(x), and a part of R̂(x,a).
   *
   * @param ownReward how much of a row's own reward counts besides its weight
   * @param last the last step whose rows add something
   * @param next by step and state, the end included
   * @param here by step and state
   */
  record Drift(double ownReward, int last, double[][] next, double[][] here) {
    /** For a single step, whose first term is known. */
    static final Drift NONE = new Drift(0, 0, new double[0][], new double[0][]);

    /** For all steps. The last is followed by nothing, so it adds only what is earned. */
    Drift(double ownReward, double[][] next, double[][] here) {
      this(ownReward, ownReward == 0 ? here.length - 2 : here.length - 1, next, here);
    }
  }

  /**
   * @param step the step of the first term
   * @param start the first term, by state
   * @param firstVariance the part of its variance that rows do not account for through the drift
   */
  Influence(
      PlugIn plugIn,
      int step,
      double estimate,
      ShiftOccupancy occupancy,
      double[] start,
      double firstVariance,
      Drift drift) {
    this(plugIn, step, estimate, occupancy, start, firstVariance, drift, null);
  }

  private Influence(
      PlugIn plugIn,
      int step,
      double estimate,
      ShiftOccupancy occupancy,
      double[] start,
      double firstVariance,
      Drift drift,
      @Nullable ActionTerms actions) {
    this.actions = actions;
    this.plugIn = plugIn;
    this.step = step;
    this.estimate = estimate;
    this.occupancy = occupancy;
    this.start = start;
    this.drift = drift;
    this.firstVariance = firstVariance;
    this.mean = mean();
    for (int k = step; k <= plugIn.shape.horizon() && !plugIn.isComplete(); k++) {
      addUnsupported(k, occupancy.mass[k], occupancy.moving[k]);
    }
  }

  /** The same where the logged policy is estimated, so that logged actions move the estimate. */
  Influence with(ActionTerms actions) {
    return new Influence(plugIn, step, estimate, occupancy, start, firstVariance, drift, actions);
  }

  @Nullable ActionTerms actions() {
    return actions;
  }

  /**
   * A pair never seen counts in the estimate as nothing, or as others of its state do, and may be
   * worth anything from 0 to V_max.
   */
  private void addUnsupported(int k, double[] mass, double[] moving) {
    double later = plugIn.range.top(k + 1);
    for (int pair = 0; pair < plugIn.pairs; pair++) {
      double ahead = plugIn.ahead(k, pair);
      if (plugIn.rows(k, pair) == 0 && mass[pair] == moving[pair]) {
        addUnknown(mass[pair], plugIn.expectedReward(k, pair) + ahead, plugIn.range.top(k));
      } else if (plugIn.rows(k, pair) == 0) {
        addUnknown(mass[pair], plugIn.expectedReward(k, pair), 1);
        addUnknown(moving[pair], ahead, later);
      } else if (k < plugIn.shape.horizon() && plugIn.moves(k, pair) == 0) {
        addUnknown(moving[pair], ahead, later);
      }
    }
  }

  private void addUnknown(double amount, double counted, double top) {
    double less = Math.min(counted, top);
    double more = top - less;
    unknownAbove += Math.max(0, amount) * more + Math.max(0, -amount) * less;
    unknownBelow += Math.max(0, amount) * less + Math.max(0, -amount) * more;
  }

  /** The plug-in estimate. */
  public double estimate() {
    return estimate;
  }

  /** The largest possible value: V_max of the step. */
  public double top() {
    return plugIn.range.top(step);
  }

  /** How much pairs never seen may lower the estimate. */
  public double unknownBelow() {
    return unknownBelow;
  }

  /** How much pairs never seen may raise the estimate. */
  public double unknownAbove() {
    return unknownAbove;
  }

  /** What a pair that was never seen adds to the width, by its weight at one step. */
  double unknown(int step, int pair) {
    if (step < this.step || plugIn.rows(step, pair) > 0) {
      return 0;
    }
    double moving = occupancy.moving[step][pair];
    double here = occupancy.mass[step][pair] - moving;
    return Math.abs(here) + Math.abs(moving) * plugIn.range.top(step);
  }

  PlugIn plugIn() {
    return plugIn;
  }

  /** The step whose effect this is about; 1 for the whole. */
  public int step() {
    return step;
  }

  /** The part of ψ that is about an episode's state at the step, by state, the end included. */
  double[] ofStates() {
    double[] around = start.clone();
    for (int x = 0; x < around.length; x++) {
      around[x] -= mean;
    }
    return around;
  }

  private double mean() {
    double sum = 0;
    for (int x = 0; x < start.length; x++) {
      sum += plugIn.share(step).at(x) * start[x];
    }
    return sum;
  }

  /** T·Σ_k μ_k/n: what one unit of reward above its mean adds to ψ. */
  double ofReward(int step, int pair) {
    double mu = occupancy.ofTable[plugIn.tables.of(step)][pair];
    return plugIn.episodes * mu / plugIn.rows(step, pair);
  }

  /**
   * Σ a·b over a range, in four partial sums that the processor adds up in parallel.
   *
   * @param length a multiple of four
   */
  static double dot(double[] a, int i, double[] b, int j, int length) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    for (int k = 0; k < length; k += 4) {
      s0 += a[i + k] * b[j + k];
      s1 += a[i + k + 1] * b[j + k + 1];
      s2 += a[i + k + 2] * b[j + k + 2];
      s3 += a[i + k + 3] * b[j + k + 3];
    }
    return (s0 + s1) + (s2 + s3);
  }

  ShiftOccupancy occupancy() {
    return occupancy;
  }

  Drift drift() {
    return drift;
  }

  /** Whether ψ is all there is to an episode: no drift of first terms stands for other scores. */
  boolean isOwn() {
    return drift.next().length == 0;
  }

  /** (T·Σ_k |μ_k|/n)²: what one more row of a pair would add, if its residual were 1. */
  double squaredWeight(int table, int pair) {
    double mu = 0;
    for (int k = Math.max(step, plugIn.tables.first(table)); k <= plugIn.tables.last(table); k++) {
      mu += Math.abs(occupancy.mass[k][pair]);
    }
    long rows = plugIn.log.rows[table][pair];
    double weight = rows == 0 ? 0 : plugIn.episodes * mu / rows;
    return weight * weight;
  }

  /**
   * The variance of the first term over the log's episodes, without what the drift accounts for,
   * and with what an estimated logged policy adds.
   */
  public double firstVariance() {
    return actions == null ? firstVariance : firstVariance + actions.variance();
  }
}
