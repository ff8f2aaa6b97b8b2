package io.sluice.cli;

import io.sluice.answers.EvaluationAnswer;
import io.sluice.answers.EvaluationDetails;
import io.sluice.answers.IntervalKind;
import io.sluice.answers.Settings;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.OpenLog;
import io.sluice.logs.PolicySpec;
import io.sluice.logs.PolicyTable;
import io.sluice.mdp.Policy;
import io.sluice.report.page.EvaluationPage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Would the new policy be better, and at which step? */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description =
        "Says, step by step, whether leaving the logged policy for another would be better, with intervals and what"
            + " they are made of.")
final class EvaluateCommand implements Callable<Integer> {
  private static final String DOING = "evaluating";

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private LogArguments log;
  @Mixin private OutputArguments output;

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "P",
      description =
          "The policy to judge: a file (state,action,probability[,step]), uniform, always:ACTION, behavior, or"
              + " mix:WEIGHT:P (the rest being the logged policy).")
  private String policy;

  @Option(
      names = "--interval",
      split = ",",
      paramLabel = "NAME",
      description =
          "Which intervals, the first deciding the verdict: selective, standard, bandit, sharp, efficient,"
              + " theorem, theorem-per-state, fused, and for the value ips, snips, pdis, wpdis, dr, mis, model (default:"
              + " selective,standard,bandit).")
  private List<String> intervals = List.of();

  @Option(names = "--out", paramLabel = "FILE", description = "Write the result there.")
  private Path out;

  @Mixin private ReportArguments report;

  EvaluateCommand(Console console) {
    this.console = console;
  }

  /** The intervals of these names, or the usual ones. */
  static List<IntervalKind> kinds(List<String> names) {
    return names.isEmpty()
        ? IntervalKind.USUAL
        : names.stream().map(IntervalKind::named).distinct().toList();
  }

  @Override
  public Integer call() {
    Settings settings = LogCommand.option(spec, log::settings);
    LogCommand.option(spec, () -> log.options(false));
    List<IntervalKind> kinds = LogCommand.option(spec, () -> kinds(intervals));
    report.requireWritable();
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          PolicySpec wanted = LogCommand.option(spec, () -> PolicySpec.parse(policy, engine));
          Optional<PolicyTable> behaviorFile = log.behaviorFile(engine);
          Set<String> actions = new LinkedHashSet<>(wanted.actions());
          behaviorFile.ifPresent(file -> actions.addAll(file.actions()));
          OpenLog open = log.open(engine, kinds, actions);
          BehaviorPolicy behavior = log.behavior(open.data(), behaviorFile);
          List<String> notes = new ArrayList<>();
          Policy evaluated = wanted.on(open.data(), behavior.policy(), notes);
          EvaluationAnswer answer =
              EvaluationAnswer.of(open, behavior, evaluated, settings, kinds, notes);
          report.write(
              spec,
              command -> {
                List<IntervalKind> shown = IntervalKind.withAllOfPages(kinds);
                EvaluationAnswer page =
                    shown.equals(kinds)
                        ? answer
                        : EvaluationAnswer.of(open, behavior, evaluated, settings, shown, notes);
                return EvaluationPage.of(
                    page,
                    EvaluationDetails.of(open, behavior, evaluated, settings, shown),
                    OutputArguments.json(EvaluationJson.of(page)),
                    command);
              });
          LogCommand.done(console, DOING);
          String text =
              output.isJson()
                  ? OutputArguments.json(EvaluationJson.of(answer))
                  : EvaluationText.of(answer);
          OutputArguments.show(console, out, text);
          return Main.DONE;
        });
  }
}
