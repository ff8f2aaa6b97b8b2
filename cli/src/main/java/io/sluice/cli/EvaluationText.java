package io.sluice.cli;

import io.sluice.baselines.Weights;
import io.sluice.fit.Decision;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.EvaluationResult.StepAnswer;
import io.sluice.fit.Settings;
import io.sluice.fit.ShiftChoice;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import io.sluice.interval.Verdict;
import io.sluice.report.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An evaluation for people: the verdict first, then each interval with its parts. */
final class EvaluationText {
  private static final String INDENT = "         ";

  private EvaluationText() {}

  static String of(EvaluationResult answer) {
    StringBuilder text = new StringBuilder();
    Settings settings = answer.provenance().settings();
    text.append(
        "%s, %s, %s, %s; logged policy: %s, mean return %s\n"
            .formatted(
                Numbers.counted(answer.episodes(), "episode"),
                Numbers.counted(answer.horizon(), "step"),
                Numbers.counted(answer.states(), "state"),
                Numbers.counted(answer.actions(), "action"),
                answer.provenance().behavior(),
                Numbers.plain(answer.behaviorValue())));
    text.append(
        "%s intervals, %s, %s bonus%s\n"
            .formatted(
                Numbers.percent(1 - settings.delta()).replace(".0%", "%"),
                answer.provenance().model(),
                settings.bonus(),
                shift(settings.shift())));
    body(text, answer, Set.of());
    return text.toString();
  }

  /**
   * All but the first lines, which say what was made of the log.
   *
   * @param unproven intervals that are marked as not proven to hold at δ
   */
  static void body(StringBuilder text, EvaluationResult answer, Set<IntervalKind> unproven) {
    steps(text, answer, unproven);
    text.append('\n');
    summary(text, "total    V_π − V_πb" + total(answer), answer.total(), unproven);
    summary(text, "value    V_π", answer.value(), unproven);
    weights(text, answer.weights());
    AssumptionText.append(text, answer.assumptions());
    warnings(text, answer.warnings());
  }

  private static void steps(
      StringBuilder text, EvaluationResult answer, Set<IntervalKind> unproven) {
    List<StepAnswer> steps = answer.steps().stream().filter(s -> !s.intervals().isEmpty()).toList();
    List<StepAnswer> shown =
        LongHorizon.shown(
            answer.horizon(),
            steps,
            Comparator.<StepAnswer>comparingInt(s -> isSettled(s.verdict()) ? 0 : 1)
                .thenComparing(s -> -Math.abs(first(s).estimate())));
    if (shown.size() < steps.size()) {
      text.append("\nverdicts\n");
      text.append(
          LongHorizon.verdicts(
              answer.horizon(), steps, StepAnswer::step, s -> s.verdict().kind().toString()));
    }
    for (StepAnswer step : shown) {
      text.append('\n');
      step(text, step, answer.episodes(), unproven);
    }
    if (shown.size() < steps.size()) {
      text.append('\n');
      text.append(
          LongHorizon.rest(
              answer.horizon(), shown.size(), "settled ones and then the largest effects first"));
    }
  }

  private static boolean isSettled(Verdict verdict) {
    return verdict.kind() == Verdict.Kind.BETTER || verdict.kind() == Verdict.Kind.WORSE;
  }

  private static Interval first(StepAnswer step) {
    return step.intervals().values().iterator().next();
  }

  private static String total(EvaluationResult answer) {
    Decision decision = answer.totalDecision();
    Verdict.Kind kind = decision.verdict().kind();
    boolean clear =
        decision.decidedBy().map(answer.total()::get).filter(i -> !i.contains(0)).isPresent();
    boolean nobody = decision.decidedBy().isEmpty() && !decision.reason().isEmpty();
    boolean why =
        kind == Verdict.Kind.WITHHELD || kind == Verdict.Kind.CANNOT_TELL && (clear || nobody);
    String by = decision.decidedBy().map(k -> " (" + k + ")").orElse("");
    return "   "
        + kind.toString().toUpperCase(java.util.Locale.ROOT)
        + by
        + (why ? ": " + decision.reason() : "");
  }

