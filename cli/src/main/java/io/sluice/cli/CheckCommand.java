package io.sluice.cli;

import io.sluice.assumptions.StepShift;
import io.sluice.cli.Outputs.Output;
import io.sluice.features.FeatureCheck;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.fit.BadLogException;
import io.sluice.fit.CheckResult;
import io.sluice.fit.Fit;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.report.json.CheckJson;
import io.sluice.report.json.FeatureCheckJson;
import io.sluice.report.json.Json;
import io.sluice.report.page.CheckDetails;
import io.sluice.report.page.CheckPage;
import io.sluice.report.page.FeatureCheckPage;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Is the log usable, and is it a bandit or a planning problem? */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    customSynopsis = "sluice check [OPTIONS] LOG...",
    description =
        "Summarizes a log, tests its assumptions and action probabilities, and reports for every step whether it is a"
            + " bandit or a planning problem, or that the log cannot tell yet.")
final class CheckCommand implements Callable<Integer> {
  private static final String DOING = "checking";

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private LogArguments log;
  @Mixin private OutputArguments output;

  @Option(names = "--out", paramLabel = "FILE", description = "Writes the result to this file.")
  private Path out;

  @Option(
      names = "--tolerance",
      paramLabel = "S",
      defaultValue = "" + StepShift.TOLERANCE,
      description =
          "A step is called a bandit if actions change the distribution of its next state by less than this, in total"
              + " variation from 0 to 1 (default: ${DEFAULT-VALUE}).")
  private double tolerance;

  @Mixin private ReportArguments report;
  @Mixin private FeatureArguments features;

  CheckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    log.check(spec);
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new ParameterException(
          spec.commandLine(), "--tolerance: must lie above 0 and below 1, got " + tolerance);
    }
    report.require(spec, Output.file("--out", out), log.inputs());
    boolean columns = LogCommand.option(spec, features::isAsked);
    try {
      if (columns) {
        return checkFeatures();
      }
      return LogCommand.withEngine(
          console,
          spec,
          log.reading(),
          DOING,
          engine -> {
            Fit fit = log.open(spec, engine, false, Optional.empty()).fit();
            CheckResult found = fit.check(tolerance);
            Optional<CheckDetails> details =
                report.isWanted() ? Optional.of(CheckDetails.of(fit)) : Optional.empty();
            CheckResult result = found.withHistory(log.historyFor(engine, fit));
            report.write(spec, command -> CheckPage.of(result, details.orElseThrow(), command));
            LogCommand.done(console, DOING);
            String text = output.isJson() ? Json.text(CheckJson.of(result)) : CheckText.of(result);
            OutputArguments.show(console, out, text);
            return Main.DONE;
          });
    } catch (BadLogException bad) {
      report.write(spec, command -> CheckPage.of(bad, command));
      if (!output.isJson()) {
        throw bad;
      }
      OutputArguments.show(console, out, Json.text(CheckJson.of(bad)));
      return Main.BAD_DATA;
    }
  }

  private int checkFeatures() {
    FeatureOptions options = LogCommand.option(spec, () -> features.options(log));
    FeatureSettings settings = LogCommand.option(spec, () -> features.settings(log.settings()));
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          FeatureSource rows = FeatureReader.open(engine, log.paths(), options);
          FeatureCheck result = FeatureCheck.of(rows, settings, tolerance);
          report.write(spec, command -> FeatureCheckPage.of(result, command));
          LogCommand.done(console, DOING);
          String text =
              output.isJson()
                  ? Json.text(FeatureCheckJson.of(result))
                  : FeatureCheckText.of(result);
          OutputArguments.show(console, out, text);
          return Main.DONE;
        });
  }
}
