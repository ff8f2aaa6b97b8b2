package io.sluice.logs;

/** Holds bytes to UTF-8 while they come: no overlong forms, no surrogates, nothing cut off. */
final class Utf8 {
  private int missing; // bytes until the character at hand is whole
  private int least = 0x80; // what its next byte may be
  private int most = 0xBF;
  private int first; // of the character at hand

  /** Whether a character has begun that is not whole yet. */
  boolean open() {
    return missing > 0;
  }

  /**
   * Takes the next byte.
   *
   * @param b as Java has bytes, from −128 to 127
   * @return whether it can stand there
   */
  boolean next(byte b) {
    int value = b & 0xFF;
    if (missing > 0) {
      boolean fits = value >= least && value <= most;
      missing--;
      least = 0x80;
      most = 0xBF;
      return fits;
    }
    first = value;
    if (value < 0x80) {
      return true;
    }
    if (value < 0xC2 || value > 0xF4) {
      return false;
    }
    missing = value < 0xE0 ? 1 : value < 0xF0 ? 2 : 3;
    least = value == 0xE0 ? 0xA0 : value == 0xF0 ? 0x90 : 0x80;
    most = value == 0xED ? 0x9F : value == 0xF4 ? 0x8F : 0xBF;
    return true;
  }

  /** What to say about the character that the last byte cannot be part of. */
  TextFault fault(long line) {
    return new TextFault(
        line,
        "needs text in UTF-8, got the byte 0x%s (is it Latin-1?)"
            .formatted(Integer.toHexString(first).toUpperCase(java.util.Locale.ROOT)));
  }
}
