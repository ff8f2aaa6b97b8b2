package io.sluice.cli;

import java.io.PrintStream;

/**
 * Where a command prints.
 *
 * @param terminal whether a person is watching
 */
record Console(PrintStream out, PrintStream err, boolean terminal) {}
