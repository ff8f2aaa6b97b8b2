package io.sluice.features;

import io.sluice.assumptions.Finding;
import io.sluice.assumptions.PolicyFindings;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * The episodes of a log in memory, for learning and for judging what was learned: the same rows are
 * read many times. Clusters are assigned to halves at random, by a hash of their place in the log's
 * order with the seed, so that what is learned on one half can be judged on the other.
 *
 * <p>Of a log with more rows than fit, only a sample to learn from is in memory ({@link Draw});
 * what was learned is judged where the rows are ({@link JudgedPart}).
 */
final class LearningData {
  /** One row; arrays that nobody changes. */
  static final class Row implements Serializable {
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
  record Kept(long cluster, int fold, boolean judged, List<Row> rows) implements Serializable {}

  private final FeatureSource source;
  private final FeatureSummary log;
  private final List<Kept> episodes = new ArrayList<>();
  private Optional<LearningSample> sample = Optional.empty();
  private Draw draw;
  private long judged;

  private LearningData(FeatureSource source, FeatureSummary log, long seed) {
    this.source = source;
    this.log = log;
    draw = new Draw(seed, true, 1);
  }

  /** The hash of the whole log, whatever its features: {@link FeatureSummary#decisions}. */
  String fingerprint() {
    return log.decisions();
  }

  static LearningData of(FeatureSource source, long seed) {
    return of(source, seed, Long.MAX_VALUE, true);
  }

  /**
   * @param most rows to learn from; a log of up to twice as many is in memory
   * @param halves whether one half is set aside; else all may be learned from
   */
  static LearningData of(FeatureSource source, long seed, long most, boolean halves) {
    LearningData data = new LearningData(source, FeatureSummary.of(source), seed);
    if (data.log.rows() / 2 >= most) {
      data.sample(
          new Draw(seed, halves, Math.min(1, most * (halves ? 2.0 : 1.0) / data.log.rows())));
      return data;
    }
    source.forEach(e -> data.keep(e, seed));
    data.judged = data.episodes.stream().filter(Kept::judged).count();
    if (source.estimatesBehavior()) {
      data.estimate(true);
      data.estimate(false);
    }
    return data;
  }

  private void sample(Draw own) {
    draw = own;
    SampledEpisodes sampled = source.collect(new SampledEpisodes(own));
    episodes.addAll(sampled.kept());
    judged = sampled.judged();
    sample =
        Optional.of(
            new LearningSample(
                source.hasClusters() ? "clusters" : "episodes",
                episodes.stream().mapToLong(kept -> kept.rows().size()).sum(),
                episodes.size(),
                sampled.others(),
                own.share(),
                own.seed()));
    if (source.estimatesBehavior()) {
      estimate(false);
    }
  }

  /** How learned episodes were drawn, if not all are in memory. */
  Optional<LearningSample> sample() {
    return sample;
  }

  /** How many episodes the log has. */
  long all() {
    return log.episodes();
  }

  /** How many are set aside. */
  long judgedOn() {
    return judged;
  }

  /** How many are learned from, where the others are set aside. */
  long learnedOn() {
    return sample.map(LearningSample::episodes).orElse(all() - judged);
  }

  double meanReturn() {
    return sample.isPresent()
        ? log.meanReturn()
        : FeatureSummary.of(view(kept -> true, (step, row, into) -> {})).meanReturn();
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
    episodes.add(new Kept(e.cluster(), e.fold(), Draw.isJudged(e.cluster(), seed), rows(e)));
  }

  static List<Row> rows(FeatureEpisode e) {
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

  /** The episodes set aside, with a policy to judge that was learned from the others. */
  FeatureSource judged(SavedPolicy policy) {
    Optional<Finding> other = Optional.of(PolicyFindings.otherHalf());
    return sample.isPresent()
        ? new JudgedPart(source, draw, policy, other)
        : new LearningView(this, Kept::judged, RuleGains.decider(policy), other);
  }

  /** All episodes, with a policy to judge. */
  FeatureSource whole(SavedPolicy policy) {
    Optional<Finding> same =
        policy.origin().learnedFrom().equals(fingerprint())
            ? Optional.of(PolicyFindings.source(true))
            : Optional.empty();
    return sample.isPresent()
        ? new JudgedPart(source, new Draw(draw.seed(), false, 1), policy, same)
        : new LearningView(this, kept -> true, RuleGains.decider(policy), same);
  }

  /** Some of the episodes. */
  FeatureSource view(Predicate<Kept> wanted, Decider decider) {
    return new LearningView(this, wanted, decider, Optional.empty());
  }
}
