package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import io.sluice.duckdb.DuckDb;
import io.sluice.files.TemporaryFiles;
import io.sluice.logs.Inputs;
import io.sluice.logs.LogFiles;
import io.sluice.report.Numbers;
import io.sluice.simulation.ContinuousSession;
import io.sluice.simulation.Environment;
import io.sluice.simulation.FeatureLogWriter;
import io.sluice.simulation.LogWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a log of a problem whose truth is known. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description =
        "Simulates a log of an environment, with propensities, for trying out the other commands.")
final class SimulateCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private EnvironmentArguments problem;

  @Parameters(
      paramLabel = "ENV",
      description =
          "chain-bandit, chain-bandit-released, continuous-session, continuous-session-thresholds (states are columns: use"
              + " --features), grid-world, grid-world-uniform, random-mdp, search-session or wet-chicken.")
  private String name;

  @Option(
      names = "--episodes",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Number of episodes (default: ${DEFAULT-VALUE}).")
  private int episodes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Random seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The log to write, .csv or .parquet.")
  private Path out;

  SimulateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (episodes < 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--episodes: needs at least 1, got " + episodes);
    }
    CsvSource rows = LogCommand.option(spec, this::rows);
    boolean parquet = out.toString().endsWith(".parquet");
    if (!parquet && !out.toString().endsWith(".csv")) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--out: needs a file ending in .csv or .parquet, got " + out);
    }
    Outputs.require(spec, Output.file("--out", out), List.of());
    OutputArguments.write(
        "--out",
        out,
        to -> {
          if (parquet) {
            writeParquet(rows, to);
          } else {
            writeCsv(rows, to);
          }
        });
    console.out().printf("%s episodes of %s: %s\n", Numbers.whole(episodes), name, out);
    return Main.DONE;
  }

  /** Writes the rows of a log. */
  private interface CsvSource {
    void write(Appendable to) throws IOException;
  }

  private CsvSource rows() {
    Optional<ContinuousSession> session = problem.continuous(name);
    if (session.isPresent()) {
      return to -> FeatureLogWriter.csv(session.get().draw(seed, episodes, 1), to);
    }
    Environment environment = problem.environment(name, seed);
    return to -> LogWriter.csv(environment, episodes, seed, to);
  }

  private void writeCsv(CsvSource source, OutputStream to) throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8));
    source.write(writer);
    writer.flush();
  }

  private void writeParquet(CsvSource source, OutputStream to) throws IOException {
    Path folder = Inputs.scratch("simulated");
    try (DuckDb engine = DuckDb.start()) {
      Path csv = folder.resolve("log.csv");
      Path parquet = folder.resolve("log.parquet");
      try (OutputStream rows = Files.newOutputStream(csv)) {
        writeCsv(source, rows);
      } catch (IOException e) {
        if (LogFiles.isDiskFull(String.valueOf(e.getMessage()))) {
          throw LogFiles.diskFull();
        }
        throw e;
      }
      engine.execute(
          "COPY (SELECT * REPLACE (CAST(episode AS BIGINT) AS episode, CAST(step AS INTEGER) AS step, CAST(reward AS DOUBLE) AS reward, CAST(propensity AS DOUBLE) AS propensity%s) FROM read_csv(%s, all_varchar = true)) TO %s (FORMAT parquet)"
              .formatted(numbers(), engine.text(csv.toString()), engine.text(parquet.toString())));
      Files.copy(parquet, to);
    } finally {
      TemporaryFiles.remove(folder);
    }
  }

  /** Columns that are numbers besides those of every log. */
  private String numbers() {
    if (problem.continuous(name).isEmpty()) {
      return "";
    }
    List<String> columns = new ArrayList<>();
    ContinuousSession.COLUMNS.forEach(c -> columns.add(c.name()));
    ContinuousSession.ACTIONS.forEach(a -> columns.addAll(List.of("b_" + a, "p_" + a)));
    return columns.stream()
        .map(c -> ", CAST(%s AS DOUBLE) AS %s".formatted(c, c))
        .collect(Collectors.joining());
  }
}
