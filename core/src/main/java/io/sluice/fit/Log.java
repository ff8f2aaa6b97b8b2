package io.sluice.fit;

import io.sluice.counts.EpisodeSource;
import io.sluice.mdp.Segments;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A log of past decisions: what was counted of it, and its episodes if they can be read again. */
public interface Log {
  /** Names, counts and ranges. */
  LogData data();

  /** The episodes one by one; empty where only counts are left. */
  Optional<EpisodeSource> episodes();

  /** The segments that its rows were assigned to, if they were. */
  default Optional<Segments> segments() {
    return Optional.empty();
  }

  /**
   * The same log, with episodes read as cut off of which it does not say whether they ended, and
   * which were read as ended; empty where there are none, or where they cannot be read so.
   */
  default Optional<Log> readAsCut() {
    return Optional.empty();
  }

  /**
   * A log that is in memory already, as objects of any kind.
   *
   * @param steps the decisions of an episode, in order
   * @param state what was known before the decision; states are told apart by their text
   * @param action what was decided; actions are told apart by their text
   * @param reward what the decision earned
   * @param <E> an episode
   * @param <S> one of its decisions
   */
  static <E, S> ObjectLog<E, S> of(
      Iterable<E> episodes,
      Function<? super E, ? extends Iterable<S>> steps,
      Function<? super S, ?> state,
      Function<? super S, ?> action,
      ToDoubleFunction<? super S> reward) {
    return new ObjectLog<>(episodes, steps, state, action, reward);
  }

  /** A log of which only the counts are left. */
  static Log ofCounts(LogData data) {
    return new CountedLog(data, Optional.empty());
  }

  /** A log that was counted, with its episodes. */
  static Log of(LogData data, EpisodeSource episodes) {
    return new CountedLog(data, Optional.of(episodes));
  }
}
