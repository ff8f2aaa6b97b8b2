package io.sluice.simulation;

import io.sluice.fit.Log;
import io.sluice.fit.LogData;
import io.sluice.fit.ObjectLog;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Episodes drawn from an environment as a log in memory, which is read as anyone's log is: states
 * and actions by name, the horizon by its longest episode.
 */
public final class SimulatedLog {
  private final Environment environment;

  /** One row of the log. */
  private record Decision(int state, int action, double reward, double propensity) {}

  public SimulatedLog(Environment environment) {
    this.environment = environment;
  }

  /**
   * @param range the units of the rewards, which the environment has in [0, 1]
   */
  public Log draw(RewardRange range, int episodes, long seed) {
    List<List<Decision>> all = new ArrayList<>();
    new Rollouts(environment, seed)
        .forEachRow(
            episodes,
            (episode, h, x, a, next, reward) -> {
              if (h == 1) {
                all.add(new ArrayList<>());
              }
              double inUnits = range.low() + reward * range.width();
              double clipped = Math.max(range.low(), Math.min(range.high(), inUnits)); // rounding
              double p = environment.behavior().probability(h, x, a);
              all.get(episode).add(new Decision(x, a, clipped, p));
            });
    ObjectLog<List<Decision>, Decision> log =
        Log.of(
            all,
            episode -> episode,
            d -> environment.states().get(d.state()),
            d -> environment.actions().get(d.action()),
            Decision::reward);
    return log.withPropensity(Decision::propensity).withRewardRange(range.low(), range.high());
  }

  /** A policy of the environment for a log, by the names of its states and actions. */
  public Policy policy(LogData log, Policy policy) {
    int[] states = new int[log.shape().states()];
    int[] actions = new int[log.shape().actions()];
    for (int x = 0; x < states.length; x++) {
      states[x] = environment.states().indexOf(log.state(x));
    }
    for (int a = 0; a < actions.length; a++) {
      actions[a] = environment.actions().indexOf(log.action(a));
    }
    return Policy.tabular(log.shape(), (h, x, a) -> policy.probability(h, states[x], actions[a]));
  }
}
