package io.sluice.duckdb;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Labels;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts a table without any engine. */
public final class InMemory {
  private InMemory() {}

  /** Steps are from 1, and the next state is that of the next step. */
  public static TransitionCounts counts(Table log, RewardRange range) {
    Labels states = Labels.of(log.rows().stream().map(r -> log.at(r, "state")).toList());
    Labels actions = Labels.of(log.rows().stream().map(r -> log.at(r, "action")).toList());
    Map<String, TreeMap<Integer, List<String>>> episodes = new LinkedHashMap<>();
    int horizon = 0;
    for (List<String> row : log.rows()) {
      int step = Integer.parseInt(log.at(row, "step"));
      episodes.computeIfAbsent(log.at(row, "episode"), e -> new TreeMap<>()).put(step, row);
      horizon = Math.max(horizon, step);
    }
    Shape shape = new Shape(states.size(), actions.size(), horizon);
    CountsAccumulator counts = new CountsAccumulator(shape);
    for (TreeMap<Integer, List<String>> episode : episodes.values()) {
      episode.forEach(
          (step, row) -> {
            List<String> after = episode.get(step + 1);
            counts.add(
                step,
                states.id(log.at(row, "state")),
                actions.id(log.at(row, "action")),
                after == null ? shape.end() : states.id(log.at(after, "state")),
                range.toUnit(Double.parseDouble(log.at(row, "reward"))));
          });
    }
    return counts.toCounts();
  }
}
