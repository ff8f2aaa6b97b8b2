package io.sluice.answers;

import io.sluice.logs.LoggedData;
import io.sluice.mdp.Policy;
import io.sluice.mdp.StateVector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A decision that another policy would take more often than the logged one.
 *
 * @param share of all decisions that are made in the state, at the step
 * @param probability with which the other policy takes the action
 * @param loggedProbability with which the logged one does
 * @param visits how often the log shows the action there, at this step
 */
public record Difference(
    int step,
    String state,
    String action,
    double share,
    double probability,
    double loggedProbability,
    long visits) {
  private static final double ROUNDING = 1e-12;

  /** How many decisions change, as a share of all. */
  public double moved() {
    return share * (probability - loggedProbability);
  }

  /** All of them, those that change most decisions first. */
  public static List<Difference> between(LoggedData log, Policy behavior, Policy other) {
    double decisions = 0;
    for (int h = 1; h <= log.shape().horizon(); h++) {
      decisions += 1 - log.counts().distribution(h).at(log.shape().end());
    }
    List<Difference> all = new ArrayList<>();
    for (int h = 1; h <= log.shape().horizon(); h++) {
      StateVector share = log.counts().distribution(h);
      long[] visits = new long[log.shape().states() * log.shape().actions()];
      log.counts().forEachPair(h, (x, a, n, r, rr) -> visits[x * log.shape().actions() + a] = n);
      for (int x = 0; x < log.shape().states(); x++) {
        for (int a = 0; share.at(x) > 0 && a < log.shape().actions(); a++) {
          double logged = behavior.probability(h, x, a);
          double wanted = other.probability(h, x, a);
          if (wanted > logged + ROUNDING) {
            all.add(
                new Difference(
                    h,
                    log.state(x),
                    log.action(a),
                    share.at(x) / decisions,
                    wanted,
                    logged,
                    visits[x * log.shape().actions() + a]));
          }
        }
      }
    }
    all.sort(
        Comparator.comparingDouble((Difference d) -> -d.moved())
            .thenComparing(Difference::step)
            .thenComparing(Difference::state));
    return all;
  }
}
