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
 * Σφφᵀ   Σφr   Σφ(x_k)[π(a′|x_{k+1}) φ(x_{k+1})]ᵀ for every a′
 * </pre>
 *
 * and over all rows that another follows: Σρφ(x_{k+1})φ(x_k)ᵀ, Σ(ρ−1)φ(x_{k+1}), and for the Markov
 * test Σφ(x_{k+1})z_kᵀ, z being what the row before could add: its columns, action and reward.
 */
final class Moments implements Serializable {
  private final int horizon;
  private final int actions;
  private final int size;
  private final int extras;
  private final double[][][] gram; // [step][action]: size × size, or empty, as are those below
  private final double[][][] rewards;
  private final long[][] rows;
  private final double[][][][] next; // [step][action][next action]
  private final double[][] weighted; // [step], size × size: rows of x_{k+1}, columns of x_k
  private final double[][] shift;
  private final double[][] before; // [step], size × extras
  private final long[] tested; // rows of the step after that are in it

  // While episodes are added; afterwards their matrices are above.
  private final @Nullable OuterSum[][] grams;
  private final @Nullable OuterSum[][][] nexts;
  private final @Nullable OuterSum[] weighteds;
  private final @Nullable OuterSum[] befores;

  /**
   * @param extras how many numbers a row adds to the test of the row before
   */
  Moments(int horizon, int actions, int size, int extras) {
    this.horizon = horizon;
    this.actions = actions;
    this.size = size;
    this.extras = extras;
    gram = new double[horizon][actions][0];
    rewards = new double[horizon][actions][size];
    rows = new long[horizon][actions];
    next = new double[horizon - 1][actions][actions][0];
    weighted = new double[horizon - 1][0];
    shift = new double[horizon - 1][size];
    before = new double[horizon - 1][0];
    tested = new long[horizon - 1];
    grams = new OuterSum[horizon][actions];
    nexts = new OuterSum[horizon - 1][actions][actions];
    weighteds = new OuterSum[horizon - 1];
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

  /** The sum of several, formed in their order. */
  static Moments sum(List<Moments> parts) {
    Moments first = parts.get(0);
    Moments sum = new Moments(first.horizon, first.actions, first.size, first.extras);
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
      if (k + 1 < episode.length()) {
        addPair(episode, k, phi[k], phi[k + 1]);
        if (tested) {
          this.tested[k]++;
          befores[k] = with(befores[k], extras, 1, phi[k + 1], z[k]);
        }
      }
    }
  }

  private void addPair(FeatureEpisode episode, int k, double[] now, double[] later) {
    int a = episode.action(k + 1);
    double[] chosen = episode.evaluated(k + 2);
    for (int b = 0; b < actions; b++) {
      if (chosen[b] > 0) {
        nexts[k][a][b] = with(nexts[k][a][b], size, chosen[b], now, later);
      }
    }
    double ratio = episode.ratio(k + 1);
    weighteds[k] = with(weighteds[k], size, ratio, later, now);
    addScaled(shift[k], ratio - 1, later);
  }

  private OuterSum with(
      @Nullable OuterSum sum, int columns, double factor, double[] u, double[] v) {
    OuterSum into = sum == null ? OuterSum.of(size, columns) : sum;
    into.add(factor, u, v);
    return into;
  }

  /** Another one of the same size, with nothing in it. */
  Moments empty() {
    return new Moments(horizon, actions, size, extras);
  }

  /** The sum of both, in this one. */
  Moments plus(Moments other) {
    complete();
    other.complete();
    add(other);
    return this;
  }

  /** What all matrices take, in bytes. */
  double bytes() {
    return 8.0 * horizon * (actions * actions + actions + 1) * size * size;
  }

  /** To be called once all episodes are added. */
  void complete() {
    for (int k = 0; k < horizon; k++) {
      for (int a = 0; a < actions; a++) {
        gram[k][a] = matrix(grams[k][a], gram[k][a]);
        for (int b = 0; k < horizon - 1 && b < actions; b++) {
          next[k][a][b] = matrix(nexts[k][a][b], next[k][a][b]);
        }
      }
      if (k < horizon - 1) {
        weighted[k] = matrix(weighteds[k], weighted[k]);
        before[k] = matrix(befores[k], before[k]);
        weighteds[k] = null;
        befores[k] = null;
        Arrays.stream(nexts[k]).forEach(of -> Arrays.fill(of, null));
      }
      Arrays.fill(grams[k], null);
    }
  }

  private static double[] matrix(@Nullable OuterSum sum, double[] none) {
    return sum == null ? none : sum.matrix();
  }

  private static void addScaled(double[] into, double factor, double[] values) {
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
      for (int a = 0; a < actions; a++) {
        for (int b = 0; b < actions; b++) {
          next[k][a][b] = plus(next[k][a][b], other.next[k][a][b]);
        }
      }
      weighted[k] = plus(weighted[k], other.weighted[k]);
      addScaled(shift[k], 1, other.shift[k]);
      before[k] = plus(before[k], other.before[k]);
      tested[k] += other.tested[k];
    }
  }

  /** The sum of two matrices, of which any may be empty, in the memory of the first. */
  private static double[] plus(double[] into, double[] other) {
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

  /**
   * Σφ(r + V̂_{k+1}(x_{k+1})) of the rows of an action, with V̂ = Σ_a′ π Q̂.
   *
   * @param values coefficients of Q̂_{k+1} of every action; none at the last step
   */
  double[] targets(int step, int action, double @Nullable [][] values) {
    double[] sum = rewards[step - 1][action].clone();
    for (int b = 0; values != null && b < actions; b++) {
      double[] cross = next[step - 1][action][b];
      if (cross.length > 0) {
        addScaled(sum, 1, times(cross, values[b]));
      }
    }
    return sum;
  }

  /** Σ(ρ_h − 1)φ(x_{h+1}). */
  double[] shift(int step) {
    return shift[step - 1];
  }

  /** Σρ_k φ(x_{k+1}) φ(x_k)ᵀw: what c_k = ρ_k ω̂_k(x_k) adds up to. */
  double[] carried(int step, double[] weights) {
    return times(orZeros(weighted[step - 1], size * size), weights);
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

  private double[] times(double[] matrix, double[] vector) {
    double[] product = new double[size];
    for (int i = 0; i < size; i++) {
      double sum = 0;
      for (int j = 0; j < size; j++) {
        sum += matrix[i * size + j] * vector[j];
      }
      product[i] = sum;
    }
    return product;
  }
}
