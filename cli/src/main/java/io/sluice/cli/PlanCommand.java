package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import io.sluice.fit.Judgment;
import io.sluice.fit.LogData;
import io.sluice.fit.PlanResult;
import io.sluice.logs.PolicyCsv;
import io.sluice.report.json.Json;
import io.sluice.report.json.PlanJson;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How many more episodes, and where? */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description =
        "Reports how many episodes the efficient interval needs for a given width, which states and actions make it wide,"
            + " and how to explore to need fewer.")
final class PlanCommand implements Callable<Integer> {
  private static final String DOING = "planning";

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private LogArguments log;
  @Mixin private OutputArguments output;

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
      names = "--out",
      paramLabel = "policy.csv",
      description =
          "Write the policy to explore with there, for all states: step,state,action,probability.")
  private Path out;

  PlanCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    log.check(spec);
    OptionalInt planned = LogCommand.option(spec, this::step);
    double wanted = LogCommand.option(spec, this::width);
    Outputs.require(spec, Output.file("--out", out), log.inputs(policy));
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          Judgment judgment =
              log.open(spec, engine, false, Optional.of(policy)).judgment().orElseThrow();
          PlanResult result = judgment.plan(planned, wanted);
          if (out != null) {
            LogData data = judgment.fit().data();
            OutputArguments.write(out, PolicyCsv.of(data, result.exploring().policy()));
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

  private double width() {
    if (!(width > 0 && width < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("--width: must be a number above 0, got " + width);
    }
    return width;
  }
}
