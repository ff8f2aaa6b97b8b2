package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import io.sluice.features.FeatureSettings;
import io.sluice.fit.Behavior;
import io.sluice.fit.Provenance;
import io.sluice.fit.Settings;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.PolicySpec;
import io.sluice.logs.SqlEngine;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.report.CoverageReport;
import io.sluice.report.CoverageResult;
import io.sluice.report.Numbers;
import io.sluice.report.json.CoverageJson;
import io.sluice.report.json.Json;
import io.sluice.report.page.CoveragePage;
import io.sluice.simulation.ContinuousSession;
import io.sluice.simulation.Environment;
import io.sluice.simulation.Truth;
import io.sluice.simulation.study.CoverageReading;
import io.sluice.simulation.study.CoverageStudy;
import io.sluice.simulation.study.FeatureCoverage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which interval to trust on data like these? */
@Command(
    name = "coverage",
    mixinStandardHelpOptions = true,
    customSynopsis = "sluice coverage [OPTIONS] (ENV | LOG...)",
    description =
        "Simulates many logs of an environment, or of the model fitted to your own log, and reports how often each"
            + " interval contains the truth, how wide it is, and which to trust. ENV is chain-bandit, chain-bandit-released,"
            + " continuous-session, continuous-session-thresholds (states are columns), grid-world, grid-world-uniform,"
            + " random-mdp, search-session or wet-chicken.")
final class CoverageCommand implements Callable<Integer> {
  private static final String DOING = "preparing";
  private static final List<String> FOR_LOGS =
      List.of(
          "--columns",
          "--bins",
          "--history",
          "--reward-range",
          "--return-range",
          "--behavior",
          "--engine",
          "--master");
  private static final List<String> FOR_ENVIRONMENTS = List.of("--dial", "--length");
  private static final int USUAL_EPISODES = 10_000;

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private LogArguments log;
  @Mixin private EnvironmentArguments problem;
  @Mixin private OutputArguments output;

  @Option(
      names = "--policy",
      paramLabel = "P",
      description =
          "The policy to judge: uniform, always:ACTION, behavior, mix:WEIGHT:P, a file"
              + " (state,action,probability[,step]), and for an environment optimal. Needed with a log; default with"
              + " an environment: uniform.")
  private String policy;

