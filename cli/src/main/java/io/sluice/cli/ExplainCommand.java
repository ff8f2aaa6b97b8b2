package io.sluice.cli;

import io.sluice.features.FeatureLearning;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.features.PolicyRule;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.policy.SavedPolicy;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What does a policy do? */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    customSynopsis = "sluice explain [OPTIONS] policy.json [LOG...]",
    description =
        "Describes a learned policy in words: its trees, or the largest weights of its scores. With a LOG"
            + " it also reports how often each rule applies, how the policy differs from the logged one, and what it gains.")
final class ExplainCommand implements Callable<Integer> {
  private static final String DOING = "explaining";

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private SavedPolicyArgument policy;
  @Mixin private LogArguments log;
  @Mixin private FeatureArguments features;

  ExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    List<String> rowFiles = log.paths().subList(1, log.paths().size()); // the first is the policy
    if (rowFiles.isEmpty()) {
      console.out().print(PolicyText.of(policy.read()));
      return Main.DONE;
    }
    log.check(spec);
    SavedPolicy saved = policy.read();
    LogCommand.option(spec, () -> features.orThose(saved));
    FeatureOptions options = LogCommand.option(spec, () -> features.options(log, policy.file()));
    FeatureSettings settings = LogCommand.option(spec, () -> features.settings(log.settings()));
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          FeatureSource rows = FeatureReader.open(engine, rowFiles, options);
          List<PolicyRule> rules = FeatureLearning.rules(rows, settings, saved);
          LogCommand.done(console, DOING);
          StringBuilder text = new StringBuilder(PolicyText.of(saved));
          String named = saved.origin().learner() + " on this log";
          FeatureLearningText.rules(text, named, rules, saved.firstStep());
          console.out().print(text);
          return Main.DONE;
        });
  }
}
