package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.ValueRange;
import java.util.ArrayList;
import java.util.List;

/** Adds up, episode by episode, how far {@code robust} and {@code efficient} are apart. */
public final class HausmanSums implements EpisodeAccumulator<HausmanSums> {
  private final RobustScores robust;
  private final EffectScores efficient;
  private final ValueRange range;
  private final double[] ofEpisode;
  private final double[] ofModel;
  private final double[] weights;
  private ClusterMeans means;

  /**
   * @param influences of the model interval
   */
  public HausmanSums(RobustScores robust, Influences influences) {
    this(robust, EffectScores.efficient(influences), influences.plugIn().range);
  }

  private HausmanSums(RobustScores robust, EffectScores efficient, ValueRange range) {
    this.robust = robust;
    this.efficient = efficient;
    this.range = range;
    ofEpisode = new double[robust.size()];
    ofModel = new double[efficient.size()];
    weights = new double[robust.horizon() + 1];
    means =
        new ClusterMeans(robust.horizon() + 1); // the value is that of the total, and more noise
  }

  @Override
  public HausmanSums empty() {
    return new HausmanSums(robust, efficient, range);
  }

  @Override
  public void add(Episode episode) {
    robust.score(episode, ofEpisode, weights);
    addScored(episode, ofEpisode);
  }

  /**
   * @param scores of {@code robust}, which are written over
   */
  void addScored(Episode episode, double[] scores) {
    efficient.score(episode, ofModel, 0);
    int horizon = efficient.horizon();
    for (int h = 0; h < horizon; h++) {
      scores[h] -= ofModel[h];
      scores[horizon] -= ofModel[h];
    }
    means.add(episode.cluster(), scores);
  }

  @Override
  public HausmanSums plus(HausmanSums later) {
    means = means.plus(later.means);
    return this;
  }

  /** In [0, 1] units. */
  public Hausman hausman() {
    List<Hausman.Contrast> steps = new ArrayList<>();
    for (int h = 1; h <= efficient.horizon(); h++) {
      steps.add(contrast(h - 1, h));
    }
    return new Hausman(steps, contrast(efficient.horizon(), 1));
  }

  private Hausman.Contrast contrast(int i, int step) {
    return Hausman.Contrast.of(means.mean(i), means.error(i), range.top(step));
  }
}
