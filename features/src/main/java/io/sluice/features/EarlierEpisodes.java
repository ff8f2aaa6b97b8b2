package io.sluice.features;

import io.sluice.mdp.Looks;
import java.util.function.Consumer;

/** The episodes of a growing log that were there before a stage began. */
record EarlierEpisodes(FeatureSource source, Looks looks, int stage) implements SourceView {
  private boolean has(FeatureEpisode episode) {
    return looks.stages().get(episode.look()) < stage;
  }

  @Override
  public <A extends FeatureAccumulator<A>> A collect(A empty) {
    return source.collect(new Sum<>(looks, stage, empty)).sum;
  }

  @Override
  public void forEach(Consumer<FeatureEpisode> visitor) {
    source.forEach(
        episode -> {
          if (has(episode)) {
            visitor.accept(episode);
          }
        });
  }

  /** What these episodes add to another sum, wherever the rows are. */
  private static final class Sum<A extends FeatureAccumulator<A>>
      implements FeatureAccumulator<Sum<A>> {
    private final Looks looks;
    private final int stage;
    private final A sum;

    Sum(Looks looks, int stage, A sum) {
      this.looks = looks;
      this.stage = stage;
      this.sum = sum;
    }

    @Override
    public int blocks() {
      return sum.blocks();
    }

    @Override
    public Sum<A> empty() {
      return new Sum<>(looks, stage, sum.empty());
    }

    @Override
    public void add(FeatureEpisode episode) {
      if (looks.stages().get(episode.look()) < stage) {
        sum.add(episode);
      }
    }

    @Override
    public Sum<A> plus(Sum<A> later) {
      return new Sum<>(looks, stage, sum.plus(later.sum));
    }
  }
}
