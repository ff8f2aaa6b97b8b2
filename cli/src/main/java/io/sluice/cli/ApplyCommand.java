package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import io.sluice.duckdb.DuckDb;
import io.sluice.files.TemporaryFiles;
import io.sluice.logs.PolicyDecisions;
import io.sluice.policy.SavedPolicy;
import io.sluice.report.Numbers;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What would the policy do in these rows? */
@Command(
    name = "apply",
    mixinStandardHelpOptions = true,
    customSynopsis =
        "sluice apply [OPTIONS] --out=decisions.parquet|decisions.csv policy.json LOG...",
    description =
        "Applies a learned policy to every row of a file and writes its action and the probability of every action. Rows"
            + " need the step and the columns that the policy uses, but no action or reward.")
final class ApplyCommand implements Callable<Integer> {
  private static final String DOING = "applying";

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private SavedPolicyArgument policy;
  @Mixin private ReadingArguments reading;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "decisions.parquet|decisions.csv",
      description = "The file of decisions to write.")
  private Path out;

  ApplyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    LogCommand.option(spec, this::requireFormat);
    List<String> inputs = new ArrayList<>(reading.inputs());
    Outputs.require(spec, Output.file("--out", out), inputs);
    SavedPolicy saved = policy.read();
    return LogCommand.withEngine(
        console,
        spec,
        reading,
        DOING,
        engine -> {
          long[] rows = new long[1];
          try {
            Path folder = TemporaryFiles.folder("apply");
            Path lines = folder.resolve("decisions.csv");
            try (BufferedWriter writer = Files.newBufferedWriter(lines)) {
              rows[0] =
                  PolicyDecisions.write(
                      saved,
                      policy.file(),
                      engine,
                      rows(),
                      reading.options(false).columns(),
                      line -> write(writer, line));
            }
            Path made = isParquet() ? parquet(lines, saved, folder) : lines;
            OutputArguments.write("--out", out, to -> Files.copy(made, to));
            TemporaryFiles.remove(folder);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          LogCommand.done(console, DOING);
          console
              .out()
              .println(
                  "%s on %s: %s"
                      .formatted(saved.origin().learner(), Numbers.counted(rows[0], "row"), out));
          return Main.DONE;
        });
  }

  /** The first of the files is the policy. */
  private List<String> rows() {
    return reading.paths().subList(1, reading.paths().size());
  }

  private boolean isParquet() {
    return out.toString().endsWith(".parquet");
  }

  private boolean requireFormat() {
    if (rows().isEmpty()) {
      throw new IllegalArgumentException("LOG: needs a file with rows, got none");
    }
    if (!isParquet() && !out.toString().endsWith(".csv")) {
      throw new IllegalArgumentException(
          "--out: needs a file that ends in .parquet or .csv, got " + out);
    }
    return true;
  }

  private static void write(BufferedWriter writer, String line) {
    try {
      writer.write(line);
      writer.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path parquet(Path lines, SavedPolicy saved, Path folder) {
    Path file = folder.resolve("decisions.parquet");
    try (DuckDb writer = DuckDb.start()) {
      List<String> types = new ArrayList<>();
      types.add("'step': 'BIGINT'");
      saved.actions().forEach(a -> types.add("%s: 'DOUBLE'".formatted(writer.text("p_" + a))));
      writer.execute(
          "COPY (SELECT * FROM read_csv(%s, header = true, all_varchar = false, delim = ',', quote = '\"', types = {%s})) TO %s (FORMAT PARQUET)"
              .formatted(
                  writer.text(lines.toString()),
                  String.join(", ", types),
                  writer.text(file.toString())));
    }
    return file;
  }
}
