package io.sluice.cli;

import io.sluice.answers.IntervalKind;
import io.sluice.answers.Settings;
import io.sluice.answers.ShiftChoice;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.Bins;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.logs.PolicyTable;
import io.sluice.logs.Role;
import io.sluice.logs.SqlEngine;
import io.sluice.mdp.RewardRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every command that reads a log takes: the log, how to read it, how to judge it. */
final class LogArguments {
  @Parameters(
      arity = "1..*",
      paramLabel = "LOG",
      description =
          "CSV, Parquet or newline-delimited JSON files, plain or .gz, or globs: one log in any number of files.")
  private List<String> paths;

  @Option(
      names = "--columns",
      paramLabel = "ROLE=COLUMN[+COLUMN…],…",
      description =
          "Which column plays which role, if not by its name: episode, step, state, action, reward, and if there are"
              + " any next_state, propensity, cluster, end. Several columns joined by + make one state.")
  private List<String> columns = List.of();

  @Option(
      names = "--bins",
      paramLabel = "COLUMN=CUT,CUT…|qN",
      description =
          "Cut a numeric column of the state at these points, or into N equal shares. Repeatable.")
  private List<String> bins = List.of();

  @Option(
      names = "--reward-range",
      paramLabel = "LO,HI",
      description = "What one reward can be (default: 0,1). Results come in the same units.")
  private String rewardRange;

  @Option(
      names = "--return-range",
      paramLabel = "LO,HI",
      description = "What an episode's whole return can be, if that is known to be less.")
  private String returnRange;

  @Option(
      names = "--behavior",
      paramLabel = "FILE|estimate",
      description =
          "The policy that made the log: a file (state,action,probability[,step]), or estimate. Default: the"
              + " log's propensities, or an estimate where it has none.")
  private String behavior;

  @Option(
      names = "--delta",
      paramLabel = "D",
      defaultValue = "0.05",
      description = "The probability with which an interval may miss (default: ${DEFAULT-VALUE}).")
  private double delta;

  @Option(
      names = "--model",
      paramLabel = "pooled|per-step",
      defaultValue = "pooled",
      description = "One model for all steps, or one for each (default: ${DEFAULT-VALUE}).")
  private String model;

  @Option(
      names = "--bonus",
      paramLabel = "paper|hoeffding|bernstein",
      defaultValue = "paper",
      description =
          "How model errors are bounded: as in the paper's simulations, or proven (with --model per-step), from the"
              + " range of rewards or, for long logs, from their variance (default: ${DEFAULT-VALUE}).")
  private String bonus;

  @Option(
      names = "--bonus-scale",
      paramLabel = "B",
      defaultValue = "1",
      description = "A factor on the bonus (default: ${DEFAULT-VALUE}).")
  private double scale;

  @Option(
      names = "--states",
      paramLabel = "N",
      description = "How many states there are, if more than the log shows.")
  private Integer states;

  @Option(
      names = "--shift",
      paramLabel = "plug-in|shrunk",
      defaultValue = "plug-in",
      description =
          "How far actions move the next state: as seen, or less what can be noise, with the error of that charged"
              + " (default: ${DEFAULT-VALUE}).")
  private String shift;

  @Option(
      names = "--exogenous",
      paramLabel = "STEP,…|all",
      description =
          "Steps at which you declare that actions do not move the next state. Tested: a note says if the log disagrees.")
  private String exogenous;

  @Option(
      names = "--variance",
      paramLabel = "shrunk|plain",
      defaultValue = "shrunk",
      description =
          "For efficient: whether variances seen in few rows are kept from collapsing, or left as the formula has them"
              + " (default: ${DEFAULT-VALUE}).")
  private String variance;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of every random choice (default: ${DEFAULT-VALUE}).")
  private long seed;

  List<String> paths() {
    return paths;
  }

  /** The log and how it is read, as a command has it; how it is judged is left out. */
  List<String> reading() {
    List<String> words = new ArrayList<>(paths);
    columns.forEach(c -> words.addAll(List.of("--columns", c)));
    bins.forEach(b -> words.addAll(List.of("--bins", b)));
    if (rewardRange != null) {
      words.addAll(List.of("--reward-range", rewardRange));
    }
    if (returnRange != null) {
      words.addAll(List.of("--return-range", returnRange));
    }
    if (behavior != null) {
      words.addAll(List.of("--behavior", behavior));
    }
    if (seed != 1) {
      words.addAll(List.of("--seed", String.valueOf(seed)));
    }
    return words;
  }

  Settings settings() {
    return new Settings(
        delta,
        Settings.pooling(model),
        Settings.bonus(bonus),
        scale,
        states == null ? OptionalInt.empty() : OptionalInt.of(states),
        seed,
        ShiftChoice.parse(shift, exogenous),
        Settings.variance(variance));
  }

  LogOptions options(boolean split) {
    Map<Role, List<String>> asked = new EnumMap<>(Role.class);
    // Not split by picocli, to which a quote in a column's name means something.
    for (String entry : columns.stream().flatMap(c -> Arrays.stream(c.split(","))).toList()) {
      int equals = entry.indexOf('=');
      if (equals < 1 || equals == entry.length() - 1) {
        throw new IllegalArgumentException("--columns: needs ROLE=COLUMN, got " + entry);
      }
      asked.put(
          role(entry.substring(0, equals).trim()),
          List.of(entry.substring(equals + 1).split("\\+")));
    }
    return new LogOptions(
        asked,
        bins.stream().map(Bins::parse).toList(),
        range("--reward-range", rewardRange),
        range("--return-range", returnRange),
        split,
        seed);
  }

  private static Role role(String name) {
    return Arrays.stream(Role.values())
        .filter(role -> role.columnName().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--columns: needs a role, one of %s, got %s"
                        .formatted(
                            String.join(
                                ", ", Arrays.stream(Role.values()).map(Role::columnName).toList()),
                            name)));
  }

  private static Optional<RewardRange> range(String option, String text) {
    if (text == null) {
      return Optional.empty();
    }
    String[] ends = text.split(",");
    try {
      if (ends.length == 2) {
        return Optional.of(
            new RewardRange(Double.parseDouble(ends[0]), Double.parseDouble(ends[1])));
      }
    } catch (IllegalArgumentException e) {
      // falls through to the one message for every misspelling
    }
    throw new IllegalArgumentException(
        "%s: needs two numbers LO,HI with LO < HI, got %s".formatted(option, text));
  }

  /** Reads and counts the log. */
  OpenLog open(SqlEngine engine, List<IntervalKind> kinds, Set<String> moreActions) {
    return open(engine, kinds.stream().anyMatch(IntervalKind::needsHalves), moreActions);
  }

  /**
   * Reads and counts the log.
   *
   * @param split whether in two halves too
   */
  OpenLog open(SqlEngine engine, boolean split, Set<String> moreActions) {
    OpenLog open = LogReader.open(engine, paths, options(split), moreActions);
    try {
      settings().requireFit(open.data().shape());
    } catch (IllegalArgumentException beyond) {
      throw new BadDataException(beyond.getMessage(), beyond);
    }
    return open;
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

  BehaviorPolicy behavior(LoggedData log, Optional<PolicyTable> file) {
    return behavior(log, file, settings());
  }

  BehaviorPolicy behavior(LoggedData log, Optional<PolicyTable> file, Settings settings) {
    if (file.isPresent()) {
      return BehaviorPolicy.given(log, file.get());
    }
    return log.propensities().isPresent() && behavior == null
        ? BehaviorPolicy.logged(log)
        : BehaviorPolicy.estimated(log, settings.pooling(), settings.delta());
  }
}
