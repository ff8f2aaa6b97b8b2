package io.sluice.report.chart;

/** Checks that several records of this package share. */
final class Checks {
  private Checks() {}

  /** Refuses blank text, and control characters, which XML cannot hold. */
  static void text(String where, String what, String text) {
    if (text == null || text.isBlank() || text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "%s: %s must be one line of text that is not blank, got %s"
              .formatted(where, what, text == null ? "null" : "\"" + text + "\""));
    }
  }
}
