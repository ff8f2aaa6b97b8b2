package io.sluice.logs;

import java.util.Collection;

/** SQL that a user wrote and that the engine cannot run. */
public final class BadSqlException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  BadSqlException(String setting, String needed, Collection<String> columns, RuntimeException e) {
    super(
        "%s: needs %s over the columns %s, got: %s"
            .formatted(setting, needed, String.join(", ", columns), said(e)),
        e);
  }

  /** The first line of what the engine says, without its name for the kind of error. */
  private static String said(RuntimeException e) {
    Throwable first = e.getCause() == null ? e : e.getCause();
    String line = String.valueOf(first.getMessage()).lines().findFirst().orElse("an error");
    return line.replaceFirst("^(java\\.sql\\.SQLException: )?[A-Za-z ]*Error: ", "");
  }
}
