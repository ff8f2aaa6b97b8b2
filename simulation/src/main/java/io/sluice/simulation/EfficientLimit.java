package io.sluice.simulation;

import io.sluice.distributions.NormalQuantile;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Model.Pooling;

/**
 * How uncertain the plug-in estimate of α^(h) is on long logs, exactly: the variance that √T(α̂ −
 * α) has in the limit, from the truth. What the {@code efficient} interval has to estimate, and the
 * width that it nears.
 *
 * <p>The variance of the influence function, with everything in it true and not estimated: d_k
 * under π_b, μ_h(x,a) = d_h(x)(π−π_b)(a|x), μ_{k+1}(x′,a) = π(a|x′) Σ μ_k P. An episode has f(x_h)
 * = Σ_a (π−π_b)Q_h(x_h,a), 0 where it has ended, and of each of its rows
 *
 * <pre>
 * z = w·(r − R) + u(x′),   w = Σ_k μ_k/N,   u(x′) = Σ_k μ_k/N′·(V_{k+1}(x′) − PV_{k+1})
 * </pre>
 *
 * where k runs over the steps, from h on, whose estimates of (x,a) the row has part in: its own
 * with a model per step, all with a pooled model. N = Σ d_k π_b is how many such rows an episode
 * has, N′ how many that are followed by another step.
 *
 * @param ofStates Var f(x_h): other episodes might have been elsewhere at step h
 * @param ofRows Σ E z² over the rows of an episode; rewards and next states are independent given
 *     the pair, and rows are uncorrelated
 * @param ofBoth 2 Σ E[f(x_h) z] over the rows before step h: in a pooled model they help to
 *     estimate later moves, and they also lead to x_h. 0 with a model per step
 * @param ofActions what it costs not to know π_b: E Var[Q_h(x_h,a) | x_h], a drawn by π_b, for a
 *     step; below 0 where knowing it does not help {@code efficient}
 */
public record EfficientLimit(double ofStates, double ofRows, double ofBoth, double ofActions) {

  /**
   * The limit for one step and one way to estimate the model.
   *
   * @param step h
   * @param pooling how the log's model is estimated; pooled only where the truth is the same at
   *     every step
   */
  public static EfficientLimit of(
      Environment environment, Policy evaluated, int step, Pooling pooling) {
    Shape shape = environment.shape();
    shape.requireStep(step);
    evaluated.shape().requireSame("evaluated policy", shape);
    if (pooling == Pooling.POOLED && environment.model().pooling() != Pooling.POOLED) {
      throw new IllegalArgumentException(
          "limit of %s: a pooled estimate needs a model that is the same at every step, got one per"
                  .formatted(environment.name())
              + " step");
    }
    return new TrueInfluence(environment, evaluated, step, pooling).limit();
  }

  /**
   * The same for V_π − V_πb, with a model per step. The ψ of all steps add up: an episode has W_1
   * of its first state, W_k = V_k − V^b_k, and each of its rows
   *
   * <pre>
   * w·(r + V_{k+1}(x′) − Q_k) + W_{k+1}(x′) − Σ_a π_b PW_{k+1}(x,a),   w = d^π_k π/(d_k π_b) − 1
   * </pre>
   *
   * whose variance given its state is in {@code ofRows}. Where π_b is not known, Q_k − Σ_a π_b Q_k
   * is subtracted from that, which leaves −(Q^b_k − V^b_k) of the row's action: what an episode's
   * return has of it.
   */
  public static EfficientLimit ofTotal(Environment environment, Policy evaluated) {
    evaluated.shape().requireSame("evaluated policy", environment.shape());
    return TotalInfluence.limit(environment, evaluated);
  }

  /** What T·Var(α̂) nears where π_b is known. */
  public double variance() {
    return ofStates + ofRows + ofBoth;
  }

  /**
   * The same where π_b is not known and may be another at every step. With a model per step no
   * estimate can be better: the model leaves the first state, the actions, rewards and next states
   * of every step free, so there is one influence function only, and by the convolution theorem no
   * regular estimator has a smaller variance in the limit. Its parts about x_h, about the action
   * taken there, and about rows from there on are uncorrelated, so variances add up.
   */
  public double varianceIfUnknown() {
    return variance() + ofActions;
  }

  /**
   * How much wider an interval has to be where π_b is not known; not a number if nothing varies.
   */
  public double widening() {
    return Math.sqrt(varianceIfUnknown() / variance());
  }

  /** 2·z·√(variance/T): how wide an interval of level 1−δ has to be. */
  public double width(long episodes, double delta) {
    return 2 * NormalQuantile.twoSided(delta) * Math.sqrt(variance() / episodes);
  }
}
