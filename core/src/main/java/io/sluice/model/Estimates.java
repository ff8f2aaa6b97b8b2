package io.sluice.model;

import io.sluice.counts.TransitionCounts;
import io.sluice.model.Model.Pooling;
import java.util.EnumMap;
import java.util.Map;

/** Counts of a log or of a part of it, with the models estimated from them: each is made once. */
public final class Estimates {
  private final TransitionCounts counts;
  private final Map<Pooling, Model> models = new EnumMap<>(Pooling.class);

  private Estimates(TransitionCounts counts) {
    this.counts = counts;
  }

  public static Estimates of(TransitionCounts counts) {
    return new Estimates(counts);
  }

  public TransitionCounts counts() {
    return counts;
  }

  /** {@link Model#estimate} of these counts. */
  public synchronized Model model(Pooling pooling) {
    return models.computeIfAbsent(pooling, p -> Model.estimate(counts, p));
  }
}
