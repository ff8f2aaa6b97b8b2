package io.sluice.simulation.stress;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.EpisodeBlocks;
import io.sluice.counts.EpisodeSource;
import io.sluice.counts.PropensityTable;
import io.sluice.fit.Log;
import io.sluice.fit.LogData;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A log whose rows say what followed, without clusters: the last next state of a short episode is a
 * state that it has reached.
 */
final class NextStateLog {
  private static final long SEED = 1;

  private NextStateLog() {}

  /** An episode with its place in the order that all engines share. */
  private record Placed(int block, String name, Episode episode) {}

  static Log of(StressLog drawn) {
    List<StressLog.Row> rows = drawn.episodes().stream().flatMap(e -> e.rows().stream()).toList();
    Labels states =
        Labels.of(rows.stream().flatMap(r -> Stream.of(r.state(), r.next())).distinct().toList());
    Labels actions = Labels.of(rows.stream().map(StressLog.Row::action).distinct().toList());
    int horizon = drawn.episodes().stream().mapToInt(e -> e.rows().size()).max().orElseThrow();
    Shape shape = new Shape(states.size(), actions.size(), horizon);
    List<Placed> placed = placed(drawn, shape, states, actions);
    CountsAccumulator counts = new CountsAccumulator(shape);
    placed.forEach(e -> counts.add(e.episode()));
    LogData data =
        new LogData(
            rows.size(),
            states,
            actions,
            counts.toCounts(),
            Optional.empty(),
            drawn.propensities() ? Optional.of(propensities(shape, placed)) : Optional.empty(),
            false,
            List.of(),
            drawn.range(),
            ValueRange.of(drawn.range(), horizon, Optional.empty()),
            List.of(
                rows.stream().mapToDouble(StressLog.Row::reward).min().orElseThrow(),
                rows.stream().mapToDouble(StressLog.Row::reward).max().orElseThrow()),
            List.of());
    return Log.of(data, source(placed));
  }

  private static List<Placed> placed(StressLog drawn, Shape shape, Labels states, Labels actions) {
    Episode.Writer writer = new Episode.Writer(shape, drawn.range());
    List<Placed> placed = new ArrayList<>();
    for (int i = 0; i < drawn.episodes().size(); i++) {
      String name = String.valueOf(i + 1);
      String hash = EpisodeBlocks.hash(SEED, name);
      writer.begin(i, EpisodeBlocks.fold(hash));
      for (StressLog.Row row : drawn.episodes().get(i).rows()) {
        boolean last = writer.length() + 1 == shape.horizon();
        writer.row(
            states.id(row.state()),
            actions.id(row.action()),
            last ? shape.end() : states.id(row.next()),
            row.reward(),
            row.propensity());
      }
      placed.add(new Placed(EpisodeBlocks.block(hash), name, writer.episode()));
    }
    placed.sort(Comparator.comparingInt(Placed::block).thenComparing(Placed::name));
    return placed;
  }

  private static PropensityTable propensities(Shape shape, List<Placed> placed) {
    Map<Long, List<Double>> byPair = new TreeMap<>();
    for (Placed one : placed) {
      Episode e = one.episode();
      for (int h = 1; h <= e.length(); h++) {
        long pair = ((h - 1L) * shape.states() + e.state(h)) * shape.actions() + e.action(h);
        byPair.computeIfAbsent(pair, p -> new ArrayList<>()).add(e.propensity(h));
      }
    }
    PropensityTable table = new PropensityTable(shape);
    byPair.forEach((pair, all) -> all.forEach(p -> table.add(pair, 1, p, p)));
    return table;
  }

  private static EpisodeSource source(List<Placed> placed) {
    return new EpisodeSource() {
      @Override
      public boolean hasClusters() {
        return false;
      }

      @Override
      public <A extends EpisodeAccumulator<A>> A collect(A empty) {
        EpisodeBlocks<A> blocks = new EpisodeBlocks<>(empty);
        placed.forEach(e -> blocks.add(e.block(), e.episode()));
        return blocks.sum();
      }
    };
  }
}
