package io.sluice.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The message on a command that cannot be meant: what is wrong, what may have been meant, and the
 * command that shows help. At most ten lines.
 */
final class UsageError {
  private static final int LINES = 8;
  private static final int LONGEST = 600; // characters of a line

  private static final Pattern ONE_OF =
      Pattern.compile(
          "(?:needs|expected)(?: a role,)?(?: (?:one|some) of)? \\[?([^\\]]*?)\\]?(?: \\(case-insensitive\\))?"
              + "(?:, got| but was) '?\"?([^\\s'\"]+)['\"]?$");

  private UsageError() {}

  /**
   * @param words what was typed
   */
  static void print(ParameterException error, List<String> words, PrintStream err) {
    lines(orUnknown(error, words)).forEach(err::println);
  }

  /** What is missing may be there, misspelled: then that is the error. */
  private static ParameterException orUnknown(ParameterException error, List<String> words) {
    CommandLine command = error.getCommandLine();
    List<String> unknown =
        words.stream()
            .map(word -> word.replaceFirst("(?s)=.*", ""))
            .filter(word -> word.matches("--[a-z][a-z-]*"))
            .filter(word -> !command.getCommandSpec().optionsMap().containsKey(word))
            .limit(1)
            .toList();
    return error instanceof MissingParameterException && !unknown.isEmpty()
        ? new UnmatchedArgumentException(command, unknown)
        : error;
  }

  private static List<String> lines(ParameterException error) {
    List<String> lines = new ArrayList<>();
    String message = String.valueOf(error.getMessage());
    message.lines().limit(LINES).forEach(line -> lines.add(cut(line)));
    meant(error, message).ifPresent(meant -> lines.add("did you mean " + meant + "?"));
    lines.add(help(error.getCommandLine()));
    return lines;
  }

  /** The last line: the command that shows help. */
  static String help(CommandLine command) {
    return "help: %s --help".formatted(command.getCommandSpec().qualifiedName());
  }

  private static String cut(String line) {
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }

  private static Optional<String> meant(ParameterException error, String message) {
    CommandLine command = error.getCommandLine();
    if (error instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      String word = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
      if (word.startsWith("-")) {
        return nearest(word, command.getCommandSpec().optionsMap().keySet());
      }
      return nearest(word, command.getSubcommands().keySet())
          .map(name -> command.getCommandSpec().qualifiedName() + " " + name);
    }
    Matcher list = ONE_OF.matcher(message);
    return list.find()
        ? nearest(list.group(2), Arrays.asList(list.group(1).split(", | or ")))
        : Optional.empty();
  }

  /** The word that differs least, if it differs by little. */
  static Optional<String> nearest(String word, Collection<String> all) {
    if (word.length() > LONGEST) {
      return Optional.empty();
    }
    String best = "";
    int least = Math.max(2, word.length() / 3) + 1;
    for (String candidate : all.stream().sorted().toList()) {
      int edits = edits(word, candidate);
      if (edits < least && edits < candidate.length() && !candidate.contains(" ")) {
        best = candidate;
        least = edits;
      }
    }
    return Optional.of(best).filter(found -> !found.isEmpty());
  }

  /** Letters added, left out, changed, or swapped with their neighbor. */
  private static int edits(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        edits[i][j] =
            Math.min(
                edits[i - 1][j - 1] + (same ? 0 : 1),
                1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
        }
      }
    }
    return edits[from.length()][to.length()];
  }
}
