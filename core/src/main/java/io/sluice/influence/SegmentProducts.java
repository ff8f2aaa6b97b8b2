package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Segments;
import java.util.Arrays;

/**
 * Adds up the {@link EffectScores} of a policy by segment, with the number of episodes, or of
 * decisions at a step, in each and all products of these.
 *
 * <p>The effect within a segment is the mean score of its episodes, m_s = Σψ/n_s. With known
 * propensities ({@code robust}) each score has the effect as its mean given all that was known
 * before the step, so this holds for any segment that was known then. Scores of {@code efficient}
 * have it only given the state: what tells segments apart must matter through the state alone.
 */
public final class SegmentProducts implements EpisodeAccumulator<SegmentProducts> {
  private final EffectScores scores;
  private final int segments;
  private final boolean ofEpisodes;
  private final boolean totals;
  private final double[] ofEpisode;
  private final double[] numbers;
  private ScoreProducts products;

  public SegmentProducts(EffectScores scores, Segments segments) {
    this(scores, segments.names().size(), segments.ofEpisodes());
  }

  private SegmentProducts(EffectScores scores, int segments, boolean ofEpisodes) {
    this.scores = scores;
    this.segments = segments;
    this.ofEpisodes = ofEpisodes;
    totals = ofEpisodes && segments * (scores.size() + 1) > PolicyProducts.MOST;
    ofEpisode = new double[scores.size()];
    numbers = new double[2 * segments * places()];
    products = new ScoreProducts(numbers.length, true);
  }

  /** Whether so many steps and decisions can be told apart by segment at once. */
  public static boolean fits(Segments segments, int horizon) {
    return segments.ofEpisodes()
        || 2 * segments.names().size() * horizon <= 2 * PolicyProducts.MOST;
  }

  @Override
  public SegmentProducts empty() {
    return new SegmentProducts(scores, segments, ofEpisodes);
  }

  /** How many effects there are in a segment: steps and total, steps, or the total alone. */
  public int places() {
    return totals ? 1 : ofEpisodes ? scores.size() : scores.horizon();
  }

  /** Whether only totals are kept, because there would be too many effects. */
  public boolean areTotals() {
    return totals;
  }

  private int score(int segment, int place) {
    return 2 * (segment * places() + place);
  }

  @Override
  public void add(Episode episode) {
    Arrays.fill(numbers, 0);
    scores.score(episode, ofEpisode, 0);
    int from = totals ? scores.horizon() : 0;
    for (int p = 0; p < places(); p++) {
      boolean there = ofEpisodes || p < episode.length();
      if (there) {
        int at = score(episode.segment(ofEpisodes ? 1 : p + 1), p);
        numbers[at] = ofEpisode[from + p];
        numbers[at + 1] = 1;
      }
    }
    products.add(episode.cluster(), numbers);
  }

  @Override
  public SegmentProducts plus(SegmentProducts later) {
    products = products.plus(later.products);
    return this;
  }

  /** How many episodes, or decisions at the step, a segment has. */
  public long size(int segment, int place) {
    return Math.round(products.sum(score(segment, place) + 1));
  }

  /** The effect within a segment; NaN where nothing is in it. */
  public double mean(int segment, int place) {
    int at = score(segment, place);
    return products.sum(at) / products.sum(at + 1);
  }

  /** How many clusters, or episodes, of equal size a segment has in effect: n²/Σ_g n_g². */
  public double effective(int segment, int place) {
    int count = score(segment, place) + 1;
    double n = products.sum(count);
    double squares = products.centered(count, count, 0, count, count, 0);
    return n == 0 ? 0 : n * n / squares;
  }

  /**
   * Satterthwaite's degrees of freedom of the variance of a segment's mean: 2/(Σ_g ψ_g⁴/(Σ_g ψ_g²)²
   * − 1/G), at most G−1, G being how many clusters of equal size there are in effect. Scores that
   * are mostly small and rarely large have few.
   */
  public double freedom(int segment, int place) {
    int at = score(segment, place);
    double m = mean(segment, place);
    double squares = products.centered(at, at + 1, m, at, at + 1, m);
    double effective = effective(segment, place);
    double share = products.fourth(at, m) / (squares * squares) - 1 / effective;
    return share > 0 && squares > 0 ? Math.min(effective - 1, 2 / share) : effective - 1;
  }

  /** The covariance of two of these means, Σ_g ψ_gs·ψ_gt/(n_s·n_t). */
  public double covariance(int segment, int place, int other, int otherPlace) {
    int i = score(segment, place);
    int j = score(other, otherPlace);
    double sum =
        products.centered(i, i + 1, mean(segment, place), j, j + 1, mean(other, otherPlace));
    double all = products.sum(i + 1) * products.sum(j + 1);
    boolean rounding = i == j && sum <= 1e-12 * products.centered(i, i, 0, i, i, 0);
    return rounding ? 0 : sum / all;
  }
}
