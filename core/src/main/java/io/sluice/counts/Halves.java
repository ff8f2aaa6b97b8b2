package io.sluice.counts;

import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;

/** A log in two parts: one to make inputs from, one that they have not seen. */
public record Halves(TransitionCounts inputs, TransitionCounts holdout) {
  /** Counts the two halves of a log by the {@linkplain Episode#fold fold} of its episodes. */
  public static final class Accumulator implements EpisodeAccumulator<Accumulator> {
    private final CountsAccumulator inputs;
    private final CountsAccumulator holdout;

    public Accumulator(Shape shape) {
      this(new CountsAccumulator(shape), new CountsAccumulator(shape));
    }

    private Accumulator(CountsAccumulator inputs, CountsAccumulator holdout) {
      this.inputs = inputs;
      this.holdout = holdout;
    }

    @Override
    public Accumulator empty() {
      return new Accumulator(inputs.empty(), holdout.empty());
    }

    @Override
    public void add(Episode episode) {
      (episode.fold() == 0 ? inputs : holdout).add(episode);
    }

    @Override
    public Accumulator plus(Accumulator later) {
      return new Accumulator(inputs.plus(later.inputs), holdout.plus(later.holdout));
    }

    public Halves halves() {
      return new Halves(inputs.toCounts(), holdout.toCounts());
    }
  }
}
