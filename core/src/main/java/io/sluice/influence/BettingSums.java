package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.influence.BettingStages.Anchor;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import java.util.Arrays;

/**
 * Keeps the scores that are bet on, stage by stage and in the order of the episodes: three numbers
 * for each episode and each of the H+2 things that are bounded.
 */
public final class BettingSums implements EpisodeAccumulator<BettingSums> {
  private final BettingStages stages;
  private final Policy evaluated;
  private final RobustScores[][] scores; // by stage and anchor
  private final double[] ofEpisode;
  private final double[] weights;
  private final double[][] kept; // by stage: episode, then anchor, then score
  private final int[] length; // of what is kept, by stage

  public BettingSums(BettingStages stages, Policy evaluated) {
    this(stages, evaluated, scores(stages, evaluated));
  }

  private BettingSums(BettingStages stages, Policy evaluated, RobustScores[][] scores) {
    this.stages = stages;
    this.evaluated = evaluated;
    this.scores = scores;
    ofEpisode = new double[stages.size()];
    weights = new double[stages.horizon() + 1];
    kept = new double[stages.count()][0];
    length = new int[stages.count()];
  }

  private static RobustScores[][] scores(BettingStages stages, Policy evaluated) {
    RobustScores[][] scores = new RobustScores[stages.count()][Anchor.values().length];
    for (int s = 0; s < scores.length; s++) {
      for (Anchor anchor : Anchor.values()) {
        scores[s][anchor.ordinal()] = stages.scores(s, anchor, evaluated);
      }
    }
    return scores;
  }

  /** How many numbers are kept of an episode. */
  public static int perEpisode(int horizon) {
    return Anchor.values().length * (horizon + 2);
  }

  @Override
  public BettingSums empty() {
    return new BettingSums(stages, evaluated, scores);
  }

  @Override
  public void add(Episode episode) {
    int stage = stages.ofPart(episode.part());
    for (RobustScores of : scores[stage]) {
      of.score(episode, ofEpisode, weights);
      append(stage, ofEpisode, ofEpisode.length);
    }
  }

  @Override
  public BettingSums plus(BettingSums later) {
    for (int s = 0; s < kept.length; s++) {
      append(s, later.kept[s], later.length[s]);
    }
    return this;
  }

  private void append(int stage, double[] numbers, int count) {
    int needed = length[stage] + count;
    if (needed > kept[stage].length) {
      kept[stage] = Arrays.copyOf(kept[stage], Math.max(needed, 2 * kept[stage].length));
    }
    System.arraycopy(numbers, 0, kept[stage], length[stage], count);
    length[stage] = needed;
  }

  BettingStages stages() {
    return stages;
  }

  /** How many episodes a stage has. */
  int episodes(int stage) {
    return length[stage] / perEpisode(stages.horizon());
  }

  /** How many episodes are bet on: those of all stages but the first. */
  public int rounds() {
    int sum = 0;
    for (int s = 1; s < length.length; s++) {
      sum += episodes(s);
    }
    return sum;
  }

  /** The scores of a stage with this share of Q̂ and the rest of an anchor. */
  double[] mixed(int stage, Anchor anchor, double share, int score) {
    double[] mixed = new double[episodes(stage)];
    int each = perEpisode(stages.horizon());
    int from = anchor.ordinal() * stages.size() + score;
    int fitted = Anchor.FITTED.ordinal() * stages.size() + score;
    for (int i = 0; i < mixed.length; i++) {
      double apart = kept[stage][i * each + from];
      mixed[i] = (1 - share) * apart + share * kept[stage][i * each + fitted];
    }
    return mixed;
  }
}
