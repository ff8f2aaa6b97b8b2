package io.sluice.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The plain C loops, in a process of their own that makes one plan whenever it is asked to. */
final class CLoops implements AutoCloseable {
  private final Process process;
  private final PrintWriter in;
  private final BufferedReader out;

  /** Time and checksum of a plan, or of several. */
  record Plan(double nanos, double sum) {}

  private CLoops(Process process) throws IOException {
    this.process = process;
    in = new PrintWriter(process.getOutputStream(), true, StandardCharsets.US_ASCII);
    out = new BufferedReader(new InputStreamReader(process.getInputStream(), "US-ASCII"));
  }

  /** Builds the program; empty if there is no compiler or no source. */
  static Optional<Path> build(Path source) throws IOException, InterruptedException {
    if (!Files.exists(source)) {
      return Optional.empty();
    }
    Path program = Files.createTempDirectory("sluice-kernels").resolve("kernels");
    program.toFile().deleteOnExit();
    program.getParent().toFile().deleteOnExit();
    for (String compiler : new String[] {"gcc", "cc"}) {
      if (onPath(compiler)) {
        int exit =
            new ProcessBuilder(
                    compiler,
                    "-O3",
                    "-ffp-contract=off",
                    "-o",
                    program.toString(),
                    source.toString(),
                    "-lm")
                .inheritIO()
                .start()
                .waitFor();
        return exit == 0 ? Optional.of(program) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean onPath(String program) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      if (Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }

  static CLoops start(Path program, KernelProblem problem, double log) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            program.toString(),
            String.valueOf(problem.shape().states()),
            String.valueOf(problem.shape().actions()),
            String.valueOf(problem.successors()),
            String.valueOf(problem.shape().horizon()),
            problem.local() ? "1" : "0",
            Double.toHexString(log));
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    CLoops loops = new CLoops(builder.start());
    if (!"ready".equals(loops.out.readLine())) {
      throw new IOException("kernels: the C program did not start");
    }
    return loops;
  }

  Plan run(String kernel, int plans) throws IOException {
    in.println(kernel + " " + plans);
    String line = out.readLine();
    if (line == null) {
      throw new IOException("kernels: the C program ended early");
    }
    String[] words = line.split(" ");
    return new Plan(Double.parseDouble(words[0]) / plans, Double.parseDouble(words[1]));
  }

  @Override
  public void close() {
    process.destroy();
  }
}
