package io.sluice.fit;

import io.sluice.assumptions.SharedColumn;
import io.sluice.counts.EpisodeSource;
import io.sluice.mdp.Segments;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A log of past decisions: its counts, and its episodes where row-level data are available. */
public interface Log {
  /** Names, counts and ranges. */
  LogData data();

  /** The episodes one by one; empty if there are only counts. */
  Optional<EpisodeSource> episodes();

  /** The segments that its rows are assigned to, if any. */
  default Optional<Segments> segments() {
    return Optional.empty();
  }

  /** Columns that no one declared and whose values episodes share, compared. */
  default List<SharedColumn> sharedColumns() {
    return List.of();
  }

  /**
   * The same log, with episodes of ambiguous end read as cut off instead of ended; empty if there
   * are none, or if they cannot be read as cut off.
   */
  default Optional<Log> readAsCut() {
    return Optional.empty();
  }

  /**
   * A log that is in memory already, as objects of any kind.
   *
   * @param steps the decisions of an episode, in order
   * @param state what was known before the decision; states with the same text are the same
   * @param action what was decided; actions with the same text are the same
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

  /** A log with counts only. */
  static Log ofCounts(LogData data) {
    return new CountedLog(data, Optional.empty());
  }

  /** A log with counts and episodes. */
  static Log of(LogData data, EpisodeSource episodes) {
    return new CountedLog(data, Optional.of(episodes));
  }
}
