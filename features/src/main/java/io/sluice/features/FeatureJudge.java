package io.sluice.features;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.distributions.NormalTail;
import io.sluice.features.EpisodeScores.Weighting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Judges policies on the episodes set aside, by two judges: the scores of {@code efficient} and of
 * {@code robust}. A judge against which the log speaks is not used; of the others, the higher bound
 * counts.
 *
 * <p>Random are the episodes set aside, given those learned from. A bound is estimate − c·SE, by
 * cluster, and lower where rows that were to be expected are missing ({@link JudgeOpinion#below}).
 * Every policy and judge has a share w of δ that was fixed before these episodes were looked at:
 * nine tenths are for {@code efficient}, whose errors are the smaller ones beyond the first step,
 * and policies that promised more have more. c is the 1−s·w quantile, where s is such that with
 * probability 1−δ no t of all policies and judges that are judged together, used or not, is beyond
 * its own c: by a multiplier bootstrap of the clusters' scores (seeded), times Student's quantile
 * over the normal one. So all bounds hold together with a probability that approaches 1−δ or more
 * as clusters grow in number, and policies that are alike hardly cost more than one.
 */
final class FeatureJudge {
  private static final int DRAWS = 1_000;
  private static final double ROBUST_SHARE = 0.1;

  private final FeatureSettings settings;
  private final boolean together;

  /**
   * @param together whether the scores of all clusters fit into memory, so that policies that are
   *     alike hardly cost more than one; else every policy and judge pays for itself (Bonferroni)
   */
  FeatureJudge(FeatureSettings settings, boolean together) {
    this.settings = settings;
    this.together = together;
  }

  /** What is known of a policy on the episodes set aside. */
  record Judged(FeatureResult result, JudgeOpinion efficient, JudgeOpinion robust) {}

  /**
   * @param holdout the episodes set aside, with the policy's decisions
   */
  Judged judge(FeatureSource holdout) {
    FeatureEvaluation evaluation = FeatureEvaluation.evaluated(holdout, settings, false);
    FeatureResult result = evaluation.result(FeatureSettings.USUAL);
    WeightShortfall shortfall = WeightShortfall.of(evaluation.source());
    List<double[]> units = together ? units(evaluation) : List.of(new double[0], new double[0]);
    boolean covered =
        result.evaluation().assumptions().of(Assumption.OVERLAP).verdict() == Verdict.HOLDS;
    return new Judged(
        result,
        JudgeOpinion.of(
            evaluation, result, Weighting.EFFICIENT, shortfall.ofSteps(), true, units.get(0)),
        JudgeOpinion.of(
            evaluation, result, Weighting.ROBUST, shortfall.ofProducts(), covered, units.get(1)));
  }

  /** The total's scores by cluster, centered and of length 1, of both judges. */
  private static List<double[]> units(FeatureEvaluation evaluation) {
    List<double[]> clusters = new ArrayList<>(); // efficient, robust, episodes
    long[] last = {-1};
    double[] all = new double[3];
    evaluation
        .source()
        .forEach(
            episode -> {
              if (episode.cluster() != last[0]) {
                clusters.add(new double[3]);
                last[0] = episode.cluster();
              }
              double[] into = clusters.get(clusters.size() - 1);
              double[] own = {
                evaluation.pass().total(episode, Weighting.EFFICIENT),
                evaluation.pass().total(episode, Weighting.ROBUST),
                1
              };
              for (int i = 0; i < own.length; i++) {
                into[i] += own[i];
                all[i] += own[i];
              }
            });
    List<double[]> units = new ArrayList<>();
    for (int judge = 0; judge < 2; judge++) {
      double mean = all[judge] / all[2];
      double[] unit = new double[clusters.size()];
      double square = 0;
      for (int g = 0; g < unit.length; g++) {
        unit[g] = clusters.get(g)[judge] - mean * clusters.get(g)[2];
        square += unit[g] * unit[g];
      }
      double length = Math.sqrt(square);
      Arrays.setAll(unit, g -> length == 0 ? 0 : unit[g] / length);
      units.add(unit);
    }
    return units;
  }

  /** The gains of policies that share δ alike; their bounds hold together. */
  List<Optional<FeatureGain>> gains(List<Judged> judged, double delta) {
    return gains(judged, Collections.nCopies(judged.size(), 1.0), delta);
  }

  /**
   * The gains of policies, whose bounds hold together with probability 1−δ.
   *
   * @param shares of δ, up to a factor, which do not depend on the episodes set aside
   */
  List<Optional<FeatureGain>> gains(List<Judged> judged, List<Double> shares, double delta) {
    double whole = shares.stream().mapToDouble(Double::doubleValue).sum();
    List<Weighted> all = new ArrayList<>();
    for (int i = 0; i < judged.size(); i++) {
      double share = shares.get(i) / whole;
      all.add(new Weighted(judged.get(i).efficient, share * (1 - ROBUST_SHARE)));
      all.add(new Weighted(judged.get(i).robust, share * ROBUST_SHARE));
    }
    double times = together ? times(all, delta) : delta; // shares add up to 1
    List<Optional<FeatureGain>> gains = new ArrayList<>();
    for (int i = 0; i < judged.size(); i++) {
      gains.add(gain(all.subList(2 * i, 2 * i + 2), times, delta));
    }
    return gains;
  }

  private record Weighted(JudgeOpinion opinion, double share) {}

  private static Optional<FeatureGain> gain(List<Weighted> judges, double times, double delta) {
    Optional<FeatureGain> best = Optional.empty();
    for (Weighted one : judges) {
      JudgeOpinion opinion = one.opinion;
      if (!opinion.isUsable()) {
        continue;
      }
      double tail = Math.min(delta, times * one.share); // never more than for a single policy
      double lower = opinion.estimate() - opinion.below(tail);
      if (best.isEmpty() || lower > best.get().lower()) {
        best =
            Optional.of(
                new FeatureGain(opinion.kind(), opinion.estimate(), opinion.error(), lower));
      }
    }
    return best;
  }

  /** s: the δ quantile of the smallest P(t larger)/w. */
  private double times(List<Weighted> all, double delta) {
    SplittableRandom random = new SplittableRandom(settings.seed());
    int clusters = all.get(0).opinion.unit().length;
    double[] least = new double[DRAWS];
    double[] normal = new double[clusters];
    for (int b = 0; b < DRAWS; b++) {
      for (int g = 0; g < clusters; g++) {
        normal[g] = random.nextGaussian();
      }
      least[b] = Double.POSITIVE_INFINITY;
      for (Weighted one : all) {
        double t = Ridge.dot(normal, one.opinion.unit());
        least[b] = Math.min(least[b], NormalTail.above(t) / one.share);
      }
    }
    Arrays.sort(least);
    return least[Math.max(0, (int) Math.floor(delta * (DRAWS + 1)) - 1)];
  }
}
