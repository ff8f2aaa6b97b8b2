package io.sluice.fit;

import io.sluice.design.DataPlan;
import io.sluice.design.Exploration;
import io.sluice.influence.EfficientInterval;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The exploring policy that reaches a wanted width with the fewest episodes.
 *
 * @param needed the number of episodes, all made by exploring; empty if no number suffices
 * @param fromStep the step from which to explore; before it, the logged policy is followed
 * @param changed the number of states with other probabilities
 * @param states the states where exploring helps most
 * @param costEstimate how much less an episode is estimated to earn than those of the log, by the
 *     model; below 0 if it earns more
 * @param cost the same as an {@code efficient} interval of this log, on which the experiment was
 *     chosen: a guide, not a promise
 * @param after the expected interval after that many episodes, if the estimate stays the same
 * @param widthAsLong the width with as many episodes as the log has
 */
public record ExplorationResult(
    OptionalLong needed,
    int fromStep,
    int changed,
    List<State> states,
    double costEstimate,
    Range cost,
    Range after,
    double widthAsLong,
    Policy policy) {
  /** Two ends, in the user's units. */
  public record Range(double lower, double upper) {}

  /**
   * A state where actions would be taken with other probabilities.
   *
   * @param step none if it is meant for all of them
   */
  public record State(OptionalInt step, String state, List<Action> actions) {}

  /** An action with its probability, as logged and as wanted. */
  public record Action(String action, double logged, double wanted) {}

  static ExplorationResult of(Judgment judgment, OptionalInt step, DataPlan plan) {
    LogData log = judgment.fit().data();
    Exploration exploration = plan.exploration();
    List<Exploration.ChangedState> changes = exploration.changes();
    int shown = Math.min(PlanResult.SHOWN, changes.size());
    List<State> states = new ArrayList<>();
    for (Exploration.ChangedState state : changes.subList(0, shown)) {
      List<Action> actions =
          IntStream.range(0, log.shape().actions())
              .mapToObj(
                  a -> new Action(log.action(a), state.logged().get(a), state.wanted().get(a)))
              .toList();
      states.add(new State(PlanResult.oneOrAll(state.step()), log.state(state.state()), actions));
    }
    double range = log.range().width();
    Interval now =
        step.isPresent()
            ? judgment.step(step.getAsInt(), IntervalKind.EFFICIENT)
            : judgment.total(IntervalKind.EFFICIENT);
    double half =
        plan.exploringEpisodes().isPresent()
            ? plan.wanted() * range / 2
            : plan.exploringWidth(log.episodes()) * range / 2;
    return new ExplorationResult(
        plan.exploringEpisodes(),
        exploration.first(),
        changes.size(),
        List.copyOf(states),
        exploration.cost() * range,
        changes.isEmpty() ? new Range(0, 0) : cost(judgment.fit(), exploration.policy()),
        new Range(now.estimate() - half, now.estimate() + half),
        plan.exploringWidth(log.episodes()) * range,
        exploration.policy());
  }

  /** From counts, as the plan itself is, unless episodes come in clusters. */
  private static Range cost(Fit fit, Policy exploring) {
    Judgment judged = fit.judge(exploring);
    Interval gain =
        fit.data().clustered()
            ? judged.total(IntervalKind.EFFICIENT)
            : EfficientInterval.ofCounts(
                    judged.influences().total(), fit.settings().variance(), fit.settings().delta())
                .scaled(fit.data().range().width());
    return new Range(-gain.upper(), -gain.lower());
  }

  /** What to know before doing so. */
  List<String> notes(LogData log, OptionalInt step, boolean unseen) {
    List<String> notes = new ArrayList<>();
    int horizon = log.shape().horizon();
    notes.add(
        step.isPresent() || horizon == 1
            ? "a log made by exploring is judged at step %d with the policy that made this one as its behavior policy; else the effect would be that of leaving the exploring policy"
                .formatted(fromStep)
            : "exploring changes which states later steps meet: from a log made that way take the values of both policies; its total would be that of leaving the exploring policy");
    if (unseen && fromStep < horizon) {
      notes.add(
          "nothing is known of what follows pairs never seen: the number of episodes is a rough estimate, so plan again once those pairs were met");
    }
    return notes;
  }
}
