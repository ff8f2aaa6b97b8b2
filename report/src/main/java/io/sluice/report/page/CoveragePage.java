package io.sluice.report.page;

import io.sluice.report.CoverageResult;
import io.sluice.report.Numbers;
import io.sluice.report.json.CoverageJson;
import io.sluice.report.json.Json;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Verdict;
import io.sluice.report.page.Block.Verdicts;
import io.sluice.report.page.Block.Words;
import io.sluice.report.page.IntervalChart.Bar;
import io.sluice.simulation.study.CoverageReading;
import io.sluice.simulation.study.CoverageReading.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Which interval to trust on data like these? The answer to look at. */
public final class CoveragePage {
  /** More bars than this are curves over the steps instead. */
  private static final int BARS = 60;

  private CoveragePage() {}

  /**
   * @param command what was typed
   */
  public static Page of(CoverageResult answer, String command) {
    return new Page(
        "Which interval to trust on data like these?",
        Numbers.say(
            "%s: %s of %s, %s, %s, %s; policy: %s.",
            answer.simulated(),
            Numbers.counted(answer.runs(), "log"),
            Numbers.counted(answer.episodes(), "episode"),
            Numbers.counted(answer.shape().horizon(), "step"),
            answer.states(),
            Numbers.counted(answer.shape().actions(), "action"),
            answer.policy()),
        sections(answer),
        Json.text(CoverageJson.of(answer)),
        Foot.of(answer.provenance(), command));
  }

  private static List<Section> sections(CoverageResult answer) {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("Which to trust?", List.of(new Verdicts(verdicts(answer.reading())))));
    sections.add(coverage(answer));
    sections.add(widths(answer.reading()));
    answer.assumptions().ifPresent(a -> sections.add(AssumptionSection.of(a, List.of())));
    sections.add(Warnings.section(answer.notes(), List.of(), "this study"));
    return sections;
  }

  private static List<Verdict> verdicts(CoverageReading reading) {
    List<Verdict> all = new ArrayList<>();
    all.add(
        reading
            .trusted()
            .map(
                name ->
                    new Verdict(
                        Tone.GOOD,
                        "Trust "
                            + name
                            + ": the narrowest whose band reaches its nominal level at every step."))
            .orElse(
                new Verdict(
                    Tone.BAD,
                    "Trust none of them here: each covered less often than its nominal level at some step.")));
    reading
        .methods()
        .forEach(
            (name, rows) -> {
              long missing = rows.stream().filter(row -> !row.covers()).count();
              if (missing > 0) {
                all.add(
                    new Verdict(
                        Tone.BAD,
                        Numbers.say(
                            "Do not trust %s: it covered less often than its nominal level at %s of %s steps.",
                            name, missing, rows.size())));
              }
            });
    return all;
  }

  private static Section coverage(CoverageResult answer) {
    List<List<Object>> rows = new ArrayList<>();
    for (Row row : answer.reading().rows()) {
      rows.add(
          List.of(
              row.point().step(),
              row.point().method(),
              answer.truth().get(row.point().step() - 1),
              row.point().level(),
              row.point().coverage(),
              row.band().lower(),
              row.band().upper(),
              row.covers() ? "yes" : "no"));
    }
    Table numbers =
        new Table(
            "coverage-numbers",
            "Coverage, step by step",
            List.of(
                "step", "interval", "true effect", "nominal", "covered", "from", "to", "covers"),
            rows);
    double says = 1 - answer.provenance().settings().delta();
    return Section.of(
        "How often do they contain the truth?",
        Words.of(
            Numbers.say(
                isMany(answer.reading())
                    ? "Lines: the share of simulated logs whose interval contains the true effect. Bands: binomial intervals for the true coverage, 95%% for all"
                        + " steps of an interval together. An interval whose band ends below its nominal level (%s, or less if the table shows less) undercovers."
                    : "Dots: the share of simulated logs whose interval contains the true effect. Bars: binomial intervals for the true coverage, 95%% for all"
                        + " steps of an interval together. An interval whose bar ends left of its nominal level (%s, or less if the table shows less) undercovers.",
                Numbers.shortPercent(says))),
        chart(
            "coverage",
            "Coverage of every interval at every step, with binomial bands.",
            answer.reading(),
            row ->
                new Bar(
                    label(row),
                    row.point().method(),
                    row.band().lower(),
                    row.point().coverage(),
                    row.band().upper()),
            true,
            new IntervalChart.Scale("coverage", "covered", OptionalDouble.of(says)),
            numbers));
  }

  private static Section widths(CoverageReading reading) {
    List<List<Object>> rows = new ArrayList<>();
    for (Row row : reading.rows()) {
      rows.add(
          List.of(
              row.point().step(),
              row.point().method(),
              row.point().meanWidth(),
              row.relativeWidth().isPresent() ? row.relativeWidth().getAsDouble() : "–"));
    }
    return Section.of(
        "How wide are they?",
        chart(
            "widths",
            "Mean width of every interval at every step.",
            reading,
            row ->
                new Bar(
                    label(row),
                    row.point().method(),
                    0,
                    row.point().meanWidth(),
                    row.point().meanWidth()),
            false,
            new IntervalChart.Scale("mean width", "mean", OptionalDouble.empty()),
            new Table(
                "widths-numbers",
                "Widths, step by step",
                List.of("step", "interval", "mean width", "width ratio"),
                rows)));
  }

  private static String label(Row row) {
    return "step " + row.point().step() + " · " + row.point().method();
  }

  private static boolean isMany(CoverageReading reading) {
    return reading.rows().size() > BARS;
  }

  /**
   * Bars, or curves where there are too many of them.
   *
   * @param banded whether a bar is a band around its dot, not a length
   */
  private static Block chart(
      String id,
      String caption,
      CoverageReading reading,
      Function<Row, Bar> bar,
      boolean banded,
      IntervalChart.Scale scale,
      Table numbers) {
    if (!isMany(reading)) {
      List<Bar> bars = reading.rows().stream().map(bar).toList();
      return IntervalChart.of(id, caption, bars, scale, numbers);
    }
    List<CurveChart.Curve> curves = new ArrayList<>();
    reading
        .methods()
        .forEach(
            (name, rows) -> {
              List<CurveChart.Point> points = new ArrayList<>();
              for (Row row : rows) {
                Bar b = bar.apply(row);
                points.add(
                    new CurveChart.Point(
                        row.point().step(),
                        b.estimate(),
                        banded ? b.lower() : b.estimate(),
                        banded ? b.upper() : b.estimate()));
              }
              curves.add(new CurveChart.Curve(name, points, false));
            });
    scale
        .line()
        .ifPresent(
            at -> {
              List<CurveChart.Point> level = new ArrayList<>();
              for (int h = 1; h <= reading.horizon(); h++) {
                level.add(new CurveChart.Point(h, at, at, at));
              }
              curves.add(new CurveChart.Curve(Numbers.shortPercent(at), level, true));
            });
    return CurveChart.of(id, caption, curves, "step", scale.axis(), numbers);
  }
}
