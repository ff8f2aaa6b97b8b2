package io.sluice.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a command prints, for a program in the same process: PySpark, whose Java process has the
 * session and its tables.
 *
 * @param exit as on the command line: 0 done, 1 a bug, 2 wrong usage, 3 bad data
 */
public record Printed(int exit, String out, String err) {
  /** Runs a command. */
  public static Printed of(List<String> args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        Main.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            args.toArray(String[]::new));
    return new Printed(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
