package io.sluice.influence;

import io.sluice.influence.MaxT.Contrast;
import io.sluice.mdp.Segments;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Scores of one policy or several by segment, with the number of episodes, or of decisions at a
 * step, in each and all products of these. Where scores come from does not matter here.
 *
 * <p>Effects are numbered: those of the first policy, then of the second, …
 */
public final class SegmentSums implements Serializable {
  private final int segments;
  private final int policies;
  private final int horizon;
  private final boolean ofEpisodes;
  private final boolean totals;
  private final double[] numbers;
  private ScoreProducts products;

  public SegmentSums(Segments segments, int policies, int horizon) {
    this(segments.names().size(), policies, horizon, segments.ofEpisodes());
  }

  private SegmentSums(int segments, int policies, int horizon, boolean ofEpisodes) {
    this.segments = segments;
    this.policies = policies;
    this.horizon = horizon;
    this.ofEpisodes = ofEpisodes;
    totals = ofEpisodes && segments * policies * (horizon + 1) > PolicyProducts.MOST;
    numbers = new double[2 * segments * policies * places()];
    List<Contrast> each =
        IntStream.range(0, numbers.length / 2).mapToObj(i -> Contrast.of(2 * i)).toList();
    products = new ScoreProducts(numbers.length, each, true);
  }

  /** Whether so many policies can be told apart by segment at once. */
  public static boolean fits(Segments segments, int policies, int horizon) {
    int places = segments.ofEpisodes() ? 1 : horizon;
    return segments.names().size() * policies * places <= PolicyProducts.MOST;
  }

  public SegmentSums empty() {
    return new SegmentSums(segments, policies, horizon, ofEpisodes);
  }

  public int policies() {
    return policies;
  }

  /**
   * How many effects there are of a policy in a segment: steps and total, steps, or the total
   * alone.
   */
  public int places() {
    return totals ? 1 : ofEpisodes ? horizon + 1 : horizon;
  }

  /** Whether only totals are kept, because there would be too many effects. */
  public boolean areTotals() {
    return totals;
  }

  private int score(int segment, int effect) {
    return 2 * (segment * policies * places() + effect);
  }

  /**
   * Adds an episode. Those of a cluster come one after the other.
   *
   * @param segment of each of its decisions, by step
   * @param scores of every policy H+1, those of the steps and then of the total
   */
  public void add(long cluster, int length, IntUnaryOperator segment, double[] scores) {
    Arrays.fill(numbers, 0);
    int from = totals ? horizon : 0;
    for (int p = 0; p < places(); p++) {
      boolean there = ofEpisodes || p < length;
      int own = there ? segment.applyAsInt(ofEpisodes ? 1 : p + 1) : 0;
      for (int i = 0; there && i < policies; i++) {
        int at = score(own, i * places() + p);
        numbers[at] = scores[i * (horizon + 1) + from + p];
        numbers[at + 1] = 1;
      }
    }
    products.add(cluster, numbers);
  }

  public SegmentSums plus(SegmentSums later) {
    products = products.plus(later.products);
    return this;
  }

  /** How many episodes, or decisions at the step, a segment has. */
  public long size(int segment, int effect) {
    return Math.round(products.sum(score(segment, effect) + 1));
  }

  /** The effect within a segment; NaN where nothing is in it. */
  public double mean(int segment, int effect) {
    int at = score(segment, effect);
    return products.sum(at) / products.sum(at + 1);
  }

  /** How many clusters, or episodes, of equal size a segment has in effect: n²/Σ_g n_g². */
  public double effective(int segment, int effect) {
    int count = score(segment, effect) + 1;
    double n = products.sum(count);
    double squares = products.centered(count, count, 0, count, count, 0);
    return n == 0 ? 0 : n * n / squares;
  }

  /** {@linkplain ScoreProducts#freedom Degrees of freedom} of the variance of a segment's mean. */
  public double freedom(int segment, int effect) {
    int at = score(segment, effect);
    double m = mean(segment, effect);
    double squares = products.centered(at, at + 1, m, at, at + 1, m);
    double effective = effective(segment, effect);
    return products.freedom(at / 2, m, squares, effective, effective - 1);
  }

  /** The covariance of two of these means, Σ_g ψ_gs·ψ_gt/(n_s·n_t). */
  public double covariance(int segment, int effect, int other, int otherEffect) {
    int i = score(segment, effect);
    int j = score(other, otherEffect);
    double sum =
        products.centered(i, i + 1, mean(segment, effect), j, j + 1, mean(other, otherEffect));
    double all = products.sum(i + 1) * products.sum(j + 1);
    boolean rounding = i == j && sum <= 1e-12 * products.centered(i, i, 0, i, i, 0);
    return rounding ? 0 : sum / all;
  }
}
