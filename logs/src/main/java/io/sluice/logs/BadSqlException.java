package io.sluice.logs;

import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;

/** SQL that a user wrote and that the engine cannot run. */
public final class BadSqlException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  BadSqlException(String setting, String needed, Collection<String> columns, RuntimeException e) {
    super(
        "%s: needs %s over the columns %s, got: %s%s"
            .formatted(setting, needed, String.join(", ", columns), reason(e), quoting(columns)),
        e);
  }

  /** How to write names that SQL does not take as they are, if there are any. */
  private static String quoting(Collection<String> columns) {
    return columns.stream()
        .filter(name -> !name.matches("[A-Za-z_][A-Za-z0-9_]*"))
        .findFirst()
        .map(" (names with spaces or signs need quotes: \"%s\")"::formatted)
        .orElse("");
  }

  /**
   * What engines say of the same mistakes, and our words for it. Where a syntax error is, they say
   * of the whole query, which nobody has written.
   */
  private static final Map<Pattern, String> SAID =
      Map.of(
          Pattern.compile("(?i)syntax error at or near .*"),
          "a syntax error",
          Pattern.compile("Referenced column (\"[^\"]+\") not found.*"),
          "no column $1",
          Pattern.compile("A column,? .*with name (\"[^\"]+\") cannot be resolved.*"),
          "no column $1",
          Pattern.compile("Scalar Function with name \"?([^ \"]+)\"? does not exist.*"),
          "no function $1",
          Pattern.compile("Cannot resolve routine \"([^\"]+)\" .*"),
          "no function $1",
          Pattern.compile("aggregate function calls cannot be nested.*"),
          "an aggregate function, which one row cannot have",
          Pattern.compile("It is not allowed to use an aggregate function in the argument of.*"),
          "an aggregate function, which one row cannot have",
          Pattern.compile("Could not convert string ('.*') to (\\w+).*"),
          "the text $1, which is no $2",
          Pattern.compile("The value ('.*') of the type \"STRING\" cannot be cast to \"(\\w+)\".*"),
          "the text $1, which is no $2");

  /** What the engine says of it, without words about files and names of classes. */
  private static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String said =
        String.valueOf(cause.getMessage())
            .lines()
            .filter(line -> !line.isBlank())
            .findFirst()
            .orElse("nothing")
            .replaceFirst("^.*: needs a readable [a-z]+ file, got: ", "")
            .replaceFirst("^\\[[A-Z_.]+\\] ", "")
            .replaceFirst("^(Parser|Binder|Catalog|Conversion|Invalid Input) Error: ", "")
            .replaceFirst("[.]? SQLSTATE: .*", "")
            .replace('`', '"');
    return SAID.entrySet().stream()
        .map(words -> Map.entry(words.getKey().matcher(said), words.getValue()))
        .filter(words -> words.getKey().matches())
        .map(words -> words.getKey().replaceFirst(words.getValue()))
        .findFirst()
        .orElse(said);
  }
}
