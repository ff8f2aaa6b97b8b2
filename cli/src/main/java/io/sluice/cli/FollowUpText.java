package io.sluice.cli;

import io.sluice.fit.AnytimeResult;
import io.sluice.fit.FollowUps;
import io.sluice.fit.SegmentResult;
import io.sluice.fit.SegmentResult.Effects;
import io.sluice.fit.SegmentResult.Entry;
import io.sluice.fit.SensitivityResult;
import io.sluice.report.FollowUpWords;
import io.sluice.report.Numbers;
import java.util.List;
import java.util.Locale;

/** Effects by segment, and what would overturn verdicts, for people. */
final class FollowUpText {
  private FollowUpText() {}

  static String of(FollowUps more) {
    StringBuilder text = new StringBuilder();
    more.segments().ifPresent(s -> segments(text.append('\n'), s));
    more.anytime().ifPresent(a -> anytime(text, a));
    more.sensitivity().ifPresent(s -> sensitivity(text, s));
    return text.toString();
  }

  static void segments(StringBuilder text, SegmentResult result) {
    text.append("%s %s\n".formatted(result.ordered() ? "over" : "by", result.column()));
    text.append("  ").append(FollowUpWords.intervals(result)).append('\n');
    List<Effects> all = result.effects();
    List<Effects> shown = all.size() > 21 ? all.subList(all.size() - 1, all.size()) : all;
    for (Effects effects : shown) {
      text.append(
          effects.step().isPresent()
              ? "  step %s\n".formatted(effects.step().getAsInt())
              : "  total\n");
      int width = effects.segments().stream().mapToInt(e -> e.segment().length()).max().orElse(1);
      for (Entry e : effects.segments()) {
        text.append(
            ("    %-" + width + "s  %s  %s  %s  %s\n")
                .formatted(
                    e.segment(),
                    Numbers.signed(e.estimate()),
                    Double.isNaN(e.lower())
                        ? "[no interval]"
                        : "[%s, %s]"
                            .formatted(Numbers.signed(e.lower()), Numbers.signed(e.upper())),
                    Numbers.counted(e.size(), result.ofEpisodes() ? "episode" : "decision"),
                    e.verdict().toString().toUpperCase(Locale.ROOT)));
      }
      FollowUpWords.tests(effects).forEach(words -> text.append("    ").append(words).append('\n'));
      effects.segments().stream()
          .map(Entry::reason)
          .filter(reason -> !reason.isEmpty())
          .distinct()
          .forEach(reason -> text.append("    no verdict: ").append(reason).append('\n'));
    }
    notes(text, result.warnings());
  }

  private static void anytime(StringBuilder text, AnytimeResult result) {
    text.append("\nthe total, whenever you look\n");
    FollowUpWords.anytime(result).forEach(words -> text.append("  ").append(words).append('\n'));
  }

  private static void sensitivity(StringBuilder text, SensitivityResult result) {
    text.append("\nwhat would overturn the verdicts\n");
    result.steps().forEach(c -> text.append("  ").append(FollowUpWords.of(c)).append('\n'));
    result
        .dropped()
        .forEach(
            d -> text.append("  ").append(FollowUpWords.of(d, result.clusters())).append('\n'));
    for (SensitivityResult.Trimmed t : result.trimmed()) {
      text.append(
          "  %s: with weights of rows cut at %s, robust estimates %s, without %s\n"
              .formatted(
                  t.step().isPresent() ? "Step " + t.step().getAsInt() : "Total",
                  Numbers.trimmed(t.cap()),
                  Numbers.signed(t.estimate()),
                  Numbers.signed(t.plain())));
    }
    notes(text, result.warnings());
  }

  private static void notes(StringBuilder text, List<String> notes) {
    notes.forEach(w -> text.append("  note: ").append(LogCommand.asOptions(w)).append('\n'));
  }
}
