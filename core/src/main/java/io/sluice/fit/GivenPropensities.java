package io.sluice.fit;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.EpisodeSource;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;

/** The episodes of a log with the action probabilities of a policy, whatever was logged. */
record GivenPropensities(EpisodeSource episodes, Policy behavior) implements EpisodeSource {
  @Override
  public boolean hasClusters() {
    return episodes.hasClusters();
  }

  @Override
  public <A extends EpisodeAccumulator<A>> A collect(A empty) {
    return episodes.collect(new Accumulator<>(empty, behavior)).inner;
  }

  private static final class Accumulator<A extends EpisodeAccumulator<A>>
      implements EpisodeAccumulator<Accumulator<A>> {
    private final A inner;
    private final Policy behavior;

    Accumulator(A inner, Policy behavior) {
      this.inner = inner;
      this.behavior = behavior;
    }

    @Override
    public Accumulator<A> empty() {
      return new Accumulator<>(inner.empty(), behavior);
    }

    @Override
    public void add(Episode episode) {
      inner.add(episode.withPropensitiesOf(behavior));
    }

    @Override
    public Accumulator<A> plus(Accumulator<A> later) {
      return new Accumulator<>(inner.plus(later.inner), behavior);
    }
  }
}
