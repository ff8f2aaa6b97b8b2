package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * No number is written in the digits of a locale: a format with %d, %f, %e or %g is given {@code
 * Locale.ROOT}, and {@code formatted}, which cannot be, has texts alone.
 */
class NumbersWithoutLocaleTest {
  private static final Pattern NUMBER = Pattern.compile("%[-+# 0,(.\\d]*[defgDEG]");
  private static final Pattern CALL =
      Pattern.compile("\\.formatted\\(|\\bString\\s*\\.format\\(\\s*|\\.printf\\(\\s*");

  /** The lines of a source that break the rule. */
  private static List<Integer> offenses(String source) {
    String texts = JavaTexts.of(source);
    List<Integer> lines = new ArrayList<>();
    Matcher call = CALL.matcher(source);
    while (call.find()) {
      if (texts.charAt(call.start()) != '\0' || isComment(source, texts, call.start())) {
        continue; // within a text
      }
      boolean formatted = call.group().startsWith(".formatted");
      String format =
          formatted
              ? before(source, texts, call.start())
              : texts.substring(call.end(), argument(source, texts, call.end()));
      boolean rooted =
          source.startsWith("Locale.ROOT", call.end())
              || source.startsWith("java.util.Locale.ROOT", call.end());
      boolean unknown = format.replaceAll("[\0\n]", "").isEmpty();
      if (!rooted && (unknown || NUMBER.matcher(format.replace("%%", "")).find())) {
        lines.add((int) source.substring(0, call.start()).lines().count());
      }
    }
    return lines;
  }

  private static boolean isComment(String source, String texts, int at) {
    int line = source.lastIndexOf('\n', at) + 1;
    int slashes = source.indexOf("//", line);
    return slashes >= 0 && slashes < at && texts.charAt(slashes) == '\0';
  }

  /** The texts of what a method is called on: a literal, or what is between parentheses. */
  private static String before(String source, String texts, int call) {
    int open = 0;
    int at = call - 1;
    boolean seen = false;
    while (at >= 0 && (open > 0 || !seen)) {
      char c = source.charAt(at);
      if (texts.charAt(at) != '\0' && texts.charAt(at) != '\n') {
        seen = true;
      } else if (c == ')') {
        open++;
      } else if (c == '(') {
        open--;
        seen |= open == 0;
      } else if (Character.isJavaIdentifierPart(c)) {
        seen |= open == 0;
      }
      at--;
    }
    while (at >= 0 && texts.charAt(at) != '\0') {
      at--;
    }
    return texts.substring(at + 1, call);
  }

  /** Where the first argument ends. */
  private static int argument(String source, String texts, int from) {
    int open = 0;
    int at = from;
    while (at < source.length()) {
      char c = texts.charAt(at) == '\0' ? source.charAt(at) : ' ';
      if (open == 0 && (c == ',' || c == ')')) {
        break;
      }
      open += c == '(' ? 1 : c == ')' ? -1 : 0;
      at++;
    }
    return at;
  }

  @Test
  void numbersAreFormattedWithoutALocale() {
    List<String> found = new ArrayList<>();
    for (Path file : Repository.sources("src/main/java")) {
      String name = Repository.root().relativize(file).toString();
      if (!name.startsWith("benchmarks")) { // which prints for whoever runs it
        offenses(Repository.read(file)).forEach(line -> found.add(name + ":" + line));
      }
    }
    assertThat(found).isEmpty();
  }

  /** The control: every way to forget the locale is found, and nothing else. */
  @Test
  void aForgottenLocaleIsFound() {
    assertThat(
            offenses(
                """
                a = "%d".formatted(n);
                b = "%s".formatted(n);
                c = String.format("%,d", n);
                d = String.format(Locale.ROOT, "%,d", n);
                e = ("x %-" + w + "s " + "%.3f").formatted(n, x);
                f = layout.formatted(n);
                g = ("x %-" + w + "s").formatted(n);
                h = "step %d"
                    .formatted(f(n));
                out.printf("%3d%%", n);
                // "%d".formatted(n)
                i = "\\"%d\\".formatted(n) and 100%".strip();
                j = String.format("%s, %d", s, n);
                k = "95%% for %s".formatted(n);
                """))
        .containsExactly(1, 3, 5, 6, 9, 10, 13);
  }
}
