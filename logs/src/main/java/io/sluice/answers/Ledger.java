package io.sluice.answers;

import io.sluice.answers.EvaluationDetails.LedgerLine;
import io.sluice.interval.EfficientInterval;
import io.sluice.interval.Influence;
import io.sluice.interval.Influences;
import io.sluice.interval.Interval;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The two parts of every step's effect, with their {@code efficient} intervals: made from counts,
 * or from episodes where {@code efficient} itself is.
 *
 * @param lines in the user's units, step h at index h−1
 */
record Ledger(Source source, List<LedgerLine> lines) {

  /**
   * What intervals are made from.
   *
   * @param whole of the effects as they are
   * @param now of the effects if no step moved the next state, which is their immediate part
   */
  private record Source(LoggedData log, Settings settings, Influences whole, Influences now) {
    Ledger ledger(List<Interval> immediate, List<Interval> carried) {
      double width = log.range().width();
      List<LedgerLine> lines = new ArrayList<>();
      for (int h = 1; h <= immediate.size(); h++) {
        lines.add(
            new LedgerLine(
                h, immediate.get(h - 1).scaled(width), carried.get(h - 1).scaled(width)));
      }
      return new Ledger(this, List.copyOf(lines));
    }

    List<Interval> fromCounts(IntFunction<Influence> ofStep) {
      return IntStream.rangeClosed(1, log.shape().horizon())
          .mapToObj(
              h ->
                  EfficientInterval.ofCounts(
                      ofStep.apply(h), settings.variance(), settings.delta()))
          .toList();
    }

    List<Interval> fromEpisodes(EpisodeSums sums) {
      return EfficientInterval.steps(sums.finished(), settings.variance(), settings.delta());
    }
  }

  /** From counts. */
  static Ledger of(LoggedData log, BehaviorPolicy behavior, Policy evaluated, Settings settings) {
    Model model = settings.backups(log).model();
    Policy logged = behavior.policy();
    Influences whole =
        Influences.of(
            log.counts(),
            model,
            log.valueRange(),
            logged,
            evaluated,
            settings.shift()::isExogenous);
    Influences now =
        Influences.of(log.counts(), model, log.valueRange(), logged, evaluated, step -> true);
    Source source = new Source(log, settings, whole, now);
    return source.ledger(source.fromCounts(now::at), source.fromCounts(whole::carried));
  }

  /** The same from episodes, which have yet to be shown. */
  FromEpisodes fromEpisodes(boolean clustered) {
    return new FromEpisodes(
        source,
        new EpisodeSums(source.now(), source.now()::at, clustered),
        new EpisodeSums(source.whole(), source.whole()::carried, clustered));
  }

  /** Adds up the two parts episode by episode. */
  static final class FromEpisodes implements Consumer<Episode> {
    private final Source source;
    private final EpisodeSums immediate;
    private final EpisodeSums carried;

    private FromEpisodes(Source source, EpisodeSums immediate, EpisodeSums carried) {
      this.source = source;
      this.immediate = immediate;
      this.carried = carried;
    }

    @Override
    public void accept(Episode episode) {
      immediate.accept(episode);
      carried.accept(episode);
    }

    Ledger ledger() {
      return source.ledger(source.fromEpisodes(immediate), source.fromEpisodes(carried));
    }
  }
}
