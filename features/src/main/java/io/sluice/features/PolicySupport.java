package io.sluice.features;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How much of what the judged policy does the logged policy does at all. */
final class PolicySupport implements Serializable {
  private final List<String> actions;
  private final boolean known;
  private final double[][] wanted; // [step][action]
  private final long[][] rows;
  private final boolean[] differs; // by step
  private final double[] open; // Σ(ρ − 1)² of the cluster that is being added to, by step
  private final double[] sum;
  private final double[] squares;
  private long cluster = -1;
  private long impossible;

  PolicySupport(FeatureSource source) {
    this(source.actions(), source.knowsBehavior(), source.horizon());
  }

  private PolicySupport(List<String> actions, boolean known, int horizon) {
    this.actions = actions;
    this.known = known;
    wanted = new double[horizon][actions.size()];
    rows = new long[horizon][actions.size()];
    differs = new boolean[horizon];
    open = new double[horizon];
    sum = new double[horizon];
    squares = new double[horizon];
  }

  PolicySupport empty() {
    return new PolicySupport(actions, known, differs.length);
  }

  PolicySupport plus(PolicySupport later) {
    close();
    later.close();
    for (int k = 0; k < differs.length; k++) {
      sum[k] += later.sum[k];
      squares[k] += later.squares[k];
      for (int a = 0; a < actions.size(); a++) {
        wanted[k][a] += later.wanted[k][a];
        rows[k][a] += later.rows[k][a];
      }
      differs[k] |= later.differs[k];
    }
    impossible += later.impossible;
    return this;
  }

  void add(FeatureEpisode episode) {
    if (episode.cluster() != cluster) {
      close();
      cluster = episode.cluster();
    }
    for (int k = 1; k <= episode.length(); k++) {
      open[k - 1] += (episode.ratio(k) - 1) * (episode.ratio(k) - 1);
      rows[k - 1][episode.action(k)]++;
      for (int a = 0; a < actions.size(); a++) {
        double p = episode.evaluated(k, a);
        wanted[k - 1][a] += p;
        double off = Math.abs(p - episode.behavior(k, a));
        differs[k - 1] |= !(off <= 1e-12); // also where it is not known
        impossible += known && p > 0 && episode.behavior(k, a) == 0 ? 1 : 0;
      }
    }
  }

  private void close() {
    for (int k = 0; k < open.length; k++) {
      sum[k] += open[k];
      squares[k] += open[k] * open[k];
      open[k] = 0;
    }
  }

  /**
   * How many clusters (or episodes) of equal weight would say as much about leaving the logged
   * policy at a step: (Σ_g w_g)²/Σ_g w_g², w_g = Σ(ρ − 1)² over the rows of cluster g. Of 40 users
   * who keep one action each, eight of them the one that the policy takes more often, it is eight.
   */
  double comparing(int step) {
    close();
    double all = squares[step - 1];
    return all == 0 ? Double.POSITIVE_INFINITY : sum[step - 1] * sum[step - 1] / all;
  }

  /** Whether the two policies differ at a step, as far as is known. */
  boolean differs(int step) {
    return differs[step - 1];
  }

  /** How many rows a step has. */
  long rows(int step) {
    return Arrays.stream(rows[step - 1]).sum();
  }

  /** How many rows of a step have an action. */
  long rows(int step, int action) {
    return rows[step - 1][action];
  }

  /** How many decisions of the policy the logged policy never makes. */
  long impossible() {
    return impossible;
  }

  /** For each step, the share of decisions that are actions without a row at that step. */
  List<Double> unsupported() {
    List<Double> shares = new ArrayList<>();
    for (int k = 0; k < wanted.length; k++) {
      double all = 0;
      double without = 0;
      for (int a = 0; a < actions.size(); a++) {
        all += wanted[k][a];
        without += rows[k][a] == 0 ? wanted[k][a] : 0;
      }
      shares.add(all == 0 ? 0 : without / all);
    }
    return List.copyOf(shares);
  }

  /** Actions of the policy that the log never has, with the share of decisions they concern. */
  Map<String, Double> unseenActions() {
    Map<String, Double> unseen = new LinkedHashMap<>();
    for (int a = 0; a < actions.size(); a++) {
      double share = 0;
      double all = 0;
      long seen = 0;
      for (int k = 0; k < wanted.length; k++) {
        share += wanted[k][a];
        seen += rows[k][a];
        for (double w : wanted[k]) {
          all += w;
        }
      }
      if (seen == 0 && share > 0) {
        unseen.put(actions.get(a), share / all);
      }
    }
    return unseen;
  }
}
