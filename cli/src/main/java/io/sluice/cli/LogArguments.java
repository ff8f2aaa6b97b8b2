package io.sluice.cli;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.fit.BadLogException;
import io.sluice.fit.Behavior;
import io.sluice.fit.Fit;
import io.sluice.fit.HistoryCheck;
import io.sluice.fit.Judgment;
import io.sluice.fit.LogData;
import io.sluice.fit.Settings;
import io.sluice.fit.ShiftChoice;
import io.sluice.logs.History;
import io.sluice.logs.Inputs;
import io.sluice.logs.PolicySpec;
import io.sluice.logs.PolicyTable;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What every command that reads a log takes: the log, how to read it, how to judge it. */
final class LogArguments {
  @Mixin private ReadingArguments reading;

  @Option(
      names = "--behavior",
      paramLabel = "FILE|estimate",
      description =
          "The policy that produced the log: a file (state,action,probability[,step]), or estimate. Default: the logged"
              + " propensities, or an estimate if there are none. With --features, not a file but columns:PREFIX (probabilities"
              + " in columns PREFIX<action>); the estimate is then a logistic model.")
  private String behavior;

  @Option(
      names = "--delta",
      paramLabel = "D",
      defaultValue = "0.05",
      description =
          "Probability with which an interval may miss the truth (default: ${DEFAULT-VALUE}).")
  private double delta;

  @Option(
      names = "--model",
      paramLabel = "auto|pooled|per-step",
      defaultValue = "auto",
      description =
          "One model pooled over all steps, or one per step; auto pools only if the log shows that steps are alike. The"
              + " same choice applies to an estimated logged policy (default: ${DEFAULT-VALUE}).")
  private String model;

  @Option(
      names = "--bonus",
      paramLabel = "bernstein|hoeffding|paper",
      defaultValue = "bernstein",
      description =
          "Error bound for the estimated model. bernstein uses range and variance, hoeffding the range alone; both are"
              + " proven with --model per-step. paper is the one of the paper's simulations, and not proven (default:"
              + " ${DEFAULT-VALUE}).")
  private String bonus;

  @Option(
      names = "--bonus-scale",
      paramLabel = "B",
      defaultValue = "1",
      description = "Multiplies the bonus by this factor (default: ${DEFAULT-VALUE}).")
  private double scale;

  @Option(
      names = "--states",
      paramLabel = "N",
      description = "Number of possible states, if larger than the number in the log.")
  private Integer states;

  @Option(
      names = "--shift",
      paramLabel = "plug-in|shrunk",
      defaultValue = "plug-in",
      description =
          "Estimate of how much actions change the next state: plug-in takes it as observed; shrunk removes what may be"
              + " noise and widens intervals to allow for that (default: ${DEFAULT-VALUE}).")
  private String shift;

  @Option(
      names = "--exogenous",
      paramLabel = "STEP,…|all",
      description =
          "Steps at which you declare that actions do not change the next state. The log is tested against this, and a note"
              + " reports a contradiction.")
  private String exogenous;

  @Option(
      names = "--variance",
      paramLabel = "shrunk|plain",
      defaultValue = "shrunk",
      description =
          "Variance of efficient: shrunk raises variances that rest on few rows, plain leaves them as estimated (default:"
              + " ${DEFAULT-VALUE}).")
  private String variance;

  @Option(
      names = "--smallest-propensity",
      paramLabel = "P",
      description =
          "The smallest probability with which the logged policy takes any action in any state. With it, sharp and"
              + " finite-sample certificates can weight whole episodes. Not needed if --behavior is a file.")
  private Double smallest;

  List<String> paths() {
    return reading.paths();
  }

  /** The policy that made the log, as the user names it. */
  Optional<String> behavior() {
    return Optional.ofNullable(behavior);
  }

  /** Whatever is read, as the user names it: the log or counts, and the logged policy. */
  List<String> inputs() {
    List<String> inputs = new ArrayList<>(reading.inputs());
    if (behavior != null) {
      inputs.add(behavior);
    }
    return inputs;
  }

  /** The same with a policy, of which only its file matters here. */
  List<String> inputs(@Nullable String policy) {
    List<String> inputs = inputs();
    if (policy != null) {
      inputs.add(policy.replaceFirst("^(mix:[^:]*:)+", ""));
    }
    return inputs;
  }

  /** Where rows come from. */
  ReadingArguments reading() {
    return reading;
  }

  /** The log and how it is read, as a command has it; how it is judged is left out. */
  List<String> readingWords() {
    List<String> words = new ArrayList<>(reading.words());
    if (behavior != null) {
      words.addAll(List.of("--behavior", behavior));
    }
    return words;
  }

  Settings settings() {
    Settings all = plainSettings();
    return smallest == null ? all : all.withSmallestPropensity(smallest);
  }

  private Settings plainSettings() {
    return new Settings(
        delta,
        Settings.model(model),
        Settings.bonus(bonus),
        scale,
        states == null ? OptionalInt.empty() : OptionalInt.of(states),
        reading.seed(),
        ShiftChoice.parse(shift, Optional.ofNullable(exogenous)),
        Settings.variance(variance));
  }

  /** Refuses options that are wrong whatever the log. */
  void check(CommandSpec spec) {
    LogCommand.option(spec, this::settings);
    LogCommand.option(spec, () -> reading.options(false));
  }

  /**
   * A log as the options name it, read and fitted.
   *
   * @param judgment of the policy that was asked about, if there was one
   */
  record Opened(SqlLog log, Fit fit, Optional<Judgment> judgment) {}

