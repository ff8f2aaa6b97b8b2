package io.sluice.cli;

import io.sluice.duckdb.CountsFile;
import io.sluice.duckdb.DuckDb;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.logs.SqlEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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
    description =
        "Counts a log and keeps the counts in a small file, from which evaluate, check, learn and plan answer with"
            + " --counts: yesterday's and today's added up, without reading yesterday's log again.")
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
      description = "Where to write the counts.")
  private Path out;

  CountCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    LogCommand.option(spec, () -> reading.options(true));
    LogCommand.option(spec, this::requireParquet);
    return LogCommand.withEngine(
        console,
        spec,
        reading,
        DOING,
        engine -> {
          OpenLog log = reading.openToKeep(engine);
          write(engine, log);
          LogCommand.done(console, DOING);
          console.out().print(output.isJson() ? OutputArguments.json(json(log)) : text(log));
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
  private void write(SqlEngine engine, OpenLog log) {
    Path target = out.toAbsolutePath();
    Path draft = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
    try {
      if (!Files.isDirectory(target.getParent()) || Files.isDirectory(target)) {
        throw new IOException();
      }
      try (DuckDb writer = DuckDb.start()) {
        CountsFile.write(writer, log, draft);
        OutputArguments.move(draft, target);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw OutputArguments.unwritable("--out", out, e);
    }
  }

  private String text(OpenLog log) {
    LoggedData data = log.data();
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

  private Map<String, Object> json(OpenLog log) {
    LoggedData data = log.data();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("counts", out.toString());
    json.put("rows", data.rows());
    json.put("episodes", data.episodes());
    json.put("states", data.shape().states());
    json.put("actions", data.shape().actions());
    json.put("horizon", data.shape().horizon());
    json.put("inputs", inputs(log));
    json.put("fingerprint", data.fingerprint());
    json.put("warnings", data.notes());
    return json;
  }

  private static List<String> inputs(OpenLog log) {
    return log.origin().orElseThrow().inputs();
  }
}
