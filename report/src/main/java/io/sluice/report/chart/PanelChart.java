package io.sluice.report.chart;

import java.util.List;

/**
 * One row of two panels for every method, over steps: on the left how often it does what it says,
 * in percent and with an interval, against the line that it promises; on the right how large
 * something is, on a logarithmic axis that all rows share.
 *
 * <p>Every instance has at least one row, and all rows have cells at the same steps, rising.
 *
 * @param shareLabel above the left panels
 * @param amountLabel above the right panels
 * @param words what the picture's signs mean
 */
public record PanelChart(
    String title,
    String xLabel,
    String shareLabel,
    String amountLabel,
    Words words,
    List<Row> rows) {

  /**
   * The legend.
   *
   * @param kept a share that keeps its promise
   * @param broken one that does not
   * @param promised the line
   * @param chosen the row that stands out
   */
  public record Words(String kept, String broken, String promised, String chosen) {
    public Words {
      for (String word : List.of(kept, broken, promised, chosen)) {
        Checks.text("panel chart", "word", word);
      }
    }
  }

  /**
   * A method.
   *
   * @param chosen whether it is to stand out
   */
  public record Row(String name, boolean chosen, List<Cell> cells) {
    public Row {
      Checks.text("row", "name", name);
      cells = List.copyOf(cells);
    }
  }

  /**
   * A method at a step.
   *
   * @param share with the ends of its interval, in [0, 1]; its x is the step
   * @param kept whether it is as high as promised
   * @param amount at least 0
   */
  public record Cell(Point share, double promised, boolean kept, double amount) {
    public Cell {
      if (!(share.low() >= 0 && share.high() <= 1 && promised >= 0 && promised <= 1)) {
        throw new IllegalArgumentException(
            "cell at step %s: shares must lie in [0, 1], got %s to %s and %s"
                .formatted(share.x(), share.low(), share.high(), promised));
      }
      if (!(amount >= 0 && amount < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "cell at step %s: the amount must be finite and at least 0, got %s"
                .formatted(share.x(), amount));
      }
    }
  }

  public PanelChart {
    Checks.text("panel chart", "title", title);
    Checks.text("panel chart", "x label", xLabel);
    Checks.text("panel chart", "share label", shareLabel);
    Checks.text("panel chart", "amount label", amountLabel);
    rows = List.copyOf(rows);
    if (rows.isEmpty() || rows.get(0).cells().isEmpty()) {
      throw new IllegalArgumentException(
          "panel chart \"%s\": needs at least one row and one step, got none".formatted(title));
    }
    List<Double> steps = steps(rows.get(0));
    for (Row row : rows) {
      boolean rising = steps.equals(steps.stream().sorted().distinct().toList());
      if (!rising || !steps(row).equals(steps)) {
        throw new IllegalArgumentException(
            "panel chart \"%s\", row \"%s\": needs the rising steps of the first row, %s, got %s"
                .formatted(title, row.name(), steps, steps(row)));
      }
    }
  }

  private static List<Double> steps(Row row) {
    return row.cells().stream().map(cell -> cell.share().x()).toList();
  }
}
