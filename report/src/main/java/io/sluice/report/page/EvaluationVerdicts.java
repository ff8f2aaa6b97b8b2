package io.sluice.report.page;

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
    answer.total().values().stream().limit(1).forEach(total -> all.add(whole(total, delta)));
    List<StepAnswer> shown = EvaluationPage.largest(answer.steps());
    shown.forEach(step -> all.add(step(step, delta)));
    if (shown.size() < answer.steps().size() && !shown.isEmpty()) {
      all.add(manySteps(answer.steps(), shown.size()));
    }
    List<Block> blocks = new ArrayList<>(List.of(new Verdicts(all)));
    if (!shown.isEmpty() && answer.steps().get(0).intervals().size() > 1) {
      IntervalKind first = answer.steps().get(0).intervals().keySet().iterator().next();
      blocks.add(
          Words.of(
              "These verdicts are read from the interval "
                  + first
                  + ", the first that was asked for. Intervals promise different things, so they can say different things:"));
      blocks.add(byInterval(answer.steps()));
    }
    return new Section("Would it be better?", blocks);
  }

  private static Block.Verdict whole(Interval total, double delta) {
    String effect = Numbers.interval(total, delta);
    return switch (Verdict.of(total, 1).kind()) {
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
              "Cannot tell yet whether the policy as a whole is better: it changes the return by %s."
                  .formatted(effect));
    };
  }

  private static Block.Verdict step(StepAnswer step, double delta) {
    String effect = Numbers.interval(EvaluationPage.first(step), delta);
    return switch (step.verdict().kind()) {
      case BETTER ->
          new Block.Verdict(
              Tone.GOOD,
              "Changing step %d raises the return by %s.".formatted(step.step(), effect));
      case WORSE ->
          new Block.Verdict(
              Tone.BAD, "Changing step %d lowers the return: %s.".formatted(step.step(), effect));
      case SAME ->
          new Block.Verdict(
              Tone.NOTE, "Step %d: no difference, %s.".formatted(step.step(), effect));
      case CANNOT_TELL ->
          new Block.Verdict(
              Tone.OPEN,
              "Step %d: cannot tell yet, %s%s."
                  .formatted(step.step(), effect, limit(step.verdict())));
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
            "Of all %,d steps, %,d are better, %,d worse, %,d make no difference, and %,d are inconclusive; only the %d with the largest effects are listed.",
            steps.size(),
            count(steps, Verdict.Kind.BETTER),
            count(steps, Verdict.Kind.WORSE),
            count(steps, Verdict.Kind.SAME),
            count(steps, Verdict.Kind.CANNOT_TELL),
            shown));
  }

  private static long count(List<StepAnswer> steps, Verdict.Kind kind) {
    return steps.stream().filter(step -> step.verdict().kind() == kind).count();
  }

  private static Table byInterval(List<StepAnswer> steps) {
    List<List<Object>> rows = new ArrayList<>();
    for (IntervalKind interval : steps.get(0).intervals().keySet()) {
      rows.add(
          List.of(
              interval.toString(),
              which(steps, interval, Verdict.Kind.BETTER),
              which(steps, interval, Verdict.Kind.WORSE),
              which(steps, interval, Verdict.Kind.SAME),
              which(steps, interval, Verdict.Kind.CANNOT_TELL)));
    }
    return new Table(
        "by-interval",
        "At which steps the new policy is better, by each interval",
        List.of("interval", "better", "worse", "no difference", "cannot tell"),
        rows);
  }

  /** Their numbers, or how many they are. */
  private static String which(List<StepAnswer> steps, IntervalKind interval, Verdict.Kind kind) {
    List<String> numbers =
        steps.stream()
            .filter(step -> Verdict.of(step.interval(interval).orElseThrow(), 1).kind() == kind)
            .map(step -> Integer.toString(step.step()))
            .toList();
    return numbers.isEmpty()
        ? "–"
        : numbers.size() > EvaluationPage.MANY
            ? Numbers.say("%,d steps", numbers.size())
            : String.join(", ", numbers);
  }
}
