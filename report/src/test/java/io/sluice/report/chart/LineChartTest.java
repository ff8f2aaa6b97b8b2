package io.sluice.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LineChartTest {
  private static final List<Point> FLAT = List.of(new Point(0, 1), new Point(1, 1));
  private static final Series LINE = new Series("a", FLAT, Style.LINE);

  @Test
  void pointsAreFiniteAndLieInTheirInterval() {
    refused(() -> new Point(Double.NaN, 1), "point: x must be a finite number, got NaN");
    refused(
        () -> new Point(2, Double.NaN),
        "point at x = 2.0: need finite low ≤ y ≤ high, got NaN, NaN, NaN");
    refused(
        () -> new Point(2, 1, 0, Double.POSITIVE_INFINITY),
        "point at x = 2.0: need finite low ≤ y ≤ high, got 0.0, 1.0, Infinity");
    refused(
        () -> new Point(2, 1, 1.5, 3),
        "point at x = 2.0: need finite low ≤ y ≤ high, got 1.5, 1.0, 3.0");
  }

  @Test
  void aSeriesHasEnoughPoints() {
    refused(
        () -> new Series("a", List.of(), Style.MARKERS),
        "series \"a\": style MARKERS needs at least 1 point(s), got 0");
    refused(
        () -> new Series("a", List.of(new Point(0, 1)), Style.BAND),
        "series \"a\": style BAND needs at least 2 point(s), got 1");
  }

  @Test
  void positionsIncrease() {
    List<Point> back = List.of(new Point(0, 1), new Point(2, 1), new Point(2, 3));
    refused(
        () -> new Series("a", back, Style.LINE),
        "series \"a\", point 3: x must be greater than the previous 2.0, got 2.0");
  }

  @Test
  void noIntervalIsSilentlyLeftOut() {
    List<Point> uncertain = List.of(new Point(0, 1), new Point(1, 2, 1, 3));
    refused(
        () -> new Series("a", uncertain, Style.LINE),
        "series \"a\", point 2: style LINE shows no intervals, so low = y = high is needed,"
            + " got 1.0, 2.0, 3.0 (use BAND or MARKERS)");
  }

  @Test
  void everythingIsNamed() {
    refused(
        () -> new Series(" ", FLAT, Style.LINE),
        "series: name must be one line of text that is not blank, got \" \"");
    refused(
        () -> new LineChart("t", "x", null, List.of(LINE)),
        "chart \"t\": y label must be one line of text that is not blank, got null");
  }

  @Test
  void aChartHasSeriesOfDifferentNames() {
    refused(
        () -> new LineChart("t", "x", "y", List.of()),
        "chart \"t\": needs at least one series, got none");
    refused(
        () -> new LineChart("t", "x", "y", List.of(LINE, LINE)),
        "chart \"t\": series names must differ, got \"a\" twice");
  }

  @Test
  void colorsRunOutAfterSixMethodsButReferencesNeedNone() {
    List<Series> series = new ArrayList<>();
    IntStream.range(0, 6).forEach(i -> series.add(new Series("m" + i, FLAT, Style.LINE)));
    IntStream.range(0, 6).forEach(i -> series.add(Series.reference("r" + i, i, 0, 1)));
    List<Look> looks = Look.of(new LineChart("t", "x", "y", series).series());
    assertThat(looks.subList(0, 6).stream().map(Look::color)).doesNotHaveDuplicates();
    series.add(LINE);
    refused(
        () -> new LineChart("t", "x", "y", series),
        "chart \"t\": at most 6 methods can be told apart by color, got 7 (split the chart)");
  }

  @Test
  void addingTheTruthLeavesTheColorsOfMethodsAsTheyWere() {
    Series truth = new Series("truth", FLAT, Style.EXACT);
    assertThat(Look.of(List.of(truth, LINE)).get(1)).isEqualTo(Look.of(List.of(LINE)).get(0));
  }

  @Test
  void whatIsNotAboveZeroHasNoPlaceOnALogarithmicAxis() {
    LineChart chart = new LineChart("t", "x", "y", List.of(LINE)); // begins at x = 0
    refused(
        () -> chart.on(Scale.LOGARITHMIC, Scale.LINEAR),
        "chart \"t\": a logarithmic x axis needs values above 0, got 0.0");
    List<Point> low = List.of(new Point(1, 1, -1, 2));
    Series bar = new Series("a", low, Style.MARKERS);
    refused(
        () -> new LineChart("t", "x", "y", List.of(bar)).on(Scale.LINEAR, Scale.LOGARITHMIC),
        "chart \"t\": a logarithmic y axis needs values above 0, got -1.0");
    Optional<Range> zero = Optional.of(new Range(0, 1));
    refused(
        () -> new LineChart("t", "x", "y", List.of(LINE), zero, Scale.LINEAR, Scale.LOGARITHMIC),
        "chart \"t\": a logarithmic y axis needs values above 0, got 0.0");
    assertThat(chart.on(Scale.LINEAR, Scale.LOGARITHMIC).yScale()).isEqualTo(Scale.LOGARITHMIC);
  }

  @Test
  void aRangeHasLength() {
    refused(() -> new Range(1, 1), "range: need finite low < high, got 1.0, 1.0");
    refused(() -> new Range(Double.NaN, 1), "range: need finite low < high, got NaN, 1.0");
  }

  private static void refused(ThrowingCallable construction, String message) {
    assertThatThrownBy(construction)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
