package io.sluice.report.page;

import io.sluice.fit.CertifiedResult;
import io.sluice.report.JudgeWords;
import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Words;
import io.sluice.report.page.IntervalChart.Bar;
import io.sluice.report.page.IntervalChart.Scale;
import io.sluice.selection.Appraisal;
import io.sluice.selection.Appraisal.Outcome;
import io.sluice.selection.CertifiedChoice;
import io.sluice.selection.Gain;
import io.sluice.selection.PartialRollout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A certified choice: its candidates, and what each step is worth alone. */
final class CertifiedSections {
  private CertifiedSections() {}

  static Section candidates(CertifiedChoice choice) {
    List<List<Object>> rows = new ArrayList<>();
    List<Bar> bars = new ArrayList<>();
    for (Appraisal a : choice.appraisals()) {
      String outcome =
          a.outcome() == Outcome.SAME
              ? "identical to " + a.likeIt().name()
              : a.outcome().toString();
      rows.add(
          List.of(
              a.candidate().name(),
              a.gain().<Object>map(Gain::estimate).orElse(""),
              a.gain().<Object>map(Gain::lower).orElse(""),
              a.gain().map(Gain::judge).orElse(""),
              outcome));
      if (a.outcome() != Outcome.SAME && a.gain().isPresent()) {
        bars.add(bar(a.candidate().name(), kind(a.outcome()), a.gain().get()));
      }
    }
    Table numbers =
        new Table(
            "candidates-numbers",
            "Candidates",
            List.of("candidate", "estimate", "at least", "judged by", "outcome"),
            rows);
    Words words =
        Words.of(
            Numbers.say(
                "V_π − V_πb of every candidate, on the part of the log that it was not learned on. A bar reaches from the bound that is certified to the"
                    + " estimate; all bounds hold together with probability %s, because δ is shared by %s.",
                Numbers.shortPercent(1 - choice.delta()),
                choice.different() == 1
                    ? "one policy"
                    : choice.different() + " different policies"));
    return Section.of(
        "Candidates",
        words,
        bars.isEmpty()
            ? numbers
            : IntervalChart.of(
                "candidates",
                "What every candidate gains, at least and by estimate.",
                bars,
                Scale.EFFECT,
                numbers));
  }

  /** Who judged, and who could not. */
  static Words judges(CertifiedResult certificate) {
    return Words.of(JudgeWords.of(certificate));
  }

  private static String kind(Outcome outcome) {
    return switch (outcome) {
      case CHOSEN -> "chosen";
      case LESS -> "better too";
      case UNCERTAIN -> "cannot tell";
      case NOT_BETTER, NOT_JUDGED, SAME -> "not better";
    };
  }

  static Section rollout(PartialRollout rollout) {
    List<List<Object>> rows = new ArrayList<>();
    List<Bar> bars = new ArrayList<>();
    Map<String, List<CurveChart.Point>> curves = new LinkedHashMap<>();
    for (PartialRollout.Step step : rollout.steps()) {
      rows.add(
          List.of(
              step.step(),
              step.alone().estimate(),
              step.alone().lower(),
              step.onward().estimate(),
              step.onward().lower(),
              step.isWorthChangingAlone() ? "yes" : "no"));
      add(bars, curves, step.step(), "alone", step.alone());
      add(bars, curves, step.step(), "from here on", step.onward());
    }
    Table numbers =
        new Table(
            "rollout-numbers",
            "Steps of " + rollout.of().name(),
            List.of(
                "step",
                "alone",
                "alone, at least",
                "from here on",
                "from here on, at least",
                "worth changing by itself"),
            rows);
    String caption =
        Numbers.say("What every step of %s gains, at least and by estimate.", rollout.of().name());
    List<CurveChart.Curve> all = new ArrayList<>();
    curves.forEach((name, points) -> all.add(new CurveChart.Curve(name, points, false)));
    return Section.of(
        "Roll it out in part?",
        Words.of(
            Numbers.say(
                "What it gains to follow it at a step alone, and from a step on. A step whose bound is above 0 is worth changing by itself. Besides the certificate, all bounds here hold together with probability %s.",
                Numbers.shortPercent(1 - rollout.delta()))),
        rollout.steps().size() <= EvaluationPage.MANY
            ? IntervalChart.of("rollout", caption, bars, Scale.EFFECT, numbers)
            : CurveChart.of("rollout", caption, all, "step", Scale.EFFECT.axis(), numbers));
  }

  private static void add(
      List<Bar> bars,
      Map<String, List<CurveChart.Point>> curves,
      int step,
      String kind,
      Gain gain) {
    bars.add(bar("step " + step + " · " + kind, kind, gain));
    curves
        .computeIfAbsent(kind, k -> new ArrayList<>())
        .add(new CurveChart.Point(step, gain.estimate(), gain.lower(), gain.estimate()));
  }

  /** From the bound to the estimate: there is no bound on the other side. */
  private static Bar bar(String label, String kind, Gain gain) {
    return new Bar(label, kind, gain.lower(), gain.estimate(), gain.estimate());
  }
}
