package io.sluice.baselines;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;

/**
 * Marginalized importance sampling (Xie, Ma and Wang 2019): a row is weighted by how much more
 * often π is in its state, and by its own decision, ρ = π/π_b, not by the product of all decisions
 * before it.
 *
 * <pre>
 * d̂^π_1 = d̂_1,   d̂^π_{h+1}(x′) = Σ_x d̂^π_h(x)/n_h(x) Σ_{i: x_h = x, x_{h+1} = x′} ρ_i
 * V̂ = mean of Σ_h d̂^π_h(x_h)/d̂_h(x_h) · ρ_h r_h
 * </pre>
 *
 * d̂^π comes from this forward recursion of importance-weighted transitions, not from P̂; with P̂
 * the estimate would be the plug-in {@link ModelValue} of a model per step. Neither d̂^π nor the
 * weights are normalized. In the user's units; an ended episode earns 0.
 */
public final class MarginalizedWeights implements EpisodeAccumulator<MarginalizedWeights> {
  private final TransitionCounts counts;
  private final Policy evaluated;
  private final double[] ratios; // Σρ of the rows of a cell
  private final double[] rewards; // Σρr

  /**
   * @param counts of the episodes that will be added
   */
  public MarginalizedWeights(TransitionCounts counts, Policy evaluated) {
    evaluated.shape().requireSame("mis: the evaluated policy", counts.shape());
    this.counts = counts;
    this.evaluated = evaluated;
    ratios = new double[counts.cells()];
    rewards = new double[counts.cells()];
  }

  @Override
  public MarginalizedWeights empty() {
    return new MarginalizedWeights(counts, evaluated);
  }

  @Override
  public MarginalizedWeights plus(MarginalizedWeights later) {
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] += later.ratios[i];
      rewards[i] += later.rewards[i];
    }
    return this;
  }

  @Override
  public void add(Episode episode) {
    for (int h = 1; h <= episode.length(); h++) {
      int cell = counts.cell(h, episode.state(h), episode.action(h), episode.next(h));
      double ratio = Weights.ratio(evaluated, episode, h);
      ratios[cell] += ratio;
      rewards[cell] += ratio * episode.reward(h);
    }
  }

  /** The estimate, which has to see every episode once more for its error. */
  public Estimate estimate() {
    return new Estimate(this);
  }

  /** mis, once all weights are known. */
  public static final class Estimate implements EpisodeAccumulator<Estimate> {
    private final Shape shape;
    private final Policy evaluated;
    private final double[][] values;
    private final double[][] stateWeights; // d̂^π_h/d̂_h
    private final double[] endedEpisodes; // by step
    private final double estimate;
    private final double[] sum;
    private final double[] squares;
    private double largest;
    private ClusterSums influence = new ClusterSums();

    private Estimate(MarginalizedWeights weights) {
      TransitionCounts counts = weights.counts;
      shape = counts.shape();
      evaluated = weights.evaluated;
      values = new double[shape.horizon() + 2][shape.states() + 1];
      stateWeights = new double[shape.horizon() + 1][];
      endedEpisodes = new double[shape.horizon() + 1];
      sum = new double[shape.horizon() + 1];
      squares = new double[shape.horizon() + 1];
      double[] mass = counts.visits(1).toArray(); // T·d̂^π_h
      for (int h = 1; h <= shape.horizon(); h++) {
        double[] visits = counts.visits(h).toArray();
        double[] next = new double[shape.states() + 1];
        next[shape.end()] = mass[shape.end()];
        stateWeights[h] = mass;
        for (int x = 0; x <= shape.end(); x++) {
          stateWeights[h][x] = visits[x] == 0 ? 0 : mass[x] / visits[x];
        }
        for (int i = counts.firstCell(h), end = counts.firstCell(h + 1); i < end; i++) {
          next[counts.next(i)] += stateWeights[h][counts.state(i)] * weights.ratios[i];
        }
        endedEpisodes[h] = visits[shape.end()];
        mass = next;
      }
      // Backward: V̂_h(x) = mean of ρ(r + V̂_{h+1}) over the rows of x; both ways give one
      // estimate.
      for (int h = shape.horizon(); h >= 1; h--) {
        double[] visits = counts.visits(h).toArray();
        for (int i = counts.firstCell(h), end = counts.firstCell(h + 1); i < end; i++) {
          double ahead = weights.rewards[i] + weights.ratios[i] * values[h + 1][counts.next(i)];
          values[h][counts.state(i)] += ahead / visits[counts.state(i)];
        }
      }
      estimate = counts.distribution(1).dot(StateVector.withEnd(values[1]));
    }

    private Estimate(Estimate other) {
      shape = other.shape;
      evaluated = other.evaluated;
      values = other.values;
      stateWeights = other.stateWeights;
      endedEpisodes = other.endedEpisodes;
      estimate = other.estimate;
      sum = new double[shape.horizon() + 1];
      squares = new double[shape.horizon() + 1];
    }

    @Override
    public Estimate empty() {
      return new Estimate(this);
    }

    @Override
    public Estimate plus(Estimate later) {
      for (int h = 1; h <= shape.horizon(); h++) {
        sum[h] += later.sum[h];
        squares[h] += later.squares[h];
      }
      largest = Math.max(largest, later.largest);
      influence = influence.plus(later.influence);
      return this;
    }

    @Override
    public void add(Episode episode) {
      double psi = values[1][episode.state(1)] - estimate;
      for (int h = 1; h <= episode.length(); h++) {
        double stateWeight = stateWeights[h][episode.state(h)];
        double ratio = Weights.ratio(evaluated, episode, h);
        double ahead = ratio * (episode.reward(h) + values[h + 1][episode.next(h)]);
        psi += stateWeight * (ahead - values[h][episode.state(h)]);
        double w = stateWeight * ratio;
        sum[h] += w;
        squares[h] += w * w;
        largest = Math.max(largest, w);
      }
      influence.add(episode.cluster(), psi, 1, episode.totalReward());
    }

    /** Of the rows' weights d̂^π/d̂·ρ; an episode that has ended keeps its state's weight. */
    public Weights weights() {
      Weights worst = new Weights(Double.POSITIVE_INFINITY, largest);
      for (int h = 1; h <= shape.horizon(); h++) {
        double w = stateWeights[h][shape.end()];
        double ended = endedEpisodes[h];
        double most = Math.max(largest, ended > 0 ? w : 0);
        worst = worst.worse(Weights.of(sum[h] + ended * w, squares[h] + ended * w * w, most));
      }
      return worst;
    }

    public ValueEstimate mis(double delta) {
      return influence.around(
          "mis",
          estimate,
          "V̂_1 − V̂ + Σ_h d̂^π/d̂·(ρ(r_h + V̂_{h+1}) − V̂_h), d̂^π from weighted transitions",
          delta);
    }
  }
}
