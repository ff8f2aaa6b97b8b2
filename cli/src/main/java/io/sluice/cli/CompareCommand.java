package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import io.sluice.features.FeatureComparison;
import io.sluice.features.FeatureSettings;
import io.sluice.fit.Comparison;
import io.sluice.fit.ComparisonResult;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlEngine;
import io.sluice.report.json.ComparisonJson;
import io.sluice.report.json.Json;
import io.sluice.report.page.ComparisonPage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which of several policies is best, and at which step? */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    customSynopsis = "sluice compare [OPTIONS] --policy=NAME=P --policy=NAME=P... LOG...",
    description =
        "Reports which of several policies cannot be ruled out as best, by step and in total, with simultaneous intervals"
            + " against the logged policy and against each other.")
final class CompareCommand implements Callable<Integer> {
  private static final String DOING = "comparing";

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private LogArguments log;
  @Mixin private OutputArguments output;

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "[NAME=]P",
      description =
          "A policy to compare, as for evaluate; give the option once for each. A name of letters, digits and _ may"
              + " precede it: NAME=P. With a policy per row among them (columns:PREFIX, sql:EXPRESSION, or a file by episode"
              + " and step) and without --features, all are compared by robust.")
  private List<String> policies;

  @Option(
      names = "--interval",
      split = ",",
      paramLabel = "NAME",
      description =
          "Whose scores to compare by: efficient, robust, or both, the first that the log does not contradict (default:"
              + " efficient, and robust if propensities are known).")
  private List<String> intervals = List.of();

  @Option(names = "--out", paramLabel = "FILE", description = "Writes the result to this file.")
  private Path out;

  @Mixin private ReportArguments report;
  @Mixin private FeatureArguments features;
  @Mixin private ByArgument by;

  CompareCommand(Console console) {
    this.console = console;
  }

  /**
   * Policies by their names.
   *
   * @param written NAME=POLICY, or a policy alone, whose name is then what is written
   */
  static Map<String, String> named(List<String> written) {
    Map<String, String> all = new LinkedHashMap<>();
    for (String one : written) {
      int at = one.indexOf('=');
      boolean named = at > 0 && one.substring(0, at).matches("[A-Za-z_][A-Za-z0-9_]*");
      String name = named ? one.substring(0, at) : one;
      if (name.equals(ComparisonResult.LOGGED)) {
        throw new IllegalArgumentException(
            "--policy: needs another name, because \"%s\" is the logged policy, got %s"
                .formatted(ComparisonResult.LOGGED, one));
      }
      if (all.put(name, named ? one.substring(at + 1) : one) != null) {
        throw new IllegalArgumentException(
            "--policy: needs a different name for each, got \"%s\" twice".formatted(name));
      }
    }
    return all;
  }

  @Override
  public Integer call() {
    log.check(spec);
    Map<String, String> wanted = LogCommand.option(spec, () -> named(policies));
    List<IntervalKind> asked = LogCommand.option(spec, () -> EvaluateCommand.kinds(intervals));
    List<String> inputs = new ArrayList<>();
    wanted.values().forEach(policy -> inputs.addAll(log.inputs(policy)));
    report.require(spec, Output.file("--out", out), inputs);
    Optional<SegmentColumns> segments = LogCommand.option(spec, () -> by.columns(log));
    Optional<Map<String, FeatureOptions>> columns =
        LogCommand.option(spec, features::isAsked)
            ? Optional.of(rowOptions("--features", wanted, segments))
            : Optional.empty();
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          if (columns.isPresent()) {
            return compareRows(engine, columns.get(), asked);
          }
          Optional<String> perRow = perRow(engine, wanted);
          if (perRow.isEmpty()) {
            return show(Comparison.of(log.openAll(spec, engine, wanted, segments), asked));
          }
          List<IntervalKind> kinds = LogCommand.option(spec, () -> rowKinds(perRow.get(), asked));
          return compareRows(engine, rowOptions("--policy", wanted, segments), kinds);
        });
  }

  /** A policy that may differ between rows of one state, as it is written, if there is one. */
  private Optional<String> perRow(SqlEngine engine, Map<String, String> wanted) {
    return log.paths().isEmpty()
        ? Optional.empty()
        : wanted.values().stream().filter(p -> RowPolicy.isPerRow(p, engine)).findFirst();
  }

  private static List<IntervalKind> rowKinds(String perRow, List<IntervalKind> asked) {
    return FeatureArguments.rowKinds(perRow, asked, List.of(IntervalKind.ROBUST));
  }

  /**
   * How to read the log for each policy.
   *
   * @param option why rows are needed
   */
  private Map<String, FeatureOptions> rowOptions(
      String option, Map<String, String> wanted, Optional<SegmentColumns> segments) {
    Map<String, FeatureOptions> all = new LinkedHashMap<>();
    wanted.forEach(
        (name, policy) ->
            all.put(
                name, LogCommand.option(spec, () -> features.options(log, policy).by(segments))));
    LogCommand.option(spec, () -> requireFiles(option));
    return all;
  }

  private boolean requireFiles(String option) {
    if (log.paths().contains("-")) {
      throw new IllegalArgumentException(
          option
              + ": needs files to compare policies on, which may be read more than once, got standard input");
    }
    return true;
  }

  private int compareRows(
      SqlEngine engine, Map<String, FeatureOptions> options, List<IntervalKind> asked) {
    FeatureSettings settings = LogCommand.option(spec, () -> features.settings(log.settings()));
    Map<String, RowPolicy> judged = new LinkedHashMap<>();
    options.forEach((name, own) -> judged.put(name, own.policy()));
    FeatureOptions any = options.values().iterator().next();
    return show(
        FeatureComparison.of(
            List.copyOf(options.keySet()),
            FeatureReader.groups(engine, log.paths(), any, judged),
            settings,
            asked));
  }

  private int show(ComparisonResult result) {
    report.write(spec, command -> ComparisonPage.of(result, command));
    LogCommand.done(console, DOING);
    String text =
        output.isJson() ? Json.text(ComparisonJson.of(result)) : ComparisonText.of(result);
    OutputArguments.show(console, out, text);
    return Main.DONE;
  }
}
