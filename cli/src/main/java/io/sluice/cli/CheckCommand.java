package io.sluice.cli;

import io.sluice.answers.CheckAnswer;
import io.sluice.answers.Settings;
import io.sluice.logs.BadLogException;
import io.sluice.logs.LoggedData;
import io.sluice.logs.PolicyTable;
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

  CheckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Settings settings = LogCommand.option(spec, log::settings);
    LogCommand.option(spec, () -> log.options(false));
    try {
      return LogCommand.withEngine(
          console,
          spec,
          log.reading(),
          DOING,
          engine -> {
            Optional<PolicyTable> behaviorFile = log.behaviorFile(engine);
            Set<String> actions = behaviorFile.map(PolicyTable::actions).orElse(Set.of());
            LoggedData data = log.open(engine, List.of(), actions).data();
            CheckAnswer answer = CheckAnswer.of(data, log.behavior(data, behaviorFile), settings);
            LogCommand.done(console, DOING);
            OutputArguments.show(
                console,
                out,
                output.isJson()
                    ? OutputArguments.json(CheckText.json(answer))
                    : CheckText.of(answer));
            return Main.DONE;
          });
    } catch (BadLogException bad) {
      if (!output.isJson()) {
        throw bad;
      }
      OutputArguments.show(console, out, OutputArguments.json(CheckText.json(bad)));
      return Main.BAD_DATA;
    }
  }
}
