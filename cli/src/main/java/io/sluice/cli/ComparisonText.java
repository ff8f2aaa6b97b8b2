package io.sluice.cli;

import io.sluice.fit.ComparisonResult;
import io.sluice.fit.ComparisonResult.Effects;
import io.sluice.fit.ComparisonResult.Entry;
import io.sluice.fit.ComparisonResult.Pair;
import io.sluice.interval.Verdict;
import io.sluice.report.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A comparison for people: which policies cannot be ruled out as best, then every policy and every
 * pair.
 */
final class ComparisonText {
  private ComparisonText() {}

  static String of(ComparisonResult answer) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s, %s, %s%s; logged policy: %s, mean return %s\n"
            .formatted(
                Numbers.counted(answer.episodes(), "episode"),
                Numbers.counted(answer.horizon(), "step"),
                answer.states() == 0 ? "" : Numbers.counted(answer.states(), "state") + ", ",
                Numbers.counted(answer.actions(), "action"),
                answer.provenance().behavior(),
                Numbers.plain(answer.behaviorValue())));
    double delta = answer.provenance().settings().delta();
    text.append(
        "%s intervals by %s, all at once: ±%s standard errors (one alone: ±%s), more where few episodes carry the variance\n"
            .formatted(
                Numbers.percent(1 - delta).replace(".0%", "%"),
                answer.interval(),
                Numbers.plain(answer.critical()),
                Numbers.plain(answer.alone())));
    List<Effects> shown =
        answer.effects().size() > 21
            ? List.of(answer.total())
            : answer.effects(); // pages and JSON have all
    for (Effects effects : shown) {
      append(text, effects, answer.policies());
    }
    if (shown.size() < answer.effects().size()) {
      text.append(
          "\n%s: --format json and --report show them\n"
              .formatted(Numbers.counted(answer.horizon(), "step")));
    }
    for (int p = 0; p < answer.segments().size(); p++) {
      text.append('\n').append(answer.policies().get(p)).append(", ");
      FollowUpText.segments(text, answer.segments().get(p));
    }
    AssumptionText.appendOpen(text, answer.assumptions());
    EvaluationText.warnings(text, answer.warnings());
    return text.toString();
  }

  private static void append(StringBuilder text, Effects effects, List<String> names) {
    int width = names.stream().mapToInt(String::length).max().orElse(0);
    String layout = "  %-" + width + "s  %s  [%s, %s]  %s\n";
    String title = effects.step().isPresent() ? "step " + effects.step().getAsInt() : "total";
    text.append(
        "\n%s: cannot be ruled out as best: %s\n"
            .formatted(title, String.join(", ", effects.best())));
    Map<String, String> reasons = new LinkedHashMap<>();
    for (Entry entry : effects.policies()) {
      text.append(
          String.format(
              Locale.ROOT,
              layout,
              entry.policy(),
              Numbers.signed(entry.estimate()),
              Numbers.signed(entry.lower()),
              Numbers.signed(entry.upper()),
              entry.verdict().toString().toUpperCase(Locale.ROOT)));
      if (!entry.reason().isEmpty()) {
        reasons.merge(entry.reason(), entry.policy(), (a, b) -> a + ", " + b);
      }
    }
    for (Pair pair : effects.pairs()) {
      text.append("  ").append(words(pair)).append('\n');
    }
    reasons.forEach((why, who) -> text.append("  %s: %s\n".formatted(who, why)));
  }

  static String words(Pair pair) {
    boolean better = pair.verdict() == Verdict.Kind.BETTER;
    if (better || pair.verdict() == Verdict.Kind.WORSE) {
      return "%s beats %s by %s [%s, %s]"
          .formatted(
              better ? pair.first() : pair.second(),
              better ? pair.second() : pair.first(),
              Numbers.plain(Math.abs(pair.estimate())),
              Numbers.plain(better ? pair.lower() : -pair.upper()),
              Numbers.plain(better ? pair.upper() : -pair.lower()));
    }
    return "%s − %s: %s [%s, %s]  %s"
        .formatted(
            pair.first(),
            pair.second(),
            Numbers.signed(pair.estimate()),
            Numbers.signed(pair.lower()),
            Numbers.signed(pair.upper()),
            pair.verdict());
  }
}
