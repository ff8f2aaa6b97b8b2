package io.sluice.baselines;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.influence.CrossFitValues;
import io.sluice.influence.PolicyValues;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;

/**
 * The doubly robust estimate of V_π (Jiang and Li 2016, Thomas and Brunskill 2016): the mean of
 *
 * <pre>
 * V̂_1(x_1) + Σ_h w_h (r_h + V̂_{h+1}(x_{h+1}) − Q̂_h(x_h,a_h)),   w_h = Π_{k≤h} π/π_b
 * </pre>
 *
 * Asymptotically valid if the weights are right, however bad Q̂ is; a good Q̂ removes most of the
 * weights' variance. Cross-fitted: an episode's Q̂ comes from the half of the log that neither it
 * nor its cluster is in, so that no episode is judged by a model that has seen it. In a fitted log
 * Q̂ is {@linkplain io.sluice.influence.ShrunkValues shrunken}.
 */
public final class SequentialDoublyRobust implements EpisodeAccumulator<SequentialDoublyRobust> {
  private final Policy evaluated;
  private final RewardRange range;
  private final CrossFitValues values;
  private ClusterSums sums = new ClusterSums();

  /**
   * @param range the user's units, which the result has
   */
  public SequentialDoublyRobust(Policy evaluated, RewardRange range, CrossFitValues values) {
    this.evaluated = evaluated;
    this.range = range;
    this.values = values;
    values.forFirst().shape().requireSame("dr: the values", evaluated.shape());
  }

  @Override
  public SequentialDoublyRobust empty() {
    return new SequentialDoublyRobust(evaluated, range, values);
  }

  @Override
  public SequentialDoublyRobust plus(SequentialDoublyRobust later) {
    sums = sums.plus(later.sums);
    return this;
  }

  @Override
  public void add(Episode episode) {
    PolicyValues q = values.ofFold(episode.fold());
    double w = 1;
    double sum = q.value(1, episode.state(1));
    for (int h = 1; h <= episode.length() && w != 0; h++) {
      w *= Weights.ratio(evaluated, episode, h);
      double ahead = episode.unitReward(h) + q.value(h + 1, episode.next(h));
      sum += w * (ahead - q.actionValue(h, episode.state(h), episode.action(h)));
    }
    double inUnits = range.value(sum, evaluated.shape().horizon());
    sums.add(episode.cluster(), inUnits, 1, episode.totalReward());
  }

  public ValueEstimate dr(double delta) {
    return sums.ratio("dr", "V̂_1 + Σ_h w_h(r_h + V̂_{h+1} − Q̂_h) − V̂", delta);
  }
}
