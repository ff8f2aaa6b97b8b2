package io.sluice.simulation;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Occupancy;
import io.sluice.model.SparseRows;
import java.util.ArrayList;
import java.util.List;

/**
 * An environment like the one a log came from, whose truth is known because it is the model fitted
 * to the log: R̂, P̂, d̂_1 and the logged policy.
 *
 * <p>Rewards of a pair have the mean and the variance that the log's have, see {@link
 * SpreadRewards}; they do not depend on the next state. What the log says nothing about is settled
 * here: a pair never seen pays what a step after the end counts as (0 in the user's units) and ends
 * the episode, a pair seen at the last step only pays its reward and ends it.
 *
 * @param environment the fitted model
 * @param estimate the model as the log gave it, before gaps were filled
 */
public record FittedEnvironment(Environment environment, Model estimate) {

  /**
   * @param estimate the model that was estimated from these counts
   * @param behavior the policy that made the log
   * @param range of returns in [0, 1] units, as declared
   * @param lowest the lowest reward of the log, in [0, 1] units: simulated ones stay between it and
   *     the highest, which is no bound that any interval relies on
   */
  public static FittedEnvironment of(
      TransitionCounts counts,
      Model estimate,
      Policy behavior,
      ValueRange range,
      double lowest,
      double highest,
      List<String> states,
      List<String> actions) {
    SparseRows seen = estimate.next();
    double[] reward = new double[seen.rows()];
    SparseRows.Writer next = new SparseRows.Writer(seen.rows(), seen.entries() + seen.rows());
    for (int pair = 0; pair < reward.length; pair++) {
      reward[pair] = estimate.isVisited(pair) ? estimate.reward(pair) : range.afterEnd();
      for (int k = seen.start(pair); k < seen.start(pair + 1); k++) {
        next.entry(seen.column(k), seen.value(k));
      }
      if (seen.isEmpty(pair)) {
        next.entry(counts.shape().end(), 1);
      }
      next.endRow();
    }
    Environment environment =
        new Environment(
            "fitted",
            states,
            actions,
            Model.known(counts.shape(), estimate.pooling(), reward, next.done()),
            SpreadRewards.of(counts, estimate, lowest, highest),
            counts.distribution(1),
            behavior,
            range);
    return new FittedEnvironment(environment, estimate);
  }

  /**
   * For each step, the share of a policy's decisions that the log says nothing about, in the states
   * that the logged policy leads to: pairs never seen, or before the last step never seen to go on.
   */
  public List<Double> unseen(Policy policy) {
    Shape shape = environment.shape();
    List<StateVector> visited =
        Occupancy.forward(environment.model(), environment.behavior(), environment.start());
    List<Double> shares = new ArrayList<>();
    for (int h = 1; h <= shape.horizon(); h++) {
      double unseen = 0;
      double all = 0;
      for (int x = 0; x < shape.states(); x++) {
        double share = visited.get(h - 1).at(x);
        all += share;
        for (int a = 0; a < shape.actions() && share > 0; a++) {
          unseen += isKnown(h, estimate.pair(h, x, a)) ? 0 : share * policy.probability(h, x, a);
        }
      }
      shares.add(all > 0 ? unseen / all : 0);
    }
    return List.copyOf(shares);
  }

  private boolean isKnown(int step, int pair) {
    boolean goesOn = step == environment.shape().horizon() || !estimate.next().isEmpty(pair);
    return estimate.isVisited(pair) && goesOn;
  }
}
