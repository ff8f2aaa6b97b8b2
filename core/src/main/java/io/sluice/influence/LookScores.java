package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Looks;
import java.util.List;

/**
 * Adds up the {@link RobustScores} of V_π − V_πb by when a log is looked at, with Q̂ from earlier
 * stages only: {@link LookSums}. The first stage has nothing before it and is not scored.
 */
public final class LookScores implements EpisodeAccumulator<LookScores> {
  private final Looks looks;
  private final List<RobustScores> ofStage; // from stage 1 on
  private final double[] scores;
  private final double[] weights;
  private final double[] residuals;
  private LookSums sums;

  /**
   * @param ofStage for stages 1, 2, …: with values from what was there before
   */
  public LookScores(Looks looks, List<RobustScores> ofStage) {
    this.looks = looks;
    this.ofStage = List.copyOf(ofStage);
    int horizon = ofStage.isEmpty() ? 0 : ofStage.get(0).horizon();
    scores = new double[horizon + 2];
    weights = new double[horizon + 1];
    residuals = new double[horizon + 1];
    sums = new LookSums(looks.size(), horizon);
  }

  @Override
  public LookScores empty() {
    return new LookScores(looks, ofStage);
  }

  @Override
  public void add(Episode episode) {
    int look = episode.look();
    int stage = looks.stages().get(look);
    if (stage == 0) {
      return;
    }
    RobustScores own = ofStage.get(stage - 1);
    own.score(episode, scores, weights);
    own.residuals(episode, residuals);
    sums.add(look, episode.length(), scores[own.horizon()], weights, residuals);
  }

  @Override
  public LookScores plus(LookScores later) {
    sums = sums.plus(later.sums);
    return this;
  }

  public LookSums sums() {
    return sums;
  }
}
