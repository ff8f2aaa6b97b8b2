package io.sluice.report.page;

import io.sluice.fit.EvaluationResult.StepAnswer;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What makes intervals as wide as they are, and in plain words. */
final class WidthSection {
  /** By what the name of a part begins with; names of all intervals are covered. */
  private static final Map<String, String> WORDS = new LinkedHashMap<>();

  static {
    WORDS.put(
        "model error at this step",
        "how well this step's rewards and next states are known; more rows of the decisions that change would narrow it");
    WORDS.put(
        "carried from later steps",
        "what is not known of later steps, let through as far as the action moves the next state");
    WORDS.put(
        "errors of later steps",
        "what is not known of later steps, let through as far as the action moves the next state");
    WORDS.put(
        "value when leaving the logged policy",
        "everything that is not known of the new policy's value from here on");
    WORDS.put(
        "value when staying one step longer",
        "everything that is not known of the value of changing one step later");
    WORDS.put(
        "sampling of states", "other episodes would have visited other states; more episodes");
    WORDS.put("sampling of the shift", "the shift itself was estimated; more episodes");
    WORDS.put("sampling of", "other episodes would have come out differently; more of them");
    WORDS.put("a single", "one alone shows no variation; more than one is needed");
    WORDS.put(
        "pairs never seen",
        "decisions that the log never shows; only logging them, or not taking them, helps");
    WORDS.put("actions never logged", "nothing is known about them; log them, or leave them out");
    WORDS.put("immediate effect", "how well the effect on the step's own reward is known");
    WORDS.put("effect on r + V", "how well the effect on reward and next state together is known");
    WORDS.put("error of the shift", "how well it is known how actions move the next state");
    WORDS.put(
        "behavior policy estimated",
        "the logged policy had to be estimated; logging propensities would remove it");
  }

  private WidthSection() {}

  /**
   * @param all how many steps there are, shown or not
   */
  static Section of(List<StepAnswer> steps, int all) {
    StackedChart bars = new StackedChart();
    Map<Part, String> formulas = new LinkedHashMap<>();
    List<List<Object>> rows = new ArrayList<>();
    for (StepAnswer step : steps) {
      for (Map.Entry<IntervalKind, Interval> one : step.intervals().entrySet()) {
        bars.bar("step " + step.step() + " · " + one.getKey());
        for (Part part : one.getValue().parts()) {
          bars.add(part.name(), part.below() + part.above());
          formulas.put(new Part(part.name(), part.formula(), 0, 0), words(part.name()));
          rows.add(
              List.of(
                  step.step(),
                  one.getKey().toString(),
                  part.name(),
                  part.formula(),
                  part.below(),
                  part.above()));
        }
      }
    }
    String shown =
        steps.size() < all
            ? Numbers.say(" The %d steps with the largest effects, of %d.", steps.size(), all)
            : "";
    Table numbers =
        new Table(
            "widths-numbers",
            "Parts of the width",
            List.of("step", "interval", "part", "formula", "below", "above"),
            rows);
    return Section.of(
        "Where the width comes from",
        Words.of(
            "What makes each interval as wide as it is. The largest part is what more data should go for."),
        bars.chart("widths", "Width of every interval by its parts." + shown, "width", numbers),
        meanings(formulas));
  }

  private static Table meanings(Map<Part, String> formulas) {
    List<List<Object>> rows = new ArrayList<>();
    formulas.forEach((part, words) -> rows.add(List.of(part.name(), words, part.formula())));
    return new Table(
        "width-words", "What the parts are", List.of("part", "in words", "formula"), rows);
  }

  private static String words(String part) {
    return WORDS.entrySet().stream()
        .filter(entry -> part.startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }
}
