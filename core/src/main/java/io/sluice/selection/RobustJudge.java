package io.sluice.selection;

import io.sluice.assumptions.Finding;
import io.sluice.assumptions.OverlapTest;
import io.sluice.assumptions.OverlapTest.StepWeights;
import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.EpisodeSource;
import io.sluice.counts.HoldoutSums;
import io.sluice.distributions.StudentQuantile;
import io.sluice.influence.ClusterSizes;
import io.sluice.influence.CumulativeWeights;
import io.sluice.influence.RobustInterval;
import io.sluice.influence.RobustScores;
import io.sluice.influence.RobustSums;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Judges by {@link RobustInterval}: mean ψ − t·SE over the episodes of the holdout, which needs the
 * propensities and no model. The scores' values come from the learning part alone. Asymptotically
 * valid; wrong propensities break it.
 *
 * <p>A rare reward that the holdout happens not to have would make the standard error too small,
 * and of many candidates the luckiest is chosen. So the variance is that of T + 2 episodes: two
 * more, with weights as they usually are and residuals as large as can be, 2·mean (w−1)²·V_max²/T².
 *
 * <p>Nor does a bound exceed what {@linkplain io.sluice.influence.UnseenOutcomes outcomes that were
 * never seen} leave of the estimate.
 *
 * <p>A policy is judged only if its overlap holds on the holdout: neither is the mean weight other
 * than 1, nor the effective sample size below {@value OverlapTest#LEAST}, as seen or as to be
 * expected ({@link ExpectedWeights}). Where squared weights fall short of what was to be expected,
 * the variance is raised as much.
 */
public final class RobustJudge implements Judge {
  private static final int AT_ONCE = 32; // policies in a pass, so that their tables fit in memory
  private static final int MORE_EPISODES = 2;

  private final EpisodeSource episodes;
  private final Policy behavior;
  private final ValueRange range;
  private final Function<Policy, RobustScores> scores;
  private final Overlap overlap;
  private final double unseenDelta;

  /** Whether the log covers what a policy does. */
  @FunctionalInterface
  public interface Overlap {
    Finding of(Policy policy, List<StepWeights> weights);
  }

  /**
   * @param episodes of the whole log; those of the holdout are read once for all policies that are
   *     judged together
   * @param scores of a policy, with values from the learning part
   * @param unseenDelta of outcomes that were never seen
   */
  public RobustJudge(
      EpisodeSource episodes,
      Policy behavior,
      ValueRange range,
      Function<Policy, RobustScores> scores,
      Overlap overlap,
      double unseenDelta) {
    this.episodes = episodes;
    this.behavior = behavior;
    this.range = range;
    this.scores = scores;
    this.overlap = overlap;
    this.unseenDelta = unseenDelta;
  }

  @Override
  public Policy behavior() {
    return behavior;
  }

  @Override
  public List<Optional<Gain>> totals(List<Policy> policies, double delta) {
    List<Optional<Gain>> gains = new ArrayList<>();
    for (int from = 0; from < policies.size(); from += AT_ONCE) {
      List<Policy> some = policies.subList(from, Math.min(policies.size(), from + AT_ONCE));
      List<Sums> empty = some.stream().map(p -> new Sums(scores.apply(p), behavior, p)).toList();
      List<Sums> sums = episodes.collect(new HoldoutSums<>(empty)).sums();
      for (int i = 0; i < some.size(); i++) {
        gains.add(total(some.get(i), sums.get(i), delta));
      }
    }
    return gains;
  }

  private Optional<Gain> total(Policy policy, Sums sums, double delta) {
    ClusterSizes sizes = sums.scores.sizes();
    boolean covered = overlap.of(policy, sums.weights.steps()).verdict() == Finding.Verdict.HOLDS;
    if (!covered
        || sizes.clusters() < 2
        || sums.expected.effectiveSampleSize() < OverlapTest.LEAST) {
      return Optional.empty();
    }
    Interval total = RobustInterval.profile(sums.scores, delta).total();
    double error = total.error().orElseThrow().value();
    double shown = error * error * sums.expected.shortfall();
    double variance = shown + unseen(sums.scores);
    double top = range.top(1) - range.bottom(1);
    double cost = sums.scores.unseen(policy.shape().horizon() + 1, unseenDelta, true);
    double freedom = total.error().orElseThrow().degreesOfFreedom().orElseThrow();
    if (sizes.clusters() < sums.scores.episodes()) {
      Gain gain =
          Gain.byCluster(
              total.method(), total.estimate(), variance, sizes, freedom, top, List.of(), delta);
      return Optional.of(gain.withUnseenOutcomes(cost));
    }
    double quantile = StudentQuantile.twoSided(freedom, Gain.bothSides(delta));
    Part part = Part.of(Part.Source.EPISODES, "t·SE", quantile * Math.sqrt(variance));
    Gain gain = Gain.below(total.method(), total.estimate(), List.of(part), delta);
    return Optional.of(gain.withUnseenOutcomes(cost));
  }

  /** What two more episodes add to the variance of the mean. */
  private double unseen(RobustSums sums) {
    List<CumulativeWeights.AtStep> steps = sums.weights();
    CumulativeWeights.AtStep last = steps.get(steps.size() - 1);
    double all = sums.episodes();
    double squares = last.mean() * last.mean() * all / last.effectiveSampleSize(); // mean w²
    double away = Math.max(0, squares - 2 * last.mean() + 1); // mean (w−1)²
    double residual = range.top(1) - range.bottom(1);
    return MORE_EPISODES * away * residual * residual / (all * all);
  }

  /** The scores of a policy and its weights. */
  static final class Sums implements EpisodeAccumulator<Sums> {
    private final RobustScores of;
    private final Policy behavior;
    private final Policy policy;
    private RobustSums scores;
    private OverlapTest weights;
    private ExpectedWeights expected;

    Sums(RobustScores of, Policy behavior, Policy policy) {
      this.of = of;
      this.behavior = behavior;
      this.policy = policy;
      this.expected = new ExpectedWeights(behavior, policy);
      this.scores = new RobustSums(of);
      this.weights = new OverlapTest(policy);
    }

    @Override
    public Sums empty() {
      return new Sums(of, behavior, policy);
    }

    @Override
    public void add(Episode episode) {
      scores.add(episode);
      weights.add(episode);
      expected.add(episode);
    }

    @Override
    public Sums plus(Sums later) {
      scores = scores.plus(later.scores);
      weights = weights.plus(later.weights);
      expected = expected.plus(later.expected);
      return this;
    }
  }
}
