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
  public static final int POWERS = 2;

  private final Looks looks;
  private final List<RobustScores> ofStage; // from stage 1 on
  private final double[] scores;
  private final double[] weights;
  private final long[] episodes; // by look
  private final double[] powers; // Σψ and Σψ², by look
  private final double[] residuals;
  private final double[] squares; // Σ(W_k−1)² and Σ(y_k−Q̂_k)², by look and step

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
    residuals = new double[horizon + 1];
    squares = new double[2 * horizon * looks.size()];
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
    own.residuals(episode, residuals);
    for (int k = 1; k <= episode.length(); k++) {
      int at = 2 * (horizon() * look + k - 1);
      squares[at] += (weights[k] - 1) * (weights[k] - 1);
      squares[at + 1] += residuals[k] * residuals[k];
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
    for (int i = 0; i < squares.length; i++) {
      squares[i] += later.squares[i];
    }
    return this;
  }

  /** How many steps there are. */
  public int horizon() {
    return residuals.length - 1;
  }

  /** Σ(W_k−1)² of what is new at a look, W_k = ρ_1⋯ρ_k: what residuals are multiplied by. */
  public double weightSquares(int look, int step) {
    return squares[2 * (horizon() * look + step - 1)];
  }

  /** Σ(y_k−Q̂_k)² of what is new at a look. */
  public double residualSquares(int look, int step) {
    return squares[2 * (horizon() * look + step - 1) + 1];
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
