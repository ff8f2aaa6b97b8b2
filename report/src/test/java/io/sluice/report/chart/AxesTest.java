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
    assertCurvesFitAxes(Charts.learningCurves().on(Scale.LOGARITHMIC, Scale.LINEAR));
    assertCurvesFitAxes(Charts.learningCurves().on(Scale.LOGARITHMIC, Scale.LOGARITHMIC));
  }

  private static void assertCurvesFitAxes(LineChart chart) {
    Axes axes = new Axes(chart, BOUNDS);
    Rectangle2D area = axes.area();
    XYChart curves = Plot.of(chart, Look.of(chart.series()), axes);
    BufferedImage image = new BufferedImage(900, 700, BufferedImage.TYPE_INT_RGB);
    curves.paint(image.createGraphics(), (int) area.getWidth(), (int) area.getHeight());
    for (Series series : chart.series()) {
      for (Point point : series.points()) {
        assertThat(area.getX() + curves.getScreenXFromChart(axes.placeX(point.x())))
            .isCloseTo(axes.screenX(point.x()), within(1.0));
        assertThat(area.getY() + curves.getScreenYFromChart(axes.placeY(point.y())))
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

  /** 10, 100 and 1,000 are equally far from each other, and so are widths that double. */
  @Test
  void onLogarithmicAxesEqualRatiosAreEquallyLong() {
    List<Point> points = List.of(new Point(10, 0.1), new Point(1_000, 0.4));
    Series one = new Series("one", points, Style.LINE);
    LineChart chart = new LineChart("t", "x", "y", List.of(one));
    Axes axes = new Axes(chart.on(Scale.LOGARITHMIC, Scale.LOGARITHMIC), BOUNDS);
    assertThat(axes.screenX(1_000) - axes.screenX(100))
        .isCloseTo(axes.screenX(100) - axes.screenX(10), within(1e-9));
    assertThat(axes.screenY(0.2) - axes.screenY(0.1))
        .isCloseTo(axes.screenY(0.4) - axes.screenY(0.2), within(1e-9));
    Axes linear = new Axes(chart, BOUNDS);
    assertThat(linear.screenX(1_000) - linear.screenX(100))
        .isGreaterThan(5 * (linear.screenX(100) - linear.screenX(10)));
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
