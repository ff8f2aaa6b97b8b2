package io.sluice.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.simulation.study.CoverageReading.Row;
import io.sluice.simulation.study.CoverageStudy.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What 100 runs of three made-up methods at two steps say. */
class CoverageReadingTest {
  private static Point point(String method, int step, int covered, double width) {
    return new Point(method, step, 0.95, 100, covered, width);
  }

  /** Wide always covers, narrow misses at step 2, middle covers a little less than it says. */
  private static CoverageReading reading(int narrowAtStep2) {
    return CoverageReading.of(
        List.of(
            point("wide", 1, 100, 8),
            point("wide", 2, 100, 9),
            point("narrow", 1, 97, 1),
            point("narrow", 2, narrowAtStep2, 1),
            point("middle", 1, 92, 2),
            point("middle", 2, 95, 3)));
  }

  @Test
  void theNarrowestThatCoversAtEveryStepIsTrusted() {
    // P(Bin(100, 0.95) ≤ 80) is far below 1.25%: narrow is out, and of the others middle is
    // narrower.
    assertThat(reading(80).trusted()).contains("middle");
    // The control: were narrow as good as it says, it would be named.
    assertThat(reading(95).trusted()).contains("narrow");
  }

  @Test
  void widthsAreComparedWithTheNarrowestThatCoversThere() {
    List<Row> rows = reading(80).rows();
    assertThat(rows).extracting(row -> row.point().step()).containsExactly(1, 1, 1, 2, 2, 2);
    assertThat(rows).extracting(Row::covers).containsExactly(true, true, true, true, false, true);
    // At step 1 narrow covers, 8/1 and 2/1; at step 2 it does not, 9/3, 1/3 and 3/3.
    assertThat(rows)
        .extracting(row -> row.relativeWidth().orElse(-1))
        .containsExactly(8.0, 1.0, 2.0, 3.0, 1 / 3.0, 1.0);
  }

  /** Twenty steps at the edge of a band of 95% each: one of them would be outside by chance. */
  @Test
  void bandsAreForAllStepsTogether() {
    // One step: 0.05; two steps: 0.025 each.
    Row alone = CoverageReading.of(List.of(point("a", 1, 90, 1))).rows().get(0);
    Row ofTwo =
        CoverageReading.of(List.of(point("a", 1, 90, 1), point("a", 2, 90, 1))).rows().get(0);
    assertThat(alone.band()).isEqualTo(BinomialBand.of(90, 100, 0.05));
    assertThat(ofTwo.band()).isEqualTo(BinomialBand.of(90, 100, 0.025));
  }

  @Test
  void ifNoneCoversNoneIsTrustedAndNoWidthIsCompared() {
    CoverageReading none = CoverageReading.of(List.of(point("a", 1, 10, 1), point("b", 1, 20, 2)));
    assertThat(none.trusted()).isEmpty();
    assertThat(none.rows()).allMatch(row -> row.relativeWidth().isEmpty());
  }

  @Test
  void anIntervalWithoutWidthIsNoMeasure() {
    CoverageReading reading =
        CoverageReading.of(List.of(point("a", 1, 100, 0), point("b", 1, 100, 2)));
    assertThat(reading.trusted()).contains("a");
    assertThat(reading.rows()).allMatch(row -> row.relativeWidth().isEmpty());
  }

  @Test
  void otherUnitsScaleWidthsAlone() {
    CoverageReading scaled = reading(80).scaled(10);
    assertThat(scaled.rows().get(0).point().meanWidth()).isCloseTo(80, within(1e-12));
    assertThat(scaled.rows().get(0).relativeWidth()).hasValue(8.0);
    assertThat(scaled.trusted()).contains("middle");
  }
}
