package io.sluice.counts;

import io.sluice.mdp.Episode;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.IntFunction;

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

  /** Episodes that are made whenever they are asked for, such as those of columns. */
  public static KeptEpisodes of(boolean hasClusters, int size, IntFunction<Placed> episodes) {
    return new KeptEpisodes(hasClusters, new Made(size, episodes));
  }

  @Override
  public <A extends EpisodeAccumulator<A>> A collect(A empty) {
    EpisodeBlocks<A> blocks = new EpisodeBlocks<>(empty);
    episodes.forEach(e -> blocks.add(e.block(), e.episode()));
    return blocks.sum();
  }

  private static final class Made extends AbstractList<Placed> implements RandomAccess {
    private final int size;
    private final IntFunction<Placed> episodes;

    Made(int size, IntFunction<Placed> episodes) {
      this.size = size;
      this.episodes = episodes;
    }

    @Override
    public Placed get(int index) {
      return episodes.apply(index);
    }

    @Override
    public int size() {
      return size;
    }
  }
}
