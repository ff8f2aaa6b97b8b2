package io.sluice.report.page;

import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.fit.ComparisonResult;
import io.sluice.fit.ComparisonResult.Effects;
import io.sluice.fit.ComparisonResult.Entry;
import io.sluice.fit.ComparisonResult.Pair;
import io.sluice.fit.SegmentResult;
import io.sluice.report.Findings;
import io.sluice.report.Numbers;
import io.sluice.report.json.ComparisonJson;
import io.sluice.report.json.Json;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Verdict;
import io.sluice.report.page.Block.Verdicts;
import io.sluice.report.page.Block.Words;
import io.sluice.report.page.IntervalChart.Bar;
import io.sluice.report.page.IntervalChart.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Which of several policies is best? The answer to look at. */
public final class ComparisonPage {
  private static final Scale DIFFERENCE =
      new Scale("difference of effects", "estimate", OptionalDouble.of(0));

  private ComparisonPage() {}

  /**
   * @param command what was typed
   */
  public static Page of(ComparisonResult answer, String command) {
    List<Section> sections = new ArrayList<>();
    sections.add(Section.of("Which policies cannot be ruled out as best?", verdicts(answer)));
    sections.add(section(answer.total(), answer));
    answer.effects().stream()
        .filter(e -> e.step().isPresent())
        .limit(EvaluationPage.MANY)
        .forEach(e -> sections.add(section(e, answer)));
    if (answer.effects().size() > EvaluationPage.MANY + 1) {
      sections.add(allSteps(answer));
    }
    for (int p = 0; p < answer.segments().size(); p++) {
      SegmentResult own = answer.segments().get(p);
      String title = "%s, by %s".formatted(answer.policies().get(p), own.column());
      sections.add(FollowUpSections.segments(own, title, "-" + (p + 1)));
    }
    sections.add(assumptions(answer.assumptions()));
    sections.add(Warnings.section(answer.warnings(), List.of(), "these numbers"));
    return new Page(
        "Which policy is best, and at which step?",
        Numbers.say(
            "%s, %s, %s%s; %s and the logged one (%s), which returned %s on average.",
            Numbers.counted(answer.episodes(), "episode"),
            Numbers.counted(answer.horizon(), "step"),
            answer.states() == 0 ? "" : Numbers.counted(answer.states(), "state") + ", ",
            Numbers.counted(answer.actions(), "action"),
            answer.policies().size() == 1 ? "1 policy" : answer.policies().size() + " policies",
            answer.provenance().behavior(),
            Numbers.shown(answer.behaviorValue())),
        sections,
        Json.text(ComparisonJson.of(answer)),
        Foot.of(answer.provenance(), command));
  }

  private static Verdicts verdicts(ComparisonResult answer) {
    List<Verdict> all = new ArrayList<>();
    for (Effects effects : answer.effects()) {
      boolean one = effects.best().size() == 1;
      String where =
          effects.step().isPresent() ? "At step " + effects.step().getAsInt() : "In total";
      if (effects.step().isEmpty() || answer.effects().size() <= EvaluationPage.MANY + 1) {
        all.add(
            new Verdict(
                one ? Tone.GOOD : Tone.OPEN,
                one
                    ? "%s, %s is the best.".formatted(where, effects.best().get(0))
                    : "%s, none of these can be ruled out as best: %s."
                        .formatted(where, String.join(", ", effects.best()))));
      }
    }
    double delta = answer.provenance().settings().delta();
    all.add(
        new Verdict(
            Tone.NOTE,
            Numbers.say(
                "All intervals hold at once in %s of logs. They reach %s standard errors to each side, more where few episodes carry the variance; one interval alone would reach %s.",
                Numbers.shortPercent(1 - delta),
                Numbers.shown(answer.critical()),
                Numbers.shown(answer.alone()))));
    return new Verdicts(all);
  }

  private static Section section(Effects effects, ComparisonResult answer) {
    String id = effects.step().isPresent() ? "step-" + effects.step().getAsInt() : "total";
    String what =
        effects.step().isPresent()
            ? "The effect of step " + effects.step().getAsInt()
            : "The total, V_π − V_πb";
    List<Block> blocks = new ArrayList<>();
    List<Bar> bars = new ArrayList<>();
    List<List<Object>> rows = new ArrayList<>();
    for (Entry e : effects.policies()) {
      bars.add(
          new Bar(e.policy(), answer.interval().toString(), e.lower(), e.estimate(), e.upper()));
      rows.add(
          List.of(
              e.policy(), e.estimate(), e.lower(), e.upper(), e.verdict().toString(), e.reason()));
    }
    blocks.add(
        IntervalChart.of(
            id + "-policies",
            what + " of every policy, against the logged one; all intervals hold at once.",
            bars,
            Scale.EFFECT,
            new Table(
                id + "-policies-numbers",
                what,
                List.of("policy", "estimate", "lower", "upper", "verdict", "reason"),
                rows)));
    if (!effects.pairs().isEmpty()) {
      blocks.add(pairs(id, effects, answer));
    }
    blocks.add(Words.of("May be the best: %s.".formatted(String.join(", ", effects.best()))));
    return new Section(what, blocks);
  }

  private static Block pairs(String id, Effects effects, ComparisonResult answer) {
    List<Bar> bars = new ArrayList<>();
    List<List<Object>> rows = new ArrayList<>();
    for (Pair p : effects.pairs()) {
      String name = p.first() + " − " + p.second();
      bars.add(new Bar(name, answer.interval().toString(), p.lower(), p.estimate(), p.upper()));
      rows.add(
          List.of(
              name,
              p.estimate(),
              p.lower(),
              p.upper(),
              p.ofIndependent(),
              p.verdict().toString(),
              p.reason()));
    }
    return IntervalChart.of(
        id + "-pairs",
        "Every pair, by its difference in every episode, so that what the two have in common cancels.",
        bars,
        DIFFERENCE,
        new Table(
            id + "-pairs-numbers",
            "Differences",
            List.of(
                "pair",
                "estimate",
                "lower",
                "upper",
                "standard error against independent logs",
                "verdict of the first",
                "reason"),
            rows));
  }

  private static Section assumptions(Map<String, Assumptions> ofPolicies) {
    List<List<Object>> rows = new ArrayList<>();
    ofPolicies.forEach(
        (name, all) -> {
          for (Finding f : all.worstFirst()) {
            rows.add(
                List.of(
                    name,
                    f.assumption().claim(),
                    f.verdict().toString(),
                    Findings.words(f),
                    f.advice()));
          }
        });
    return Section.of(
        "What the numbers rest on",
        new Table(
            "assumptions",
            "What intervals of each policy rest on, and what the log says about it",
            List.of("policy", "assumption", "verdict", "found", "what to do"),
            rows));
  }

  /** What of many steps has no chart of its own. */
  private static Section allSteps(ComparisonResult answer) {
    List<List<Object>> rows = new ArrayList<>();
    for (Effects effects : answer.effects()) {
      if (effects.step().isPresent()) {
        for (Entry e : effects.policies()) {
          rows.add(
              List.of(
                  effects.step().getAsInt(),
                  e.policy(),
                  e.estimate(),
                  e.lower(),
                  e.upper(),
                  e.verdict().toString()));
        }
      }
    }
    return Section.of(
        "All steps",
        new Table(
            "all-steps",
            "The effect of every step of every policy",
            List.of("step", "policy", "estimate", "lower", "upper", "verdict"),
            rows));
  }
}
