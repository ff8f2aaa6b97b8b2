package io.sluice.counts;

import io.sluice.mdp.Episode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * How rewards are spread, in the user's units: number by number if there are few, else in bins of
 * equal width from the least to the most.
 */
public final class RewardHistogram implements EpisodeAccumulator<RewardHistogram> {
  private final double low;
  private final double high;
  private final int most;
  private final TreeMap<Double, Long> values = new TreeMap<>(); // at most one more than fit
  private final long[] bins;

  /**
   * Rewards of the log.
   *
   * @param low the least of them
   * @param high the most of them; the same where all are one number
   */
  public record Bin(double low, double high, long rows) {}

  /**
   * @param low the least reward of the log
   * @param high the largest
   * @param most how many bins at most
   */
  public RewardHistogram(double low, double high, int most) {
    this.low = low;
    this.high = high;
    this.most = most;
    this.bins = new long[most];
  }

  @Override
  public RewardHistogram empty() {
    return new RewardHistogram(low, high, most);
  }

  @Override
  public void add(Episode episode) {
    for (int h = 1; h <= episode.length(); h++) {
      double reward = episode.reward(h);
      add(reward, 1);
      int bin = (int) Math.floor((reward - low) / width());
      bins[Math.max(0, Math.min(most - 1, bin))]++;
    }
  }

  private void add(double reward, long rows) {
    if (values.size() <= most) {
      values.merge(reward, rows, Long::sum);
    }
  }

  private double width() {
    return (high - low) / most;
  }

  @Override
  public RewardHistogram plus(RewardHistogram later) {
    later.values.forEach(this::add);
    for (int i = 0; i < most; i++) {
      bins[i] += later.bins[i];
    }
    return this;
  }

  public List<Bin> bins() {
    List<Bin> all = new ArrayList<>();
    if (values.size() <= most) {
      values.forEach((reward, rows) -> all.add(new Bin(reward, reward, rows)));
      return all;
    }
    for (int i = 0; i < most; i++) {
      all.add(new Bin(low + i * width(), low + (i + 1) * width(), bins[i]));
    }
    return all;
  }
}
