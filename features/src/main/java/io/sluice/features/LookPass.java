package io.sluice.features;

import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.influence.LookSums;
import io.sluice.mdp.Looks;
import java.io.Serializable;
import java.util.List;

/**
 * The pass that adds up scores of {@code robust} by when a log is looked at, with Q̂ from earlier
 * stages only. The first stage has nothing before it and is not scored.
 */
final class LookPass implements FeatureAccumulator<LookPass> {
  /** Q̂, and the basis it is made of. */
  record Values(Basis basis, Nuisances nuisances) implements Serializable {}

  private final Looks looks;
  private final List<Values> ofStage; // from stage 1 on
  private final int horizon;
  private final EpisodeScores scores;
  private final boolean known;
  private final double[][] phi;
  private final double[] weights;
  private final double[] residuals;
  private LookSums sums;

  LookPass(Looks looks, List<Values> ofStage, int horizon, boolean known) {
    this.looks = looks;
    this.ofStage = List.copyOf(ofStage);
    this.horizon = horizon;
    this.known = known;
    scores = new EpisodeScores(horizon, known);
    phi = new double[horizon][];
    weights = new double[horizon + 1];
    residuals = new double[horizon + 1];
    sums = new LookSums(looks.size(), horizon);
  }

  @Override
  public LookPass empty() {
    return new LookPass(looks, ofStage, horizon, known);
  }

  @Override
  public void add(FeatureEpisode episode) {
    int stage = looks.stages().get(episode.look());
    if (stage == 0) {
      return;
    }
    Values own = ofStage.get(stage - 1);
    double product = 1;
    for (int k = 1; k <= episode.length(); k++) {
      phi[k - 1] = new double[own.basis().size()];
      own.basis().write(k, episode.features(k), phi[k - 1]);
      product *= episode.ratio(k);
      weights[k] = product;
    }
    scores.of(episode, phi, own.nuisances());
    double total = 0;
    for (int k = 1; k <= episode.length(); k++) {
      total += scores.step(k, Weighting.ROBUST);
      residuals[k] = scores.residual(k);
    }
    sums.add(episode.look(), episode.length(), total, weights, residuals);
  }

  @Override
  public LookPass plus(LookPass later) {
    sums = sums.plus(later.sums);
    return this;
  }

  LookSums sums() {
    return sums;
  }
}
