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
import io.sluice.rivals.Overlap;
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
import java.util.function.Consumer;

/** Other people's estimates of V_π, all from one way through the log's episodes, or two. */
final class RivalAnswers {
  private final Map<IntervalKind, ValueEstimate> estimates = new EnumMap<>(IntervalKind.class);
  private final Map<IntervalKind, Weights> weights = new EnumMap<>(IntervalKind.class);
  private final List<String> warnings = new ArrayList<>();
  private final OpenLog open;
  private final LoggedData log;
  private final BehaviorPolicy behavior;
  private final Policy evaluated;
  private final Settings settings;
  private final List<IntervalKind> kinds;

  private RivalAnswers(
      OpenLog open,
      BehaviorPolicy behavior,
      Policy evaluated,
      Settings settings,
      List<IntervalKind> kinds) {
    this.open = open;
    this.log = open.data();
    this.behavior = behavior;
    this.evaluated = evaluated;
    this.settings = settings;
    this.kinds = kinds.stream().filter(IntervalKind::needsEpisodes).toList();
  }

  static RivalAnswers of(
      OpenLog open,
      BehaviorPolicy behavior,
      Policy evaluated,
      Settings settings,
      List<IntervalKind> kinds) {
    RivalAnswers answers = new RivalAnswers(open, behavior, evaluated, settings, kinds);
    if (!answers.kinds.isEmpty()) {
      answers.requireOverlap();
      try {
        answers.estimate();
      } catch (IllegalArgumentException e) {
        throw new BadLogException(e.getMessage());
      }
    }
    return answers;
  }

  /** In the user's units. */
  ValueEstimate estimate(IntervalKind kind) {
    return estimates.get(kind);
  }

  /** Of those that weight. */
  Map<IntervalKind, Weights> weights() {
    return weights;
  }

  List<String> warnings() {
    return warnings;
  }

  private boolean asked(IntervalKind... some) {
    return kinds.stream().anyMatch(List.of(some)::contains);
  }

  private void estimate() {
    double delta = settings.delta();
    List<Consumer<Episode>> first = new ArrayList<>();
    TrajectoryWeights trajectories = new TrajectoryWeights(evaluated);
    PerDecision decisions = new PerDecision(evaluated);
    if (asked(IntervalKind.IPS, IntervalKind.SNIPS)) {
      first.add(trajectories::add);
    }
    if (asked(IntervalKind.PDIS, IntervalKind.WPDIS, IntervalKind.DR)) {
      first.add(decisions::add); // whose weights dr has too
    }
    SequentialDoublyRobust robust = asked(IntervalKind.DR) ? doublyRobust() : null;
    if (robust != null) {
      first.add(robust::add);
    }
    MarginalizedWeights marginal =
        asked(IntervalKind.MIS) ? new MarginalizedWeights(log.counts(), evaluated) : null;
    if (marginal != null) {
      first.add(marginal::add);
    }
    ModelValue model = asked(IntervalKind.MODEL) ? model() : null;
    if (model != null) {
      first.add(model::add);
    }
    open.forEachEpisode(behavior, episode -> first.forEach(f -> f.accept(episode)));

    List<Consumer<Episode>> second = new ArrayList<>();
    PerDecision.Weighted weighted = asked(IntervalKind.WPDIS) ? decisions.weighted() : null;
    if (weighted != null) {
      second.add(weighted::add);
    }
    MarginalizedWeights.Estimate mis = marginal == null ? null : marginal.estimate();
    if (mis != null) {
      second.add(mis::add);
    }
    if (!second.isEmpty()) {
      open.forEachEpisode(behavior, episode -> second.forEach(s -> s.accept(episode)));
    }
    for (IntervalKind kind : kinds) {
      estimates.put(
          kind,
          switch (kind) {
            case IPS -> trajectories.ips(delta);
            case SNIPS -> trajectories.snips(delta);
            case PDIS -> decisions.pdis(delta);
            case WPDIS -> weighted.wpdis(delta);
            case DR -> robust.dr(delta);
            case MIS -> mis.mis(delta);
            default -> model.model(delta);
          });
      if (kind.needsWeights()) {
        weights.put(
            kind,
            switch (kind) {
              case IPS, SNIPS -> trajectories.weights();
              case MIS -> mis.weights();
              default -> decisions.weights();
            });
      }
    }
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

  private ModelValue model() {
    Model model = Model.estimate(log.counts(), settings.pooling());
    return new ModelValue(log.counts(), model, log.valueRange(), log.range(), evaluated);
  }

  /**
   * What the logged policy never does cannot be weighted. Where it is known that it never does, the
   * data cannot answer; where that is an estimate, a person should know what is missing.
   */
  private void requireOverlap() {
    List<String> names =
        kinds.stream().filter(IntervalKind::needsWeights).map(IntervalKind::toString).toList();
    if (names.isEmpty()) {
      return;
    }
    List<Overlap.Gap> gaps = Overlap.gaps(log.counts(), behavior.policy(), evaluated);
    boolean estimated =
        switch (behavior.source()) {
          case LOGGED -> log.propensities().orElseThrow().varies();
          case FILE -> false;
          case ESTIMATED -> true;
        };
    if (gaps.isEmpty()) {
      return;
    }
    List<String> errors = new ArrayList<>();
    for (Overlap.Gap gap : gaps.subList(0, Math.min(gaps.size(), BadLogException.SHOWN))) {
      errors.add(
          "step %d, state \"%s\", action \"%s\": %s needs a logged policy that takes it, got one that never does (the policy takes it with probability %s; model and efficient need no weights)"
              .formatted(
                  gap.step(),
                  log.state(gap.state()),
                  log.action(gap.action()),
                  String.join(", ", names),
                  gap.probability()));
    }
    if (!estimated) {
      throw new BadLogException(errors, gaps.size());
    }
    warnings.add(
        "%s: the policy does what the log never shows, first at step %d in state \"%s\" with action \"%s\" (%d such cases); weights cannot make up for it, so these estimates miss it"
            .formatted(
                String.join(", ", names),
                gaps.get(0).step(),
                log.state(gaps.get(0).state()),
                log.action(gaps.get(0).action()),
                gaps.size()));
  }
}
