package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import io.sluice.features.FeaturePlan;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.fit.Judgment;
import io.sluice.fit.LogData;
import io.sluice.fit.PlanResult;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.PolicyCsv;
import io.sluice.logs.PolicyFile;
import io.sluice.logs.SegmentColumns;
import io.sluice.policy.PolicyJson;
import io.sluice.report.json.FeaturePlanJson;
import io.sluice.report.json.Json;
import io.sluice.report.json.PlanJson;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How many more episodes, and where? */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    customSynopsis = "sluice plan [OPTIONS] --policy=P --width=W LOG...",
    description =
        "Reports how many episodes the efficient interval needs for a given width, which states and actions make it wide,"
            + " and how to explore to need fewer.")
final class PlanCommand implements Callable<Integer> {
  private static final String DOING = "planning";

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private LogArguments log;
  @Mixin private OutputArguments output;
  @Mixin private FeatureArguments features;
  @Mixin private ByArgument by;

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "P",
      description = "The policy to be judged, as for evaluate.")
  private String policy;

  @Option(
      names = "--width",
      required = true,
      paramLabel = "W",
      description = "Target width of the interval, from end to end, in units of reward.")
  private double width;

  @Option(
      names = "--step",
      paramLabel = "H|total",
      defaultValue = "total",
      description = "The step whose effect to plan for, or total (default: ${DEFAULT-VALUE}).")
  private String step;

  @Option(
      names = "--cost",
      paramLabel = "C",
      description =
          "How much less an episode may earn while exploring than those of the log, by the model, in the units of rewards"
              + " (default: any amount).")
  private Double cost;

  @Option(
      names = "--out",
      paramLabel = "policy.csv|policy.json",
      description =
          "Write the policy to explore with there, for all states: step,state,action,probability, or as JSON, which export,"
              + " apply and explain read.")
  private Path out;

  PlanCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    log.check(spec);
    OptionalInt planned = LogCommand.option(spec, this::step);
    double wanted = LogCommand.option(spec, this::width);
    OptionalDouble most = LogCommand.option(spec, this::cost);
    Outputs.require(spec, Output.file("--out", out), log.inputs(policy));
    boolean onFeatures = LogCommand.option(spec, features::isAsked);
    if (by.isAsked() && !onFeatures) {
      throw new ParameterException(
          spec.commandLine(),
          "--by: needs --features, because without them every state has its own probabilities, got "
              + String.join(" ", by.words()));
    }
    if (onFeatures) {
      return planFeatures(new FeaturePlan.Wanted(planned, wanted, most));
    }
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          Judgment judgment =
              log.open(spec, engine, false, Optional.of(policy)).judgment().orElseThrow();
          PlanResult result = judgment.plan(planned, wanted, most);
          if (out != null) {
            LogData data = judgment.fit().data();
            OutputArguments.write(
                out,
                out.toString().endsWith(".json")
                    ? PolicyJson.text(PolicyFile.exploring(data, result))
                    : PolicyCsv.of(data, result.exploring().policy()));
          }
          LogCommand.done(console, DOING);
          console
              .out()
              .print(
                  output.isJson()
                      ? Json.text(PlanJson.of(result, Optional.ofNullable(out)))
                      : PlanText.of(result, out));
          return Main.DONE;
        });
  }

  private int planFeatures(FeaturePlan.Wanted wanted) {
    if (out != null && !out.toString().endsWith(".json")) {
      throw new ParameterException(
          spec.commandLine(), "--out: needs a name that ends in .json with --features, got " + out);
    }
    Optional<SegmentColumns> columns = LogCommand.option(spec, () -> by.columns(log));
    FeatureOptions options =
        LogCommand.option(spec, () -> features.options(log, policy).by(columns));
    FeatureSettings settings = LogCommand.option(spec, () -> features.settings(log.settings()));
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          FeatureSource rows = FeatureReader.open(engine, log.paths(), options);
          FeaturePlan result = FeaturePlan.of(rows, settings, wanted);
          if (out != null) {
            OutputArguments.write(out, PolicyJson.text(result.exploring().required()));
          }
          LogCommand.done(console, DOING);
          console
              .out()
              .print(
                  output.isJson()
                      ? Json.text(FeaturePlanJson.of(result, Optional.ofNullable(out)))
                      : FeaturePlanText.of(result, out));
          return Main.DONE;
        });
  }

  private OptionalInt step() {
    if (step.equals("total")) {
      return OptionalInt.empty();
    }
    if (!step.matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException(
          "--step: needs total or a step, a whole number from 1, got " + step);
    }
    return OptionalInt.of(Integer.parseInt(step));
  }

  private OptionalDouble cost() {
    if (cost == null) {
      return OptionalDouble.empty();
    }
    if (!(cost >= 0 && cost < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("--cost: must be a number of at least 0, got " + cost);
    }
    return OptionalDouble.of(cost);
  }

  private double width() {
    if (!(width > 0 && width < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("--width: must be a number above 0, got " + width);
    }
    return width;
  }
}
