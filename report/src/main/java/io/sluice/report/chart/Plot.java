package io.sluice.report.chart;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The curves of a chart, the part of the picture that XChart draws. */
final class Plot {
  static final int MARKER_SIZE = 10;

  private final XYChart xchart;
  private final Axes axes;

  private Plot(Axes axes) {
    int width = (int) Math.round(axes.area().getWidth());
    int height = (int) Math.round(axes.area().getHeight());
    xchart = new XYChart(width, height, ChartTheme.XChart);
    this.axes = axes;
    XYStyler styler = xchart.getStyler();
    Color clear = new Color(255, 255, 255, 0); // the grid lies below
    styler.setChartBackgroundColor(clear).setPlotBackgroundColor(clear).setPlotBorderVisible(false);
    styler.setLegendVisible(false).setChartTitleVisible(false).setChartPadding(0);
    styler.setPlotContentSize(1).setMarkerSize(MARKER_SIZE).setLocale(Locale.ROOT);
    styler.setAxisTitlesVisible(false).setAxisTicksVisible(false).setPlotMargin(0);
    styler.setPlotGridLinesVisible(false).setPlotTicksMarksVisible(false);
    styler.setXAxisMin(axes.xRange().low()).setXAxisMax(axes.xRange().high());
    styler.setYAxisMin(axes.yRange().low()).setYAxisMax(axes.yRange().high());
  }

  /** Curves are drawn in the order they are added: fills below lines, the exact curve on top. */
  static XYChart of(LineChart chart, List<Look> looks, Axes axes) {
    Plot plot = new Plot(axes);
    List<Series> all = chart.series();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).style() == Style.BAND) {
        plot.fill(all.get(i), looks.get(i));
      }
    }
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).style() == Style.REFERENCE) {
        plot.line(all.get(i), looks.get(i));
      }
    }
    for (int i = all.size() - 1; i >= 0; i--) { // the first method ends up above the others
      Series one = all.get(i);
      if (one.style().showsIntervals()) {
        plot.intervals(one, looks.get(i));
      }
      if (one.style().isMethod()) {
        plot.line(one, looks.get(i));
      }
    }
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).style() == Style.EXACT) {
        plot.line(all.get(i), looks.get(i));
      }
    }
    return plot.xchart;
  }

  private void line(Series series, Look look) {
    double[] x = xs(series.points());
    XYSeries line = xchart.addSeries(series.name(), x, ys(series.points(), Point::y));
    line.setMarker(look.marker()).setMarkerColor(look.color());
    line.setLineStyle(look.stroke()).setLineColor(look.color());
  }

  private void fill(Series series, Look look) {
    List<Point> back = new ArrayList<>(series.points());
    Collections.reverse(back);
    double[] x = joined(xs(series.points()), xs(back));
    double[] y = joined(ys(series.points(), Point::high), ys(back, Point::low));
    XYSeries area = xchart.addSeries(series.name() + "\nfill", x, y);
    area.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    area.setMarker(SeriesMarkers.NONE).setFillColor(look.fill());
    area.setLineStyle(SeriesLines.NONE);
  }

  private void intervals(Series series, Look look) {
    if (series.style() == Style.BAND) {
      double[] x = xs(series.points());
      thin(series.name() + "\nlow", x, ys(series.points(), Point::low), look);
      thin(series.name() + "\nhigh", x, ys(series.points(), Point::high), look);
    } else {
      errorBars(series, look);
    }
  }

  /** One broken line through all bars, each an I: XChart lifts the pen at NaN. */
  private void errorBars(Series series, Look look) {
    double cap = axes.xRange().length() * 0.006;
    List<Point> bars = series.points().stream().filter(Point::hasInterval).toList();
    double[] x = new double[0];
    double[] y = new double[0];
    for (Point bar : bars) {
      double middle = axes.placeX(bar.x());
      double left = middle - cap;
      double right = middle + cap;
      double low = axes.placeY(bar.low());
      double high = axes.placeY(bar.high());
      x = joined(x, left, right, middle, middle, left, right, right);
      y = joined(y, low, low, low, high, high, high, Double.NaN);
    }
    if (x.length > 0) {
      thin(series.name() + "\nbars", x, y, look);
    }
  }

  private void thin(String key, double[] x, double[] y, Look look) {
    XYSeries line = xchart.addSeries(key, x, y);
    line.setMarker(SeriesMarkers.NONE);
    line.setLineStyle(Look.thin()).setLineColor(look.color());
  }

  private double[] xs(List<Point> points) {
    return points.stream().mapToDouble(point -> axes.placeX(point.x())).toArray();
  }

  private double[] ys(List<Point> points, ToDoubleFunction<Point> value) {
    return points.stream().map(value::applyAsDouble).mapToDouble(axes::placeY).toArray();
  }

  private static double[] joined(double[] first, double... second) {
    double[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
