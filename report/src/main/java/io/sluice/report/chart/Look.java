package io.sluice.report.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The color, stroke and marker of one series, in the plot as in the legend. */
record Look(Color color, BasicStroke stroke, Marker marker) {
  /*
   * The palette of Okabe and Ito ("Color Universal Design", 2008), made for color-blind readers.
   * Black is kept for the exact curve; yellow is left out, it vanishes on white.
   */
  private static final List<Color> COLORS =
      List.of(
          new Color(0x0072B2), // blue
          new Color(0xD55E00), // vermilion
          new Color(0x009E73), // bluish green
          new Color(0xCC79A7), // reddish purple
          new Color(0xE69F00), // orange
          new Color(0x56B4E9)); // sky blue
  private static final List<Marker> MARKERS =
      List.of(
          SeriesMarkers.CIRCLE,
          SeriesMarkers.SQUARE,
          SeriesMarkers.TRIANGLE_UP,
          SeriesMarkers.DIAMOND,
          SeriesMarkers.TRIANGLE_DOWN,
          SeriesMarkers.CROSS);
  private static final float[][] METHOD_DASHES = {
    {}, {11, 5}, {3, 4}, {11, 4, 3, 4}, {18, 5}, {11, 4, 3, 4, 3, 4}
  };
  private static final float[][] REFERENCE_DASHES = {{9, 6}, {2, 5}, {9, 4, 2, 4}, {16, 6}};

  private static final Color EXACT = Color.BLACK;
  private static final Color REFERENCE = new Color(0x505050);
  private static final float WIDTH = 2.6f;

  /** One look per series, in their order. */
  static List<Look> of(List<Series> series) {
    List<Look> looks = new ArrayList<>();
    int method = 0;
    int reference = 0;
    for (Series one : series) {
      looks.add(
          switch (one.style()) {
            case BAND, LINE -> {
              float[] dash = METHOD_DASHES[method];
              yield new Look(COLORS.get(method++), stroke(WIDTH, dash), SeriesMarkers.NONE);
            }
            case MARKERS -> {
              Marker marker = MARKERS.get(method);
              yield new Look(COLORS.get(method++), stroke(WIDTH), marker);
            }
            case EXACT -> new Look(EXACT, stroke(WIDTH), SeriesMarkers.NONE);
            case REFERENCE -> {
              float[] dash = REFERENCE_DASHES[reference++ % REFERENCE_DASHES.length];
              yield new Look(REFERENCE, stroke(2f, dash), SeriesMarkers.NONE);
            }
          });
    }
    return looks;
  }

  /** The light fill of a band. */
  Color fill() {
    return new Color(color.getRed(), color.getGreen(), color.getBlue(), 38);
  }

  /** The thin stroke of a band's ends and of error bars. */
  static BasicStroke thin() {
    return stroke(1.5f);
  }

  /** Solid without dashes. */
  private static BasicStroke stroke(float width, float... dash) {
    return dash.length == 0
        ? new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10)
        : new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dash, 0);
  }
}
