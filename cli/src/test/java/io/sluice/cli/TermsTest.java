package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What newcomers read uses no term of off-policy evaluation, and no letter, that the glossary
 * lacks. Terms are from a list, so that a new one is not found before it is added to it.
 */
class TermsTest {
  private static final List<String> FOR_NEWCOMERS =
      List.of(
          "README.md",
          "docs/quickstart.md",
          "docs/tutorial.md",
          "docs/how-to.md",
          "docs/paper.md",
          "python/README.md");

  /** Terms of the field that are not in every textbook of statistics. */
  private static final List<String> TECHNICAL =
      List.of(
          "asymptotically valid",
          "bandit",
          "baseline",
          "behavior policy",
          "candidate",
          "carried",
          "certificate",
          "charge",
          "cluster-robust",
          "cluster",
          "conclusive",
          "cross-fitting",
          "cut off",
          "decide",
          "deciding interval",
          "doubly robust",
          "effective sample size",
          "episode",
          "exogenous",
          "feature",
          "finite-sample",
          "holdout",
          "horizon",
          "immediate",
          "importance weight",
          "influence function",
          "learner",
          "logged policy",
          "look",
          "model event",
          "noise floor",
          "overlap",
          "pessimism",
          "plug-in",
          "policy tree",
          "propensity",
          "provenance",
          "return range",
          "reward range",
          "saved policy",
          "score",
          "segment",
          "selective propagation",
          "sensitivity model",
          "shift",
          "simultaneous",
          "value bounds",
          "verdict",
          "withheld");

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w*\\n.*?^```$");
  private static final Pattern GREEK = Pattern.compile("[\\p{IsGreek}&&\\p{L}&&[^Σ]]");

  private static String prose(String text) {
    return BLOCK.matcher(text).replaceAll("").replaceAll("\\]\\([^)]*\\)", "]");
  }

  /** The terms that rows of the glossary define, in lower case. */
  private static List<String> defined(String glossary) {
    List<String> terms = new ArrayList<>();
    Pattern.compile("(?m)^\\| ([^|]+) \\|")
        .matcher(glossary)
        .results()
        .map(row -> row.group(1).toLowerCase(Locale.ROOT))
        .forEach(terms::add);
    return terms;
  }

  private static List<String> undefined(String text, String glossary) {
    String words = prose(text).toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    List<String> defined = defined(glossary);
    return TECHNICAL.stream()
        .filter(term -> Pattern.compile("\\b" + term).matcher(words).find())
        .filter(term -> defined.stream().noneMatch(row -> row.contains(term)))
        .toList();
  }

  private static Set<String> letters(String text) {
    Set<String> found = new TreeSet<>();
    GREEK.matcher(text).results().map(MatchResult::group).forEach(found::add);
    return found;
  }

  @Test
  void termsOfTheFieldAreInTheGlossary() {
    String glossary = Repository.read("docs/glossary.md");
    for (String file : FOR_NEWCOMERS) {
      assertThat(undefined(Repository.read(file), glossary)).as(file).isEmpty();
    }
  }

  @Test
  void lettersAreInTheGlossary() {
    Set<String> known = letters(Repository.read("docs/glossary.md"));
    for (String file : FOR_NEWCOMERS) {
      assertThat(known).as(file).containsAll(letters(prose(Repository.read(file))));
    }
  }

  @Test
  void anUndefinedTermOrLetterWouldBeFound() {
    String glossary = "| term | meaning |\n|---|---|\n| shift Δ | … |\n";
    assertThat(undefined("The shift of a bandit, in an\nepisode", glossary))
        .containsExactly("bandit", "episode");
    assertThat(letters("Σ ω and Δ")).containsExactly("Δ", "ω");
    assertThat(undefined("```text\na bandit\n```\n", glossary)).isEmpty();
  }
}
