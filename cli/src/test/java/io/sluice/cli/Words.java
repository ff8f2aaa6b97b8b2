package io.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words that a reader who knows the field, but not this project, would stumble over. */
final class Words {
  private Words() {}

  /**
   * Words not to use.
   *
   * @param pattern in any case, as whole words, with any space between them
   * @param instead what to write
   * @param example that the pattern must find
   */
  record Banned(Pattern pattern, String instead, String example) {}

  /** Where banned words stand. */
  record Found(String file, int line, String words, String instead) {
    @Override
    public String toString() {
      return "%s:%d: \"%s\" (write: %s)".formatted(file, line, words, instead);
    }
  }

  static final List<Banned> BANNED =
      List.of(
          banned(
              "rows? (?:is|are|was|were) worth|worth %s, largest weight",
              "effective sample size", "a row is worth 72.9% of one"),
          banned(
              "decid(?:e|es|ed|ing) (?:as|like|alike)", "identical to", "decides as pvi 0.1 does"),
          banned(
              "decid(?:e|es|ed|ing) otherwise",
              "differs from the logged policy in … of decisions",
              "it would decide otherwise in 62.6%"),
          banned(
              "(?:right|true|valid|holds?|correct)\\b[^.;|]{0,25}\\bin the limit",
              "asymptotically valid",
              "right in the limit"),
          banned(
              "(?:is|are|was|were|be|then) nominal|nominal:|δ nominal",
              "not proven to hold at δ",
              "δ is nominal"),
          banned(
              "believ\\w*", "assumptions about the shift; trust", "what is believed of the shift"),
          banned(
              "(?:take|takes|taken|taking)(?: \\w+){0,3} off",
              "the removed part of the shift",
              "what is not needed is taken off"),
          banned(
              "errors?\\b[^.;|]{0,60}\\bby cluster",
              "cluster-robust standard errors",
              "errors are by cluster"),
          banned(
              "can tell(?! (?:them )?apart)|can(?:not)? be told(?! apart)",
              "conclusive at, inconclusive",
              "can tell at the last step only"),
          banned("dealt|deal(?:s|ing)? out", "randomly assigned to", "dealt out to two halves"),
          banned(
              "(?:go|goes|gone|going|went) (?:through|over)",
              "reads; needs row-level data",
              "rows are gone through again"),
          banned("(?:is|are|was|were|be) said", "reported, stated", "who is missing is said"),
          banned(
              "touching",
              "keeps the JIT from removing the prefetch",
              "nobody leaves out the touching"),
          banned("needs one of this page", "not found", "address: needs one of this page"),
          banned("rivals?", "baselines, reference programs", "the rivals"),
          banned("houses?", "project, modules", "the house"),
          banned("rooms?", "module, package; buffer, space", "rooms in reading order"),
          banned("worlds?", "environment, problem", "in the simulated world"),
          banned("gauntlets?", "the name of the tests or studies", "the gauntlet"),
          banned("dials?", "--dial, or what it sets", "at both ends of the dial"),
          banned("trials?", "experiment, measurement", "in trials that were thrown away"),
          banned("guess\\w*", "estimate, prediction; infer", "a first guess"),
          banned("reckon\\w*", "use, assume, compute", "values that intervals reckon with"),
          banned("for good", "always, permanently", "a user may have one action for good"),
          banned(
              "(?:keeps?|kept) (?:its|their) word",
              "is consistent with its level",
              "that it keeps its word"),
          banned("at (?:its|their) word", "assumed to be right", "ranges are taken at their word"),
          banned("be had", "available", "no Chromium to be had"),
          banned(
              "holds? to (?:its|his|their) word", "tests", "a check that nobody holds to its word"),
          banned("come true", "are reached, are correct", "plans that come true"),
          banned(
              "(?:a person|people) should know",
              "notes for the reader",
              "what a person should know"));

  /** A hyphen joins words: {@code grid-world} and {@code --dial} are names. */
  private static Banned banned(String words, String instead, String example) {
    String pattern = "(?<![\\w-])(?:" + words.replace(" ", "[\\s>]+") + ")(?!\\w)";
    int flags = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
    return new Banned(Pattern.compile(pattern, flags), instead, example);
  }

  /**
   * All banned words of a text.
   *
   * @param file its name
   */
  static List<Found> in(String file, String text) {
    List<Found> all = new ArrayList<>();
    for (Banned banned : BANNED) {
      Matcher matcher = banned.pattern().matcher(text);
      while (matcher.find()) {
        int line =
            1 + (int) text.substring(0, matcher.start()).chars().filter(c -> c == '\n').count();
        String words = matcher.group().replaceAll("\\s+", " ");
        all.add(new Found(file, line, words, banned.instead()));
      }
    }
    return all;
  }
}
