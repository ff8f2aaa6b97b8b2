package io.sluice.benchmarks;

import io.sluice.fit.Log;
import io.sluice.fit.ObjectLog;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Logs on which assumptions hold, or one of them does not, in small tables with skewed counts.
 *
 * @param policy what actions are drawn from; one of several, by a hidden class of the episode's
 *     step
 * @param logged what is logged as their probability
 */
record AssumptionLogs(
    int states,
    int actions,
    int horizon,
    int episodes,
    double[][][] next,
    double[] start,
    Reward reward,
    double[][] policy,
    double[][] logged) {

  /** A decision. */
  record Row(int state, int action, double reward, double propensity) {}

  /** What a decision earns. */
  @FunctionalInterface
  interface Reward {
    double draw(SplittableRandom random, int step, int state, int action, int previousAction);
  }

  /** A problem whose states, moves and policy are drawn at random. */
  static AssumptionLogs random(
      SplittableRandom random,
      int states,
      int actions,
      int horizon,
      int episodes,
      double zipf,
      double leastAction,
      Reward reward) {
    double[] popular = new double[states];
    for (int x = 0; x < states; x++) {
      popular[x] = Math.pow(x + 1, -zipf);
    }
    double[][][] next = new double[states][actions][];
    double[][] policy = new double[states][];
    for (int x = 0; x < states; x++) {
      for (int a = 0; a < actions; a++) {
        double[] weights = new double[states];
        for (int k = 0; k < 5; k++) {
          weights[index(random, popular)] += random.nextDouble();
        }
        next[x][a] = weights;
      }
      policy[x] = new double[actions];
      double sum = 0;
      for (int a = 0; a < actions; a++) {
        policy[x][a] = leastAction + Math.pow(random.nextDouble(), 3);
        sum += policy[x][a];
      }
      for (int a = 0; a < actions; a++) {
        policy[x][a] /= sum;
      }
    }
    return new AssumptionLogs(
        states, actions, horizon, episodes, next, popular, reward, policy, policy);
  }

  AssumptionLogs withPolicy(double[][] taken, double[][] said) {
    return new AssumptionLogs(states, actions, horizon, episodes, next, start, reward, taken, said);
  }

  /** The same probabilities in every state. */
  static double[][] everywhere(int states, double... probabilities) {
    double[][] all = new double[states][];
    java.util.Arrays.setAll(all, x -> probabilities.clone());
    return all;
  }

  List<List<Row>> draw(SplittableRandom random) {
    List<List<Row>> log = new ArrayList<>();
    for (int i = 0; i < episodes; i++) {
      List<Row> rows = new ArrayList<>();
      int x = index(random, start);
      int before = 0;
      for (int h = 1; h <= horizon; h++) {
        int a = index(random, policy[x]);
        rows.add(new Row(x, a, reward.draw(random, h, x, a, before), logged[x][a]));
        x = index(random, next[x][a]);
        before = a;
      }
      log.add(rows);
    }
    return log;
  }

  static ObjectLog<List<Row>, Row> log(List<List<Row>> rows, double least, double most) {
    return Log.of(rows, r -> r, Row::state, Row::action, Row::reward)
        .withPropensity(Row::propensity)
        .withRewardRange(least, most);
  }

  /** By weights that need not sum to 1. */
  static int index(SplittableRandom random, double[] weights) {
    double sum = 0;
    for (double w : weights) {
      sum += w;
    }
    double u = random.nextDouble() * sum;
    int last = 0;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0) {
        last = i;
        u -= weights[i];
        if (u < 0) {
          return i;
        }
      }
    }
    return last;
  }
}
