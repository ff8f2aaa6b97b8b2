package io.sluice.report.chart;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;

/** A line of text in a font in which it is at most so wide; the same in every picture format. */
record Label(String text, Font font) {
  private static final FontRenderContext CONTEXT = new FontRenderContext(null, true, true);

  static Label fitting(String text, int style, float size, double maxWidth) {
    // A logical family: present on every machine, and "sans-serif" in an SVG.
    Label label = new Label(text, new Font(Font.SANS_SERIF, style, 1).deriveFont(size));
    double width = label.width();
    return width <= maxWidth
        ? label
        : new Label(text, label.font.deriveFont((float) (size * maxWidth / width)));
  }

  double width() {
    return font.getStringBounds(text, CONTEXT).getWidth();
  }

  void draw(Graphics2D graphics, double left, double baseline) {
    graphics.setFont(font);
    graphics.drawString(text, (float) left, (float) baseline);
  }

  void drawCentered(Graphics2D graphics, double center, double baseline) {
    draw(graphics, center - width() / 2, baseline);
  }
}
