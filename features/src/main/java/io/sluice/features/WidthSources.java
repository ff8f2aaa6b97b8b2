package io.sluice.features;

import io.sluice.features.FeaturePlan.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What the variance of a score is made of. ψ is what its rows say, Σ_a(π − π_b)Q̂, plus c_k·(y_k −
 * Q̂_k) for every step; if Q̂ is right these are uncorrelated, so that the variance is the sum of
 * theirs: by step and action the mean of (c_k(y_k − Q̂_k))² over the decisions for that action.
 */
final class WidthSources {
  private static final int SHOWN = 20;

  private final EpisodeScores scores;
  private final List<Nuisances> folds;
  private final OptionalInt step;
  private final double[][] squares; // [step][action]
  private final double[] c; // weights of the rows of an episode
  private final ExperimentSums experiment;
  private long episodes;
  private double states;
  private double stateSquares;

  /**
   * @param step none for the total
   */
  WidthSources(FeatureSource source, List<Nuisances> folds, OptionalInt step) {
    scores = new EpisodeScores(source.horizon(), source.knowsBehavior());
    this.folds = folds;
    this.step = step;
    squares = new double[source.horizon()][source.actions().size()];
    c = new double[source.horizon()];
    experiment =
        new ExperimentSums(
            source.horizon(),
            source.segments().map(s -> s.names().size()).orElse(1),
            source.actions().size(),
            source.knowsBehavior());
  }

  /**
   * @param phi functions of its rows
   */
  void add(FeatureEpisode episode, double[][] phi) {
    scores.of(episode, phi, folds.get(episode.fold()));
    episodes++;
    double own = 0;
    for (int k = 1; k <= episode.length(); k++) {
      c[k - 1] = 0;
      for (int h = step.orElse(1); h <= Math.min(k, step.orElse(k)); h++) {
        c[k - 1] += scores.weight(h, k);
        own += h == k ? scores.ofRow(h) : 0;
      }
      squares[k - 1][episode.action(k)] += Math.pow(c[k - 1] * scores.residual(k), 2);
    }
    experiment.add(episode, scores, c, step);
    states += own;
    stateSquares += own * own;
  }

  /** What rows add that episodes were in. */
  double ofStates() {
    return Math.max(0, stateSquares - states * states / episodes);
  }

  /** The sum over episodes. */
  double all() {
    double sum = ofStates();
    for (double[] ofStep : squares) {
      for (double s : ofStep) {
        sum += s;
      }
    }
    return sum;
  }

  /** The same by segment. */
  ExperimentSums experiment() {
    return experiment;
  }

  double stateShare() {
    return all() == 0 ? 0 : ofStates() / all();
  }

  /** Largest first. */
  List<Source> sources(
      PolicySupport support, List<String> actions, long logged, OptionalLong needed) {
    List<Source> sources = new ArrayList<>();
    double all = all();
    for (int k = 1; k <= squares.length; k++) {
      for (int a = 0; a < actions.size(); a++) {
        double rows = support.rows(k, a);
        double share = all == 0 ? 0 : squares[k - 1][a] / all;
        if (share > 0) {
          sources.add(
              new Source(
                  k,
                  actions.get(a),
                  share,
                  support.rows(k, a),
                  needed.isPresent()
                      ? OptionalLong.of((long) Math.ceil(rows / logged * needed.getAsLong()))
                      : OptionalLong.empty()));
        }
      }
    }
    return sources.stream()
        .sorted(Comparator.comparingDouble(s -> -s.share()))
        .limit(SHOWN)
        .toList();
  }
}
