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
          "A policy to compare; give the option once for each. A file (state,action,probability[,step]), uniform,"
              + " always:ACTION, behavior, or mix:WEIGHT:P; with --features as for evaluate. A name of letters, digits"
              + " and _ may precede it: NAME=P.")
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
    if (LogCommand.option(spec, features::isAsked)) {
      return compareFeatures(wanted, asked, segments);
    }
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> show(Comparison.of(log.openAll(spec, engine, wanted, segments), asked)));
  }

  private int compareFeatures(
      Map<String, String> wanted, List<IntervalKind> asked, Optional<SegmentColumns> segments) {
    FeatureSettings settings = LogCommand.option(spec, () -> features.settings(log.settings()));
    Map<String, RowPolicy> judged = new LinkedHashMap<>();
    List<FeatureOptions> options = new ArrayList<>();
    wanted.forEach(
        (name, policy) -> {
          options.add(LogCommand.option(spec, () -> features.options(log, policy).by(segments)));
          judged.put(name, options.get(options.size() - 1).policy());
        });
    LogCommand.option(spec, this::requireFiles);
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine ->
            show(
                FeatureComparison.of(
                    List.copyOf(wanted.keySet()),
                    FeatureReader.groups(engine, log.paths(), options.get(0), judged),
                    settings,
                    asked)));
  }

  private boolean requireFiles() {
    if (log.paths().contains("-")) {
      throw new IllegalArgumentException(
          "--features: needs files to compare policies on, which may be read more than once, got standard input");
    }
    return true;
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
