package io.sluice.cli;

import io.sluice.answers.Difference;
import io.sluice.answers.GuaranteeKind;
import io.sluice.answers.LearningAnswer;
import io.sluice.answers.Settings;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.logs.PolicyTable;
import io.sluice.planning.Learner;
import io.sluice.report.page.LearningPage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    description =
        "Learns a policy from the log, writes it as a table, and says what it is worth and where it differs from the"
            + " logged one. Recommended: --learner certified, which learns several policies on one half of the"
            + " episodes, judges them on the other, and keeps the logged policy unless one is certified to be better.")
final class LearnCommand implements Callable<Integer> {
  private static final String DOING = "learning";

  /** How many differences a person wants to read; JSON has more. */
  private static final int SHOWN = 8;

  private static final int IN_JSON = 20;

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private LogArguments log;
  @Mixin private OutputArguments output;

  @Option(
      names = "--learner",
      paramLabel = "NAME",
      defaultValue = "spvi",
      description =
          "certified (recommended), bc, vi, psl, pvi, spvi or spvi-released (default: ${DEFAULT-VALUE}).")
  private String learner;

  @Option(
      names = "--guarantee",
      paramLabel = "asymptotic|finite-sample",
      description =
          "What the certificate of --learner certified rests on: right in the limit of many episodes, or for any"
              + " number of them, at the price of more (default: asymptotic).")
  private String guarantee;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "policy.csv",
      description = "Where to write the policy: step,state,action,probability.")
  private Path out;

  @Mixin private ReportArguments report;

  LearnCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Settings settings = LogCommand.option(spec, log::settings);
    LogCommand.option(spec, () -> log.options(false));
    boolean certified = learner.equals(LearningAnswer.CERTIFIED);
    Optional<Learner> chosen =
        certified ? Optional.empty() : Optional.of(LogCommand.option(spec, () -> named(learner)));
    GuaranteeKind kind = LogCommand.option(spec, () -> guarantee(certified));
    report.requireWritable();
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          Optional<PolicyTable> behaviorFile = log.behaviorFile(engine);
          Set<String> actions = behaviorFile.map(PolicyTable::actions).orElse(Set.of());
          OpenLog open = log.open(engine, certified, actions);
          LoggedData data = open.data();
          BehaviorPolicy behavior = log.behavior(data, behaviorFile);
          LearningAnswer answer =
              certified
                  ? LearningAnswer.certified(open, behavior, kind, settings)
                  : LearningAnswer.of(data, behavior, chosen.get(), settings);
          String policy = answer.csv(data);
          OutputArguments.write(out, policy);
          report.write(
              spec,
              command ->
                  LearningPage.of(answer, policy, OutputArguments.json(json(answer)), command));
          LogCommand.done(console, DOING);
          console.out().print(output.isJson() ? OutputArguments.json(json(answer)) : text(answer));
          return Main.DONE;
        });
  }

  private GuaranteeKind guarantee(boolean certified) {
    if (guarantee != null && !certified) {
      throw new IllegalArgumentException(
          "--guarantee: is for --learner certified, got --learner " + learner);
    }
    return guarantee == null ? GuaranteeKind.ASYMPTOTIC : GuaranteeKind.named(guarantee);
  }

  private static Learner named(String name) {
    return Arrays.stream(Learner.values())
        .filter(l -> l.learnerName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--learner: needs one of %s, %s, got %s"
                        .formatted(
                            LearningAnswer.CERTIFIED,
                            String.join(
                                ", ",
                                Arrays.stream(Learner.values()).map(Learner::learnerName).toList()),
                            name)));
  }

  private String text(LearningAnswer answer) {
    StringBuilder text = new StringBuilder();
    text.append(
        answer
            .certificate()
            .map(certificate -> CertifiedText.of(answer, certificate))
            .orElseGet(() -> estimate(answer)));
    text.append(
        "it would decide otherwise in %s of the log's decisions%s\n"
            .formatted(
                Numbers.percent(answer.changed()),
                answer.differences().all().isEmpty() ? "" : ", most of all:"));
    for (Difference d : answer.differences().largest(SHOWN)) {
      text.append(
          "  step %-3s %-24s %-16s  %6s of decisions; logged policy does so with probability %s, %s times in the log\n"
              .formatted(
                  d.step(),
                  d.state(),
                  d.action(),
                  Numbers.percent(d.share()),
                  Numbers.plain(d.loggedProbability()),
                  Numbers.whole(d.visits())));
    }
    boolean logged = answer.certificate().map(c -> c.choice().chosen().isEmpty()).orElse(false);
    text.append("policy: ").append(out).append(logged ? " (the logged policy)\n" : "\n");
    EvaluationText.warnings(text, answer.warnings());
    return text.toString();
  }

  private static String estimate(LearningAnswer answer) {
    return "%s, from %s episodes: estimated value %s, model bounds [%s, %s]; the log's own mean return is %s\n"
        .formatted(
            answer.learner(),
            Numbers.whole(answer.episodes()),
            Numbers.plain(answer.value()),
            Numbers.plain(answer.lower()),
            Numbers.plain(answer.upper()),
            Numbers.plain(answer.behaviorValue()));
  }

  private Map<String, Object> json(LearningAnswer answer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("learner", answer.learner());
    json.put("value", answer.value());
    Map<String, Object> bounds = new LinkedHashMap<>();
    bounds.put("lower", answer.lower());
    bounds.put("upper", answer.upper());
    json.put("bounds", bounds);
    json.put("behaviorValue", answer.behaviorValue());
    json.put("policyFile", out.toString());
    json.put("certificate", answer.certificate().map(CertifiedText::json).orElse(null));
    json.put("changed", answer.changed());
    List<Object> differences = new ArrayList<>();
    for (Difference d : answer.differences().largest(IN_JSON)) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", d.step());
      one.put("state", d.state());
      one.put("action", d.action());
      one.put("share", d.share());
      one.put("loggedProbability", d.loggedProbability());
      one.put("visits", d.visits());
      differences.add(one);
    }
    json.put("differences", differences);
    json.put("warnings", answer.warnings());
    json.put("provenance", EvaluationJson.provenance(answer.provenance()));
    return json;
  }
}
