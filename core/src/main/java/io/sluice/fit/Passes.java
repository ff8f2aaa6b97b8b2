package io.sluice.fit;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.EpisodeSource;
import io.sluice.mdp.Episode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Work that waits for the episodes of a log: all of it is done in one pass, and what comes of it
 * may ask for another.
 */
final class Passes {
  private List<Waiting<?>> waiting = new ArrayList<>();

  private record Waiting<A extends EpisodeAccumulator<A>>(A empty, Consumer<A> then) {
    @SuppressWarnings("unchecked")
    void finish(EpisodeAccumulator<?> sum) {
      then.accept((A) sum); // which came from empty
    }
  }

  /**
   * @param empty what episodes are to be added to
   * @param then what to do with the sum
   */
  <A extends EpisodeAccumulator<A>> void add(A empty, Consumer<A> then) {
    waiting.add(new Waiting<>(empty, then));
  }

  /** Reads the episodes until no accumulator is waiting. */
  void run(EpisodeSource source) {
    while (!waiting.isEmpty()) {
      List<Waiting<?>> now = waiting;
      waiting = new ArrayList<>();
      Together sums =
          source.collect(
              new Together(now.stream().<EpisodeAccumulator<?>>map(Waiting::empty).toList()));
      for (int i = 0; i < now.size(); i++) {
        now.get(i).finish(sums.parts.get(i));
      }
    }
  }

  /**
   * The same on the episodes of a log, if there is anything to read them for.
   *
   * @param what they are needed for
   */
  void runOn(Fit fit, String what) {
    if (!isEmpty()) {
      run(fit.episodes(what));
    }
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Several accumulators that see the same episodes. */
  private static final class Together implements EpisodeAccumulator<Together> {
    private final ArrayList<EpisodeAccumulator<?>> parts;

    Together(List<EpisodeAccumulator<?>> parts) {
      this.parts = new ArrayList<>(parts);
    }

    @Override
    public Together empty() {
      return new Together(
          parts.stream().<EpisodeAccumulator<?>>map(EpisodeAccumulator::empty).toList());
    }

    @Override
    public void add(Episode episode) {
      for (EpisodeAccumulator<?> part : parts) {
        part.add(episode);
      }
    }

    @Override
    public Together plus(Together later) {
      for (int i = 0; i < parts.size(); i++) {
        parts.set(i, sum(parts.get(i), later.parts.get(i)));
      }
      return this;
    }

    @SuppressWarnings("unchecked") // both came from one empty accumulator
    private static <A extends EpisodeAccumulator<A>> A sum(
        EpisodeAccumulator<?> first, EpisodeAccumulator<?> later) {
      return ((A) first).plus((A) later);
    }
  }
}
