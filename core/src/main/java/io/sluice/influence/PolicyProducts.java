package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import java.util.List;

/**
 * Adds up the {@link EffectScores} of several policies and their products, so that what policies
 * have in common cancels in their differences.
 */
public final class PolicyProducts implements EpisodeAccumulator<PolicyProducts> {
  /** How many effects may be compared at once; their products take two megabytes or less. */
  public static final int MOST = 256;

  private final List<EffectScores> policies;
  private final boolean totals;
  private final double[] ofEpisode;
  private final double[] ofPolicy;
  private ScoreProducts products;

  /**
   * @param totals whether only V_π − V_πb is wanted of each policy, and not its steps
   */
  public PolicyProducts(List<EffectScores> policies, boolean totals) {
    this.policies = List.copyOf(policies);
    this.totals = totals;
    int each = totals ? 1 : policies.get(0).size();
    ofEpisode = new double[policies.size() * each];
    ofPolicy = new double[policies.get(0).size()];
    products = new ScoreProducts(ofEpisode.length, PolicyContrasts.all(policies.size(), each));
  }

  @Override
  public PolicyProducts empty() {
    return new PolicyProducts(policies, totals);
  }

  @Override
  public void add(Episode episode) {
    int at = 0;
    for (EffectScores policy : policies) {
      if (totals) {
        policy.score(episode, ofPolicy, 0);
        ofEpisode[at++] = ofPolicy[ofPolicy.length - 1];
      } else {
        policy.score(episode, ofEpisode, at);
        at += policy.size();
      }
    }
    products.add(episode.cluster(), ofEpisode);
  }

  @Override
  public PolicyProducts plus(PolicyProducts later) {
    products = products.plus(later.products);
    return this;
  }

  /** The sums: those of the first policy, then of the second, … */
  public ScoreProducts products() {
    return products;
  }
}
