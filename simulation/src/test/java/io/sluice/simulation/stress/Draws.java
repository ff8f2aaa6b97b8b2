package io.sluice.simulation.stress;

import io.sluice.simulation.stress.StressLog.Drawn;
import io.sluice.simulation.stress.StressLog.Row;
import java.util.List;
import java.util.function.Predicate;

/** Logs of one seed, and what is seen in them. */
final class Draws {
  private Draws() {}

  static List<Drawn> draw(HiddenProblem problem) {
    return problem.draw(7).episodes();
  }

  static List<Row> rows(HiddenProblem problem, int step) {
    return draw(problem).stream()
        .filter(e -> e.rows().size() >= step)
        .map(e -> e.rows().get(step - 1))
        .toList();
  }

  static double mean(List<Row> rows, Predicate<Row> of) {
    return rows.stream().filter(of).mapToDouble(Row::reward).average().orElseThrow();
  }

  static double taken(List<Row> rows) {
    return rows.stream().filter(r -> r.action().equals("a1")).count() / (double) rows.size();
  }

  /** +reward with a1, −reward with a0: twice the effect of the user or day on average. */
  static double liking(List<Drawn> episodes) {
    return episodes.stream()
        .map(e -> e.rows().get(0))
        .mapToDouble(r -> r.action().equals("a1") ? r.reward() : -r.reward())
        .average()
        .orElseThrow();
  }

  static double returned(Drawn episode) {
    return episode.rows().stream().mapToDouble(Row::reward).sum();
  }
}
