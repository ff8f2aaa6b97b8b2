package io.sluice.features;

/**
 * The first episodes of a pass, whole clusters only. They come in the order of a hash of their
 * names, so that the first are a random sample, and the same in every pass.
 */
final class FirstEpisodes {
  private final long most;
  private long seen;
  private long cluster;

  FirstEpisodes(long most) {
    this.most = most;
  }

  /** Whether the next episode is one of them. */
  boolean takes(FeatureEpisode next) {
    if (seen >= most && next.cluster() != cluster) {
      return false;
    }
    seen++;
    cluster = next.cluster();
    return true;
  }
}
