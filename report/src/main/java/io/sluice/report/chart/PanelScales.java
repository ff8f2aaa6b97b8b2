package io.sluice.report.chart;

import io.sluice.report.chart.PanelChart.Cell;
import java.util.List;

/**
 * Where values lie in the panels of a {@link PanelChart}: the same in every row, so that rows can
 * be compared.
 *
 * @param shares in percent, from a little below what is promised
 */
record PanelScales(Range shares, LogAxis amounts, Range steps) {
  /** The height of a panel. */
  static final int ROW = 84;

  /** From one row to the next. */
  static final int PITCH = ROW + 12;

  static final int NAMES = 176;
  static final int NUMBERS = 46;
  static final int PANEL = (PanelPicture.WIDTH - NAMES - 2 * NUMBERS - 40) / 2;

  /** Where the left panels begin. */
  static final int LEFT = NAMES + NUMBERS;

  /** Where the right panels begin. */
  static final int RIGHT = LEFT + PANEL + 20 + NUMBERS;

  static PanelScales of(PanelChart chart) {
    List<Cell> cells = chart.rows().stream().flatMap(row -> row.cells().stream()).toList();
    double promised = cells.stream().mapToDouble(Cell::promised).min().orElseThrow();
    double lowest = Math.max(0, Math.floor(20 * (promised - 0.149)) / 20);
    List<Cell> first = chart.rows().get(0).cells();
    double from = first.get(0).share().x();
    double to = first.get(first.size() - 1).share().x();
    return new PanelScales(
        new Range(100 * lowest - 1, 100 + 3), // with space for markers at 100
        LogAxis.around(cells.stream().map(Cell::amount).toList()),
        new Range(from - 0.5, to + 0.5));
  }

  List<Double> stepTicks() {
    return Ticks.over(steps, 12).values().stream().filter(v -> v == Math.rint(v)).toList();
  }

  List<Double> shareTicks() {
    return Ticks.over(shares, 4).values();
  }

  double x(double left, double step) {
    return left + (step - steps.low()) / steps.length() * PANEL;
  }

  /** The width of a step. */
  double stepWidth() {
    return PANEL / steps.length();
  }

  double shareY(double top, double percent) {
    return top + (shares.high() - percent) / shares.length() * ROW;
  }

  /** An amount of 0 lies at the lower edge. */
  double amountY(double top, double amount) {
    return top + ROW * (amount > 0 ? 1 - amounts.place(amount) : 1);
  }
}
