package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import java.util.ArrayList;
import java.util.List;

/** What the estimates of {@code robust} would be if weights of rows were cut at a cap. */
public final class TrimmedSums implements EpisodeAccumulator<TrimmedSums> {
  /** The caps that are tried. */
  public static final List<Double> CAPS = List.of(20.0, 10.0, 5.0, 2.0);

  private final RobustScores scores;
  private final ArrayList<RobustScores> trimmed = new ArrayList<>();
  private final double[] ofEpisode;
  private final double[] weights;
  private final double[] sums;
  private double largest;
  private long episodes;

  public TrimmedSums(RobustScores scores) {
    this.scores = scores;
    CAPS.forEach(cap -> trimmed.add(scores.trimmed(cap)));
    trimmed.add(scores);
    ofEpisode = new double[scores.size()];
    weights = new double[scores.horizon() + 1];
    sums = new double[(CAPS.size() + 1) * scores.size()]; // without a cap last
  }

  @Override
  public TrimmedSums empty() {
    return new TrimmedSums(scores);
  }

  @Override
  public void add(Episode episode) {
    for (int i = 0; i < trimmed.size(); i++) {
      trimmed.get(i).score(episode, ofEpisode, weights);
      for (int j = 0; j < ofEpisode.length; j++) {
        sums[i * ofEpisode.length + j] += ofEpisode[j];
      }
    }
    for (int h = 1; h <= episode.length(); h++) {
      largest = Math.max(largest, scores.ratio(episode, h));
    }
    episodes++;
  }

  @Override
  public TrimmedSums plus(TrimmedSums later) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += later.sums[i];
    }
    largest = Math.max(largest, later.largest);
    episodes += later.episodes;
    return this;
  }

  /** The largest weight of a row. */
  public double largest() {
    return largest;
  }

  /** The estimate without a cap. */
  public double plain(int place) {
    return estimate(CAPS.size(), place);
  }

  /**
   * An estimate in [0, 1] units.
   *
   * @param cap the index of the cap
   * @param place the step's index, or H for the total
   */
  public double estimate(int cap, int place) {
    return sums[cap * scores.size() + place] / episodes;
  }
}
