package io.sluice.assumptions;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Episode;
import io.sluice.mdp.RewardRange;
import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Rewards as a few classes: value by value if there are at most {@value #MOST} values, else by
 * quantiles of all rewards of the log. The classes come from all rows together, so they know
 * nothing of steps or of the past.
 */
public final class RewardBins implements Serializable {

  /** How many classes there are at most. */
  static final int MOST = 8;

  private final double[] cuts; // a reward is in the class that so many cuts are not above

  private RewardBins(double[] cuts) {
    this.cuts = cuts;
  }

  /** The classes of rewards that are the least or the most of their range, if all are. */
  public static Optional<RewardBins> ofTwo(TransitionCounts counts, RewardRange range) {
    for (int i = 0; i < counts.cells(); i++) {
      if (counts.rewardSum(i) != counts.squareSum(i)) { // r² < r in between
        return Optional.empty();
      }
    }
    return Optional.of(new RewardBins(new double[] {range.high()}));
  }

  int classes() {
    return cuts.length + 1;
  }

  int of(double reward) {
    int below = 0;
    while (below < cuts.length && reward >= cuts[below]) {
      below++;
    }
    return below;
  }

  /**
   * Finds the classes in one pass. Values are counted as they are up to {@value #MOST_VALUES}; of
   * more, the last binary digits are dropped until they are so few. Counts are whole numbers, so
   * the order of rows does not matter.
   */
  public static final class Finder implements EpisodeAccumulator<Finder> {
    private static final int MOST_VALUES = 1 << 13;

    private final TreeMap<Long, Long> values = new TreeMap<>();
    private int dropped; // binary digits

    @Override
    public Finder empty() {
      return new Finder();
    }

    @Override
    public void add(Episode episode) {
      for (int h = 1; h <= episode.length(); h++) {
        add(rank(episode.reward(h)) >> dropped, 1);
      }
    }

    private void add(long value, long rows) {
      values.merge(value, rows, Long::sum);
      while (values.size() > MOST_VALUES) {
        drop(dropped + 1);
      }
    }

    private void drop(int digits) {
      TreeMap<Long, Long> fewer = new TreeMap<>();
      int more = digits - dropped;
      values.forEach((value, rows) -> fewer.merge(value >> more, rows, Long::sum));
      values.clear();
      values.putAll(fewer);
      dropped = digits;
    }

    @Override
    public Finder plus(Finder later) {
      drop(Math.max(dropped, later.dropped));
      later.values.forEach((value, rows) -> add(value >> (dropped - later.dropped), rows));
      return this;
    }

    /** How many rewards were seen. */
    public long rows() {
      return values.values().stream().mapToLong(Long::longValue).sum();
    }

    public RewardBins bins() {
      if (values.size() <= MOST) { // and none was dropped, or there would be thousands
        return new RewardBins(
            values.keySet().stream().skip(1).mapToDouble(Finder::reward).toArray());
      }
      long rows = rows();
      double[] cuts = new double[MOST - 1];
      int found = 0;
      long below = 0;
      for (Map.Entry<Long, Long> value : values.entrySet()) {
        if (found < cuts.length && below * MOST >= rows * (found + 1)) {
          cuts[found++] = reward(value.getKey() << dropped);
          while (found < cuts.length && below * MOST >= rows * (found + 1)) {
            cuts[found] = cuts[found - 1]; // a value of many rows fills several classes
            found++;
          }
        }
        below += value.getValue();
      }
      return new RewardBins(java.util.Arrays.stream(cuts, 0, found).distinct().toArray());
    }

    /** A number whose order is that of rewards. */
    private static long rank(double reward) {
      long bits = Double.doubleToLongBits(reward + 0.0); // so that −0 is 0
      return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    private static double reward(long rank) {
      return Double.longBitsToDouble(rank ^ ((rank >> 63) & Long.MAX_VALUE));
    }
  }
}
