package io.sluice.features;

import io.sluice.assumptions.ClusterBets;
import io.sluice.assumptions.PooledCalibration;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Were actions taken as often as their probabilities say, where episodes come in clusters? What
 * {@link ActionCalibration} asks of rows that are independent, this asks of clusters, by betting
 * ({@link ClusterBets}): a user may have been given one action permanently.
 *
 * <p>With q = π_b(a|x), every decision adds (1{a} − q)/max(q, {@value #LEAST}) or (q − 1{a})/max(1
 * − q, {@value #LEAST}), which are at least −1, and for every column (1{a} − q)·g/max(q, 1 − q), g
 * in [−1, 1] being the standardized column, cut off at {@value #MOST} and divided by it. Their
 * means are 0 if action a was drawn with q given its row, whatever other decisions of the cluster
 * were. Sums are bet on over first decisions and over all. So the alarm's probability is at most
 * its level for any number of clusters. Centers and scales of columns are those of the log, taken
 * as given: they only choose which function of a row is bet on.
 *
 * <p>Where π_b is estimated, from other clusters, q is not exact, and the level holds as clusters
 * grow.
 */
final class ClusterActions implements Serializable {
  private static final double LEAST = 0.05;
  private static final double MOST = 1.5;
  private static final int FIRST = 0;
  private static final int ALL = 1;

  private final List<String> actions;
  private final int horizon;
  private final Basis basis;
  private final double[] phi;
  private final int perAction;
  private final int told; // actions, less one of two, which tells nothing new
  private final ClusterBets[] bets;
  private long cluster = -1;

  ClusterActions(FeatureSource source, FeatureSummary summary) {
    this(source.actions(), source.horizon(), Basis.standardized(source.columns(), summary, 0));
  }

  private ClusterActions(List<String> actions, int horizon, Basis basis) {
    this.actions = List.copyOf(actions);
    this.horizon = horizon;
    this.basis = basis;
    phi = new double[basis.size()];
    told = actions.size() == 2 ? 1 : actions.size();
    perAction = 1 + basis.size(); // two sides of the constant, then the columns
    double[] up = new double[told * perAction];
    double[] down = new double[up.length];
    Arrays.fill(up, 1);
    for (int i = 0; i < down.length; i++) {
      down[i] = i % perAction < 2 ? Double.POSITIVE_INFINITY : 1;
    }
    bets = new ClusterBets[] {new ClusterBets(up, down), new ClusterBets(up, down)};
  }

  ClusterActions empty() {
    return new ClusterActions(actions, horizon, basis);
  }

  ClusterActions plus(ClusterActions later) {
    close();
    later.close();
    bets[FIRST].plus(later.bets[FIRST]);
    bets[ALL].plus(later.bets[ALL]);
    return this;
  }

  void add(FeatureEpisode episode) {
    if (episode.cluster() != cluster) {
      close();
      cluster = episode.cluster();
    }
    bets[FIRST].expect(1);
    bets[ALL].expect(horizon);
    for (int k = 1; k <= episode.length(); k++) {
      basis.write(k, episode.features(k), phi);
      for (int a = 0; a < told; a++) {
        double q = episode.behavior(k, a);
        double taken = a == episode.action(k) ? 1 : 0;
        if (k == 1) {
          add(bets[FIRST], a * perAction, taken, q);
        }
        add(bets[ALL], a * perAction, taken, q);
      }
    }
  }

  private void add(ClusterBets to, int start, double taken, double q) {
    double up = Math.max(q, LEAST);
    double down = Math.max(1 - q, LEAST);
    to.add(start, taken / up, q / up);
    to.add(start + 1, (1 - taken) / down, (1 - q) / down);
    double scale = MOST * Math.max(q, 1 - q);
    for (int j = 1; j < phi.length; j++) {
      double g = Math.max(-MOST, Math.min(MOST, phi[j])) / scale;
      to.add(start + 1 + j, taken * g, q * g);
    }
  }

  private void close() {
    for (ClusterBets one : bets) {
      one.close();
    }
  }

  /** The average capital; none with a single action. */
  Optional<PooledCalibration> calibration() {
    close();
    if (actions.size() < 2) {
      return Optional.empty();
    }
    double first = bets[FIRST].capital();
    double all = bets[ALL].capital();
    double capital = (first + all) / 2;
    return Optional.of(
        new PooledCalibration(
            capital,
            capital >= 1 / ActionCalibration.LEVEL,
            words(bets[first > all ? FIRST : ALL].best())));
  }

  private String words(int group) {
    int j = group % perAction - 1;
    return String.format(
        Locale.ROOT,
        "action %s%s",
        actions.get(group / perAction),
        j < 1 ? "" : ", by " + basis.name(j));
  }
}
