package io.sluice.features;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that ridge regressions need of a part of a log; sums over episodes, so those of two parts add
 * up. Of every step k and action a, over rows where a was taken:
 *
 * <pre>
 * Σφφᵀ   Σφr
 * </pre>
 *
 * and for the Markov test Σφ(x_{k+1})z_kᵀ over rows that another follows, z being what the row
 * before could add: its columns, action and reward, and how often each action was taken. What
 * depends on a policy is in its {@link PolicyMoments}; several policies share the rest.
 */
final class Moments implements Serializable {
  private final int horizon;
  private final int actions;
  private final int size;
  private final int extras;
  private final double[][][] gram; // [step][action]: size × size, or empty, as are those below
  private final double[][][] rewards;
  private final long[][] rows;
  private final double[][] before; // [step], size × extras
  private final long[] tested; // rows of the step after that are in it
  private final List<PolicyMoments> policies;

  // While episodes are added; afterwards their matrices are above.
  private final @Nullable OuterSum[][] grams;
  private final @Nullable OuterSum[] befores;

  /**
   * @param extras how many numbers a row adds to the test of the row before
   * @param policies those that are judged
   */
  Moments(int horizon, int actions, int size, int extras, List<PolicyMoments> policies) {
    this.horizon = horizon;
    this.actions = actions;
    this.size = size;
    this.extras = extras;
    this.policies = policies;
    gram = new double[horizon][actions][0];
    rewards = new double[horizon][actions][size];
    rows = new long[horizon][actions];
    before = new double[horizon - 1][0];
    tested = new long[horizon - 1];
    grams = new OuterSum[horizon][actions];
    befores = new OuterSum[horizon - 1];
  }

  /** The most functions of a basis with expansions. */
  private static final int MOST = 120;

  /** What moments of all folds, and their sums without one and without two, may take, in bytes. */
  private static final double BUDGET = 1 << 29;

  /** How many functions a basis with expansions may have; the columns themselves always fit. */
  static int mostFunctions(FeatureSource source) {
    double actions = source.actions().size();
    double matrices = 2.0 * source.folds() * source.horizon() * (actions * actions + actions + 2);
    return (int) Math.min(MOST, Math.sqrt(BUDGET / (Double.BYTES * matrices)));
  }

  /** How many policies may be judged at once within the same memory, at least one. */
  static int atOnce(FeatureSource source, int size) {
    double actions = source.actions().size();
    double matrices = 2.0 * source.folds() * source.horizon() * (actions * actions + 1);
    return (int) Math.max(1, BUDGET / (Double.BYTES * matrices * size * size));
  }

  /** The sum of several, formed in their order. */
  static Moments sum(List<Moments> parts) {
    Moments first = parts.get(0);
    Moments sum = first.empty();
    parts.forEach(sum::add);
    return sum;
  }

  /**
   * Adds an episode.
   *
   * @param phi φ of every row, from index 0
   * @param z what every row adds to the test of the row before
   * @param tested whether the episode is used for that test
   */
  void add(FeatureEpisode episode, double[][] phi, double[][] z, boolean tested) {
    for (int k = 0; k < episode.length(); k++) {
      int a = episode.action(k + 1);
      OuterSum square = grams[k][a];
      if (square == null) {
        square = OuterSum.ofSquares(size);
        grams[k][a] = square;
      }
      square.add(phi[k]);
      addScaled(rewards[k][a], episode.reward(k + 1), phi[k]);
      rows[k][a]++;
      if (k + 1 < episode.length() && tested) {
        this.tested[k]++;
        befores[k] = OuterSum.with(befores[k], 1, phi[k + 1], z[k]);
      }
    }
    policies.forEach(p -> p.add(episode, phi));
  }

  /** Another one of the same size, with nothing in it. */
  Moments empty() {
    return new Moments(
        horizon, actions, size, extras, policies.stream().map(PolicyMoments::empty).toList());
  }

  /** The sum of both, in this one. */
  Moments plus(Moments other) {
    complete();
    other.complete();
    add(other);
    return this;
  }

  /** What all matrices of one policy take, in bytes. */
  double bytes() {
    return 8.0 * horizon * (actions * actions + actions + 1) * size * size;
  }

  /** To be called once all episodes are added. */
  void complete() {
    for (int k = 0; k < horizon; k++) {
      for (int a = 0; a < actions; a++) {
        gram[k][a] = OuterSum.matrix(grams[k][a], gram[k][a]);
      }
      Arrays.fill(grams[k], null);
      if (k < horizon - 1) {
        before[k] = OuterSum.matrix(befores[k], before[k]);
        befores[k] = null;
      }
    }
    policies.forEach(PolicyMoments::complete);
  }

  static void addScaled(double[] into, double factor, double[] values) {
    for (int i = 0; i < into.length; i++) {
      into[i] += factor * values[i];
    }
  }

  private void add(Moments other) {
    for (int k = 0; k < horizon; k++) {
      for (int a = 0; a < actions; a++) {
        gram[k][a] = plus(gram[k][a], other.gram[k][a]);
        addScaled(rewards[k][a], 1, other.rewards[k][a]);
        rows[k][a] += other.rows[k][a];
      }
    }
    for (int k = 0; k < horizon - 1; k++) {
      before[k] = plus(before[k], other.before[k]);
      tested[k] += other.tested[k];
    }
    for (int p = 0; p < policies.size(); p++) {
      policies.get(p).add(other.policies.get(p));
    }
  }

  /** The sum of two matrices, of which any may be empty, in the memory of the first. */
  static double[] plus(double[] into, double[] other) {
    if (other.length == 0) {
      return into;
    }
    double[] sum = into.length == 0 ? new double[other.length] : into;
    addScaled(sum, 1, other);
    return sum;
  }

  private static double[] orZeros(double[] matrix, int length) {
    return matrix.length == 0 ? new double[length] : matrix;
  }

  int horizon() {
    return horizon;
  }

  int actions() {
    return actions;
  }

  int size() {
    return size;
  }

  int extras() {
    return extras;
  }

  long rows(int step, int action) {
    return rows[step - 1][action];
  }

  /** Σφφᵀ of the rows of an action. */
  double[] gram(int step, int action) {
    return orZeros(gram[step - 1][action], size * size);
  }

  /** Σφφᵀ of all rows of a step. */
  double[] gram(int step) {
    double[] sum = new double[size * size];
    for (int a = 0; a < actions; a++) {
      plus(sum, gram[step - 1][a]);
    }
    return sum;
  }

  /** What depends on one of the policies. */
  PolicyMoments policy(int policy) {
    return policies.get(policy);
  }

  int policies() {
    return policies.size();
  }

  /**
   * Σφ(r + V̂_{k+1}(x_{k+1})) of the rows of an action, for one of the policies.
   *
   * @param values coefficients of Q̂_{k+1} of every action; none at the last step
   */
  double[] targets(int policy, int step, int action, double @Nullable [][] values) {
    double[] sum = rewards[step - 1][action].clone();
    if (values != null) {
      policies.get(policy).addValues(step, action, values, sum);
    }
    return sum;
  }

  /**
   * Σφ(x_{k+1})z_k, one of the numbers of the row before: of the episodes that are used for the
   * test, enlarged to what all would have.
   */
  double[] before(int step, int extra) {
    double scale =
        tested[step - 1] == 0 ? 0 : Arrays.stream(rows[step]).sum() / (double) tested[step - 1];
    double[] column = new double[size];
    for (int i = 0; i < size && scale > 0; i++) {
      column[i] = scale * before[step - 1][i * extras + extra];
    }
    return column;
  }
}
