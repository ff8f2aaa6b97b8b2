package io.sluice.report.page;

import io.sluice.fit.Decision;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.EvaluationResult.StepAnswer;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Verdicts;
import io.sluice.report.page.Block.Words;
import java.util.ArrayList;
import java.util.List;

/** What an evaluation says, in words and before anything else. */
final class EvaluationVerdicts {
  /** Beyond this, "more episodes" is no advice. */
  private static final long TOO_MANY = 1_000_000_000L;

  private EvaluationVerdicts() {}

  static Section section(EvaluationResult answer) {
    double delta = answer.provenance().settings().delta();
    List<Block.Verdict> all = new ArrayList<>();
    if (!answer.total().isEmpty()) {
      all.add(whole(answer, delta));
    }
    List<StepAnswer> shown = EvaluationPage.largest(answer.steps());
    shown.forEach(step -> all.add(step(step, delta)));
    if (shown.size() < answer.steps().size() && !shown.isEmpty()) {
      all.add(manySteps(answer.steps(), shown.size()));
    }
    List<Block> blocks = new ArrayList<>(List.of(new Verdicts(all)));
    if (!shown.isEmpty() && answer.steps().get(0).intervals().size() > 1) {
      blocks.add(
          Words.of(
              "The verdict on a step comes from the first requested interval without an objection. Intervals come with different guarantees, so they may disagree:"));
      blocks.add(byInterval(answer));
    }
    return new Section("Would it be better?", blocks);
  }

  private static Block.Verdict whole(EvaluationResult answer, double delta) {
    Decision decision = answer.totalDecision();
    Interval deciding =
        decision
            .decidedBy()
            .map(answer.total()::get)
            .orElseGet(() -> answer.total().values().iterator().next());
    String effect = Numbers.interval(deciding, delta);
    return switch (decision.verdict().kind()) {
      case BETTER ->
          new Block.Verdict(
              Tone.GOOD, "The policy as a whole raises the return by %s.".formatted(effect));
      case WORSE ->
          new Block.Verdict(
              Tone.BAD, "The policy as a whole lowers the return: %s.".formatted(effect));
      case SAME ->
          new Block.Verdict(
              Tone.NOTE, "The policy as a whole makes no difference: %s.".formatted(effect));
      case CANNOT_TELL ->
          new Block.Verdict(
              Tone.OPEN,
              "Cannot tell yet whether the policy as a whole is better: it changes the return by %s; %s."
                  .formatted(effect, decision.reason()));
      case WITHHELD ->
          new Block.Verdict(
              Tone.OPEN,
              "No verdict about the policy as a whole: %s.".formatted(decision.reason()));
    };
  }

  private static Block.Verdict step(StepAnswer step, double delta) {
    String effect = Numbers.interval(EvaluationPage.first(step), delta);
    return switch (step.verdict().kind()) {
      case BETTER ->
          new Block.Verdict(
              Tone.GOOD,
              "Changing step %s raises the return by %s.".formatted(step.step(), effect));
      case WORSE ->
          new Block.Verdict(
              Tone.BAD, "Changing step %s lowers the return: %s.".formatted(step.step(), effect));
      case SAME ->
          new Block.Verdict(
              Tone.NOTE, "Step %s: no difference, %s.".formatted(step.step(), effect));
      case CANNOT_TELL ->
          new Block.Verdict(
              Tone.OPEN,
              "Step %s: cannot tell yet, %s; %s%s."
                  .formatted(step.step(), effect, step.decision().reason(), limit(step.verdict())));
      case WITHHELD ->
          new Block.Verdict(
              Tone.OPEN,
              "Step %s: no verdict, because %s.".formatted(step.step(), step.decision().reason()));
    };
  }

  private static String limit(Verdict verdict) {
    String limited = verdict.limit().isEmpty() ? "" : "; limited by " + verdict.limit();
    return verdict.episodes().isPresent() && verdict.episodes().getAsLong() < TOO_MANY
        ? limited
            + Numbers.say(
                "; about %,d episodes in all would settle it", verdict.episodes().getAsLong())
        : limited;
  }

  private static Block.Verdict manySteps(List<StepAnswer> steps, int shown) {
    return new Block.Verdict(
        Tone.NOTE,
        Numbers.say(
            "Of all %,d steps, %,d are better, %,d worse, %,d make no difference, %,d are inconclusive, and %,d have no verdict; only the %s with the largest effects are listed.",
            steps.size(),
            count(steps, Verdict.Kind.BETTER),
            count(steps, Verdict.Kind.WORSE),
            count(steps, Verdict.Kind.SAME),
            count(steps, Verdict.Kind.CANNOT_TELL),
            count(steps, Verdict.Kind.WITHHELD),
            shown));
  }

  private static long count(List<StepAnswer> steps, Verdict.Kind kind) {
    return steps.stream().filter(step -> step.verdict().kind() == kind).count();
  }

  private static Table byInterval(EvaluationResult answer) {
    List<List<Object>> rows = new ArrayList<>();
    for (IntervalKind interval : answer.objections().keySet()) {
      String against = String.join("; ", answer.objections().get(interval));
      rows.add(
          List.of(
              interval.toString(),
              which(answer.steps(), interval, Verdict.Kind.BETTER),
              which(answer.steps(), interval, Verdict.Kind.WORSE),
              which(answer.steps(), interval, Verdict.Kind.CANNOT_TELL),
              against.isEmpty() ? "–" : against));
    }
    return new Table(
        "by-interval",
        "Each interval by itself: at which steps it is",
        List.of("interval", "above 0", "below 0", "contains 0", "not used because"),
        rows);
  }

  /** Their numbers, or how many they are. */
  private static String which(List<StepAnswer> steps, IntervalKind interval, Verdict.Kind kind) {
    List<String> numbers =
        steps.stream()
            .filter(step -> side(step.interval(interval).orElseThrow()) == kind)
            .map(step -> Integer.toString(step.step()))
            .toList();
    return numbers.isEmpty()
        ? "–"
        : numbers.size() > EvaluationPage.MANY
            ? Numbers.say("%,d steps", numbers.size())
            : String.join(", ", numbers);
  }

  private static Verdict.Kind side(Interval interval) {
    return interval.lower() > 0
        ? Verdict.Kind.BETTER
        : interval.upper() < 0 ? Verdict.Kind.WORSE : Verdict.Kind.CANNOT_TELL;
  }
}
