package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import io.sluice.features.FeatureLearning;
import io.sluice.features.FeatureLearningResult;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.fit.Difference;
import io.sluice.fit.Fit;
import io.sluice.fit.GuaranteeKind;
import io.sluice.fit.LearningResult;
import io.sluice.learning.Learner;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.PolicyCsv;
import io.sluice.logs.PolicyFile;
import io.sluice.policy.PolicyJson;
import io.sluice.report.Numbers;
import io.sluice.report.json.FeatureLearningJson;
import io.sluice.report.json.Json;
import io.sluice.report.json.LearningJson;
import io.sluice.report.page.FeatureLearningPage;
import io.sluice.report.page.LearningPage;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which policy to run instead? */
@Command(
    name = "learn",
    mixinStandardHelpOptions = true,
    customSynopsis = "sluice learn [OPTIONS] --out=policy.csv|policy.json LOG...",
    description =
        "Learns a policy from the log, writes it, and reports its estimated gain and where it differs from the logged"
            + " policy. By default (--learner certified) it learns several policies on one half of the episodes, judges them on"
            + " the other half, and keeps the logged policy unless one is certified to be better. Other learners may write a"
            + " policy that is worse than the logged one.")
final class LearnCommand implements Callable<Integer> {
  private static final String DOING = "learning";

  /** How many differences a person wants to read; JSON has more. */
  private static final int SHOWN = 8;

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private LogArguments log;
  @Mixin private OutputArguments output;

  @Option(
      names = "--learner",
      paramLabel = "NAME",
      defaultValue = LearningResult.CERTIFIED,
      description =
          "certified, bc, vi, psl, pvi, spvi or spvi-released (default: ${DEFAULT-VALUE}). With --features: certified, vi,"
              + " psl, pvi, spvi, the same with -pooled (all steps together), tree-1, tree-2 or tree-3.")
  private String learner;