  /**
   * Reads the log and fits it.
   *
   * @param split whether halves of the log will be needed
   * @param policy the policy to judge, as the user names it
   */
  Opened open(CommandSpec spec, SqlEngine engine, boolean split, Optional<String> policy) {
    return open(spec, engine, split, policy, Optional.empty());
  }

  /** The same with rows assigned to segments, if they are to be. */
  Opened open(
      CommandSpec spec,
      SqlEngine engine,
      boolean split,
      Optional<String> policy,
      Optional<SegmentColumns> by) {
    LogCommand.option(spec, () -> requireOneStandardInput(policy.stream().toList()));
    Optional<PolicySpec> wanted =
        policy.map(name -> LogCommand.option(spec, () -> PolicySpec.parse(name, engine)));
    Optional<PolicyTable> behaviorFile = behaviorFile(engine);
    Set<String> actions = new LinkedHashSet<>();
    wanted.ifPresent(p -> actions.addAll(p.actions()));
    behaviorFile.ifPresent(file -> actions.addAll(file.actions()));
    SqlLog log = reading.open(engine, split, actions, by);
    Settings settings = settings();
    Fit fit = Fit.of(log, settings, behavior(log.data(), behaviorFile, settings));
    return new Opened(log, fit, wanted.map(p -> p.judgedBy(fit)));
  }

  /**
   * Reads the log once and judges several policies by it.
   *
   * @param policies as the user names them, by the names they are to have
   * @param by what rows are assigned to segments by, if they are to be
   */
  Map<String, Judgment> openAll(
      CommandSpec spec,
      SqlEngine engine,
      Map<String, String> policies,
      Optional<SegmentColumns> by) {
    LogCommand.option(spec, () -> requireOneStandardInput(policies.values()));
    Map<String, PolicySpec> wanted = new LinkedHashMap<>();
    policies.forEach(
        (name, written) ->
            wanted.put(name, LogCommand.option(spec, () -> PolicySpec.parse(written, engine))));
    Optional<PolicyTable> behaviorFile = behaviorFile(engine);
    Set<String> actions = new LinkedHashSet<>();
    wanted.values().forEach(p -> actions.addAll(p.actions()));
    behaviorFile.ifPresent(file -> actions.addAll(file.actions()));
    SqlLog log = reading.open(engine, true, actions, by);
    Settings settings = settings();
    Fit fit = Fit.of(log, settings, behavior(log.data(), behaviorFile, settings));
    Map<String, Judgment> judged = new LinkedHashMap<>();
    wanted.forEach((name, policy) -> judged.put(name, policy.judgedBy(fit)));
    return judged;
  }

  /**
   * Which history would make the state hold what matters of the past, where the log contradicts
   * that it does; empty where it does not, or where nothing else can be read. Reads the log again,
   * so that the fit cannot be used any more.
   */
  Optional<HistoryCheck> historyFor(SqlEngine engine, Fit fit) {
    boolean wanted = fit.assumptions().of(Assumption.MARKOV).isContradicted();
    if (!wanted || !reading.takesHistory()) {
      return Optional.empty();
    }
    Optional<HistoryCheck> last = Optional.empty();
    for (boolean withStates : new boolean[] {false, true}) {
      History past = new History(1, withStates);
      try {
        Fit longer = fitWith(engine, past);
        Finding markov = longer.assumptions().of(Assumption.MARKOV);
        int states = longer.data().shape().states();
        last = Optional.of(new HistoryCheck(past.toString(), states, markov));
        if (markov.verdict() == Finding.Verdict.HOLDS) {
          return last;
        }
      } catch (BadLogException | SettingException e) {
        return last; // too many states, or ends that a past does not allow
      }
    }
    return last;
  }

  private Fit fitWith(SqlEngine engine, History past) {
    Optional<PolicyTable> file = behaviorFile(engine);
    Set<String> actions = file.map(PolicyTable::actions).orElse(Set.of());
    SqlLog log = reading.open(engine, past, actions);
    Settings settings = settings();
    return Fit.of(log, settings, behavior(log.data(), file, settings));
  }

  /** Standard input is one file: read once, it is gone. */
  private long requireOneStandardInput(Collection<String> policies) {
    long times =
        Stream.of(paths(), policies, List.of(String.valueOf(behavior)))
            .flatMap(Collection::stream)
            .filter(name -> name.equals(Inputs.STANDARD_INPUT) || name.endsWith(":-"))
            .count();
    if (times > 1) {
      throw new IllegalArgumentException(
          "-: stands for standard input, which can be read once, got it %s times".formatted(times));
    }
    return times;
  }

  /** That steps declared exogenous exist. */
  void requireSteps(int horizon) {
    settings().shift().requireSteps(horizon);
  }

  /** The policy that made the log, read before it if it is a file. */
  Optional<PolicyTable> behaviorFile(SqlEngine engine) {
    return behavior == null || behavior.equals("estimate")
        ? Optional.empty()
        : Optional.of(PolicyTable.read(engine, behavior));
  }

  Behavior behavior(LogData log, Optional<PolicyTable> file, Settings settings) {
    if (file.isPresent()) {
      List<String> notes = new ArrayList<>();
      return Behavior.given(log, file.get().on(log, notes), notes);
    }
    return behavior == null
        ? Behavior.of(log, settings)
        : Behavior.estimated(log.counts(), settings.model(), settings.delta());
  }
}
