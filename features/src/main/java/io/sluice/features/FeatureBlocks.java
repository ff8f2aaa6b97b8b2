package io.sluice.features;

import io.sluice.counts.BlockSums;
import io.sluice.counts.EpisodeBlocks;
import org.jspecify.annotations.Nullable;

/**
 * Sums episodes block by block, for a source that passes them in the order of their blocks; {@link
 * BlockSums} adds the blocks.
 */
public final class FeatureBlocks<A extends FeatureAccumulator<A>> {
  private final A empty;
  private final BlockSums<A> sums;
  private final int width;
  private int first = -1; // block of the part that is being added to
  private @Nullable A open;

  public FeatureBlocks(A empty) {
    this.empty = empty;
    this.sums = new BlockSums<>(empty);
    this.width = EpisodeBlocks.COUNT / empty.blocks();
  }

  public void add(FeatureEpisode episode) {
    int block = episode.block() / width * width;
    if (block < first) {
      throw new IllegalArgumentException(
          "episode blocks: need rising numbers, got %s after %s".formatted(block, first));
    }
    A into = open;
    if (into == null || block != first) {
      close();
      first = block;
      into = empty.empty();
      open = into;
    }
    into.add(episode);
  }

  private void close() {
    if (open != null) {
      sums.add(first, open);
    }
  }

  /** The sum over all blocks, once every episode has been added. */
  public A sum() {
    close();
    open = null;
    return sums.sum();
  }
}
