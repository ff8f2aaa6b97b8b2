package io.sluice.report.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

/** The picture of a {@link PanelChart}: its rows below each other, words around them. */
final class PanelPicture {
  static final int WIDTH = 900;
  static final Color KEPT = new Color(0x0072B2);
  static final Color BROKEN = new Color(0xD55E00);
  static final BasicStroke DASHED =
      new BasicStroke(
          1.8f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {7, 5}, 0);

  private static final int TOP = 92;
  private static final int BOTTOM = 108;
  private static final Color CHOSEN = new Color(0xEAF3E6);

  private final PanelChart chart;
  private final PanelScales scales;

  PanelPicture(PanelChart chart) {
    this.chart = chart;
    this.scales = PanelScales.of(chart);
  }

  int height() {
    return TOP + chart.rows().size() * PanelScales.PITCH + BOTTOM;
  }

  void draw(Graphics2D g) {
    double left = PanelScales.LEFT + PanelScales.PANEL / 2.0;
    double right = PanelScales.RIGHT + PanelScales.PANEL / 2.0;
    g.setColor(Color.BLACK);
    Label.fitting(chart.title(), Font.BOLD, 22, WIDTH - 40).drawCentered(g, WIDTH / 2.0, 36);
    label(chart.shareLabel(), PanelScales.PANEL).drawCentered(g, left, TOP - 14);
    label(chart.amountLabel(), PanelScales.PANEL).drawCentered(g, right, TOP - 14);
    for (int i = 0; i < chart.rows().size(); i++) {
      double top = TOP + i * PanelScales.PITCH;
      PanelChart.Row row = chart.rows().get(i);
      if (row.chosen()) {
        g.setColor(CHOSEN);
        g.fill(new Rectangle2D.Double(8, top - 6, WIDTH - 16, PanelScales.PITCH));
      }
      new PanelRow(row, scales, top).draw(g);
    }
    double below = TOP + chart.rows().size() * PanelScales.PITCH;
    g.setColor(Color.BLACK);
    for (double step : scales.stepTicks()) {
      String number = Long.toString(Math.round(step));
      label(number, 60).drawCentered(g, scales.x(PanelScales.LEFT, step), below + 8);
      label(number, 60).drawCentered(g, scales.x(PanelScales.RIGHT, step), below + 8);
    }
    label(chart.xLabel(), PanelScales.PANEL).drawCentered(g, left, below + 32);
    label(chart.xLabel(), PanelScales.PANEL).drawCentered(g, right, below + 32);
    legend(g, below + 72);
  }

  private static Label label(String text, double width) {
    return Label.fitting(text, Font.PLAIN, 17, width);
  }

  private void legend(Graphics2D g, double y) {
    PanelChart.Words words = chart.words();
    double width = (WIDTH - 40) / 4.0 - 62;
    List<Label> labels =
        List.of(words.kept(), words.broken(), words.promised(), words.chosen()).stream()
            .map(word -> Label.fitting(word, Font.PLAIN, 16, width))
            .toList();
    double total = labels.stream().mapToDouble(label -> label.width() + 62).sum() - 24;
    double x = (WIDTH - total) / 2;
    for (int i = 0; i < labels.size(); i++) {
      sign(g, i, x + 14, y - 6);
      g.setColor(Color.BLACK);
      labels.get(i).draw(g, x + 38, y);
      x += labels.get(i).width() + 62;
    }
  }

  private static void sign(Graphics2D g, int which, double x, double y) {
    switch (which) {
      case 0 -> {
        g.setColor(KEPT);
        g.fill(new Ellipse2D.Double(x - 5, y - 5, 10, 10));
      }
      case 1 -> {
        g.setColor(BROKEN);
        g.fill(new Rectangle2D.Double(x - 5, y - 5, 10, 10));
      }
      case 2 -> {
        g.setColor(Color.BLACK);
        g.setStroke(DASHED);
        g.draw(new Line2D.Double(x - 15, y, x + 17, y));
      }
      default -> {
        g.setColor(CHOSEN);
        g.fill(new Rectangle2D.Double(x - 14, y - 9, 30, 18));
      }
    }
  }
}
