package io.sluice.report;

import io.sluice.fit.AnytimeResult;
import io.sluice.fit.AnytimeResult.Look;
import io.sluice.fit.SegmentResult;
import io.sluice.fit.SegmentResult.Effects;
import io.sluice.fit.SegmentResult.SameTest;
import io.sluice.fit.SensitivityResult.Confounding;
import io.sluice.fit.SensitivityResult.Dropped;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Sentences about effects by segment and about what would overturn a verdict. */
public final class FollowUpWords {
  private FollowUpWords() {}

  private static String effect(OptionalInt step) {
    return step.isPresent() ? "Step " + step.getAsInt() : "Total";
  }

  /** How intervals were made. */
  public static String intervals(SegmentResult result) {
    return Numbers.say(
        "Intervals by %s hold at once: ±%s standard errors (one alone: ±%s), more where few episodes carry the variance.",
        result.interval(), Numbers.shown(result.critical()), Numbers.shown(result.alone()));
  }

  /** What the tests of one effect say. */
  public static List<String> tests(Effects effects) {
    List<String> all = new ArrayList<>();
    all.add(effect(effects.step()) + ": " + of(effects.same(), "the same in all segments"));
    effects
        .trend()
        .ifPresent(t -> all.add(effect(effects.step()) + ": " + of(t, "no trend over time")));
    return all;
  }

  private static String of(SameTest test, String claim) {
    return test.isPresent()
        ? Numbers.say(
            "%s? p %s%s.",
            claim,
            test.pValue() < 0.0001 ? "below 0.0001" : "= " + Numbers.shown(test.pValue()),
            test.pValue() < 0.05 ? ", so no" : ", which the log does not contradict")
        : "no test of \"%s\": %s.".formatted(claim, test.missing());
  }

  /** The total of a log that is looked at again and again. */
  public static List<String> anytime(AnytimeResult result) {
    if (!result.isPresent()) {
      return List.of("No interval for repeated looks: %s.".formatted(result.missing()));
    }
    Look last = result.looks().get(result.looks().size() - 1);
    List<String> all = new ArrayList<>();
    all.add(
        Numbers.say(
            "Total by robust after %s = %s: %s [%s, %s], %s.",
            result.column(),
            last.name(),
            Numbers.signed(last.estimate()),
            Numbers.signed(last.lower()),
            Numbers.signed(last.upper()),
            result.verdict().toString().toUpperCase(Locale.ROOT)));
    all.add(
        Numbers.say(
            "The interval holds at every look from %s = %s on, however often you look (asymptotically valid). For one look planned beforehand it would be [%s, %s].",
            result.column(),
            result.looks().get(0).name(),
            Numbers.signed(last.onceLower()),
            Numbers.signed(last.onceUpper())));
    if (!result.reason().isEmpty()) {
      all.add("No verdict: " + result.reason() + ".");
    }
    return all;
  }

  /** What hidden confounding would do to a verdict. */
  public static String of(Confounding c) {
    return c.overturned().isPresent()
        ? Numbers.say(
            "Step %d is %s unless a factor not in the log changes the odds of the action %s-fold or more.",
            c.step(), c.verdict(), Numbers.shown(c.overturned().getAsDouble()))
        : Numbers.say(
            "Step %d stays %s even if a factor not in the log changes the odds of the action %s-fold.",
            c.step(),
            c.verdict(),
            Numbers.trimmed(c.bounds().get(c.bounds().size() - 1).strength()));
  }

  /** Which episodes hold up a verdict. */
  public static String of(Dropped d, boolean clusters) {
    String what = clusters ? "cluster" : "episode";
    return "%s: %s would have to be dropped, the most influential first, to leave it open; to reverse the estimate, %s."
        .formatted(
            effect(d.step()), number(d.toZero(), d.of(), what), number(d.toSign(), d.of(), what));
  }

  private static String number(OptionalLong some, long all, String what) {
    return some.isPresent()
        ? "about %s (%s)"
            .formatted(
                Numbers.counted(some.getAsLong(), what),
                Numbers.shortPercent(some.getAsLong() / (double) all))
        : "more than %s".formatted(Numbers.counted(Math.min(2000, all), what));
  }

  /** A note with a capital and a full stop. */
  public static String sentence(String note) {
    return Character.toUpperCase(note.charAt(0))
        + note.substring(1)
        + (note.endsWith(".") ? "" : ".");
  }
}
