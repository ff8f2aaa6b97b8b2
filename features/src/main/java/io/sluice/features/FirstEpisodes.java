package io.sluice.features;

import java.io.Serializable;

/**
 * The first episodes of a pass, whole clusters only. They come in the order of a hash of their
 * names, so that the first are a random sample, and the same in every pass and engine.
 */
final class FirstEpisodes implements Serializable {
  private final long most;
  private final long[] before;
  private int block = -1;
  private boolean begun; // whether an episode of this block was seen
  private long seen;
  private long cluster;

  /**
   * @param before how many episodes come before each block
   */
  FirstEpisodes(long most, long[] before) {
    this.most = most;
    this.before = before;
  }

  /** The same from the beginning. */
  FirstEpisodes again() {
    return new FirstEpisodes(most, before);
  }

  /** Whether the next episode is one of them. */
  boolean takes(FeatureEpisode next) {
    if (next.block() != block) {
      block = next.block();
      seen = before[block];
      begun = false;
    }
    if (seen >= most && !(begun && next.cluster() == cluster)) {
      return false;
    }
    seen++;
    begun = true;
    cluster = next.cluster();
    return true;
  }
}
