package io.sluice.features;

import java.util.Optional;
import java.util.function.Consumer;

/** A log of several policies with one of them. */
record PolicyView(FeatureSource source, int policy) implements SourceView {
  @Override
  public Optional<String> policyLearnedFrom(int one) {
    return source.policyLearnedFrom(policy);
  }

  @Override
  public <A extends FeatureAccumulator<A>> A collect(A empty) {
    return source.collect(new Sum<>(policy, empty)).sum;
  }

  @Override
  public void forEach(Consumer<FeatureEpisode> visitor) {
    source.forEach(
        episode -> {
          episode.judge(policy);
          visitor.accept(episode);
        });
  }

  /** Adds up episodes with this policy. */
  private record Sum<A extends FeatureAccumulator<A>>(int policy, A sum)
      implements FeatureAccumulator<Sum<A>> {
    @Override
    public int blocks() {
      return sum.blocks();
    }

    @Override
    public Sum<A> empty() {
      return new Sum<>(policy, sum.empty());
    }

    @Override
    public void add(FeatureEpisode episode) {
      episode.judge(policy);
      sum.add(episode);
    }

    @Override
    public Sum<A> plus(Sum<A> later) {
      return new Sum<>(policy, sum.plus(later.sum));
    }
  }
}
