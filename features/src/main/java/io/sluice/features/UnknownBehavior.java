package io.sluice.features;

import java.util.List;
import java.util.function.Consumer;

/** A log of which nobody knows the logged policy, so that it is estimated. */
record UnknownBehavior(FeatureSource source) implements EstimatedSource {
  @Override
  public List<String> notes() {
    return source.notes();
  }

  @Override
  public <A extends FeatureAccumulator<A>> A collect(A empty) {
    return source.collect(empty);
  }

  @Override
  public void forEach(Consumer<FeatureEpisode> visitor) {
    source.forEach(visitor);
  }
}
