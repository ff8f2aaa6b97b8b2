package io.sluice.features;

import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * The episodes of a log in memory, for learning and for judging what was learned: the same rows are
 * read many times. Clusters are assigned to halves at random, by a hash of their place in the log's
 * order with the seed, so that what is learned on one half can be judged on the other.
 */
final class LearningData {
  /** One row; arrays that nobody changes. */
  static final class Row {
    final double[] x;
    final double[] behavior;
    final int action;
    final double reward;
    final double propensity;

    Row(double[] x, double[] behavior, int action, double reward, double propensity) {
      this.x = x;
      this.behavior = behavior;
      this.action = action;
      this.reward = reward;
      this.propensity = propensity;
    }
  }

  /** The rows of one episode. */
  record Kept(long cluster, int fold, boolean judged, List<Row> rows) {}

  private final FeatureSource source;
  private final List<Kept> episodes = new ArrayList<>();
  private String fingerprint = "";

  private LearningData(FeatureSource source) {
    this.source = source;
  }

  /** The hash of the whole log, whatever its features: {@link FeatureSummary#decisions}. */
  String fingerprint() {
    return fingerprint;
  }

  static LearningData of(FeatureSource source, long seed) {
    LearningData data = new LearningData(source);
    FeatureSummary log = new FeatureSummary(source);
    source.forEach(
        e -> {
          log.add(e);
          data.keep(e, seed);
        });
    data.fingerprint = log.decisions();
    if (source.estimatesBehavior()) {
      data.estimate(true);
      data.estimate(false);
    }
    return data;
  }

  /**
   * Gives the rows of one half probabilities that are estimated from that half alone, so that what
   * is learned depends on nothing of the episodes set aside. The judge estimates its own.
   */
  private void estimate(boolean judged) {
    if (episodes.stream().noneMatch(kept -> kept.judged == judged)) {
      return;
    }
    FeatureSource half = view(kept -> kept.judged == judged, (step, row, into) -> {});
    List<Kept> estimated = new ArrayList<>();
    EstimatedBehavior.of(half, FeatureSummary.of(half))
        .forEach(e -> estimated.add(new Kept(e.cluster(), e.fold(), judged, rows(e))));
    int next = 0;
    for (int i = 0; i < episodes.size(); i++) {
      if (episodes.get(i).judged == judged) {
        episodes.set(i, estimated.get(next++));
      }
    }
  }

  private void keep(FeatureEpisode e, long seed) {
    episodes.add(new Kept(e.cluster(), e.fold(), isJudged(e.cluster(), seed), rows(e)));
  }

  private static List<Row> rows(FeatureEpisode e) {
    List<Row> rows = new ArrayList<>(e.length());
    for (int k = 1; k <= e.length(); k++) {
      rows.add(
          new Row(
              e.features(k).clone(),
              e.behavior(k).clone(),
              e.action(k),
              e.reward(k),
              e.propensity(k)));
    }
    return rows;
  }

  /** One bit of SplitMix64. */
  private static boolean isJudged(long cluster, long seed) {
    long z = (cluster + 1) * 0x9E3779B97F4A7C15L + seed * 0xD1B54A32D192ED03L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return ((z ^ (z >>> 31)) & 1) == 1;
  }

  FeatureSource source() {
    return source;
  }

  List<Kept> episodes() {
    return episodes;
  }

  /** The policy whose decisions are judged. */
  interface Decider {
    /** Writes π of a row; {@code into} has the logged policy. */
    void decide(int step, Row row, double[] into);
  }

  /** A learned policy, or the logged one at some steps. */
  static Decider following(SavedPolicy policy, IntPredicate atStep) {
    double[] x = new double[policy.columns().size()];
    return (step, row, into) -> {
      if (!atStep.test(step)) {
        return;
      }
      clamp(policy.columns(), row.x, x);
      java.util.Arrays.fill(into, 0);
      into[policy.choose(step, x)] = 1;
    };
  }

  /** A row as a policy sees it. */
  static void clamp(List<PolicyColumn> columns, double[] x, double[] into) {
    for (int j = 0; j < into.length; j++) {
      into[j] =
          columns.get(j).kind() == PolicyColumn.Kind.NUMBER ? columns.get(j).read(x[j]) : x[j];
    }
  }

  /** The episodes of a half, or of both. */
  FeatureSource view(boolean learning, boolean judging, Decider decider) {
    return view(kept -> kept.judged ? judging : learning, decider);
  }

  /** Some of the episodes. */
  FeatureSource view(Predicate<Kept> wanted, Decider decider) {
    return new LearningView(this, wanted, decider);
  }
}
