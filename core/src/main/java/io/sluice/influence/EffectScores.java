package io.sluice.influence;

import io.sluice.mdp.Episode;
import java.io.Serializable;
import java.util.stream.IntStream;

/**
 * What every episode says about the effects of a policy: scores whose means are the estimates of
 * {@code efficient} or {@code robust}, of steps 1 … H and then of their sum, V_π − V_πb, in [0, 1]
 * units.
 */
public sealed interface EffectScores extends Serializable {
  int horizon();

  /** How many scores an episode has: H+1. */
  default int size() {
    return horizon() + 1;
  }

  /**
   * Scores an episode.
   *
   * @param at where the first score is written
   */
  void score(Episode episode, double[] scores, int at);

  static EffectScores efficient(Influences influences) {
    return new Efficient(
        influences.scores(),
        IntStream.rangeClosed(1, influences.plugIn().shape.horizon())
            .mapToDouble(h -> influences.at(h).estimate())
            .toArray());
  }

  static EffectScores robust(RobustScores scores) {
    return new Robust(scores);
  }

  /** The estimate plus its influence ψ. */
  final class Efficient implements EffectScores {
    private final RowScores rows;
    private final double[] estimates;

    private Efficient(RowScores rows, double[] estimates) {
      this.rows = rows;
      this.estimates = estimates;
    }

    @Override
    public int horizon() {
      return rows.size();
    }

    @Override
    public void score(Episode episode, double[] scores, int at) {
      rows.score(episode, scores, at);
      double total = 0;
      for (int h = 0; h < estimates.length; h++) {
        scores[at + h] = estimates[h] + scores[at + h];
        total += scores[at + h];
      }
      scores[at + estimates.length] = total;
    }
  }

  /** ψ of {@link RobustScores}. */
  final class Robust implements EffectScores {
    private final RobustScores scores;

    private Robust(RobustScores scores) {
      this.scores = scores;
    }

    @Override
    public int horizon() {
      return scores.horizon();
    }

    @Override
    public void score(Episode episode, double[] into, int at) {
      double[] own = new double[scores.size()];
      scores.score(episode, own, new double[scores.horizon() + 1]);
      System.arraycopy(own, 0, into, at, size());
    }
  }
}
