package io.sluice.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYChart;

class AxesTest {
  private static final Rectangle2D BOUNDS = new Rectangle2D.Double(40, 50, 800, 500);

  /** XChart places the curves, we place the numbers: a point must lie where the numbers say. */
  @Test
  void curvesLieWhereTheNumbersOfTheAxesSay() {
    assertCurvesFitAxes(Charts.bands());
    assertCurvesFitAxes(Charts.learningCurves());
    LineChart bands = Charts.bands();
    assertCurvesFitAxes(
        new LineChart("cut", "x", "y", bands.series(), Optional.of(new Range(-0.1, 0.2))));
  }

  private static void assertCurvesFitAxes(LineChart chart) {
    Axes axes = new Axes(chart, BOUNDS);
    Rectangle2D area = axes.area();
    XYChart curves = Plot.of(chart, Look.of(chart.series()), axes);
    BufferedImage image = new BufferedImage(900, 700, BufferedImage.TYPE_INT_RGB);
    curves.paint(image.createGraphics(), (int) area.getWidth(), (int) area.getHeight());
    for (Series series : chart.series()) {
      for (Point point : series.points()) {
        assertThat(area.getX() + curves.getScreenXFromChart(point.x()))
            .isCloseTo(axes.screenX(point.x()), within(1.0));
        assertThat(area.getY() + curves.getScreenYFromChart(point.y()))
            .isCloseTo(axes.screenY(point.y()), within(1.0));
      }
    }
  }

  @Test
  void aDeclaredRangeIsTheWholeAxis() {
    Range range = new Range(-2, 3);
    List<Series> series = Charts.bands().series();
    Axes axes = new Axes(new LineChart("t", "x", "y", series, Optional.of(range)), BOUNDS);
    assertThat(axes.yRange()).isEqualTo(range);
    assertThat(axes.screenY(-2)).isEqualTo(550);
    assertThat(axes.screenY(3)).isEqualTo(50);
  }

  @Test
  void allIntervalsAreShownWhenNoRangeIsDeclared() {
    Range range = new Axes(Charts.bands(), BOUNDS).yRange();
    assertThat(range.low()).isLessThan(-0.4);
    assertThat(range.high()).isGreaterThan(0.6);
  }

  @Test
  void aSinglePointStillHasAxes() {
    Series one = new Series("one", List.of(new Point(3, 2)), Style.MARKERS);
    Axes axes = new Axes(new LineChart("t", "x", "y", List.of(one)), BOUNDS);
    assertThat(axes.xRange()).isEqualTo(new Range(2.5, 3.5));
    assertThat(axes.yRange()).isEqualTo(new Range(1.5, 2.5));
  }
}
