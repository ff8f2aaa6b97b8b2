package io.sluice.cli;

import java.io.PrintStream;

/**
 * Where a command prints.
 *
 * @param progress the way to whoever watches for what wipes itself again; never for names
 * @param terminal whether a person is watching
 */
record Console(PrintStream out, PrintStream err, PrintStream progress, boolean terminal) {
  /** Of streams that take any byte: what is printed to them has nothing that a terminal obeys. */
  static Console of(PrintStream out, PrintStream err, PrintStream progress, boolean terminal) {
    return new Console(ShownText.to(out), ShownText.to(err), progress, terminal);
  }

  /** Refuses to go on if what was printed cannot be read by anyone. */
  void requireOut() {
    if (out.checkError()) {
      throw new BadDataException(UNWRITABLE);
    }
  }

  static final String UNWRITABLE =
      "standard output: needs to be written to, got an error (is it full, or closed?)";
}
