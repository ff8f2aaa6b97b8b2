package io.sluice.answers;

import io.sluice.interval.DataPlan;
import io.sluice.interval.Influence;
import io.sluice.interval.Influences;
import io.sluice.logs.BadLogException;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.mdp.Policy;
import io.sluice.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * How many more episodes would make the {@code efficient} interval as narrow as wanted, and where
 * are they needed? Widths are in the user's units.
 *
 * @param step whose effect is planned for; none for the whole, V_π − V_πb
 * @param width what the log gives
 * @param unseen the part of it for pairs never seen, which more episodes may not remove
 * @param behaviorError the part of it for a behavior policy that is estimated; it falls with 1/√T
 *     (later in states so rare that it is cut at 1 now)
 * @param needed how many episodes of the logged policy, in all; none if they never do
 * @param stateShare the share of the variance that comes from the states episodes were in
 */
public record PlanAnswer(
    OptionalInt step,
    long episodes,
    double width,
    double wanted,
    double unseen,
    double behaviorError,
    OptionalLong needed,
    double stateShare,
    List<Source> sources,
    ExploringAnswer exploring,
    List<String> warnings,
    Provenance provenance) {
  /** How many pairs or states are listed. */
  static final int SHOWN = 20;

  /**
   * A pair that the width comes from.
   *
   * @param step none if rows of all steps count alike
   * @param share of the variance
   * @param rowsNeeded how many it has in a log of the logged policy that is long enough
   */
  public record Source(
      OptionalInt step,
      String state,
      String action,
      double share,
      long rows,
      OptionalLong rowsNeeded) {}

  /**
   * @param step none for the whole
   * @param wanted the width, in the user's units
   * @throws BadLogException if the log has no such step, or one episode only
   */
  public static PlanAnswer of(
      OpenLog open,
      BehaviorPolicy behavior,
      Policy evaluated,
      Settings settings,
      OptionalInt step,
      double wanted,
      List<String> notes) {
    LoggedData log = open.data();
    requireUsable(log, step);
    Model model = Model.estimate(log.counts(), settings.pooling());
    Influences all =
        Influences.of(
            log.counts(),
            model,
            log.valueRange(),
            behavior.policy(),
            evaluated,
            settings.shift()::isExogenous);
    Influence influence = step.isPresent() ? all.at(step.getAsInt()) : all.total();
    double error = behaviorError(log, behavior, step);
    double range = log.range().width();
    DataPlan plan =
        DataPlan.of(
            influence,
            settings.variance(),
            settings.delta(),
            wanted / range,
            episodes -> error * Math.sqrt(log.episodes() / episodes));
    ExploringAnswer exploring = ExploringAnswer.of(log, plan);
    List<String> warnings = new ArrayList<>(log.notes());
    warnings.addAll(behavior.notes());
    warnings.addAll(notes);
    Calibration.judged(log, behavior).ifPresent(c -> warnings.addAll(c.warnings()));
    warnings.addAll(EvaluationAnswer.contradictions(log, settings.shift()));
    if (open.hasClusters()) {
      warnings.add("the log has clusters, but here episodes are taken as independent");
    }
    if (exploring.changed() > 0 && plan.width() > plan.wanted()) {
      warnings.addAll(exploring.notes(log, step, plan.unseen() > 0));
    }
    return new PlanAnswer(
        step,
        log.episodes(),
        plan.width() * range,
        wanted,
        plan.unseen() * range,
        error * range,
        plan.episodes(),
        plan.shareOfStates(),
        sources(log, plan),
        exploring,
        List.copyOf(warnings),
        Provenance.of(log, settings, behavior.source().toString()));
  }

  private static void requireUsable(LoggedData log, OptionalInt step) {
    int horizon = log.shape().horizon();
    if (step.isPresent() && step.getAsInt() > horizon) {
      throw new BadLogException(
          "--step: must be total or one of the log's steps 1 … %d, got %d"
              .formatted(horizon, step.getAsInt()));
    }
    if (log.episodes() < 2) {
      throw new BadLogException(
          "plan: needs at least two episodes, to see how they differ, got " + log.episodes());
    }
  }

  /** Both sides of what {@code evaluate} charges for an estimated behavior policy. */
  private static double behaviorError(LoggedData log, BehaviorPolicy behavior, OptionalInt step) {
    return IntStream.rangeClosed(1, log.shape().horizon())
        .filter(h -> step.isEmpty() || step.getAsInt() == h)
        .mapToDouble(h -> 2 * behavior.errors().get(h - 1) * log.valueRange().top(h))
        .sum();
  }

  private static List<Source> sources(LoggedData log, DataPlan plan) {
    List<Source> sources = new ArrayList<>();
    for (DataPlan.Source source : plan.sources(SHOWN)) {
      double each = source.rows() / (double) log.episodes();
      sources.add(
          new Source(
              oneOrAll(source.step()),
              log.state(source.state()),
              log.action(source.action()),
              source.share(),
              source.rows(),
              plan.episodes().isPresent()
                  ? OptionalLong.of((long) Math.ceil(each * plan.episodes().getAsLong()))
                  : OptionalLong.empty()));
    }
    return List.copyOf(sources);
  }

  static OptionalInt oneOrAll(int step) {
    return step == 0 ? OptionalInt.empty() : OptionalInt.of(step);
  }

  /** Whether the log is long enough as it is. */
  public boolean isReached() {
    return width <= wanted;
  }

  /** The policy to explore with, as a table that {@code --policy} reads. */
  public String csv(LoggedData log) {
    return PolicyCsv.of(log, exploring.policy());
  }
}
