package io.sluice.report.page;

import io.sluice.report.CoverageAnswer;
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
   * @param result the answer as {@code --format json} prints it
   * @param command what was typed
   */
  public static Page of(CoverageAnswer answer, String result, String command) {
    return new Page(
        "Which interval to trust on data like these?",
        Figures.say(
            "%s: %,d logs of %,d episodes, %,d steps, %,d states, %,d actions; policy: %s.",
            answer.world(),
            answer.runs(),
            answer.episodes(),
            answer.shape().horizon(),
            answer.shape().states(),
            answer.shape().actions(),
            answer.policy()),
        List.of(
            new Section("Which to trust?", List.of(new Verdicts(verdicts(answer.reading())))),
            coverage(answer),
            widths(answer.reading()),
            Warnings.section(answer.notes(), List.of(), "this study")),
        result,
        Foot.of(answer.provenance(), command));
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
                            + ": the narrowest that covered at least as often as it says, within its band, at every step."))
            .orElse(
                new Verdict(
                    Tone.BAD,
                    "Trust none of them here: each missed more often than it says at some step.")));
    reading
        .methods()
        .forEach(
            (name, rows) -> {
              long missing = rows.stream().filter(row -> !row.covers()).count();
              if (missing > 0) {
                all.add(
                    new Verdict(
                        Tone.BAD,
                        Figures.say(
                            "Do not trust %s: it missed more often than it says at %d of %d steps.",
                            name, missing, rows.size())));
              }
            });
    return all;
  }

  private static Section coverage(CoverageAnswer answer) {
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
            List.of("step", "interval", "true effect", "says", "covered", "from", "to", "covers"),
            rows);
    double says = 1 - answer.provenance().settings().delta();
    return Section.of(
        "How often do they hold the truth?",
        Words.of(
            Figures.say(
                "Dots: the share of simulated logs whose interval held the true effect. Bars: what that says about the true coverage, binomial, 95%% for all"
                    + " steps of an interval together. A bar that ends left of what its interval says (%s, or less where the table says so) misses too often.",
                Figures.percent(says))),
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
            new IntervalChart.Scale("mean width", "mean", OptionalDouble.empty()),
            new Table(
                "widths-numbers",
                "Widths, step by step",
                List.of("step", "interval", "mean width", "× narrowest that covers"),
                rows)));
  }

  private static String label(Row row) {
    return "step " + row.point().step() + " · " + row.point().method();
  }

  private static Block chart(
      String id,
      String caption,
      CoverageReading reading,
      Function<Row, Bar> bar,
      IntervalChart.Scale scale,
      Table numbers) {
    if (reading.rows().size() <= BARS) {
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
                        row.point().step(), b.estimate(), b.estimate(), b.estimate()));
              }
              curves.add(new CurveChart.Curve(name, points, false));
            });
    return CurveChart.of(id, caption, curves, "step", scale.axis(), numbers);
  }
}
