package io.sluice.simulation.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A coverage study, read: which intervals hold the truth as often as they say, and which of those
 * is the narrowest.
 *
 * @param rows one per method and step, step by step
 */
public record CoverageReading(List<Row> rows) {
  /** How sure the bands of one method are, at all steps together. */
  public static final double DELTA = 0.05;

  public CoverageReading {
    rows = List.copyOf(rows);
  }

  /**
   * One method at one step.
   *
   * @param band of its true coverage
   * @param relativeWidth its mean width over that of the narrowest method that covers at this step;
   *     empty if there is none, or if that one has no width
   */
  public record Row(CoverageStudy.Point point, BinomialBand band, OptionalDouble relativeWidth) {
    /** Whether the runs leave it possible that it holds the truth as often as it says. */
    public boolean covers() {
      return band.upper() >= point.level();
    }
  }

  /**
   * Reads the points of a study. Bands are made so that those of one method hold at all steps at
   * once with probability 1 − {@value #DELTA}: with many steps, one alone would be off by chance.
   */
  public static CoverageReading of(List<CoverageStudy.Point> points) {
    int horizon = points.stream().mapToInt(CoverageStudy.Point::step).max().orElseThrow();
    List<Row> rows = new ArrayList<>();
    for (int h = 1; h <= horizon; h++) {
      List<Row> step = new ArrayList<>();
      for (CoverageStudy.Point p : points) {
        if (p.step() == h) {
          BinomialBand band = BinomialBand.of(p.covered(), p.runs(), DELTA / horizon);
          step.add(new Row(p, band, OptionalDouble.empty()));
        }
      }
      double narrowest =
          step.stream()
              .filter(Row::covers)
              .mapToDouble(row -> row.point().meanWidth())
              .min()
              .orElse(0);
      for (Row row : step) {
        rows.add(
            narrowest > 0
                ? new Row(
                    row.point(), row.band(), OptionalDouble.of(row.point().meanWidth() / narrowest))
                : row);
      }
    }
    return new CoverageReading(rows);
  }

  /** The same with widths in other units. */
  public CoverageReading scaled(double unit) {
    return new CoverageReading(
        rows.stream()
            .map(row -> new Row(row.point().scaled(unit), row.band(), row.relativeWidth()))
            .toList());
  }

  /** The rows of a step. */
  public List<Row> step(int step) {
    return rows.stream().filter(row -> row.point().step() == step).toList();
  }

  /** The rows of a method, step by step. */
  public List<Row> method(String name) {
    return rows.stream().filter(row -> row.point().method().equals(name)).toList();
  }

  public int horizon() {
    return rows.get(rows.size() - 1).point().step();
  }

  /** The rows of every method, in the order of the study. */
  public Map<String, List<Row>> methods() {
    Map<String, List<Row>> methods = new LinkedHashMap<>();
    for (Row row : rows) {
      methods.computeIfAbsent(row.point().method(), name -> new ArrayList<>()).add(row);
    }
    return methods;
  }

  /** The narrowest method, over all steps together, of those that cover at every step. */
  public Optional<String> trusted() {
    return methods().entrySet().stream()
        .filter(method -> method.getValue().stream().allMatch(Row::covers))
        .min(Comparator.comparingDouble(method -> width(method.getValue())))
        .map(Map.Entry::getKey);
  }

  private static double width(List<Row> rows) {
    return rows.stream().mapToDouble(row -> row.point().meanWidth()).sum();
  }
}
