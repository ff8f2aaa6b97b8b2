package io.sluice.report.page;

import io.sluice.answers.Difference;
import io.sluice.answers.EvaluationAnswer;
import io.sluice.answers.EvaluationAnswer.StepAnswer;
import io.sluice.answers.EvaluationDetails;
import io.sluice.answers.EvaluationDetails.LedgerLine;
import io.sluice.answers.EvaluationDetails.PathPoint;
import io.sluice.answers.Verdict;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.report.page.Block.Chart;
import io.sluice.report.page.Block.Frame;
import io.sluice.report.page.Block.Slider;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Verdicts;
import io.sluice.report.page.Block.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Would the new policy be better, and at which step? The answer to look at. */
public final class EvaluationPage {
  /** More steps than this are shown as lines over the steps instead of one bar each. */
  private static final int MANY = 12;

  private final EvaluationAnswer answer;
  private final EvaluationDetails details;
  private final String level;

  private EvaluationPage(EvaluationAnswer answer, EvaluationDetails details) {
    this.answer = answer;
    this.details = details;
    this.level = percent(1 - answer.provenance().settings().delta());
  }

  /**
   * @param result the answer as {@code --format json} prints it
   * @param command what was typed
   */
  public static Page of(
      EvaluationAnswer answer, EvaluationDetails details, String result, String command) {
    return new EvaluationPage(answer, details).page(result, command);
  }

