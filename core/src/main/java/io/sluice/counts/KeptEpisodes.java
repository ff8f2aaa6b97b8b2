package io.sluice.counts;

import io.sluice.mdp.Episode;
import java.util.List;

/**
 * Episodes in memory, in the order of their blocks.
 *
 * @param hasClusters whether several episodes may belong to one cluster
 */
public record KeptEpisodes(boolean hasClusters, List<Placed> episodes) implements EpisodeSource {
  /**
   * An episode and where it belongs.
   *
   * @param block its number
   */
  public record Placed(int block, Episode episode) {}

  @Override
  public <A extends EpisodeAccumulator<A>> A collect(A empty) {
    EpisodeBlocks<A> blocks = new EpisodeBlocks<>(empty);
    episodes.forEach(e -> blocks.add(e.block(), e.episode()));
    return blocks.sum();
  }
}
