package io.sluice.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.Provenance;
import io.sluice.fit.Settings;
import io.sluice.mdp.Shape;
import io.sluice.report.CoverageResult;
import io.sluice.report.json.CoverageJson;
import io.sluice.report.json.Json;
import io.sluice.simulation.study.CoverageReading;
import io.sluice.simulation.study.CoverageReading.Row;
import io.sluice.simulation.study.CoverageStudy.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The page of a coverage study: its numbers are the reading's. */
class CoveragePageTest extends PageRules {
  /** "wide" always covers, "narrow" never does, "fair" in 94 of 100 logs. */
  private static final CoverageResult RESULT = result(2, 100);

  private static final ReadPage PAGE = ReadPage.of(CoveragePage.of(RESULT, PageRules.COMMAND));

  private static CoverageResult result(int horizon, int fairlyOf) {
    List<Point> points = new ArrayList<>();
    List<Double> truth = new ArrayList<>();
    for (int h = 1; h <= horizon; h++) {
      points.add(new Point("wide", h, 0.95, fairlyOf, fairlyOf, 4.0 / h));
      points.add(new Point("narrow", h, 0.95, fairlyOf, 0, 0.5 / h));
      points.add(new Point("fair", h, 0.9, fairlyOf, fairlyOf * 94 / 100, 1.25 / h));
      truth.add(0.25 / h);
    }
    return new CoverageResult(
        "a problem",
        new Shape(4, 3, horizon),
        0,
        "uniform",
        500,
        fairlyOf,
        truth,
        CoverageReading.of(points),
        Optional.empty(),
        List.of(),
        Provenance.ofProblem("a problem", Settings.defaults(), "logged"));
  }

  @Override
  ReadPage page() {
    return PAGE;
  }

  @Override
  String json() {
    return Json.text(CoverageJson.of(RESULT));
  }

  @Override
  List<String> headings() {
    return List.of(
        "Which to trust?",
        "How often do they contain the truth?",
        "How wide are they?",
        "What to know");
  }

  @Override
  String provenance() {
    return "input a problem, behavior policy logged, δ = 0.05,";
  }

  @Test
  void theVerdictNamesWhatToTrust() {
    assertThat(PAGE.verdicts("good").get(0)).startsWith("Trust fair: the narrowest whose band");
    assertThat(PAGE.verdicts("bad"))
        .containsExactly(
            "Do not trust narrow: it covered less often than its nominal level at 2 of 2 steps.");
    assertThat(PAGE.lead())
        .isEqualTo(
            "a problem: 100 logs of 500 episodes, 2 steps, 4 states, 3 actions; policy: uniform.");
  }

  @Test
  void coverageAndWidthsAreThoseOfTheReading() {
    List<List<String>> covered = new ArrayList<>();
    List<List<String>> widths = new ArrayList<>();
    List<ChartData.Bar> bars = new ArrayList<>();
    List<ChartData.Bar> lengths = new ArrayList<>();
    for (Row row : RESULT.reading().rows()) {
      Point p = row.point();
      String label = "step " + p.step() + " · " + p.method();
      covered.add(
          List.of(
              String.valueOf(p.step()),
              p.method(),
              digits(RESULT.truth().get(p.step() - 1)),
              digits(p.level()),
              digits(p.coverage()),
              digits(row.band().lower()),
              digits(row.band().upper()),
              p.method().equals("narrow") ? "no" : "yes"));
      widths.add(
          List.of(
              String.valueOf(p.step()),
              p.method(),
              digits(p.meanWidth()),
              digits(row.relativeWidth().orElseThrow())));
      bars.add(
          new ChartData.Bar(
              label, p.method(), row.band().lower(), p.coverage(), row.band().upper()));
      lengths.add(new ChartData.Bar(label, p.method(), 0, p.meanWidth(), p.meanWidth()));
    }
    assertThat(PAGE.rows("coverage-numbers")).isEqualTo(covered).hasSize(6);
    assertThat(PAGE.rows("widths-numbers")).isEqualTo(widths);
    EvaluationPageTest.assertBars(PAGE.chart("coverage"), bars);
    EvaluationPageTest.assertBars(PAGE.chart("widths"), lengths);
    assertThat(PAGE.chart("coverage").line()).isEqualTo(0.95);
  }

  private static String digits(double value) {
    return Double.toString(value);
  }

  /** With 25 steps there are 75 rows, too many for bars; what is said of bars is said of curves. */
  @Test
  void manyStepsAreCurvesWithTheirBandsAndTheLevel() {
    CoverageResult many = result(25, 100);
    ReadPage page = ReadPage.of(CoveragePage.of(many, COMMAND));
    Map<String, List<ChartData.Point>> curves = page.chart("coverage").curves();
    assertThat(curves).containsOnlyKeys("wide", "narrow", "fair", "95%");
    assertThat(curves.get("95%")).allMatch(p -> p.y() == 0.95).hasSize(25);
    for (Row row : many.reading().rows()) {
      ChartData.Point p = curves.get(row.point().method()).get(row.point().step() - 1);
      assertThat(p.x()).isEqualTo(String.valueOf(row.point().step()));
      assertThat(p.y()).isEqualTo(row.point().coverage());
      assertThat(p.lower()).isEqualTo(row.band().lower());
      assertThat(p.upper())
          .isCloseTo(row.band().upper(), org.assertj.core.api.Assertions.within(1e-12));
    }
    Map<String, List<ChartData.Point>> widths = page.chart("widths").curves();
    assertThat(widths).containsOnlyKeys("wide", "narrow", "fair");
    assertThat(widths.get("wide").get(3).y()).isEqualTo(1);
    assertThat(page.rows("coverage-numbers")).hasSize(75);
    assertThat(page.section("How often do they contain the truth?"))
        .doesNotContain("Dots:", "Bars:", "A bar ");
  }

  @Test
  void ifNoneCoversNoneIsTrusted() {
    CoverageResult none =
        new CoverageResult(
            "a problem",
            new Shape(2, 2, 1),
            0,
            "uniform",
            10,
            100,
            List.of(0.0),
            CoverageReading.of(List.of(new Point("narrow", 1, 0.95, 100, 1, 0.5))),
            Optional.empty(),
            List.of("a note"),
            RESULT.provenance());
    ReadPage page = ReadPage.of(CoveragePage.of(none, COMMAND));
    assertThat(page.verdicts("good")).isEmpty();
    assertThat(page.verdicts("bad").get(0)).startsWith("Trust none of them here");
    assertThat(page.verdicts("note")).containsExactly("a note");
    assertThat(page.rows("widths-numbers").get(0).get(3)).isEqualTo("–");
  }
}
