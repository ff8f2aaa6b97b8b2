package io.sluice.fit;

import io.sluice.assumptions.Assumptions;
import io.sluice.design.DataPlan;
import io.sluice.influence.Influence;
import io.sluice.influence.Influences;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * How many more episodes the {@code efficient} interval needs for a given width, and where. Widths
 * are in the user's units. Where the log has clusters, further episodes are assumed to come in
 * similar clusters.
 *
 * @param step whose effect is planned for; none for the whole, V_π − V_πb
 * @param width the width from this log
 * @param unseen the part of it for pairs never seen, which more episodes may not remove
 * @param behaviorError the part of it for a behavior policy that is estimated; it falls with 1/√T
 *     (later in states so rare that it is cut at 1 now)
 * @param needed the total number of episodes of the logged policy; empty if no number suffices
 * @param stateShare the share of the variance that comes from the states episodes were in
 * @param assumptions the results of testing the interval's assumptions on the log
 */
public record PlanResult(
    OptionalInt step,
    long episodes,
    double width,
    double wanted,
    double unseen,
    double behaviorError,
    OptionalLong needed,
    double stateShare,
    List<Source> sources,
    ExplorationResult exploring,
    Assumptions assumptions,
    List<String> warnings,
    Provenance provenance) {
  /** How many pairs or states are listed. */
  static final int SHOWN = 20;

  /**
   * A pair that contributes to the width.
   *
   * @param step empty if rows of all steps are pooled
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
   * @param mostCost how much less an episode may earn while exploring
   * @throws BadLogException if the log has one episode only
   */
  static PlanResult of(
      Judgment judgment, OptionalInt step, double wanted, OptionalDouble mostCost) {
    Fit fit = judgment.fit();
    LogData log = fit.data();
    requireUsable(log, step);
    Influences all = judgment.influences();
    Influence influence = step.isPresent() ? all.at(step.getAsInt()) : all.total();
    boolean paid = fit.behavior().frequencies().isPresent(); // it is part of the variance
    double error = paid ? 0 : behaviorError(log, fit.behavior(), step);
    Optional<PlanClusters> clusters = PlanClusters.of(judgment, influence, step);
    double range = log.range().width();
    DataPlan plan =
        DataPlan.of(
            influence,
            fit.settings().variance(),
            fit.settings().delta(),
            wanted / range,
            clusters.map(PlanClusters::inflation).orElse(1.0),
            episodes -> error * Math.sqrt(log.episodes() / episodes),
            mostCost.orElse(Double.POSITIVE_INFINITY) / range);
    ExplorationResult exploring = ExplorationResult.of(judgment, step, plan);
    List<String> warnings = judgment.allNotes();
    warnings.addAll(fit.calibrationWarnings());
    warnings.addAll(fit.contradictions());
    if (log.clustered()) {
      warnings.addAll(
          clusters
              .map(c -> c.warnings(plan.episodes(), log.episodes()))
              .orElse(List.of("the log has clusters, but here episodes are taken as independent")));
    }
    if (exploring.changed() > 0 && plan.width() > plan.wanted()) {
      warnings.addAll(exploring.notes(log, step, plan.unseen() > 0));
    }
    return new PlanResult(
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
        judgment.assumptions(),
        List.copyOf(warnings),
        fit.provenance());
  }

  private static void requireUsable(LogData log, OptionalInt step) {
    int horizon = log.shape().horizon();
    if (step.isPresent() && step.getAsInt() > horizon) {
      throw new SettingException(
          "step",
          "must be total or one of the log's steps 1 … %d, got %d"
              .formatted(horizon, step.getAsInt()));
    }
    if (log.episodes() < 2) {
      throw new BadLogException(
          "plan: needs at least two episodes, to see how they differ, got " + log.episodes());
    }
  }

  /** Both sides of what {@code evaluate} charges for an estimated behavior policy. */
  private static double behaviorError(LogData log, Behavior behavior, OptionalInt step) {
    return IntStream.rangeClosed(1, log.shape().horizon())
        .filter(h -> step.isEmpty() || step.getAsInt() == h)
        .mapToDouble(h -> 2 * behavior.errors().get(h - 1) * log.valueRange().top(h))
        .sum();
  }

  private static List<Source> sources(LogData log, DataPlan plan) {
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

  /** Returns whether the log is already long enough. */
  public boolean isReached() {
    return width <= wanted;
  }
}
