package io.sluice.fit;

import io.sluice.design.DataPlan;
import io.sluice.design.Exploration;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * How actions would best be taken, to get to a wanted width with fewer episodes.
 *
 * @param needed how many episodes, all made this way; none if they never do
 * @param fromStep where it begins; before, the logged policy is followed
 * @param changed in how many states
 * @param states where most is gained
 */
public record ExplorationResult(
    OptionalLong needed, int fromStep, int changed, List<State> states, Policy policy) {
  /**
   * A state where actions would be taken with other probabilities.
   *
   * @param step none if it is meant for all of them
   */
  public record State(OptionalInt step, String state, List<Action> actions) {}

  /** An action with its probability, as logged and as wanted. */
  public record Action(String action, double logged, double wanted) {}

  static ExplorationResult of(LogData log, DataPlan plan) {
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
    return new ExplorationResult(
        plan.exploringEpisodes(),
        exploration.first(),
        changes.size(),
        List.copyOf(states),
        exploration.policy());
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
