package io.sluice.cli;

import io.sluice.fit.Settings;
import io.sluice.mdp.StepWords;
import io.sluice.report.CoverageResult;
import io.sluice.report.Numbers;
import io.sluice.simulation.study.CoverageReading;
import io.sluice.simulation.study.CoverageReading.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Coverage for people, the advice last, and for programs. */
final class CoverageText {
  private CoverageText() {}

  static String of(CoverageResult answer) {
    StringBuilder text = new StringBuilder();
    var shape = answer.shape();
    Settings settings = answer.provenance().settings();
    text.append(
        "%s: %s of %s, %s, %s, %s; policy: %s\n"
            .formatted(
                answer.simulated(),
                Numbers.counted(answer.runs(), "log"),
                Numbers.counted(answer.episodes(), "episode"),
                Numbers.counted(shape.horizon(), "step"),
                answer.states(),
                Numbers.counted(shape.actions(), "action"),
                answer.policy()));
    text.append(
        "%s, δ = %s; brackets: binomial, 95%% for all steps of an interval together\n"
            .formatted(
                answer.features() > 0
                    ? "ridge regressions, a basis chosen by prediction"
                    : "%s, %s bonus".formatted(answer.provenance().model(), settings.bonus()),
                Numbers.asWritten(settings.delta())));
    List<Integer> shown =
        LongHorizon.shown(
            shape.horizon(),
            IntStream.rangeClosed(1, shape.horizon()).boxed().toList(),
            Comparator.<Integer>comparingLong(h -> -missing(answer, h))
                .thenComparing(h -> -Math.abs(answer.truth().get(h - 1))));
    for (int h : shown) {
      text.append(
          "\nstep %-3s true effect %s\n".formatted(h, Numbers.signed(answer.truth().get(h - 1))));
      text.append(
          "         interval          nominal   covered                  mean width   width ratio\n");
      answer.reading().step(h).forEach(row -> row(text, row));
    }
    text.append('\n');
    text.append(
        LongHorizon.rest(
            shape.horizon(),
            shown.size(),
            "those where intervals miss and then the largest effects"));
    advice(text, answer.reading());
    answer.assumptions().ifPresent(a -> AssumptionText.appendOpen(text, a));
    EvaluationText.warnings(text, answer.notes());
    return text.toString();
  }

  /** How many intervals miss too often at a step. */
  private static long missing(CoverageResult answer, int step) {
    return answer.reading().step(step).stream().filter(row -> !row.covers()).count();
  }

  private static void row(StringBuilder text, Row row) {
    String line =
        String.format(
            Locale.ROOT,
            "         %-18s %6s   %6s [%6s, %6s]   %-10s   %-12s%s",
            row.point().method(),
            Numbers.percent(row.point().level()),
            Numbers.percent(row.point().coverage()),
            Numbers.percent(row.band().lower()),
            Numbers.percent(row.band().upper()),
            Numbers.plain(row.point().meanWidth()),
            row.relativeWidth().isPresent() ? times(row.relativeWidth().getAsDouble()) : "–",
            row.covers() ? "" : "UNDERCOVERS");
    text.append(line.stripTrailing()).append('\n');
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, ratio >= 100 ? "%,.0f" : "%.2f", ratio);
  }

  private static void advice(StringBuilder text, CoverageReading reading) {
    reading
        .trusted()
        .ifPresentOrElse(
            name ->
                text.append(
                    "trust %s: the narrowest whose bracket reaches its nominal level at every step%s\n"
                        .formatted(name, doubt(reading.method(name)))),
            () ->
                text.append(
                    "trust none of them here: each covered less often than its nominal level at some step\n"));
    reading
        .methods()
        .forEach(
            (name, rows) -> {
              List<Row> missing = rows.stream().filter(row -> !row.covers()).toList();
              if (!missing.isEmpty()) {
                text.append(missing(name, missing));
              }
            });
  }

  /** What so few runs leave open. */
  private static String doubt(List<Row> rows) {
    Row worst =
        rows.stream().min(Comparator.comparingDouble(row -> row.band().lower())).orElseThrow();
    return worst.band().lower() >= worst.point().level()
        ? ""
        : " (its true coverage may be as low as %s; more --runs would tell)"
            .formatted(Numbers.percent(worst.band().lower()));
  }

  private static String missing(String name, List<Row> missing) {
    Row worst = missing.get(0);
    List<Integer> steps = new ArrayList<>();
    for (Row row : missing) {
      steps.add(row.point().step());
      worst = row.point().coverage() < worst.point().coverage() ? row : worst;
    }
    return "do not trust %s: it covered less often than its nominal level at %s (at worst %s, not %s)\n"
        .formatted(
            name,
            StepWords.of(steps),
            Numbers.percent(worst.point().coverage()),
            Numbers.percent(worst.point().level()));
  }
}
