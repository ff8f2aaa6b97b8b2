package io.sluice.counts;

/**
 * The episodes of a log, which can be read any number of times.
 *
 * <p>Episodes come in {@value EpisodeBlocks#COUNT} blocks, by a hash of their names (of their
 * clusters' names, where they have any), and within a block in the order of their names. Sums are
 * formed within blocks and then over blocks as {@link BlockSums} says. So a result is the same to
 * the last bit, whatever engine or number of threads has made it.
 */
public interface EpisodeSource {
  /** Whether episodes come in clusters: several of one user, say, which are not independent. */
  boolean hasClusters();

  /**
   * Reads all episodes once.
   *
   * @param empty an accumulator that has seen no episode, and will not be changed
   */
  <A extends EpisodeAccumulator<A>> A collect(A empty);
}
