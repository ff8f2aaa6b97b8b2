package io.sluice.logs;

/** What is wrong with a text file, and in which of its lines. */
final class TextFault extends Exception {
  private static final long serialVersionUID = 1;

  private final long line;

  TextFault(long line, String what) {
    super(what, null, false, false);
    this.line = line;
  }

  long line() {
    return line;
  }
}
