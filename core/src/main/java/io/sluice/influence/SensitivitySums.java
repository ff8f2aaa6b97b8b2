package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import java.util.List;

/**
 * Adds up bounds under hidden confounding over the episodes of a table: {@link ConfoundedMeans}.
 */
public final class SensitivitySums implements EpisodeAccumulator<SensitivitySums> {
  private final EffectScores scores;
  private final OutcomeHistograms.Quantiles quantiles;
  private final Policy evaluated;
  private final double[] ofEpisode;
  private final double[] ofRow;
  private ConfoundedMeans means;

  public SensitivitySums(
      EffectScores scores, OutcomeHistograms outcomes, Policy evaluated, List<Integer> steps) {
    this(scores, outcomes.quantiles(ConfoundedMeans.SHARES), evaluated, new ConfoundedMeans(steps));
  }

  private SensitivitySums(
      EffectScores scores,
      OutcomeHistograms.Quantiles quantiles,
      Policy evaluated,
      ConfoundedMeans means) {
    this.scores = scores;
    this.quantiles = quantiles;
    this.evaluated = evaluated;
    this.means = means;
    ofEpisode = new double[scores.size()];
    ofRow = new double[ConfoundedMeans.SHARES.size()];
  }

  @Override
  public SensitivitySums empty() {
    return new SensitivitySums(scores, quantiles, evaluated, means.empty());
  }

  @Override
  public void add(Episode episode) {
    scores.score(episode, ofEpisode, 0);
    for (int h : means.steps()) {
      double weight = 0;
      double y = 0;
      if (h <= episode.length()) {
        PolicyValues q = quantiles.values().ofFold(episode.fold());
        y = episode.unitReward(h) + q.value(h + 1, episode.next(h));
        weight = OutcomeHistograms.ratio(evaluated, episode, h) * (1 - episode.propensity(h));
        quantiles.of(episode, h, ofRow);
      }
      means.set(h, ofEpisode[h - 1], weight, y, ofRow);
    }
    means.add(episode.cluster());
  }

  @Override
  public SensitivitySums plus(SensitivitySums later) {
    means = means.plus(later.means);
    return this;
  }

  public ConfoundedMeans means() {
    return means;
  }
}
