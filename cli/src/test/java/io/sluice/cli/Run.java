package io.sluice.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** One run of the command line, as a user would see it. */
record Run(int exit, String out, String err) {
  private static final Set<String> READING = Set.of("evaluate", "check", "learn", "plan", "count");

  static Run of(String... args) {
    return run(false, args);
  }

  /** With an engine, where the command reads a log. */
  static Run on(String[] engine, String... args) {
    boolean reads = READING.contains(args[0]) && !List.of(args).contains("--counts");
    return run(
        false,
        reads ? Stream.concat(Stream.of(args), Stream.of(engine)).toArray(String[]::new) : args);
  }

  static Run onTerminal(String... args) {
    return run(true, args);
  }

  private static Run run(boolean terminal, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        Main.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminal,
            args);
    return new Run(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
