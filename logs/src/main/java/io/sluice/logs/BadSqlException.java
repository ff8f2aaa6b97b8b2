package io.sluice.logs;

import java.util.Collection;

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

  /** What the engine says of it, without words about files and names of classes. */
  private static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage())
        .lines()
        .filter(line -> !line.isBlank())
        .findFirst()
        .orElse("nothing")
        .replaceFirst("^.*: needs a readable [a-z]+ file, got: ", "")
        .replaceFirst("^\\[[A-Z_.]+\\] ", "")
        .replaceFirst("^(Parser|Binder|Catalog|Conversion|Invalid Input) Error: ", "")
        .replaceFirst("at or near ['\"](AS|as)['\"]", "at its end")
        .replaceFirst("[.]? SQLSTATE: .*", "")
        .replace('`', '"');
  }
}