  private Page page(String result, String command) {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("Would it be better?", List.of(new Verdicts(verdicts()))));
    if (!answer.steps().get(0).intervals().isEmpty()) {
      sections.add(effects());
      sections.add(ledger());
      sections.add(widths());
      sections.add(path());
    }
    sections.add(values());
    sections.add(differences());
    sections.add(warnings());
    return new Page(
        "Would the new policy be better, and at which step?",
        Figures.say(
            "%,d episodes, %,d steps, %,d states, %,d actions; the logged policy (%s) returned %s on average.",
            answer.episodes(),
            answer.horizon(),
            answer.states(),
            answer.actions(),
            answer.provenance().behavior(),
            Figures.shown(answer.behaviorValue())),
        sections,
        result,
        Foot.of(answer.provenance(), command));
  }

  private List<Block.Verdict> verdicts() {
    List<Block.Verdict> all = new ArrayList<>();
    answer.total().entrySet().stream()
        .findFirst()
        .ifPresent(
            total -> {
              Interval i = total.getValue();
              Tone tone = i.lower() > 0 ? Tone.GOOD : i.upper() < 0 ? Tone.BAD : Tone.OPEN;
              String says =
                  tone == Tone.OPEN
                      ? "Cannot tell yet whether the policy as a whole is better: it changes the return by %s (%s: %s to %s)."
                      : "The policy as a whole changes the return by %s (%s: %s to %s).";
              all.add(new Block.Verdict(tone, Figures.say(says, numbers(i))));
            });
    List<StepAnswer> steps = answer.steps().stream().filter(s -> !s.intervals().isEmpty()).toList();
    for (StepAnswer step : steps.subList(0, Math.min(MANY, steps.size()))) {
      all.add(verdict(step));
    }
    if (steps.size() > MANY) {
      all.add(manySteps(steps));
    }
    return all;
  }

  private Block.Verdict verdict(StepAnswer step) {
    Interval first = step.intervals().values().iterator().next();
    return switch (step.verdict().kind()) {
      case BETTER ->
          new Block.Verdict(
              Tone.GOOD,
              Figures.say(
                  "Changing step %d raises the return by %s (%s: %s to %s).",
                  with(step.step(), numbers(first))));
      case WORSE ->
          new Block.Verdict(
              Tone.BAD,
              Figures.say(
                  "Changing step %d lowers the return: %s (%s: %s to %s).",
                  with(step.step(), numbers(first))));
      default ->
          new Block.Verdict(
              Tone.OPEN,
              Figures.say(
                  "Step %d: cannot tell yet, %s (%s: %s to %s)%s.",
                  with(step.step(), numbers(first), limit(step.verdict()))));
    };
  }

  private static String limit(Verdict verdict) {
    String limited =
        verdict.limit() == null || verdict.limit().isEmpty()
            ? ""
            : "; limited by " + verdict.limit();
    return verdict.episodes().isPresent() && verdict.episodes().getAsLong() < 1_000_000_000L
        ? limited
            + Figures.say(
                "; about %,d episodes in all would settle it", verdict.episodes().getAsLong())
        : limited;
  }

  private Block.Verdict manySteps(List<StepAnswer> steps) {
    long better = steps.stream().filter(s -> s.verdict().kind() == Verdict.Kind.BETTER).count();
    long worse = steps.stream().filter(s -> s.verdict().kind() == Verdict.Kind.WORSE).count();
    return new Block.Verdict(
        Tone.NOTE,
        Figures.say(
            "Of all %,d steps, %,d are better, %,d worse, and %,d cannot be told yet; only the first %d are listed.",
            steps.size(), better, worse, steps.size() - better - worse, MANY));
  }

  private Object[] numbers(Interval i) {
    return new Object[] {
      Figures.signed(i.estimate()), level, Figures.signed(i.lower()), Figures.signed(i.upper())
    };
  }

  private static Object[] with(Object first, Object[] middle, Object... last) {
    List<Object> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(middle));
    all.addAll(List.of(last));
    return all.toArray();
  }

  private Section effects() {
    List<List<Object>> rows = new ArrayList<>();
    List<Options.Bar> bars = new ArrayList<>();
    for (StepAnswer step : answer.steps()) {
      step.intervals()
          .forEach(
              (name, i) -> {
                bars.add(
                    new Options.Bar(
                        Figures.say("step %d · %s", step.step(), name),
                        name,
                        i.lower(),
                        i.estimate(),
                        i.upper()));
                rows.add(List.of(step.step(), name, i.estimate(), i.lower(), i.upper()));
              });
    }
    Table numbers =
        new Table(
            "effects-numbers",
            "Effect of leaving the logged policy at a step",
            List.of("step", "interval", "estimate", "lower", "upper"),
            rows);
    String caption = Figures.say("All %s intervals on one scale, step by step.", level);
    Chart chart =
        answer.horizon() > MANY
            ? new Chart("effects", caption, 360, overSteps(), numbers)
            : new Chart(
                "effects",
                caption,
                90 + 22 * bars.size(),
                Options.intervals(bars, "change of the return"),
                numbers);
    return Section.of(
        "Effects, step by step",
        Words.of(
            "α^(h): what leaving the logged policy at step h, and following the new one from there, does to the return."),
        chart);
  }

  private Map<String, Object> overSteps() {
    Map<String, List<StepAnswer>> byName = new LinkedHashMap<>();
    for (String name : answer.steps().get(0).intervals().keySet()) {
      byName.put(name, answer.steps());
    }
    List<Options.Line> lines = new ArrayList<>();
    byName.forEach(
        (name, steps) -> {
          List<Double> x = new ArrayList<>();
          List<Double> y = new ArrayList<>();
          List<Double> low = new ArrayList<>();
          List<Double> high = new ArrayList<>();
          for (StepAnswer step : steps) {
            Interval i = step.intervals().get(name);
            x.add((double) step.step());
            y.add(i.estimate());
            low.add(i.lower());
            high.add(i.upper());
          }
          lines.add(new Options.Line(name, x, y, low, high, false));
        });
    return Options.lines(lines, "step", "change of the return");
  }

  private Section ledger() {
    List<List<Object>> rows = new ArrayList<>();
    List<String> categories = new ArrayList<>();
    List<Options.Bar> bars = new ArrayList<>();
    for (LedgerLine line : details.ledger()) {
      add(rows, bars, line.step(), "immediate", line.immediate());
      add(rows, bars, line.step(), "carried", line.carried());
      categories.add("step " + line.step());
    }
    Table numbers =
        new Table(
            "ledger-numbers",
            "The two parts of each effect",
            List.of("step", "part", "estimate", "lower", "upper"),
            rows);
    boolean many = answer.horizon() > MANY;
    Map<String, List<Double>> amounts = new LinkedHashMap<>();
    amounts.put("immediate", details.ledger().stream().map(l -> l.immediate().estimate()).toList());
    amounts.put("carried", details.ledger().stream().map(l -> l.carried().estimate()).toList());
    return Section.of(
        "Now or later?",
        Words.of(
            "Immediate: the step's own reward. Carried: later rewards, through the next state that the step leads to."
                + " Where actions do not move the next state, nothing is carried and the step is a bandit."),
        new Chart(
            "ledger",
            Figures.say(
                "Immediate and carried part of each step's effect, with efficient %s intervals.",
                level),
            many ? 40 + 16 * Math.min(answer.horizon(), 60) : 90 + 22 * bars.size(),
            many
                ? Options.stacked(categories, amounts, "change of the return")
                : Options.intervals(bars, "change of the return"),
            numbers));
  }

  private static void add(
      List<List<Object>> rows, List<Options.Bar> bars, int step, String part, Interval i) {
    rows.add(List.of(step, part, i.estimate(), i.lower(), i.upper()));
    bars.add(
        new Options.Bar(
            Figures.say("step %d · %s", step, part), part, i.lower(), i.estimate(), i.upper()));
  }

  private Section widths() {
    Map<String, List<Double>> amounts = new LinkedHashMap<>();
    Map<String, String> formulas = new LinkedHashMap<>();
    List<String> categories = new ArrayList<>();
    List<List<Object>> rows = new ArrayList<>();
    List<StepAnswer> steps = answer.steps().subList(0, Math.min(MANY, answer.steps().size()));
    for (StepAnswer step : steps) {
      for (Interval interval : step.intervals().values()) {
        categories.add(Figures.say("step %d · %s", step.step(), interval.method()));
        for (Part part : interval.parts()) {
          formulas.putIfAbsent(part.name(), part.formula());
          amounts.computeIfAbsent(part.name(), name -> new ArrayList<>());
          rows.add(
              List.of(
                  step.step(),
                  interval.method(),
                  part.name(),
                  part.formula(),
                  part.below(),
                  part.above()));
        }
        amounts.forEach(
            (name, values) -> {
              double size =
                  interval.parts().stream()
                      .filter(p -> p.name().equals(name))
                      .mapToDouble(p -> p.below() + p.above())
                      .sum();
              while (values.size() < categories.size() - 1) {
                values.add(0.0);
              }
              values.add(size);
            });
      }
    }
    List<String> words = new ArrayList<>();
    words.add(
        "What makes each interval as wide as it is. The largest part is what more data should go for.");
    formulas.forEach((name, formula) -> words.add(Figures.say("%s: %s", name, formula)));
    return Section.of(
        "Where the width comes from",
        new Words(words),
        new Chart(
            "widths",
            Figures.say(
                "Width of every interval by its parts%s.",
                steps.size() < answer.steps().size() ? ", first " + MANY + " steps" : ""),
            110 + 22 * categories.size(),
            Options.stacked(categories, amounts, "width"),
            new Table(
                "widths-numbers",
                "Parts of the width",
                List.of("step", "interval", "part", "formula", "below", "above"),
                rows)));
  }

  private Section path() {
    List<Frame> frames = new ArrayList<>();
    List<List<Object>> rows = new ArrayList<>();
    double low = 0;
    double high = 0;
    for (PathPoint point : details.path()) {
      for (Interval i : point.total().values()) {
        low = Math.min(low, i.lower());
        high = Math.max(high, i.upper());
      }
    }
    for (PathPoint point : details.path()) {
      List<Options.Bar> bars = new ArrayList<>();
      point
          .total()
          .forEach(
              (name, i) -> {
                bars.add(new Options.Bar(name, name, i.lower(), i.estimate(), i.upper()));
                rows.add(List.of(point.lambda(), name, i.estimate(), i.lower(), i.upper()));
              });
      Map<String, Object> option = Options.intervals(bars, "change of the return");
      @SuppressWarnings("unchecked")
      Map<String, Object> axis = (Map<String, Object>) option.get("xAxis");
      axis.put("min", low);
      axis.put("max", high);
      Interval first = point.total().values().iterator().next();
      frames.add(
          new Frame(
              Figures.say("%.0f%%", 100 * point.lambda()),
              Figures.say(
                  "Deciding as proposed %.0f%% of the time: %s (%s: %s to %s)",
                  with(100 * point.lambda(), numbers(first))),
              option));
    }
    return Section.of(
        "How far to go?",
        new Slider(
            "path",
            "share of decisions made by the new policy",
            "The whole effect, V_π − V_πb, on the way from the logged policy to the proposed one.",
            90 + 30 * details.path().get(0).total().size(),
            frames,
            frames.size() - 1,
            new Table(
                "path-numbers",
                "The whole effect by share",
                List.of("share", "interval", "estimate", "lower", "upper"),
                rows)));
  }

  private Section values() {
    List<List<Object>> rows = new ArrayList<>();
    answer.total().forEach((name, i) -> rows.add(row("V_π − V_πb", name, i)));
    answer.value().forEach((name, i) -> rows.add(row("V_π", name, i)));
    return Section.of(
        "The whole",
        new Table(
            "values",
            "The new policy against the logged one, and by itself",
            List.of("what", "interval", "estimate", "lower", "upper"),
            rows));
  }

  private static List<Object> row(String what, String name, Interval i) {
    return List.of(what, name, i.estimate(), i.lower(), i.upper());
  }

  private Section differences() {
    List<List<Object>> rows = new ArrayList<>();
    for (Difference d : details.differences()) {
      rows.add(
          List.of(
              d.step(),
              d.state(),
              d.action(),
              d.share(),
              d.loggedProbability(),
              d.probability(),
              d.visits()));
    }
    return Section.of(
        "Where the policies differ, and how much data is there",
        rows.isEmpty()
            ? Words.of("They do not differ in any state that the log visits.")
            : new Table(
                "differences",
                Figures.say(
                    "Decisions that the new policy takes more often, those that change most first, in %,d (step, state)",
                    details.states()),
                List.of(
                    "step",
                    "state",
                    "action",
                    "share of decisions",
                    "logged",
                    "new",
                    "rows in the log"),
                rows));
  }

  private Section warnings() {
    List<Block.Verdict> all =
        answer.warnings().stream().map(w -> new Block.Verdict(Tone.NOTE, w)).toList();
    return Section.of(
        "What to know",
        all.isEmpty()
            ? Words.of("Nothing in this log speaks against these numbers.")
            : new Verdicts(all));
  }

  private static String percent(double share) {
    return Figures.say("%s%%", Figures.trimmed(100 * share));
  }
}
