package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import io.sluice.policy.PolicyJava;
import io.sluice.policy.PolicyOnnx;
import io.sluice.policy.PolicySql;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.SqlDialect;
import io.sluice.policy.StepModel.Table;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A learned policy for other programs. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description =
        "Exports a learned policy as a database query, a Java class without dependencies, an ONNX model, or a table. Its decisions are"
            + " identical to those of the policy that was judged, even where values are missing or were never seen.")
final class ExportCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private SavedPolicyArgument policy;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "sql|java|onnx|csv",
      description = "Format to write; csv only for policies on state labels.")
  private String to;

  @Option(
      names = "--dialect",
      paramLabel = "duckdb|spark|postgresql",
      defaultValue = "duckdb",
      description = "SQL dialect, with --to sql (default: ${DEFAULT-VALUE}).")
  private String dialect;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      defaultValue = "log",
      description =
          "The table that the query reads, with --to sql: a name, or a query in parentheses (default:"
              + " ${DEFAULT-VALUE}).")
  private String table;

  @Option(names = "--out", required = true, paramLabel = "FILE", description = "The file to write.")
  private Path out;

  ExportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    SqlDialect database = LogCommand.option(spec, () -> SqlDialect.named(dialect));
    LogCommand.option(spec, this::requireKind);
    Outputs.require(spec, Output.file("--out", out), List.of(policy.file()));
    SavedPolicy saved = policy.read();
    byte[] bytes =
        switch (to) {
          case "sql" -> utf8(PolicySql.query(saved, database, table) + "\n");
          case "java" -> utf8(LogCommand.option(spec, () -> PolicyJava.source(saved, className())));
          case "onnx" -> LogCommand.option(spec, () -> PolicyOnnx.model(saved));
          default -> utf8(csv(saved));
        };
    OutputArguments.write("--out", out, file -> file.write(bytes));
    console.out().println("%s as %s: %s".formatted(saved.origin().learner(), to, out));
    return Main.DONE;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private boolean requireKind() {
    if (!List.of("sql", "java", "onnx", "csv").contains(to)) {
      throw new IllegalArgumentException("--to: needs sql, java, onnx or csv, got " + to);
    }
    return true;
  }

  /** The class is named as its file has to be. */
  private String className() {
    return out.getFileName().toString().replaceFirst("\\.java$", "");
  }

  private String csv(SavedPolicy saved) {
    StringBuilder csv = new StringBuilder("step,state,action,probability,learned_from\n");
    for (int h = 1; h <= saved.horizon(); h++) {
      if (!(saved.steps().get(h - 1) instanceof Table steps)) {
        throw new BadDataException(
            "%s: needs a policy of a state to write a table, got one of columns"
                .formatted(policy.file()));
      }
      for (Map.Entry<String, List<Double>> row : new TreeMap<>(steps.states()).entrySet()) {
        for (int a = 0; a < saved.actions().size(); a++) {
          double p = row.getValue().get(a);
          if (p > 0) {
            csv.append(
                "%s,%s,%s,%s,%s\n"
                    .formatted(
                        saved.firstStep() + h - 1,
                        quoted(row.getKey()),
                        quoted(saved.actions().get(a)),
                        p == 1 ? "1" : Double.toString(p),
                        saved.origin().learnedFrom()));
          }
        }
      }
    }
    return csv.toString();
  }

  private static String quoted(String label) {
    boolean plain = label.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain && !label.isEmpty() ? label : '"' + label.replace("\"", "\"\"") + '"';
  }
}
