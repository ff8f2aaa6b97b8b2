package io.sluice.simulation;

import io.sluice.counts.TransitionCounts;
import io.sluice.learning.Learner;
import io.sluice.mdp.DeterministicPolicy;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.ActionValues;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The learners as the authors' released program runs them, for the curve that they published with
 * it.
 *
 * <p>It differs from the paper's text: episodes are logged for two steps longer than is planned
 * for; R̂ = Σr/(n+1) and P̂ = (count+1)/(n+|X|); a bonus with n+1 and without δ, PSL's without H;
 * V_max capped at 1; scores of PSL and PVI clipped to [0, V_max]; ties broken at random, which
 * decides the level of PSL and PVI as long as their scores are 0 everywhere.
 */
public final class ReleasedProgram {
  private final Environment environment;
  private final Shape planned;
  private final Model model;

  /**
   * @param environment {@link ChainBandit#released}
   * @param counts its log
   */
  public ReleasedProgram(Environment environment, TransitionCounts counts) {
    this.environment = environment;
    Shape logged = environment.shape();
    this.planned = new Shape(logged.states(), logged.actions(), logged.horizon() - 2);
    this.model = smoothed(counts);
  }

  private Model smoothed(TransitionCounts counts) {
    int pairs = planned.states() * planned.actions();
    double[] reward = new double[pairs];
    long[] visits = new long[pairs];
    double[][] next = new double[pairs][planned.states()];
    for (int i = 0; i < counts.cells(); i++) {
      int pair = counts.state(i) * planned.actions() + counts.action(i);
      visits[pair] += counts.count(i);
      reward[pair] += counts.rewardSum(i);
      if (counts.next(i) != planned.end()) {
        next[pair][counts.next(i)] += counts.count(i);
      }
    }
    SparseRows.Writer rows = new SparseRows.Writer(pairs, pairs * planned.states());
    for (int pair = 0; pair < pairs; pair++) {
      reward[pair] /= visits[pair] + 1.0;
      double seen = Arrays.stream(next[pair]).sum();
      for (int x = 0; x < planned.states(); x++) {
        rows.entry(x, (next[pair][x] + 1) / (seen + planned.states()));
      }
      rows.endRow();
    }
    return Model.of(planned, Model.Pooling.POOLED, reward, visits, rows.done());
  }

  /**
   * Learns a policy.
   *
   * @param learner psl, pvi, vi or spvi-released
   * @param seed decides ties
   */
  public Policy learn(Learner learner, long seed) {
    double pairs = planned.states() * (double) planned.actions();
    double log = Math.log(learner == Learner.PSL ? pairs : pairs * planned.horizon());
    Bonus bonus = Bonus.of("released", 0, (step, n) -> Math.sqrt(log / (n + 1.0)));
    ValueRange range = new ValueRange(planned.horizon(), 1);
    Policy behavior =
        Policy.stationary(planned, (x, a) -> environment.behavior().probability(1, x, a));
    SplittableRandom random = new SplittableRandom(seed);
    int[][] chosen = new int[planned.horizon()][planned.states()];
    learner
        .prepare(Backups.of(model, bonus, range), behavior)
        .run(
            (step, state, q, probabilities) -> {
              int best = best(learner, q, range.top(step), random);
              chosen[step - 1][state] = best;
              Arrays.fill(probabilities, 0);
              probabilities[best] = 1;
            });
    return DeterministicPolicy.of( // after the plan's last step every episode is at its end
        environment.shape(), (step, x) -> step > planned.horizon() ? 0 : chosen[step - 1][x]);
  }

  private static int best(Learner learner, ActionValues q, double top, SplittableRandom random) {
    boolean clipped = learner == Learner.PSL || learner == Learner.PVI;
    int best = 0;
    int tied = 0;
    double highest = Double.NEGATIVE_INFINITY;
    for (int a = 0; a < q.actions(); a++) {
      double score = learner.score(q, a, top);
      score = clipped ? Math.min(top, Math.max(0, score)) : score;
      if (score > highest) {
        highest = score;
        tied = 0;
      }
      if (score == highest && random.nextInt(++tied) == 0) {
        best = a; // the k-th of the tied replaces the one before with probability 1/k
      }
    }
    return best;
  }
}
