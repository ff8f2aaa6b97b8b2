package io.sluice.answers;

import io.sluice.counts.TransitionCounts;
import io.sluice.logs.BadLogException;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.model.Model;
import io.sluice.rivals.MarginalizedWeights;
import io.sluice.rivals.ModelValue;
import io.sluice.rivals.PerDecision;
import io.sluice.rivals.PolicyValues;
import io.sluice.rivals.SequentialDoublyRobust;
import io.sluice.rivals.TrajectoryWeights;
import io.sluice.rivals.ValueEstimate;
import io.sluice.rivals.Weights;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;

/**
 * Other people's estimates of V_π, all from going through the log's episodes once, or twice for
 * those whose error needs their means.
 */
final class RivalAnswers {
  private final OpenLog open;
  private final LoggedData log;
  private final Policy evaluated;
  private final Settings settings;
  private final List<IntervalKind> kinds;

  private final List<Consumer<Episode>> first = new ArrayList<>();
  private final List<Runnable> between = new ArrayList<>();
  private final List<Consumer<Episode>> second = new ArrayList<>();
  private final Map<IntervalKind, DoubleFunction<ValueEstimate>> estimates =
      new EnumMap<>(IntervalKind.class);
  private final Map<IntervalKind, Supplier<Weights>> weights = new EnumMap<>(IntervalKind.class);

  private RivalAnswers(
      OpenLog open, Policy evaluated, Settings settings, List<IntervalKind> kinds) {
    this.open = open;
    this.log = open.data();
    this.evaluated = evaluated;
    this.settings = settings;
    this.kinds = kinds;
  }

  /** What one of them says, in the user's units, and the weights it used. */
  record Answer(ValueEstimate estimate, Optional<Weights> weights) {}

  static Map<IntervalKind, Answer> of(
      OpenLog open,
      BehaviorPolicy behavior,
      Policy evaluated,
      Settings settings,
      List<IntervalKind> kinds) {
    RivalAnswers rivals = new RivalAnswers(open, evaluated, settings, kinds);
    rivals.prepare();
    rivals.goThrough(behavior);
    return rivals.answers();
  }

  private void goThrough(BehaviorPolicy behavior) {
    if (!first.isEmpty()) {
      open.forEachEpisode(behavior, episode -> first.forEach(f -> f.accept(episode)));
    }
    orBadLog(
        () -> {
          between.forEach(Runnable::run);
          return null;
        });
    if (!second.isEmpty()) {
      open.forEachEpisode(behavior, episode -> second.forEach(s -> s.accept(episode)));
    }
  }

  private Map<IntervalKind, Answer> answers() {
    Map<IntervalKind, Answer> answers = new EnumMap<>(IntervalKind.class);
    for (IntervalKind kind : kinds) {
      if (kind.needsEpisodes()) {
        ValueEstimate estimate = orBadLog(() -> estimates.get(kind).apply(settings.delta()));
        answers.put(
            kind, new Answer(estimate, Optional.ofNullable(weights.get(kind)).map(Supplier::get)));
      }
    }
    return answers;
  }

  /** What an estimator cannot do with these episodes, e.g. as all weights are 0, is the data's. */
  private static <T> T orBadLog(Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      throw new BadLogException(e.getMessage());
    }
  }

  private boolean asked(IntervalKind... some) {
    return kinds.stream().anyMatch(List.of(some)::contains);
  }

  private void prepare() {
    if (asked(IntervalKind.IPS, IntervalKind.SNIPS)) {
      TrajectoryWeights whole = new TrajectoryWeights(evaluated);
      first.add(whole::add);
      answers(IntervalKind.IPS, whole::ips, whole::weights);
      answers(IntervalKind.SNIPS, whole::snips, whole::weights);
    }
    if (asked(IntervalKind.PDIS, IntervalKind.WPDIS, IntervalKind.DR)) {
      perDecision();
    }
    if (asked(IntervalKind.MIS)) {
      MarginalizedWeights marginal = new MarginalizedWeights(log.counts(), evaluated);
      first.add(marginal::add);
      between.add(
          () -> {
            MarginalizedWeights.Estimate estimate = marginal.estimate();
            second.add(estimate::add);
            answers(IntervalKind.MIS, estimate::mis, estimate::weights);
          });
    }
    if (asked(IntervalKind.MODEL)) {
      Model model = Model.estimate(log.counts(), settings.pooling());
      ModelValue value =
          new ModelValue(log.counts(), model, log.valueRange(), log.range(), evaluated);
      first.add(value::add);
      estimates.put(IntervalKind.MODEL, value::model);
    }
  }

  /** Those that weight step by step, and so share their weights. */
  private void perDecision() {
    PerDecision decisions = new PerDecision(evaluated);
    first.add(decisions::add);
    answers(IntervalKind.PDIS, decisions::pdis, decisions::weights);
    if (asked(IntervalKind.WPDIS)) {
      between.add(
          () -> {
            PerDecision.Weighted weighted = decisions.weighted();
            second.add(weighted::add);
            answers(IntervalKind.WPDIS, weighted::wpdis, decisions::weights);
          });
    }
    if (asked(IntervalKind.DR)) {
      SequentialDoublyRobust robust = doublyRobust();
      first.add(robust::add);
      answers(IntervalKind.DR, robust::dr, decisions::weights);
    }
  }

  private void answers(
      IntervalKind kind, DoubleFunction<ValueEstimate> estimate, Supplier<Weights> weight) {
    estimates.put(kind, estimate);
    weights.put(kind, weight);
  }

  private SequentialDoublyRobust doublyRobust() {
    LoggedData.Halves halves = log.halves().orElseThrow();
    if (halves.inputs().episodes() == 0 || halves.holdout().episodes() == 0) {
      throw new BadLogException(
          "interval dr: needs %s in both halves of the log, got halves of %d and %d episodes"
              .formatted(
                  open.hasClusters() ? "clusters" : "episodes",
                  halves.inputs().episodes(),
                  halves.holdout().episodes()));
    }
    return new SequentialDoublyRobust(
        evaluated, log.range(), values(halves.holdout()), values(halves.inputs()));
  }

  private PolicyValues values(TransitionCounts half) {
    return PolicyValues.of(Model.estimate(half, settings.pooling()), log.valueRange(), evaluated);
  }
}
