package io.sluice.model;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Expected rewards and next-state probabilities, one sparse row for every state and action:
 * estimated from counts (R̂, P̂), or known (R, P).
 *
 * <p>A pair that was never seen has no estimate: {@link #isVisited} is false, its reward 0, its row
 * empty. It is not taken to lead back to its own state.
 */
public final class Model implements Serializable {
  /**
   * Whether one estimate serves all steps (the paper's simulations) or each step has its own (the
   * paper's theory).
   */
  public enum Pooling {
    POOLED,
    PER_STEP
  }

  private final Shape shape;
  private final StepTables tables;
  final double[] reward;
  private final long @Nullable [] visits; // none for a known model
  private final boolean complete;
  final SparseRows next;
  final Reach reach;

  private Model(
      Shape shape, Pooling pooling, double[] reward, long @Nullable [] visits, SparseRows next) {
    this.shape = shape;
    this.tables = new StepTables(shape.horizon(), pooling);
    this.reward = reward;
    this.visits = visits;
    this.complete = visits == null || Arrays.stream(visits).allMatch(n -> n > 0);
    this.next = next;
    this.reach = Reach.of(next, shape);
  }

  /** Whether every pair was seen. */
  boolean isComplete() {
    return complete;
  }

  /**
   * The tabular estimate: R̂(x,a) = Σr/n, P̂(x′|x,a) = n(x,a,x′)/Σ_x′ n(x,a,x′).
   *
   * <p>Pooled, rewards average over all steps while transitions exist only at steps 1 … H−1, so P̂
   * is divided by its own count.
   */
  public static Model estimate(TransitionCounts counts, Pooling pooling) {
    Optional<ModelEstimated> event = ModelEstimated.begun();
    RowEstimates estimates = new RowEstimates(counts, pooling);
    Model model =
        new Model(
            counts.shape(), pooling, estimates.reward(), estimates.visits(), estimates.next());
    event.ifPresent(e -> e.end(counts.cells(), pooling.name()));
    return model;
  }

  /**
   * A known model: every pair counts as visited. Rows are numbered as by {@link #pair}; they must
   * be distributions.
   */
  public static Model known(Shape shape, Pooling pooling, double[] reward, SparseRows next) {
    return of(shape, pooling, reward, null, next);
  }

  /**
   * An estimate made elsewhere, e.g. with a prior. Rows are numbered as by {@link #pair}; each must
   * be a distribution over the next states and {@link Shape#end()}, or empty.
   *
   * @param visits n for each pair, or {@code null} for a known model
   */
  public static Model of(
      Shape shape, Pooling pooling, double[] reward, long @Nullable [] visits, SparseRows next) {
    int pairs = new StepTables(shape.horizon(), pooling).count() * shape.states() * shape.actions();
    if (reward.length != pairs
        || next.rows() != pairs
        || (visits != null && visits.length != pairs)) {
      throw new IllegalArgumentException(
          "model: needs %s rewards and rows for %s (%s), got %s and %s"
              .formatted(pairs, shape, pooling, reward.length, next.rows()));
    }
    for (int i = 0; i < pairs; i++) {
      double sum = 0;
      for (int k = next.start(i); k < next.start(i + 1); k++) {
        if (!(next.value(k) >= 0) || next.column(k) < 0 || next.column(k) > shape.end()) {
          throw new IllegalArgumentException(
              "model, pair %s: needs probabilities ≥ 0 of states 0 … %s, got %s of %s"
                  .formatted(i, shape.end(), next.value(k), next.column(k)));
        }
        sum += next.value(k);
      }
      if (!next.isEmpty(i) && !(Math.abs(sum - 1) <= 1e-9)) {
        throw new IllegalArgumentException(
            "model, pair %s: next-state probabilities must sum to 1, got %s".formatted(i, sum));
      }
    }
    return new Model(shape, pooling, reward.clone(), visits == null ? null : visits.clone(), next);
  }

  /**
   * The same with a reward for every pair never seen, by step. Their rows stay empty, so the reward
   * stands for all that follows.
   *
   * @throws IllegalArgumentException if steps share their estimates
   */
  public Model withUnseen(IntToDoubleFunction rewardAtStep) {
    if (tables.areShared()) {
      throw new IllegalArgumentException("model, pairs never seen: needs a model per step");
    }
    double[] filled = reward.clone();
    int pairs = shape.states() * shape.actions();
    for (int i = 0; i < filled.length; i++) {
      if (!isVisited(i)) {
        filled[i] = rewardAtStep.applyAsDouble(i / pairs + 1);
      }
    }
    return new Model(shape, pooling(), filled, visits, next);
  }

  public Shape shape() {
    return shape;
  }

  public Pooling pooling() {
    return tables.pooling();
  }

  /** Which steps share their estimates. */
  public StepTables tables() {
    return tables;
  }

  /** The row of (step, state, action). */
  public int pair(int step, int state, int action) {
    return (tables.of(step) * shape.states() + state) * shape.actions() + action;
  }

  /** R̂(x,a); 0 where never seen, unless {@link #withUnseen} says otherwise. */
  public double reward(int pair) {
    return reward[pair];
  }

  /** n(x,a), over all steps when pooled; {@link Long#MAX_VALUE} for a known model. */
  public long visits(int pair) {
    return visits == null ? Long.MAX_VALUE : visits[pair];
  }

  public boolean isVisited(int pair) {
    return visits == null || visits[pair] > 0;
  }

  /**
   * Writes the expectation of v over the next state, Σ_x′ P̂(x′|x,a)·v(x′), for the pairs of states
   * {@code from} … {@code to − 1} of a step.
   *
   * @param v one number per state and one for the end
   * @param at where the first is written
   */
  public void ahead(int step, int from, int to, double[] v, double[] sums, int at) {
    RowSums.of(next, Block.of(this, step, from, to), v, sums, at);
  }

  /**
   * Adds Σ_{x,a} m(x,a)·P̂(·|x,a) over states {@code from} … {@code to − 1}: the next states of
   * mass on the pairs of a step, the end included. Rounding depends on the order of calls.
   *
   * @param mass of all pairs of the step, numbered state·|A| + action
   */
  public void arriving(int step, int from, int to, double[] mass, double[] sums) {
    int actions = shape.actions();
    RowSums.scatter(next, pair(step, 0, 0), from * actions, to * actions, mass, sums);
  }

  /** The next states of mass on all pairs of a step, the end included. */
  public double[] arriving(int step, double[] mass) {
    double[] sums = new double[shape.states() + 1];
    arriving(step, 0, shape.states(), mass, sums);
    return sums;
  }

  /** How many transitions are stored for one step. */
  public long transitions() {
    return next.entries() / (next.rows() / shape.states() / shape.actions());
  }

  /** P̂: one row per pair, columns are states or {@link Shape#end()}. */
  public SparseRows next() {
    return next;
  }
}
