package io.sluice.cli;

import io.sluice.answers.CheckAnswer;
import io.sluice.answers.CheckDetails;
import io.sluice.answers.Settings;
import io.sluice.logs.BadLogException;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.OpenLog;
import io.sluice.logs.PolicyTable;
import io.sluice.report.page.CheckPage;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Is the log usable, and is it a bandit or a planning problem? */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Says what a log holds, what is wrong with it, whether its action probabilities fit it, and for every step"
            + " whether it is a bandit or a planning problem.")
final class CheckCommand implements Callable<Integer> {
  private static final String DOING = "checking";

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private LogArguments log;
  @Mixin private OutputArguments output;

  @Option(names = "--out", paramLabel = "FILE", description = "Write the result there.")
  private Path out;

  @Mixin private ReportArguments report;

  CheckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Settings settings = LogCommand.option(spec, log::settings);
    LogCommand.option(spec, () -> log.options(false));
    report.requireWritable();
    try {
      return LogCommand.withEngine(
          console,
          spec,
          log.reading(),
          DOING,
          engine -> {
            Optional<PolicyTable> behaviorFile = log.behaviorFile(engine);
            Set<String> actions = behaviorFile.map(PolicyTable::actions).orElse(Set.of());
            OpenLog open = log.open(engine, List.of(), actions);
            BehaviorPolicy behavior = log.behavior(open.data(), behaviorFile);
            CheckAnswer answer = CheckAnswer.of(open.data(), behavior, settings);
            String json = OutputArguments.json(CheckText.json(answer));
            report.write(
                spec,
                command -> CheckPage.of(answer, CheckDetails.of(open, behavior), json, command));
            LogCommand.done(console, DOING);
            OutputArguments.show(console, out, output.isJson() ? json : CheckText.of(answer));
            return Main.DONE;
          });
    } catch (BadLogException bad) {
      String json = OutputArguments.json(CheckText.json(bad));
      report.write(spec, command -> CheckPage.of(bad, json, command));
      if (!output.isJson()) {
        throw bad;
      }
      OutputArguments.show(console, out, json);
      return Main.BAD_DATA;
    }
  }
}
