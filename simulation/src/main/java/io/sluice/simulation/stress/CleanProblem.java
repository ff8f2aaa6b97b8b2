package io.sluice.simulation.stress;

import io.sluice.fit.Fit;
import io.sluice.fit.LogData;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.GridWorld;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.SearchSession;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.List;

/**
 * A problem without a trap: all assumptions hold, so that verdicts should not be withheld. Logs
 * have right propensities.
 *
 * @param policy the evaluated policy, on the environment's states
 */
public record CleanProblem(String name, Environment environment, Policy policy, int episodes)
    implements StressProblem {
  /** The simulation's own problems. */
  public static List<CleanProblem> all() {
    Environment chain = ChainBandit.of(3);
    Environment grid = GridWorld.paper().environment();
    Environment search = SearchSession.mixed().environment();
    List<CleanProblem> all = new ArrayList<>();
    for (int episodes : new int[] {500, 2_000}) {
      String size = "-" + episodes;
      Policy nearer = ChainBandit.evaluated(chain, 0.4);
      all.add(new CleanProblem("clean-chain" + size, chain, nearer, episodes));
      all.add(
          new CleanProblem("clean-grid" + size, grid, GridWorld.evaluated(grid, 0.1), episodes));
      Policy uniform = Policy.uniform(search.shape());
      all.add(new CleanProblem("clean-search" + size, search, uniform, episodes));
      for (double moved : new double[] {0, 1}) {
        Environment random = RandomMdp.of(8, 3, 4, moved).environment(2);
        String which = moved == 0 ? "clean-random-bandit" : "clean-random-planning";
        all.add(new CleanProblem(which + size, random, Policy.uniform(random.shape()), episodes));
      }
    }
    return all;
  }

  @Override
  public int horizon() {
    return environment.shape().horizon();
  }

  @Override
  public StressLog draw(long seed) {
    List<List<StressLog.Row>> rows = new ArrayList<>();
    for (int e = 0; e < episodes; e++) {
      rows.add(new ArrayList<>());
    }
    new Rollouts(environment, seed)
        .forEachRow(
            episodes,
            (e, h, x, a, next, reward) ->
                rows.get(e)
                    .add(
                        new StressLog.Row(
                            environment.states().get(x),
                            environment.actions().get(a),
                            reward,
                            environment.behavior().probability(h, x, a),
                            "")));
    return new StressLog(
        rows.stream().map(own -> new StressLog.Drawn("", own)).toList(),
        RewardRange.UNIT,
        true,
        false,
        false);
  }

  @Override
  public Policy evaluated(Fit fit) {
    LogData log = fit.data();
    return Policy.tabular(
        log.shape(),
        (h, x, a) ->
            policy.probability(
                h,
                environment.states().indexOf(log.state(x)),
                environment.actions().indexOf(log.action(a))));
  }

  @Override
  public Truth truth() {
    return Truth.of(environment, policy);
  }

  @Override
  public double gain(LogData log, Policy learned) {
    Policy known =
        Policy.tabular(
            environment.shape(),
            (h, x, a) -> {
              int state = log.states().id(environment.states().get(x));
              int action = log.actions().id(environment.actions().get(a));
              return h > log.shape().horizon() || state < 0
                  ? environment.behavior().probability(h, x, a)
                  : action < 0 ? 0 : learned.probability(h, state, action);
            });
    return Truth.value(environment, known) - Truth.value(environment, environment.behavior());
  }
}
