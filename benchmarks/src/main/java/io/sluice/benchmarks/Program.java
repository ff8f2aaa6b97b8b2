package io.sluice.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Somebody else's loops, in a process of their own that makes plans whenever it is asked to. */
final class Program implements AutoCloseable {
  private final Process process;
  private final PrintWriter in;
  private final BufferedReader out;

  /** Time of a plan, and the sum of its values. */
  record Plan(double nanos, double sum) {}

  private Program(Process process) throws IOException {
    this.process = process;
    in = new PrintWriter(process.getOutputStream(), true, StandardCharsets.US_ASCII);
    out = new BufferedReader(new InputStreamReader(process.getInputStream(), "US-ASCII"));
  }

  /**
   * Starts it and waits until it has made its problem.
   *
   * @return empty if it does not start here
   */
  static Optional<Program> start(List<String> command, List<?> arguments) throws IOException {
    List<String> words = new ArrayList<>(command);
    arguments.forEach(argument -> words.add(argument.toString()));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return Optional.empty();
    }
    Program program = new Program(process);
    if ("ready".equals(program.out.readLine())) {
      return Optional.of(program);
    }
    program.close();
    return Optional.empty();
  }

  Plan run(String kernel, int plans) throws IOException {
    in.println(kernel + " " + plans);
    String line = out.readLine();
    if (line == null) {
      throw new IOException("%s: the program ended early".formatted(kernel));
    }
    String[] words = line.split(" ");
    return new Plan(Double.parseDouble(words[0]) / plans, Double.parseDouble(words[1]));
  }

  @Override
  public void close() {
    process.destroy();
  }
}