  @Option(
      names = "--interval",
      split = ",",
      paramLabel = "NAME",
      description =
          "Intervals to study (default: all for the effect of a step; with clusters, those that account for them).")
  private List<String> intervals = List.of();

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "200",
      description = "Number of simulated logs (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--episodes",
      paramLabel = "T",
      description =
          "Episodes per simulated log (default: as many as your log has, or 10000 for an environment).")
  private Integer episodes;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the table, as text and CSV, and a plot.")
  private Path folder;

  @Mixin private ReportArguments report;

  CoverageCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    log.check(spec);
    Settings settings = log.settings();
    Optional<ContinuousSession> session = LogCommand.option(spec, this::session);
    if (session.isPresent()) {
      return ofFeatures(session.get(), settings);
    }
    List<IntervalKind> kinds = LogCommand.option(spec, this::kinds);
    boolean simulated = LogCommand.option(spec, () -> checked(kinds));
    List<Output> results = Output.folder("--out", folder, CoverageReport.FILES);
    report.require(spec, results, log.inputs(policy));
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          CoverageProblem about =
              simulated
                  ? ofEnvironment(engine, settings)
                  : CoverageProblem.fitted(
                      log.open(spec, engine, false, Optional.of(policy)).judgment().orElseThrow());
          LogCommand.done(console, DOING);
          answer(about, kinds, settings);
          return Main.DONE;
        });
  }

  /** The environment whose states are columns, if that is meant. */
  private Optional<ContinuousSession> session() {
    return !log.paths().isEmpty() && EnvironmentArguments.isEnvironment(log.paths(), Path.of(""))
        ? problem.continuous(log.paths().get(0))
        : Optional.empty();
  }

  private int ofFeatures(ContinuousSession session, Settings settings) {
    List<IntervalKind> kinds =
        LogCommand.option(
            spec,
            () -> {
              List<IntervalKind> all =
                  intervals.isEmpty()
                      ? FeatureSettings.INTERVALS.stream().filter(IntervalKind::isForSteps).toList()
                      : FeatureArguments.kinds(EvaluateCommand.kinds(intervals));
              checked(all);
              for (IntervalKind kind : all) {
                if (!kind.isForSteps()) {
                  throw new IllegalArgumentException(
                      "--interval: needs intervals for steps, got " + kind);
                }
              }
              if (policy != null) {
                throw new IllegalArgumentException(
                    "--policy: is not for %s, which has a new policy of its own"
                        .formatted(log.paths().get(0)));
              }
              return all;
            });
    report.require(spec, Output.folder("--out", folder, CoverageReport.FILES), log.inputs(policy));
    int length = episodes == null ? USUAL_EPISODES : episodes;
    String name = log.paths().get(0);
    FeatureSettings usual = FeatureSettings.defaults();
    FeatureCoverage study =
        new FeatureCoverage(
            session,
            new FeatureSettings(settings.delta(), settings.seed(), usual.basis(), usual.ridge()),
            kinds,
            length,
            runs);
    ContinuousSession.Truth truth = session.truth(settings.seed(), FeatureCoverage.ROLLOUTS);
    CoverageReading reading;
    try (ProgressBar bar = new ProgressBar(console, "simulating", runs)) {
      reading = CoverageReading.of(study.run(truth, bar));
    }
    double error = truth.errors().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    show(
        new CoverageResult(
            name,
            new Shape(1, ContinuousSession.ACTIONS.size(), ContinuousSession.HORIZON),
            ContinuousSession.COLUMNS.size(),
            "columns:p_",
            length,
            runs,
            truth.effects(),
            reading,
            Optional.empty(),
            List.of(
                Numbers.say(
                    "true effects are means over %,d rollouts with common random numbers; their standard errors are at most %s",
                    FeatureCoverage.ROLLOUTS, Numbers.small(error))),
            Provenance.ofProblem(problem.described(name), settings, "logged")));
    return Main.DONE;
  }

  /** Those requested; none for all that are available. */
  private List<IntervalKind> kinds() {
    List<IntervalKind> all = new ArrayList<>(IntervalKind.fromCounts());
    all.add(IntervalKind.ROBUST);
    return intervals.stream().map(name -> IntervalKind.named(name, all)).distinct().toList();
  }

  /** Whether an environment is meant, once the options fit what is meant. */
  private boolean checked(List<IntervalKind> kinds) {
    String first = log.paths().isEmpty() ? "--counts" : log.paths().get(0);
    boolean simulated =
        !log.paths().isEmpty() && EnvironmentArguments.isEnvironment(log.paths(), Path.of(""));
    for (String option : simulated ? FOR_LOGS : FOR_ENVIRONMENTS) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new IllegalArgumentException(
            "%s: is for %s, got %s".formatted(option, simulated ? "logs" : "environments", first));
      }
    }
    if (!simulated && policy == null) {
      throw new IllegalArgumentException(
          "--policy: needs the policy to judge on a log, got none (%s is no environment: those are %s)"
              .formatted(first, EnvironmentArguments.anyName()));
    }
    if (runs < 1) {
      throw new IllegalArgumentException("--runs: needs at least 1, got " + runs);
    }
    int least = kinds.isEmpty() || kinds.stream().anyMatch(IntervalKind::needsHoldout) ? 2 : 1;
    if (episodes != null && episodes < least) {
      throw new IllegalArgumentException(
          "--episodes: needs at least %s for %s, got %s"
              .formatted(least, least == 2 ? "a holdout" : "a log", episodes));
    }
    return simulated;
  }

  private CoverageProblem ofEnvironment(SqlEngine engine, Settings settings) {
    String name = log.paths().get(0);
    List<String> notes = new ArrayList<>();
    return LogCommand.option(
        spec,
        () -> {
          Environment environment = problem.environment(name, settings.seed());
          log.requireSteps(environment.shape().horizon());
          Policy evaluated =
              PolicySpec.parse(
                      policy == null ? "uniform" : policy,
                      engine,
                      Map.of("optimal", Truth.optimalPolicy(environment)))
                  .on(CoverageProblem.names(name, environment), environment.behavior(), notes);
          return new CoverageProblem(
              name,
              environment,
              evaluated,
              Optional.empty(),
              Behavior.Source.LOGGED,
              List.of(0.0, 1.0),
              USUAL_EPISODES,
              1,
              Optional.empty(),
              notes,
              Provenance.ofProblem(problem.described(name), settings, "logged"));
        });
  }

  private void answer(CoverageProblem about, List<IntervalKind> kinds, Settings settings) {
    int length = length(about, kinds);
    List<IntervalKind> judged = kinds.isEmpty() ? about.kinds(length) : kinds;
    CoverageStudy study = about.study(judged, settings, length, runs);
    CoverageReading reading;
    try (ProgressBar bar = new ProgressBar(console, "simulating", runs)) {
      reading = CoverageReading.of(study.run(bar)).scaled(about.unit());
    }
    List<Double> truth =
        Truth.of(about.environment(), about.evaluated()).effects().stream()
            .map(effect -> effect * about.unit())
            .toList();
    CoverageResult answer =
        new CoverageResult(
            about.title(),
            about.environment().shape(),
            0,
            policy == null ? "uniform" : policy,
            study.episodes(),
            runs,
            truth,
            reading,
            about.assumptions(),
            about.notes(),
            about.provenance());
    show(answer);
  }

  private void show(CoverageResult answer) {
    String text = CoverageText.of(answer);
    if (folder != null) {
      try {
        CoverageReport.write(answer.reading(), answer.truth(), answer.simulated(), text, folder);
      } catch (IOException e) {
        throw OutputArguments.unwritableFolder("--out", folder, e);
      }
    }
    report.write(spec, command -> CoveragePage.of(answer, command));
    console.out().print(output.isJson() ? Json.text(CoverageJson.of(answer)) : text);
  }

  private int length(CoverageProblem about, List<IntervalKind> kinds) {
    long length = episodes == null ? about.episodes() : episodes;
    boolean split = kinds.isEmpty() || kinds.stream().anyMatch(IntervalKind::needsHoldout);
    if (length > Integer.MAX_VALUE || split && length < 2) {
      throw new BadDataException(
          "log: needs %s to be simulated, got %s (say --episodes)"
              .formatted(
                  split && length < 2 ? "at least 2 episodes" : "fewer than 2³¹ episodes", length));
    }
    return (int) length;
  }
}