  private static String shift(ShiftChoice shift) {
    String declared =
        shift.everywhere()
            ? "; all steps declared exogenous"
            : shift.exogenous().isEmpty()
                ? ""
                : "; declared exogenous: step "
                    + String.join(", ", shift.exogenous().stream().map(String::valueOf).toList());
    return (shift.estimate() == ShiftChoice.Estimate.SHRUNK ? ", shrunk shift" : "") + declared;
  }

  private static void step(
      StringBuilder text, StepAnswer step, long episodes, Set<IntervalKind> unproven) {
    List<IntervalKind> kinds = new ArrayList<>(step.intervals().keySet());
    List<Interval> all = new ArrayList<>(step.intervals().values());
    Interval first = all.get(0);
    text.append(
        "step %-3s effect %s   %s %s%s   %s\n"
            .formatted(
                step.step(),
                Numbers.signed(first.estimate()),
                first.method(),
                bounds(first),
                mark(kinds.get(0), unproven),
                step.verdict().kind().toString().toUpperCase(java.util.Locale.ROOT)));
    parts(text, first);
    for (int i = 1; i < all.size(); i++) {
      Interval other = all.get(i);
      text.append(
          "%s%-10s %s%s\n"
              .formatted(INDENT, other.method(), bounds(other), mark(kinds.get(i), unproven)));
    }
    Verdict verdict = step.verdict();
    if (verdict.kind() == Verdict.Kind.WITHHELD) {
      text.append("%swithheld: %s\n".formatted(INDENT, step.decision().reason()));
    }
    if (verdict.kind() == Verdict.Kind.CANNOT_TELL) {
      text.append(
          "%s%s; limited by: %s".formatted(INDENT, step.decision().reason(), verdict.limit()));
      verdict
          .episodes()
          .ifPresent(
              n ->
                  text.append(
                      n - episodes < 1_000_000_000
                          ? "; about %s more episodes would settle it"
                              .formatted(Numbers.whole(n - episodes))
                          : "; more than a billion episodes would be needed"));
      text.append('\n');
    }
  }

  private static void parts(StringBuilder text, Interval interval) {
    for (Part part : interval.parts()) {
      String amount =
          Math.abs(part.below() - part.above()) <= 1e-12
              ? Numbers.plain(part.above())
              : "−%s +%s".formatted(Numbers.plain(part.below()), Numbers.plain(part.above()));
      text.append("%s  %-8s %-28s %s\n".formatted(INDENT, amount, part.name(), part.formula()));
    }
  }

  private static String mark(IntervalKind kind, Set<IntervalKind> unproven) {
    return unproven.contains(kind) ? "   (not proven)" : "";
  }

  private static void summary(
      StringBuilder text,
      String title,
      Map<IntervalKind, Interval> intervals,
      Set<IntervalKind> unproven) {
    if (intervals.isEmpty()) {
      return;
    }
    text.append(title).append('\n');
    intervals.forEach(
        (kind, interval) ->
            text.append(
                "%s%-10s %s   %s%s\n"
                    .formatted(
                        INDENT,
                        kind,
                        Numbers.signed(interval.estimate()),
                        bounds(interval),
                        mark(kind, unproven))));
  }

  /** One line for those whose weights look the same. */
  private static void weights(StringBuilder text, Map<IntervalKind, Weights> weights) {
    Map<String, List<String>> shared = new LinkedHashMap<>();
    weights.forEach(
        (kind, w) ->
            shared
                .computeIfAbsent(
                    "effective sample size %s, largest weight %s"
                        .formatted(
                            Numbers.counted(Math.round(w.effectiveSampleSize()), "episode"),
                            Numbers.plain(w.largest())),
                    words -> new ArrayList<>())
                .add(kind.toString()));
    shared.forEach(
        (words, names) ->
            text.append(
                "%sweights of %s: %s\n".formatted(INDENT, String.join(", ", names), words)));
  }

  static void warnings(StringBuilder text, List<String> warnings) {
    if (!warnings.isEmpty()) {
      text.append('\n');
      warnings.forEach(w -> text.append("note: ").append(LogCommand.asOptions(w)).append('\n'));
    }
  }

  private static String bounds(Interval interval) {
    return "[%s, %s]".formatted(Numbers.signed(interval.lower()), Numbers.signed(interval.upper()));
  }
}
