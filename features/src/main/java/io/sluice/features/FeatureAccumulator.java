package io.sluice.features;

import io.sluice.counts.EpisodeBlocks;
import io.sluice.counts.PartialSum;

/**
 * A sum over the episodes of a log with feature columns, in any engine: each block of the log has
 * an accumulator of its own, and these are added in a fixed order ({@link FeatureBlocks}).
 *
 * <p>What all accumulators of one pass share (a basis, nuisances) must be serializable, too, and is
 * read by several threads at once.
 *
 * @param <A> the accumulator itself
 */
public interface FeatureAccumulator<A extends FeatureAccumulator<A>> extends PartialSum<A> {
  /**
   * Adds an episode, which is valid during the call only. Episodes of one cluster come one after
   * the other.
   */
  void add(FeatureEpisode episode);

  /**
   * In how many parts the log is added up: a power of two, at most {@link EpisodeBlocks#COUNT}. It
   * may depend on the log, and on nothing else.
   */
  default int blocks() {
    return EpisodeBlocks.COUNT;
  }

  /**
   * So many blocks that each has some episodes, and that all their sums are not much more than what
   * is added up.
   *
   * @param bytes what a sum takes
   */
  static int blocks(long episodes, double bytes) {
    int blocks = EpisodeBlocks.COUNT;
    while (blocks > 1 && episodes < 32L * blocks || blocks > 16 && bytes * blocks > 1 << 28) {
      blocks /= 2;
    }
    return blocks;
  }
}
