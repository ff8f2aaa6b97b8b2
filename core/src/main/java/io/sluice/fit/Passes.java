package io.sluice.fit;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.EpisodeSource;
import io.sluice.mdp.Episode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Work that waits for the episodes of a log: all of it is done in one pass, and what comes of it
 * may ask for another.
 */
final class Passes {
  private List<Waiting<?, ?>> waiting = new ArrayList<>();

  private record Waiting<A extends EpisodeAccumulator<A>, R>(
      A empty, Function<A, R> of, Consumer<R> then) {
    /** What is left to do once the result is made of the sum. */
    @SuppressWarnings("unchecked")
    Runnable made(EpisodeAccumulator<?> sum) {
      R result = of.apply((A) sum); // which came from empty
      return () -> then.accept(result);
    }
  }

  /**
   * @param empty what episodes are to be added to
   * @param then what to do with the sum
   */
  <A extends EpisodeAccumulator<A>> void add(A empty, Consumer<A> then) {
    add(empty, Function.identity(), then);
  }

  /**
   * @param of what is made of the sum, at the same time as others
   * @param then what to do with it, in the order in which all were added here
   */
  <A extends EpisodeAccumulator<A>, R> void add(A empty, Function<A, R> of, Consumer<R> then) {
    waiting.add(new Waiting<>(empty, of, then));
  }

  /** Reads the episodes until no accumulator is waiting. */
  void run(EpisodeSource source) {
    while (!waiting.isEmpty()) {
      List<Waiting<?, ?>> now = waiting;
      waiting = new ArrayList<>();
      Together sums =
          source.collect(
              new Together(now.stream().<EpisodeAccumulator<?>>map(Waiting::empty).toList()));
      IntStream.range(0, now.size())
          .parallel()
          .mapToObj(i -> now.get(i).made(sums.parts.get(i)))
          .toList()
          .forEach(Runnable::run);
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
    /** With fewer rows, another thread does not pay. */
    private static final long WORTHWHILE = 1 << 17;

    private final ArrayList<EpisodeAccumulator<?>> parts;
    private long rows;

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
      rows += episode.length();
      for (EpisodeAccumulator<?> part : parts) {
        part.add(episode);
      }
    }

    @Override
    public Together plus(Together later) {
      rows += later.rows;
      IntStream all = IntStream.range(0, parts.size());
      (rows < WORTHWHILE ? all : all.parallel())
          .forEach(i -> parts.set(i, sum(parts.get(i), later.parts.get(i))));
      return this;
    }

    @SuppressWarnings("unchecked") // both came from one empty accumulator
    private static <A extends EpisodeAccumulator<A>> A sum(
        EpisodeAccumulator<?> first, EpisodeAccumulator<?> later) {
      return ((A) first).plus((A) later);
    }
  }
}
