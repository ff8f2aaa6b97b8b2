package io.sluice.cli;

import io.sluice.answers.IntervalKind;
import io.sluice.answers.Settings;
import io.sluice.answers.ShiftChoice;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.logs.PolicyTable;
import io.sluice.logs.SqlEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every command that reads a log takes: the log, how to read it, how to judge it. */
final class LogArguments {
  @Mixin private ReadingArguments reading;

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

  List<String> paths() {
    return reading.paths();
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
    return new Settings(
        delta,
        Settings.pooling(model),
        Settings.bonus(bonus),
        scale,
        states == null ? OptionalInt.empty() : OptionalInt.of(states),
        reading.seed(),
        ShiftChoice.parse(shift, exogenous),
        Settings.variance(variance));
  }

  /** Refuses options of which it can be said without the log. */
  LogOptions options(boolean split) {
    return reading.options(split);
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
    OpenLog open = reading.open(engine, split, moreActions);
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
