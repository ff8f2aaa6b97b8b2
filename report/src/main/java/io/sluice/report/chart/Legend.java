package io.sluice.report.chart;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

/** The names of the series beside samples of how they are drawn, in even columns. */
final class Legend {
  private static final int KEY = 52;
  private static final int KEY_GAP = 10;
  private static final int COLUMN_GAP = 34;
  private static final int ROW = 30;

  private final List<Series> series;
  private final List<Look> looks;
  private final List<Label> labels;
  private final double columnWidth;
  private final int columns;
  private final int rows;

  Legend(List<Series> series, List<Look> looks, double width) {
    this.series = series;
    this.looks = looks;
    double space = width - KEY - KEY_GAP;
    labels = series.stream().map(one -> Label.fitting(one.name(), Font.PLAIN, 18, space)).toList();
    double widest = labels.stream().mapToDouble(Label::width).max().orElseThrow();
    columnWidth = KEY + KEY_GAP + widest;
    int most = Math.max(1, (int) ((width + COLUMN_GAP) / (columnWidth + COLUMN_GAP)));
    rows = (series.size() + most - 1) / most;
    columns = (series.size() + rows - 1) / rows;
  }

  int height() {
    return rows * ROW;
  }

  void draw(Graphics2D graphics, double center, double top) {
    double left = center - (columns * (columnWidth + COLUMN_GAP) - COLUMN_GAP) / 2;
    for (int i = 0; i < series.size(); i++) {
      double x = left + i % columns * (columnWidth + COLUMN_GAP);
      double middle = top + i / columns * ROW + ROW / 2.0;
      key(graphics, series.get(i).style(), looks.get(i), x, middle);
      graphics.setColor(Color.BLACK);
      labels.get(i).draw(graphics, x + KEY + KEY_GAP, middle + 6);
    }
  }

  private static void key(Graphics2D graphics, Style style, Look look, double x, double middle) {
    if (style == Style.BAND) {
      graphics.setColor(look.fill());
      graphics.fill(new Rectangle2D.Double(x, middle - 9, KEY, 18));
      graphics.setColor(look.color());
      graphics.setStroke(Look.thin());
      graphics.draw(new Line2D.Double(x, middle - 9, x + KEY, middle - 9));
      graphics.draw(new Line2D.Double(x, middle + 9, x + KEY, middle + 9));
    }
    graphics.setColor(look.color());
    graphics.setStroke(look.stroke());
    graphics.draw(new Line2D.Double(x, middle, x + KEY, middle));
    if (style == Style.MARKERS) {
      look.marker().paint(graphics, x + KEY / 2.0, middle, Plot.MARKER_SIZE);
    }
  }
}
