package io.sluice.influence;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Model.Pooling;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A logged policy that is, in some or all states, the frequencies with which the log's own rows
 * took each action: π̂_b(a|x) = n(x,a)/n(x).
 *
 * <p>Estimated effects then depend on these frequencies too, and not only through what is at stake
 * in the worst case: a row of state x that took action a adds
 *
 * <pre>
 * −g_h(x)·(Q̂_h(x,a) − Σ_a′ π̂_b(a′|x) Q̂_h(x,a′)),   g_h(x) = T·d̂_h(x)/n(x)
 * </pre>
 *
 * to the influence of its episode on the effect of step h. With frequencies by step g is 1, and the
 * first terms of ψ_h become Σ_a π Q̂_h + ρ_h(y − Q̂_h) − y with y = r_h + V̂_{h+1}, the same as
 * where only the taken action's propensity is known. The term is uncorrelated with the others of
 * ψ_h, since its mean given the state is 0. Asymptotic, as ψ itself.
 */
public final class BehaviorFrequencies {
  private final Policy policy;
  private final Pooling pooling;
  private final @Nullable BitSet where; // by (step, state); null for everywhere
  private final Shape shape;
  private final long[] rows; // n, by state, and by step unless pooled

  private BehaviorFrequencies(
      TransitionCounts counts, Policy policy, Pooling pooling, @Nullable BitSet where) {
    this.policy = policy;
    this.pooling = pooling;
    this.where = where;
    this.shape = counts.shape();
    this.rows = new long[shape.states() * (pooling == Pooling.POOLED ? 1 : shape.horizon())];
    for (int h = 1; h <= shape.horizon(); h++) {
      int first = first(h);
      counts.forEachPair(h, (x, a, n, r, rr) -> rows[first + x] += n);
    }
  }

  /**
   * In all states.
   *
   * @param policy the frequencies
   * @param pooling whether they are those of all steps together
   */
  public static BehaviorFrequencies everywhere(
      TransitionCounts counts, Policy policy, Pooling pooling) {
    return new BehaviorFrequencies(counts, policy, pooling, null);
  }

  /**
   * In some states, by step; elsewhere the policy is known.
   *
   * @param policy the frequencies there, and what is known elsewhere
   * @param where (step − 1)·|X| + state
   */
  public static BehaviorFrequencies where(TransitionCounts counts, Policy policy, BitSet where) {
    return new BehaviorFrequencies(counts, policy, Pooling.PER_STEP, (BitSet) where.clone());
  }

  public Policy policy() {
    return policy;
  }

  private int first(int step) {
    return pooling == Pooling.POOLED ? 0 : (step - 1) * shape.states();
  }

  /** Whether rows of all steps count for every step. */
  boolean isPooled() {
    return pooling == Pooling.POOLED;
  }

  /** g_h(x); 0 where the policy is known, or the state was not met. */
  double weight(PlugIn plugIn, int step, int state) {
    boolean counted = where == null || where.get((step - 1) * shape.states() + state);
    long n = rows[first(step) + state];
    return counted && n > 0 ? plugIn.episodes * plugIn.share(step).at(state) / n : 0;
  }
}
