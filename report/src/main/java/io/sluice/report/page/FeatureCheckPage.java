package io.sluice.report.page;

import io.sluice.features.FeatureCheck;
import io.sluice.report.Numbers;
import io.sluice.report.json.FeatureCheckJson;
import io.sluice.report.json.Json;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Verdict;
import io.sluice.report.page.Block.Verdicts;
import java.util.ArrayList;
import java.util.List;

/** What is in a log with feature columns, and is it a bandit or a planning problem? */
public final class FeatureCheckPage {
  private FeatureCheckPage() {}

  /**
   * @param command what was typed
   */
  public static Page of(FeatureCheck answer, String command) {
    List<Verdict> verdicts = new ArrayList<>();
    verdicts.add(new Verdict(Tone.GOOD, "Every row can be read: no errors."));
    verdicts.addAll(
        StateShiftSections.verdicts(answer.shifts(), answer.shiftTolerance(), answer.horizon()));
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("In short", List.of(new Verdicts(verdicts))));
    if (!answer.shifts().isEmpty()) {
      sections.add(StateShiftSections.steps(answer.shifts(), answer.shiftTolerance()));
      sections.add(StateShiftSections.moves(answer.shifts()));
    }
    sections.add(AssumptionSection.of(answer.assumptions(), List.of()));
    sections.add(Section.of("Columns", columns(answer)));
    sections.add(actions(answer));
    sections.add(Warnings.section(answer.warnings(), List.of(), "using it"));
    return new Page(
        "What is in this log, and what is wrong with it?",
        Numbers.say(
            "%s, %s, %s, %s, %s; mean return %s.",
            Numbers.counted(answer.rows(), "row"),
            Numbers.counted(answer.episodes(), "episode"),
            Numbers.counted(answer.horizon(), "step"),
            Numbers.counted(answer.columns().size(), "feature"),
            Numbers.counted(answer.actions().size(), "action"),
            Numbers.shown(answer.meanReturn())),
        sections,
        Json.text(FeatureCheckJson.of(answer)),
        Foot.ofFeatures(answer.provenance(), command));
  }

  private static Table columns(FeatureCheck answer) {
    List<List<Object>> rows = new ArrayList<>();
    for (FeatureCheck.Column c : answer.columns()) {
      boolean number = !Double.isNaN(c.mean());
      rows.add(
          List.of(
              c.name(),
              number ? "number" : "category, " + Numbers.counted(c.levels(), "level"),
              Numbers.percent(c.missing()),
              number ? c.mean() : "–",
              number ? c.spread() : "–",
              number ? c.least() : "–",
              number ? c.most() : "–"));
    }
    return new Table(
        "columns",
        "What is in the columns",
        List.of("column", "kind", "missing", "mean", "standard deviation", "least", "most"),
        rows);
  }

  private static Section actions(FeatureCheck answer) {
    StackedChart bars = new StackedChart();
    List<List<Object>> rows = new ArrayList<>();
    for (FeatureCheck.Step step : answer.steps()) {
      if (step.step() <= EvaluationPage.MANY) {
        bars.bar("step " + step.step());
      }
      for (int a = 0; a < answer.actions().size(); a++) {
        double share = step.shares().get(a);
        rows.add(List.of(step.step(), step.rows(), answer.actions().get(a), share));
        if (step.step() <= EvaluationPage.MANY) {
          bars.add(answer.actions().get(a), share);
        }
      }
    }
    return Section.of(
        "What the logged policy does",
        Block.Words.of(
            Double.isNaN(answer.effectiveShare())
                ? "The log has no propensities, so the logged policy is estimated where a policy is evaluated."
                : Numbers.say(
                    "Effective sample size for a uniform choice at one step: %s of the rows.",
                    Numbers.percent(answer.effectiveShare()))),
        bars.chart(
            "actions",
            "Share of each action, step by step"
                + (answer.horizon() > EvaluationPage.MANY
                    ? Numbers.say(", the first %s steps.", EvaluationPage.MANY)
                    : "."),
            "share of decisions",
            new Table(
                "action-numbers",
                "Actions, step by step",
                List.of("step", "rows", "action", "share"),
                rows)));
  }
}
