package io.sluice.report.page;

import io.sluice.fit.EvaluationDetails;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.EvaluationResult.StepAnswer;
import io.sluice.fit.FollowUps;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.report.Numbers;
import io.sluice.report.json.EvaluationJson;
import io.sluice.report.json.Json;
import io.sluice.report.page.Block.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Would the new policy be better, and at which step? The answer to look at. */
public final class EvaluationPage {
  /** More steps than this are shown as curves over the steps instead of one bar each. */
  static final int MANY = 12;

  private EvaluationPage() {}

  /**
   * @param command what was typed
   */
  public static Page of(EvaluationResult answer, EvaluationDetails details, String command) {
    return of(answer, details, FollowUps.NONE, command);
  }

  /** The same with what else was asked. */
  public static Page of(
      EvaluationResult answer, EvaluationDetails details, FollowUps more, String command) {
    double delta = answer.provenance().settings().delta();
    List<Section> sections = new ArrayList<>();
    sections.add(EvaluationVerdicts.section(answer));
    if (!answer.steps().get(0).intervals().isEmpty()) {
      sections.add(EffectSections.effects(answer.steps(), delta));
      sections.add(
          EffectSections.ledger(
              details.parts(), delta, answer.provenance().behavior().equals("estimated")));
      sections.add(WidthSection.of(largest(answer.steps()), answer.horizon()));
      sections.add(PathSection.of(details.path(), answer.steps().get(0).intervals().size(), delta));
    }
    sections.addAll(FollowUpSections.of(more));
    sections.add(whole(answer));
    sections.add(AssumptionSection.of(answer.assumptions(), answer.stepWeights()));
    sections.add(DifferenceSection.of("the new policy", details.differences()));
    sections.add(
        Warnings.section(answer.warnings(), EvaluationAdvice.of(answer, details), "these numbers"));
    return new Page(
        "Would the new policy be better, and at which step?",
        Numbers.say(
            "%s, %s, %s, %s; the logged policy (%s) returned %s on average.",
            Numbers.counted(answer.episodes(), "episode"),
            Numbers.counted(answer.horizon(), "step"),
            Numbers.counted(answer.states(), "state"),
            Numbers.counted(answer.actions(), "action"),
            answer.provenance().behavior(),
            Numbers.shown(answer.behaviorValue())),
        sections,
        Json.text(EvaluationJson.of(answer, more)),
        Foot.of(answer.provenance(), command));
  }

  /** All steps if they are few, else those with the largest effects, in their order. */
  static List<StepAnswer> largest(List<StepAnswer> steps) {
    return steps.stream()
        .filter(step -> !step.intervals().isEmpty())
        .sorted(Comparator.comparingDouble(step -> -Math.abs(first(step).estimate())))
        .limit(MANY)
        .sorted(Comparator.comparingInt(StepAnswer::step))
        .toList();
  }

  /** The interval that a step's verdict is read from. */
  static Interval first(StepAnswer step) {
    return step.intervals().values().iterator().next();
  }

  /** The total and the value, by all intervals. */
  static Section whole(EvaluationResult answer) {
    List<List<Object>> rows = new ArrayList<>();
    answer.total().forEach((kind, i) -> rows.add(row("V_π − V_πb", kind, i)));
    answer.value().forEach((kind, i) -> rows.add(row("V_π", kind, i)));
    return Section.of(
        "The whole",
        new Table(
            "values",
            "The new policy against the logged one (V_π − V_πb), and by itself (V_π)",
            List.of("what", "interval", "estimate", "lower", "upper"),
            rows));
  }

  private static List<Object> row(String what, IntervalKind kind, Interval i) {
    return List.of(what, kind.toString(), i.estimate(), i.lower(), i.upper());
  }
}
