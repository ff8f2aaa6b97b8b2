package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Looks;
import java.util.List;

/**
 * Adds up the {@link RobustScores} of V_π − V_πb by when a log is looked at, with Q̂ from earlier
 * stages only. The first stage has nothing before it and is not scored.
 */
public final class LookSums implements EpisodeAccumulator<LookSums> {
  /** Up to which power sums are kept. */
  public static final int POWERS = 3;

  private final Looks looks;
  private final List<RobustScores> ofStage; // from stage 1 on
  private final double[] scores;
  private final double[] weights;
  private final long[] episodes; // by look
  private final double[] powers; // Σψ, Σψ² and Σψ³, by look

  /**
   * @param ofStage for stages 1, 2, …: with values from what was there before
   */
  public LookSums(Looks looks, List<RobustScores> ofStage) {
    this.looks = looks;
    this.ofStage = List.copyOf(ofStage);
    int horizon = ofStage.isEmpty() ? 0 : ofStage.get(0).horizon();
    scores = new double[horizon + 2];
    weights = new double[horizon + 1];
    episodes = new long[looks.size()];
    powers = new double[POWERS * looks.size()];
  }

  @Override
  public LookSums empty() {
    return new LookSums(looks, ofStage);
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
    double total = scores[own.horizon()];
    episodes[look]++;
    double power = 1;
    for (int i = 0; i < POWERS; i++) {
      power *= total;
      powers[POWERS * look + i] += power;
    }
  }

  @Override
  public LookSums plus(LookSums later) {
    for (int i = 0; i < episodes.length; i++) {
      episodes[i] += later.episodes[i];
    }
    for (int i = 0; i < powers.length; i++) {
      powers[i] += later.powers[i];
    }
    return this;
  }

  /** How many episodes were scored that are new at a look. */
  public long episodes(int look) {
    return episodes[look];
  }

  /**
   * The sum of a power of their scores.
   *
   * @param power 1 to {@value #POWERS}
   */
  public double sum(int look, int power) {
    return powers[POWERS * look + power - 1];
  }
}
