package io.sluice.counts;

import io.sluice.counts.KeptEpisodes.Placed;
import io.sluice.counts.TransitionCounts.Sums;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.util.function.Predicate;

/**
 * The counts of some of the episodes in memory, with their propensities. Rows are sorted by their
 * cells, which takes a fraction of the time of looking every cell up.
 *
 * @param propensities of all their rows; NaN where there are none
 */
public record PartCounts(TransitionCounts counts, PropensityTable propensities) {
  /** Counts those episodes for which a condition holds. */
  public static PartCounts of(Shape shape, KeptEpisodes kept, Predicate<Episode> counted) {
    int rows = 0;
    for (Placed one : kept.episodes()) {
      rows += counted.test(one.episode()) ? one.episode().length() : 0;
    }
    Rows all = new Rows(shape, rows);
    for (Placed one : kept.episodes()) {
      if (counted.test(one.episode())) {
        all.add(one.episode());
      }
    }
    return all.counted();
  }

  /** Rows with the keys of their cells. */
  private static final class Rows {
    private final Shape shape;
    private final long[] keys;
    private final int[] places;
    private final double[] rewards;
    private final double[] propensities;
    private int size;

    Rows(Shape shape, int rows) {
      this.shape = shape;
      keys = new long[rows];
      places = new int[rows];
      rewards = new double[rows];
      propensities = new double[rows];
    }

    void add(Episode episode) {
      for (int h = 1; h <= episode.length(); h++) {
        keys[size] =
            TransitionCounts.key(shape, h, episode.state(h), episode.action(h), episode.next(h));
        places[size] = size;
        rewards[size] = episode.unitReward(h);
        propensities[size++] = episode.propensity(h);
      }
    }

    PartCounts counted() {
      CellOrder.sort(keys, places);
      int cells = 0;
      for (int i = 0; i < size; i++) {
        cells += i == 0 || keys[i] != keys[i - 1] ? 1 : 0;
      }
      long[] cellKeys = new long[cells];
      long[] counts = new long[cells];
      Sums rewardSums = new Sums(cells);
      Sums squareSums = new Sums(cells);
      PropensityTable table = new PropensityTable(shape);
      int cell = -1;
      for (int i = 0; i < size; ) {
        long pair = keys[i] / (shape.states() + 1L);
        long end = (pair + 1) * (shape.states() + 1L);
        long low = 0;
        long high = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        int first = i;
        for (; i < size && keys[i] < end; i++) {
          if (cell < 0 || keys[i] != cellKeys[cell]) {
            cellKeys[++cell] = keys[i];
          }
          double reward = rewards[places[i]];
          double propensity = propensities[places[i]];
          counts[cell]++;
          rewardSums.add(cell, ExactSum.toGrid(reward));
          squareSums.add(cell, ExactSum.toGrid(reward * reward));
          long grid = ExactSum.toGrid(propensity);
          low += grid;
          high += Long.compareUnsigned(low, grid) < 0 ? 1 : 0;
          least = Math.min(least, propensity);
          most = Math.max(most, propensity);
        }
        table.add(pair, i - first, high, low, least, most);
      }
      return new PartCounts(
          new TransitionCounts(shape, cellKeys, counts, rewardSums, squareSums), table);
    }
  }
}
