package io.sluice.cli;

import io.sluice.answers.IntervalKind;
import io.sluice.answers.Settings;
import io.sluice.answers.ShiftChoice;
import io.sluice.interval.EfficientInterval.Variance;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.logs.PolicyTable;
import io.sluice.logs.SqlEngine;
import io.sluice.model.Model.Pooling;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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

  Settings settings() {
    Pooling pooling =
        switch (model.toLowerCase(Locale.ROOT)) {
          case "pooled" -> Pooling.POOLED;
          case "per-step" -> Pooling.PER_STEP;
          default ->
              throw new IllegalArgumentException("--model: needs pooled or per-step, got " + model);
        };
    Settings.BonusKind kind =
        Arrays.stream(Settings.BonusKind.values())
            .filter(b -> b.toString().equals(bonus.toLowerCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--bonus: needs paper, hoeffding or bernstein, got " + bonus));
    if (!(scale >= 0 && scale < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "--bonus-scale: must be a number of at least 0, got " + scale);
    }
    return new Settings(
        delta,
        pooling,
        kind,
        scale,
        states == null ? OptionalInt.empty() : OptionalInt.of(states),
        reading.seed(),
        ShiftChoice.parse(shift, exogenous),
        variance());
  }

  private Variance variance() {
    return switch (variance.toLowerCase(Locale.ROOT)) {
      case "shrunk" -> Variance.SHRUNK;
      case "plain" -> Variance.PLAIN;
      default ->
          throw new IllegalArgumentException("--variance: needs shrunk or plain, got " + variance);
    };
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
    int seen = open.data().shape().states();
    if (states != null && states < seen) {
      throw new BadDataException(
          "--states: must be at least the %d states of the log, got %d".formatted(seen, states));
    }
    try {
      requireSteps(open.data().shape().horizon());
    } catch (IllegalArgumentException beyond) {
      throw new BadDataException(beyond.getMessage(), beyond);
    }
    return open;
  }

  /** That steps declared exogenous exist. */
  void requireSteps(int horizon) {
    ShiftChoice declared = settings().shift();
    if (!declared.exogenous().isEmpty() && declared.exogenous().last() > horizon) {
      throw new IllegalArgumentException(
          "--exogenous: needs steps 1 … %d, got %d"
              .formatted(horizon, declared.exogenous().last()));
    }
  }

  /** The policy that made the log, read before it if it is a file. */
  Optional<PolicyTable> behaviorFile(SqlEngine engine) {
    return behavior == null || behavior.equals("estimate")
        ? Optional.empty()
        : Optional.of(PolicyTable.read(engine, behavior));
  }

  BehaviorPolicy behavior(LoggedData log, Optional<PolicyTable> file) {
    Settings settings = settings();
    if (file.isPresent()) {
      return BehaviorPolicy.given(log, file.get());
    }
    return log.propensities().isPresent() && behavior == null
        ? BehaviorPolicy.logged(log)
        : BehaviorPolicy.estimated(log, settings.pooling(), settings.delta());
  }
}
