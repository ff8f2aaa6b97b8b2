package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import io.sluice.report.page.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** A page to look at, for commands that have one. */
final class ReportArguments {
  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Also writes an HTML report: one file that opens offline in any browser.")
  private Path file;

  /** Whether a page is wanted. */
  boolean isWanted() {
    return file != null;
  }

  /** Refuses places where this page or other outputs cannot be written, before any work. */
  void require(CommandSpec spec, List<Output> others, List<String> inputs) {
    List<Output> outputs = new ArrayList<>(others);
    outputs.addAll(Output.file("--report", file));
    Outputs.require(spec, outputs, inputs);
  }

  /**
   * Makes and writes the page, if it is wanted.
   *
   * @param page given the command that makes it again
   */
  void write(CommandSpec spec, Function<String, Page> page) {
    if (isWanted()) {
      OutputArguments.write("--report", file, page.apply(command(spec)).html());
    }
  }

  /** What was typed, so that a shell understands it. */
  private static String command(CommandSpec spec) {
    return command(spec.root().commandLine().getParseResult().originalArgs());
  }

  /** A command, so that a shell understands it. */
  static String command(List<String> words) {
    return "sluice " + String.join(" ", words.stream().map(ReportArguments::quoted).toList());
  }

  private static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
