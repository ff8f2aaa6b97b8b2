package io.sluice.report.page;

import io.sluice.assumptions.StepShift;
import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureResult;
import io.sluice.features.FeatureResult.StepFit;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.FollowUps;
import io.sluice.report.Numbers;
import io.sluice.report.json.FeatureJson;
import io.sluice.report.json.Json;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Verdicts;
import io.sluice.report.page.Block.Words;
import java.util.ArrayList;
import java.util.List;

/** Would the new policy be better, and at which step, on a log with feature columns? */
public final class FeaturePage {
  private FeaturePage() {}

  /**
   * @param command what was typed
   */
  public static Page of(FeatureResult result, String command) {
    return of(result, FollowUps.NONE, command);
  }

  /**
   * @param more what else was asked
   */
  public static Page of(FeatureResult result, FollowUps more, String command) {
    EvaluationResult answer = result.evaluation();
    double delta = answer.provenance().settings().delta();
    List<Section> sections = new ArrayList<>();
    sections.add(EvaluationVerdicts.section(answer));
    sections.add(EffectSections.effects(answer.steps(), delta));
    sections.add(WidthSection.of(EvaluationPage.largest(answer.steps()), answer.horizon()));
    sections.add(EvaluationPage.whole(answer));
    sections.addAll(FollowUpSections.of(more));
    sections.add(AssumptionSection.of(answer.assumptions(), answer.stepWeights()));
    if (!result.shifts().isEmpty()) {
      double tolerance = StepShift.TOLERANCE;
      Section steps = StateShiftSections.steps(result.shifts(), tolerance);
      List<Block> blocks = new ArrayList<>();
      blocks.add(
          new Verdicts(StateShiftSections.verdicts(result.shifts(), tolerance, answer.horizon())));
      blocks.addAll(steps.blocks());
      sections.add(new Section(steps.title(), blocks));
      sections.add(StateShiftSections.moves(result.shifts()));
    }
    sections.add(regressions(result));
    sections.add(Warnings.section(answer.warnings(), List.of(), "these numbers"));
    return new Page(
        "Would the new policy be better, and at which step?",
        Numbers.say(
            "%s, %s, %s, %s; the logged policy (%s) returned %s on average.",
            Numbers.counted(answer.episodes(), "episode"),
            Numbers.counted(answer.horizon(), "step"),
            Numbers.counted(result.columns().size(), "feature"),
            Numbers.counted(answer.actions(), "action"),
            answer.provenance().behavior(),
            Numbers.shown(answer.behaviorValue())),
        sections,
        Json.text(FeatureJson.of(result, more)),
        Foot.ofFeatures(answer.provenance(), command));
  }

  private static Section regressions(FeatureResult result) {
    List<List<Object>> rows = new ArrayList<>();
    for (StepFit s : result.steps()) {
      boolean last = s.step() == result.steps().size();
      rows.add(
          List.of(
              s.step(),
              s.functions(),
              s.penalty(),
              s.explained(),
              last ? "–" : s.shift(),
              last ? "–" : s.explainedShift(),
              Double.isNaN(s.fitted()) ? "–" : s.fitted()));
    }
    return Section.of(
        "What scores are made from",
        Words.of(
            Numbers.say(
                "%s of values (Q̂) and of the relative shift (ω̂) on %s (%s basis), from other folds than the one they are used for, of %s."
                    + " Predicted: the share of squares that a regression predicts out of fold. Size of ω̂: 0 where actions do not move the next state. Nothing is clipped."
                    + " Q̂ alone has no correction and no interval.",
                form(result),
                String.join(", ", result.columns().stream().map(FeatureColumn::name).toList()),
                result.basis(),
                Numbers.counted(result.folds(), "fold"))),
        new Table(
            "regressions",
            "Regressions, step by step",
            List.of(
                "step",
                "functions",
                "penalty",
                "predicted by Q̂",
                "size of ω̂",
                "predicted by ω̂",
                "effect by Q̂ alone"),
            rows));
  }

  private static String form(FeatureResult result) {
    if (result.booster().isEmpty()) {
      return "Ridge regressions";
    }
    String folds =
        String.join(
            ", ", result.steps().stream().map(s -> s.boosted() + " of " + result.folds()).toList());
    return "Boosted trees (%s; Q̂ has them in %s folds of the steps in order) and otherwise ridge regressions"
        .formatted(result.booster().get(), folds);
  }
}
