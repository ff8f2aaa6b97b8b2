package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import io.sluice.duckdb.CountsFile;
import io.sluice.files.TemporaryFiles;
import io.sluice.fit.LogData;
import io.sluice.logs.SqlLog;
import io.sluice.report.Numbers;
import io.sluice.report.json.CountJson;
import io.sluice.report.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Count now, answer later. */
@Command(
    name = "count",
    mixinStandardHelpOptions = true,
    customSynopsis = "sluice count [OPTIONS] --out=counts.parquet LOG...",
    description =
        "Saves the counts of a log in a small file. evaluate, check, learn, plan and coverage read it with --counts, so a"
            + " new day's counts can be added without reading old logs again.")
final class CountCommand implements Callable<Integer> {
  private static final String DOING = "counting";

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private ReadingArguments reading;
  @Mixin private OutputArguments output;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "counts.parquet",
      description = "The file of counts to write.")
  private Path out;

  CountCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    LogCommand.option(spec, () -> reading.options(true).toKeep());
    LogCommand.option(spec, this::requireParquet);
    Outputs.require(spec, Output.file("--out", out), reading.inputs());
    return LogCommand.withEngine(
        console,
        spec,
        reading,
        DOING,
        engine -> {
          SqlLog log = reading.openToKeep(engine);
          write(log);
          LogCommand.done(console, DOING);
          console
              .out()
              .print(
                  output.isJson()
                      ? Json.text(CountJson.of(log.data(), out, inputs(log)))
                      : text(log));
          return Main.DONE;
        });
  }

  private Path requireParquet() {
    if (!out.toString().toLowerCase(java.util.Locale.ROOT).endsWith(".parquet")) {
      throw new IllegalArgumentException("--out: needs a file ending in .parquet, got " + out);
    }
    return out;
  }

  /** Whole or not at all; DuckDB writes, whichever engine has counted. */
  private void write(SqlLog log) {
    OutputArguments.write(
        "--out",
        out,
        to -> {
          Path folder = TemporaryFiles.folder("counts");
          try {
            Path counts = folder.resolve("counts.parquet");
            CountsFile.write(log, counts);
            Files.copy(counts, to);
          } finally {
            TemporaryFiles.remove(folder);
          }
        });
  }

  private String text(SqlLog log) {
    LogData data = log.data();
    return "%s rows, %s episodes, %s states, %s actions, %s steps: %s\ninput hash: %s\n"
        .formatted(
            Numbers.whole(data.rows()),
            Numbers.whole(data.episodes()),
            Numbers.whole(data.shape().states()),
            Numbers.whole(data.shape().actions()),
            Numbers.whole(data.shape().horizon()),
            out,
            String.join(", ", inputs(log)));
  }

  private static List<String> inputs(SqlLog log) {
    return log.origin().orElseThrow().inputs();
  }
}
