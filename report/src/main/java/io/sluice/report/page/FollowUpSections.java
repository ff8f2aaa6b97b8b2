package io.sluice.report.page;

import io.sluice.fit.AnytimeResult;
import io.sluice.fit.FollowUps;
import io.sluice.fit.SegmentResult;
import io.sluice.fit.SegmentResult.Effects;
import io.sluice.fit.SegmentResult.Entry;
import io.sluice.fit.SensitivityResult;
import io.sluice.fit.SensitivityResult.Bound;
import io.sluice.fit.SensitivityResult.Confounding;
import io.sluice.interval.Verdict;
import io.sluice.report.FollowUpWords;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Words;
import io.sluice.report.page.IntervalChart.Bar;
import io.sluice.report.page.IntervalChart.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Effects by segment, and what would overturn verdicts. */
final class FollowUpSections {
  private FollowUpSections() {}

  static List<Section> of(FollowUps more) {
    List<Section> sections = new ArrayList<>();
    more.segments()
        .ifPresent(
            s -> sections.add(segments(s, (s.ordered() ? "Over " : "By ") + s.column(), "")));
    more.anytime().ifPresent(a -> sections.add(anytime(a)));
    more.sensitivity().ifPresent(s -> sections.add(sensitivity(s)));
    return sections;
  }

  private static String id(String what, OptionalInt step) {
    return what + (step.isPresent() ? "-step-" + step.getAsInt() : "-total");
  }

  /**
   * Effects within segments.
   *
   * @param suffix of names on the page
   */
  static Section segments(SegmentResult result, String title, String suffix) {
    List<Block> blocks = new ArrayList<>();
    List<String> words = new ArrayList<>();
    words.add(FollowUpWords.intervals(result));
    result.effects().forEach(e -> words.addAll(FollowUpWords.tests(e)));
    words.addAll(result.warnings().stream().map(w -> FollowUpWords.sentence(w)).toList());
    blocks.add(new Words(words));
    List<Effects> shown = new ArrayList<>(result.effects());
    shown.sort((a, b) -> Integer.compare(a.step().orElse(0), b.step().orElse(0)));
    for (Effects effects : shown.subList(0, Math.min(shown.size(), EvaluationPage.MANY + 1))) {
      blocks.add(forest(effects, result, suffix));
    }
    return new Section(title, blocks);
  }

  private static Section anytime(AnytimeResult result) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Words(FollowUpWords.anytime(result)));
    if (result.isPresent()) {
      List<CurveChart.Point> always = new ArrayList<>();
      List<CurveChart.Point> zero = new ArrayList<>();
      List<List<Object>> rows = new ArrayList<>();
      for (AnytimeResult.Look look : result.looks()) {
        always.add(
            new CurveChart.Point(look.episodes(), look.estimate(), look.lower(), look.upper()));
        zero.add(new CurveChart.Point(look.episodes(), 0, 0, 0));
        rows.add(
            List.of(
                look.name(),
                look.episodes(),
                look.estimate(),
                look.lower(),
                look.upper(),
                look.onceLower(),
                look.onceUpper()));
      }
      blocks.add(
          CurveChart.of(
              "anytime",
              "The total, V_π − V_πb, as the log grew; the band holds at all looks at once.",
              List.of(
                  new CurveChart.Curve("total", always, false),
                  new CurveChart.Curve("no effect", zero, true)),
              "episodes",
              "change of the return",
              new Table(
                  "anytime-numbers",
                  "The total at every look",
                  List.of(
                      result.column(),
                      "episodes",
                      "estimate",
                      "lower",
                      "upper",
                      "one look: lower",
                      "one look: upper"),
                  rows)));
    }
    return new Section("The total, whenever you look", blocks);
  }

  private static Block forest(Effects effects, SegmentResult result, String suffix) {
    List<Bar> bars = new ArrayList<>();
    List<List<Object>> rows = new ArrayList<>();
    for (Entry e : effects.segments()) {
      boolean known = !Double.isNaN(e.lower());
      if (known) {
        bars.add(
            new Bar(e.segment(), result.interval().toString(), e.lower(), e.estimate(), e.upper()));
      }
      rows.add(
          List.of(
              e.segment(),
              e.size(),
              e.estimate(),
              known ? (Object) e.lower() : "",
              known ? (Object) e.upper() : "",
              e.verdict().toString(),
              e.reason()));
    }
    String what =
        effects.step().isPresent()
            ? "The effect of step " + effects.step().getAsInt()
            : "The total, V_π − V_πb";
    String id = id("segments" + suffix, effects.step());
    return IntervalChart.of(
        id,
        "%s, %s %s; all intervals hold at once."
            .formatted(what, result.ordered() ? "over" : "by", result.column()),
        bars,
        Scale.EFFECT,
        new Table(
            id + "-numbers",
            what,
            List.of(
                result.column(),
                result.ofEpisodes() ? "episodes" : "decisions",
                "estimate",
                "lower",
                "upper",
                "verdict",
                "reason"),
            rows));
  }

  private static Section sensitivity(SensitivityResult result) {
    List<Block> blocks = new ArrayList<>();
    List<String> words = new ArrayList<>();
    result.warnings().forEach(w -> words.add(FollowUpWords.sentence(w)));
    result.steps().forEach(c -> words.add(FollowUpWords.of(c)));
    result.dropped().forEach(d -> words.add(FollowUpWords.of(d, result.clusters())));
    blocks.add(new Words(words));
    result.steps().stream().limit(EvaluationPage.MANY).forEach(c -> blocks.add(curve(c)));
    if (!result.trimmed().isEmpty()) {
      List<List<Object>> rows = new ArrayList<>();
      result
          .trimmed()
          .forEach(
              t ->
                  rows.add(
                      List.of(
                          t.step().isPresent() ? "step " + t.step().getAsInt() : "total",
                          t.cap(),
                          t.estimate(),
                          t.plain())));
      blocks.add(
          new Table(
              "trimmed",
              "Estimates of robust with the weights of rows cut at a cap",
              List.of("effect", "cap", "estimate", "without a cap"),
              rows));
    }
    return new Section("What would overturn the verdicts?", blocks);
  }

  private static Block curve(Confounding c) {
    List<CurveChart.Point> points = new ArrayList<>();
    List<CurveChart.Point> zero = new ArrayList<>();
    List<List<Object>> rows = new ArrayList<>();
    for (Bound b : c.bounds()) {
      boolean better = c.verdict() == Verdict.Kind.BETTER;
      points.add(
          new CurveChart.Point(b.strength(), better ? b.low() : b.high(), b.lower(), b.upper()));
      zero.add(new CurveChart.Point(b.strength(), 0, 0, 0));
      rows.add(List.of(b.strength(), b.low(), b.high(), b.lower(), b.upper()));
    }
    String id = "confounding-step-" + c.step();
    return CurveChart.of(
        id,
        "What the effect of step %s can be if hidden confounding changes the odds of its action at most Λ-fold; the band holds sampling error too."
            .formatted(c.step()),
        List.of(
            new CurveChart.Curve("worst effect", points, false),
            new CurveChart.Curve("no effect", zero, true)),
        "Λ",
        "change of the return",
        new Table(
            id + "-numbers",
            "Bounds on the effect of step " + c.step(),
            List.of("Λ", "low", "high", "lower", "upper"),
            rows));
  }
}
