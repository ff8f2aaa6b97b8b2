package io.sluice.report.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

/** Both axes of a chart: which values they span, where these lie in the picture, and the grid. */
final class Axes {
  private static final Color GRID = new Color(0xE2E2E2);
  private static final Color FRAME = new Color(0x707070);
  private static final BasicStroke LINE = new BasicStroke(1);
  private static final int X_GAP = 26;
  private static final int Y_SPACING = 44;
  private static final int Y_NUMBERS_MAX_WIDTH = 130;
  private static final int TICK = 5;

  private final Scale xScale;
  private final Scale yScale;
  private final Range xRange; // in units of the axis
  private final Range yRange;
  private final Ticks xTicks;
  private final Ticks yTicks;
  private final Rectangle2D area;

  /**
   * Axes within a rectangle that holds the numbers of the y axis too, but not those of the x axis.
   */
  Axes(LineChart chart, Rectangle2D bounds) {
    List<Point> points = chart.series().stream().flatMap(one -> one.points().stream()).toList();
    xScale = chart.xScale();
    yScale = chart.yScale();
    xRange = Range.around(points, p -> placeX(p.x()), p -> placeX(p.x()));
    yRange =
        chart
            .yRange()
            .map(range -> new Range(placeY(range.low()), placeY(range.high())))
            .orElseGet(() -> Range.around(points, p -> placeY(p.low()), p -> placeY(p.high())));
    yTicks = yScale.ticks(yRange, Math.max(2, (int) (bounds.getHeight() / Y_SPACING)));
    double numbers = Math.ceil(widest(yTicks)) + TICK + 5;
    double width = bounds.getWidth() - numbers;
    area =
        new Rectangle2D.Double(bounds.getX() + numbers, bounds.getY(), width, bounds.getHeight());
    xTicks = xTicks(xScale, xRange, width);
  }

  private static Ticks xTicks(Scale scale, Range range, double width) {
    int most = 12;
    Ticks ticks = scale.ticks(range, most);
    while (most > 2 && ticks.values().size() * (widest(ticks) + X_GAP) > width) {
      ticks = scale.ticks(range, --most);
    }
    return ticks;
  }

  private static double widest(Ticks ticks) {
    return ticks.values().stream().mapToDouble(v -> number(ticks, v).width()).max().orElse(0);
  }

  private static Label number(Ticks ticks, double value) {
    return Label.fitting(ticks.text(value), Font.PLAIN, 17, Y_NUMBERS_MAX_WIDTH);
  }

  /** Where an x lies, in units of the axis. */
  double placeX(double x) {
    return xScale.place(x);
  }

  /** Where a y lies, in units of the axis. */
  double placeY(double y) {
    return yScale.place(y);
  }

  Range xRange() {
    return xRange;
  }

  Range yRange() {
    return yRange;
  }

  /** The rectangle between the axes, in which curves are drawn. */
  Rectangle2D area() {
    return area;
  }

  double screenX(double x) {
    return area.getMinX() + (placeX(x) - xRange.low()) / xRange.length() * area.getWidth();
  }

  double screenY(double y) {
    return area.getMaxY() - (placeY(y) - yRange.low()) / yRange.length() * area.getHeight();
  }

  void drawGrid(Graphics2D graphics) {
    graphics.setColor(GRID);
    graphics.setStroke(LINE);
    for (double value : xTicks.values()) {
      double x = screenX(value);
      graphics.draw(new Line2D.Double(x, area.getMinY(), x, area.getMaxY()));
    }
    for (double value : yTicks.values()) {
      double y = screenY(value);
      graphics.draw(new Line2D.Double(area.getMinX(), y, area.getMaxX(), y));
    }
  }

  void drawFrameAndNumbers(Graphics2D graphics) {
    graphics.setColor(FRAME);
    graphics.setStroke(LINE);
    graphics.draw(area);
    for (double value : xTicks.values()) {
      double x = screenX(value);
      graphics.draw(new Line2D.Double(x, area.getMaxY(), x, area.getMaxY() + TICK));
    }
    for (double value : yTicks.values()) {
      double y = screenY(value);
      graphics.draw(new Line2D.Double(area.getMinX() - TICK, y, area.getMinX(), y));
    }
    graphics.setColor(Color.BLACK);
    for (double value : xTicks.values()) {
      Label number = number(xTicks, value);
      double rightmost = Picture.WIDTH - 4 - number.width() / 2;
      number.drawCentered(graphics, Math.min(screenX(value), rightmost), area.getMaxY() + 23);
    }
    for (double value : yTicks.values()) {
      Label number = number(yTicks, value);
      double right = area.getMinX() - TICK - 4;
      number.draw(graphics, right - number.width(), screenY(value) + 6);
    }
  }
}
