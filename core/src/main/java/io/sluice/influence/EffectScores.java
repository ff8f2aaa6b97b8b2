package io.sluice.influence;

import io.sluice.mdp.Episode;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

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
    RowScores.requireMemory(influences.plugIn());
    int horizon = influences.plugIn().shape.horizon();
    boolean cut = influences.plugIn().log.cut;
    double @Nullable [][] weights = cut ? influences.plugIn().log.weights() : null;
    RowScores[] rows = new RowScores[horizon];
    double[] estimates = new double[horizon];
    for (int h = 1; h <= horizon; h++) {
      Influence influence = influences.at(h);
      rows[h - 1] = new RowScores(influence, weights);
      estimates[h - 1] = influence.estimate();
    }
    return new Efficient(rows, estimates);
  }

  static EffectScores robust(RobustScores scores) {
    return new Robust(scores);
  }

  /** The estimate plus its influence ψ. */
  final class Efficient implements EffectScores {
    private final RowScores[] rows;
    private final double[] estimates;

    private Efficient(RowScores[] rows, double[] estimates) {
      this.rows = rows;
      this.estimates = estimates;
    }

    @Override
    public int horizon() {
      return rows.length;
    }

    @Override
    public void score(Episode episode, double[] scores, int at) {
      double total = 0;
      for (int h = 0; h < rows.length; h++) {
        scores[at + h] = estimates[h] + rows[h].of(episode);
        total += scores[at + h];
      }
      scores[at + rows.length] = total;
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
