package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command and every option, one letter off: a usage error has at most ten lines, says what
 * was meant, and ends with the one command that shows help. Names are those that the help shows.
 */
class EveryOptionTest {
  private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z]+) ");
  private static final Pattern OPTION = Pattern.compile("(?m)^ {2,8}(?:-\\w, )?(--[a-z][a-z-]+)");

  static List<String> commands() {
    String help = Run.of("--help").out();
    String list = help.substring(help.indexOf("Commands:"));
    return COMMAND.matcher(list).results().map(match -> match.group(1)).toList();
  }

  private static TreeSet<String> options(String command) {
    return OPTION
        .matcher(Run.of(command, "--help").out())
        .results()
        .map(match -> match.group(1))
        .collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
  }

  /** With a letter in the middle that no name has there. */
  private static String misspelled(String name) {
    int middle = name.length() / 2;
    return name.substring(0, middle) + "q" + name.substring(middle);
  }

  private static void isShort(Run run, String help) {
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().count()).isLessThanOrEqualTo(10);
    assertThat(run.err()).endsWith("\nhelp: " + help + " --help\n").doesNotContain("\tat ");
  }

  @Test
  void everyCommandIsThere() {
    assertThat(commands()).hasSizeGreaterThanOrEqualTo(15).contains("evaluate", "session", "serve");
    assertThat(options("evaluate")).hasSizeGreaterThan(20).contains("--policy", "--reward-range");
  }

  @Test
  void aMisspelledCommandIsRecognized() {
    for (String command : commands()) {
      Run run = Run.of(misspelled(command), "log.csv");
      isShort(run, "sluice");
      assertThat(run.err()).contains("did you mean sluice " + command + "?");
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aMisspelledOptionIsRecognized(String command) {
    for (String option : options(command)) {
      for (String word : List.of(misspelled(option), misspelled(option) + "=1")) {
        Run run = Run.of(command, word);
        isShort(run, "sluice " + command);
        assertThat(run.err()).as(word).contains("did you mean " + option + "?");
      }
    }
  }
}
