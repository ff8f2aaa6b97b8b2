package io.sluice.inputs;

/** Checks that all three inputs share. */
final class InputChecks {
  private InputChecks() {}

  static void requireDelta(String where, double delta) {
    if (!(delta >= 0 && delta < 1)) {
      throw new IllegalArgumentException(
          "%s: δ must lie in [0, 1), got %s".formatted(where, delta));
    }
  }
}
