package io.sluice.report.chart;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

/** The whole picture: title, plot, axis labels, and the legend below, where it covers no data. */
final class Picture {
  static final int WIDTH = 900;
  static final int HEIGHT = 620;

  private static final int TOP = 54;
  private static final int LEFT = 46;
  private static final int RIGHT = 24;
  private static final int BELOW_AXIS = 68;
  private static final int BOTTOM = 12;

  private Picture() {}

  static void draw(LineChart chart, Graphics2D graphics) {
    List<Look> looks = Look.of(chart.series());
    Legend legend = new Legend(chart.series(), looks, WIDTH - 40);
    double height = HEIGHT - TOP - BELOW_AXIS - legend.height() - BOTTOM;
    Axes axes = new Axes(chart, new Rectangle2D.Double(LEFT, TOP, WIDTH - LEFT - RIGHT, height));
    Rectangle2D area = axes.area();
    axes.drawGrid(graphics);
    graphics.translate(area.getX(), area.getY());
    Plot.of(chart, looks, axes).paint(graphics, (int) area.getWidth(), (int) area.getHeight());
    graphics.translate(-area.getX(), -area.getY());
    axes.drawFrameAndNumbers(graphics);

    Label.fitting(chart.title(), Font.BOLD, 22, WIDTH - 40).drawCentered(graphics, WIDTH / 2.0, 34);
    Label.fitting(chart.xLabel(), Font.PLAIN, 20, area.getWidth())
        .drawCentered(graphics, area.getCenterX(), area.getMaxY() + 52);
    graphics.rotate(-Math.PI / 2);
    Label.fitting(chart.yLabel(), Font.PLAIN, 20, area.getHeight())
        .drawCentered(graphics, -area.getCenterY(), 30);
    graphics.rotate(Math.PI / 2);
    legend.draw(graphics, WIDTH / 2.0, area.getMaxY() + BELOW_AXIS);
  }
}
