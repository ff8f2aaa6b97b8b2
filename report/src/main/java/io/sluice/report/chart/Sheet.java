package io.sluice.report.chart;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.util.function.Consumer;

/**
 * A picture that is ready to be drawn, whatever it shows.
 *
 * @param name what tells it from other pictures
 */
record Sheet(String name, int width, int height, Consumer<Graphics2D> painter) {
  static Sheet of(LineChart chart) {
    return new Sheet(
        chart.toString(), Picture.WIDTH, Picture.HEIGHT, graphics -> Picture.draw(chart, graphics));
  }

  static Sheet of(PanelChart chart) {
    PanelPicture picture = new PanelPicture(chart);
    return new Sheet(chart.toString(), PanelPicture.WIDTH, picture.height(), picture::draw);
  }

  void draw(Graphics2D graphics) {
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width, height);
    painter.accept(graphics);
  }
}