  @Option(
      names = "--guarantee",
      paramLabel = "asymptotic|finite-sample",
      description =
          "The guarantee of --learner certified: asymptotically valid, or for any number of episodes, which needs"
              + " more of them (default: asymptotic).")
  private String guarantee;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "policy.csv|policy.json",
      description =
          "Where to write the policy: step,state,action,probability,learned_from, or as JSON, which export, apply and"
              + " explain read; with --features always JSON. No file is written if the answer is to keep the current policy.")
  private Path out;

  @Option(
      names = "--sample",
      paramLabel = "ROWS",
      description =
          "With --features, how many rows to learn from. Of a log of more than twice as many, a sample of about so many is"
              + " learned from, drawn by a hash of cluster or episode; the policy is judged on all others"
              + " (default: 1000000).")
  private Long sample;

  @Mixin private ReportArguments report;
  @Mixin private FeatureArguments features;

  LearnCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    log.check(spec);
    if (LogCommand.option(spec, features::isAsked)) {
      return learnFeatures();
    }
    LogCommand.option(spec, this::requireNoSample);
    boolean certified = learner.equals(LearningResult.CERTIFIED);
    Optional<Learner> chosen =
        certified ? Optional.empty() : Optional.of(LogCommand.option(spec, () -> named(learner)));
    GuaranteeKind kind = LogCommand.option(spec, () -> guarantee(certified));
    report.require(spec, Output.file("--out", out), log.inputs());
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          Fit fit = log.open(spec, engine, certified, Optional.empty()).fit();
          LearningResult result = chosen.map(fit::learn).orElseGet(() -> fit.certify(kind));
          String policy = PolicyCsv.learned(fit.data(), result.policy());
          if (result.keep().isEmpty()) {
            OutputArguments.write(
                out, isJson() ? PolicyJson.text(PolicyFile.learned(fit.data(), result)) : policy);
          }
          report.write(spec, command -> LearningPage.of(result, policy, out, command));
          LogCommand.done(console, DOING);
          console
              .out()
              .print(output.isJson() ? Json.text(LearningJson.of(result, out)) : text(result));
          return Main.DONE;
        });
  }

  private boolean isJson() {
    return out.toString().endsWith(".json");
  }

  private int learnFeatures() {
    String name = LogCommand.option(spec, () -> FeatureLearning.named(learner));
    LogCommand.option(spec, this::requireJson);
    long most = LogCommand.option(spec, this::mostRows);
    FeatureOptions options = LogCommand.option(spec, () -> features.options(log, "uniform"));
    FeatureSettings settings = LogCommand.option(spec, () -> features.settings(log.settings()));
    report.require(spec, Output.file("--out", out), log.inputs());
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          FeatureSource rows = FeatureReader.open(engine, log.paths(), options);
          FeatureLearningResult result = FeatureLearning.of(rows, settings, name, most);
          result.policy().ifPresent(p -> OutputArguments.write(out, PolicyJson.text(p)));
          report.write(spec, command -> FeatureLearningPage.of(result, command));
          LogCommand.done(console, DOING);
          console
              .out()
              .print(
                  output.isJson()
                      ? Json.text(FeatureLearningJson.of(result))
                      : FeatureLearningText.of(result, out));
          return Main.DONE;
        });
  }

  private boolean requireNoSample() {
    if (sample != null) {
      throw new IllegalArgumentException("--sample: needs --features, got none");
    }
    return true;
  }

  private long mostRows() {
    if (sample != null && sample < 1) {
      throw new IllegalArgumentException(
          "--sample: needs at least 1 row to learn from, got " + sample);
    }
    return sample == null ? FeatureLearning.MOST_ROWS : sample;
  }

  private boolean requireJson() {
    if (guarantee != null && !guarantee.equals("asymptotic")) {
      throw new IllegalArgumentException(
          "--guarantee: needs asymptotic with --features, got " + guarantee);
    }
    if (!isJson()) {
      throw new IllegalArgumentException(
          "--out: needs a file that ends in .json with --features, got " + out);
    }
    return true;
  }

  private GuaranteeKind guarantee(boolean certified) {
    if (guarantee != null && !certified) {
      throw new IllegalArgumentException(
          "--guarantee: is for --learner certified, got --learner " + learner);
    }
    return guarantee == null ? GuaranteeKind.ASYMPTOTIC : GuaranteeKind.named(guarantee);
  }

  private static Learner named(String name) {
    if (FeatureLearning.learners().contains(name) && !isOfTables(name)) {
      throw new IllegalArgumentException(
          "--learner: %s needs --features; did you mean --learner %s --features state, which takes your states as they are?"
              .formatted(name, name));
    }
    return Arrays.stream(Learner.values())
        .filter(l -> l.learnerName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--learner: needs one of %s, %s, got %s"
                        .formatted(
                            LearningResult.CERTIFIED,
                            String.join(
                                ", ",
                                Arrays.stream(Learner.values()).map(Learner::learnerName).toList()),
                            name)));
  }

  private static boolean isOfTables(String name) {
    return Arrays.stream(Learner.values()).anyMatch(l -> l.learnerName().equals(name));
  }

  private String text(LearningResult answer) {
    StringBuilder text = new StringBuilder();
    text.append(
        answer
            .certificate()
            .map(certificate -> CertifiedText.of(answer, certificate))
            .orElseGet(() -> estimate(answer)));
    if (answer.keep().isEmpty()) {
      differences(text, answer);
    }
    AssumptionText.append(text, answer.assumptions());
    EvaluationText.warnings(text, answer.warnings());
    return text.toString();
  }

  private void differences(StringBuilder text, LearningResult answer) {
    text.append(
        "differs from the logged policy in %s of decisions%s\n"
            .formatted(
                Numbers.percent(answer.changed()),
                answer.differences().all().isEmpty() ? "" : ", most of all:"));
    for (Difference d : answer.differences().largest(SHOWN)) {
      text.append(
          "  step %-3s %-24s %-16s  %6s of decisions; logged probability %s, %s rows\n"
              .formatted(
                  d.step(),
                  ShownText.name(d.state()),
                  ShownText.name(d.action()),
                  Numbers.percent(d.share()),
                  Numbers.plain(d.loggedProbability()),
                  Numbers.whole(d.visits())));
    }
    boolean logged = answer.certificate().map(c -> c.choice().chosen().isEmpty()).orElse(false);
    text.append("policy: ").append(out).append(logged ? " (the logged policy)\n" : "\n");
  }

  private static String estimate(LearningResult answer) {
    if (answer.keep().isPresent()) {
      return "keep the current policy: %s; no policy is written\n".formatted(answer.keep().get());
    }
    return "%s, from %s episodes: estimated value %s, model bounds [%s, %s]; the log's own mean return is %s\n"
        .formatted(
            answer.learner(),
            Numbers.whole(answer.episodes()),
            Numbers.plain(answer.value()),
            Numbers.plain(answer.lower()),
            Numbers.plain(answer.upper()),
            Numbers.plain(answer.behaviorValue()));
  }
}
