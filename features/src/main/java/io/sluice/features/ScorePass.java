package io.sluice.features;

import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.influence.ClusterMeans;
import io.sluice.influence.CumulativeWeights;
import io.sluice.interval.IntervalKind;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pass over episodes that makes scores of them, and with the same nuisances the figures of the
 * tests. Each figure is a number per episode whose mean is 0, or at most 0, if what is tested
 * holds:
 *
 * <pre>
 * basis of Q̂ at step k       (y_k − Q̂_k)² − (y_k − Q̂_k with the richest basis)²
 * basis of ω̂ at (h, k)       (c_{k−1} − ω̂)² − (c_{k−1} − ω̂ with the richest basis)²
 * Markov at step k            (y_k − Q̂_k)·(z − ẑ),  z a number of the row before or of earlier actions, ẑ its prediction from x_k
 * Markov                      its sum over steps
 * bandit at step h            (ρ_h − 1)·ω̂_{h,h+1}(x_{h+1}) with the richest basis
 * efficient against robust    their difference
 * weights up to step k        ρ_1⋯ρ_k − 1
 * weights at step k           ρ_k − 1
 * ips, pdis                   ρ_1⋯ρ_H·Σ_k r_k, Σ_k ρ_1⋯ρ_k·r_k; for the total less Σ_k r_k
 * </pre>
 */
final class ScorePass implements FeatureAccumulator<ScorePass> {
  private final int horizon;
  private final Basis basis;
  private final List<Nuisances> folds;
  private final EpisodeScores scores;
  private final double[][] phi;
  private final double[] numbers;
  private final double[] uncorrected; // none where the logged policy is known
  private final double[] products;
  private final boolean known;
  private final @Nullable BehaviorCorrection correction;
  private CumulativeWeights weights;
  private final double[] weightedRewards; // Σ ρ_1⋯ρ_k·r_k, step k at index k
  private final IndependentVariance independent;
  ClusterMeans means;

  /** The figures of the Markov test, of a sample of the episodes. */
  final PastPass past;

  /** Where figures are. */
  final ScorePlaces at;

  private ScorePass(
      int horizon,
      boolean known,
      Basis basis,
      List<Nuisances> folds,
      PastPass past,
      @Nullable BehaviorCorrection correction) {
    this.horizon = horizon;
    this.known = known;
    this.past = past;
    this.basis = basis;
    this.folds = folds;
    at = new ScorePlaces(horizon);
    this.correction = correction;
    scores = new EpisodeScores(horizon, known);
    phi = new double[horizon][basis.size()];
    uncorrected = new double[correction == null ? 0 : at.weighted()];
    numbers = new double[at.corrections() + uncorrected.length];
    products = new double[horizon + 1];
    weights = new CumulativeWeights(horizon);
    weightedRewards = new double[horizon + 1];
    independent = new IndependentVariance(horizon);
    means = new ClusterMeans(numbers.length);
  }

  /** Where the logged policy is estimated, this takes a pass over the log by itself. */
  static ScorePass of(
      FeatureSource source, Basis basis, List<Nuisances> folds, FeatureSummary log) {
    PastPass past =
        new PastPass(
            source.horizon(),
            Rows.extras(basis, source.actions().size()),
            new FirstEpisodes(Rows.TESTED, log.before()));
    ScorePass plain =
        new ScorePass(source.horizon(), source.knowsBehavior(), basis, folds, past, null);
    if (!(source instanceof EstimatedBehavior estimated)) {
      return plain;
    }
    BehaviorCorrection correction =
        source.collect(
            new BehaviorCorrection(
                estimated.model(), source.folds(), plain.at.scores(), log.episodes(), plain));
    return plain.with(correction.completed());
  }

  private ScorePass with(@Nullable BehaviorCorrection other) {
    return new ScorePass(horizon, known, basis, folds, past.empty(), other);
  }

  @Override
  public ScorePass empty() {
    return with(correction == null ? null : correction.again());
  }

  @Override
  public ScorePass plus(ScorePass later) {
    means = means.plus(later.means);
    past.plus(later.past);
    weights = weights.plus(later.weights);
    Arrays.setAll(weightedRewards, k -> weightedRewards[k] + later.weightedRewards[k]);
    independent.plus(later.independent);
    return this;
  }

  /** The total's score of an episode that was added. */
  double total(FeatureEpisode episode, Weighting weighting) {
    score(episode);
    return numbers[at.score(weighting, horizon + 1)];
  }

  /** Writes the scores of an episode, to be read by {@link #last}. */
  void score(FeatureEpisode episode) {
    Rows.write(episode, basis, phi);
    scores.of(episode, phi, folds.get(episode.fold()));
    write(episode, numbers);
    if (correction != null) {
      System.arraycopy(numbers, 0, uncorrected, 0, uncorrected.length);
      correction.correct(episode, numbers);
      for (int i = 0; i < uncorrected.length; i++) {
        numbers[at.corrections() + i] = numbers[i] - uncorrected[i];
      }
    }
  }

  /**
   * How far the correction for an estimated logged policy moves a score's mean, in standard errors;
   * of step H + 1 for the total.
   */
  double corrected(Weighting weighting, int step) {
    int place = at.score(weighting, step);
    double error = means.error(place);
    return uncorrected.length == 0 || error == 0 ? 0 : means.mean(at.corrections() + place) / error;
  }

  @Override
  public void add(FeatureEpisode episode) {
    Nuisances nuisances = folds.get(episode.fold());
    int length = episode.length();
    score(episode);
    for (int h = 1; h <= horizon + 1; h++) {
      numbers[at.difference(h)] =
          numbers[at.score(Weighting.EFFICIENT, h)] - numbers[at.score(Weighting.ROBUST, h)];
    }
    numbers[at.observedReturn()] = seen(episode);
    products[0] = 1;
    for (int k = 1; k <= horizon; k++) {
      products[k] = k <= length ? products[k - 1] * episode.ratio(k) : products[k - 1];
      numbers[at.fitted(k)] = scores.fitted(k);
      numbers[at.shift(k)] = k + 1 <= length ? Math.abs(scores.omega(k, k + 1)) : 0;
      numbers[at.weight(k)] = products[k] - 1;
      numbers[at.ratio(k)] = k <= length ? episode.ratio(k) - 1 : 0;
      weightedRewards[k] += k <= length ? products[k] * episode.reward(k) : 0;
      predictions(k, length);
      numbers[at.moved(k)] = k + 1 <= length ? moved(episode, nuisances, k) : 0;
      test(episode, nuisances, k);
    }
    means.add(episode.cluster(), numbers);
    past.add(episode, basis, phi, nuisances, scores);
    weights.add(length, products);
    independent.add(scores, length);
  }

  /**
   * How many times as large the standard error of a score would be if weights and residuals were
   * independent, at least 1; of step H + 1 for the total.
   */
  double independentError(Weighting weighting, int step) {
    return independent.times(weighting, step, means.error(at.score(weighting, step)));
  }

  /** What was made of the last episode, scores first: see {@link #score}. */
  double last(int place) {
    return numbers[place];
  }

  /** ψ of the last episode, of the steps and then of the total. */
  void last(Weighting weighting, double[] into) {
    for (int h = 1; h <= into.length; h++) {
      into[h - 1] = numbers[at.score(weighting, h)];
    }
  }

  /** Likewise, of {@code robust} with the weights of rows cut at a cap. */
  void trimmed(double cap, double[] into) {
    scores.trimmed(cap, into);
  }

  /** The scores of the last episode. */
  EpisodeScores last() {
    return scores;
  }

  /** y_k of the last episode. */
  double lastOutcome(int k) {
    return scores.taken(k) + scores.residual(k);
  }

  private static double seen(FeatureEpisode episode) {
    double sum = 0;
    for (int k = 1; k <= episode.length(); k++) {
      sum += episode.reward(k);
    }
    return sum;
  }

  /** Writes the scores of an episode, as if ρ of a step were 0; of step 0: as they are. */
  void scores(FeatureEpisode episode, int zero, double[] into) {
    if (zero == 0) {
      Rows.write(episode, basis, phi);
      scores.of(episode, phi, folds.get(episode.fold()));
    }
    double kept = scores.ratio(zero);
    scores.setRatio(zero, 0);
    write(episode, into);
    scores.setRatio(zero, kept);
  }

  private void write(FeatureEpisode episode, double[] into) {
    for (Weighting weighting : Weighting.values()) {
      double total = 0;
      for (int h = 1; h <= horizon; h++) {
        double psi = scores.step(h, weighting);
        into[at.score(weighting, h)] = psi;
        total += psi;
      }
      into[at.score(weighting, horizon + 1)] = total;
      into[at.score(weighting, horizon + 2)] = scores.value(weighting);
    }
    double product = 1;
    double perDecision = 0;
    for (int k = 1; k <= episode.length(); k++) {
      product *= scores.ratio(k);
      perDecision += product * episode.reward(k);
    }
    double seen = seen(episode);
    into[at.baseline(IntervalKind.IPS, true)] = product * seen;
    into[at.baseline(IntervalKind.IPS, false)] = (product - 1) * seen;
    into[at.baseline(IntervalKind.PDIS, true)] = perDecision;
    into[at.baseline(IntervalKind.PDIS, false)] = perDecision - seen;
  }

  private void predictions(int k, int length) {
    double y = k <= length ? scores.taken(k) + scores.residual(k) : 0;
    numbers[at.left(k)] = k <= length ? scores.residual(k) * scores.residual(k) : 0;
    numbers[at.outcome(k)] = y;
    numbers[at.outcomeSquare(k)] = y * y;
    double c = k + 1 <= length ? scores.carried(k, k + 1) : 0;
    numbers[at.shiftGain(k)] = k + 1 <= length ? gain(c, scores.omega(k, k + 1)) : 0;
    numbers[at.shiftSquare(k)] = c * c;
  }

  /**
   * The mean of y_k.
   *
   * @param running the share of episodes that have a step k
   */
  double outcomeMean(int k, double running) {
    return means.mean(at.outcome(k)) / running;
  }

  double outcomeVariance(int k, double running) {
    double mean = outcomeMean(k, running);
    return means.mean(at.outcomeSquare(k)) / running - mean * mean;
  }

  /** The share of the variance of y_k that Q̂_k predicts out of fold; below 0 if it harms. */
  double explained(int k, double running) {
    double variance = outcomeVariance(k, running);
    return variance <= 0 ? 0 : 1 - means.mean(at.left(k)) / running / variance;
  }

  /** The share of (ρ_h − 1)² that ω̂_{h,h+1} predicts out of fold. */
  double explainedShift(int h) {
    double square = means.mean(at.shiftSquare(h));
    return square <= 0 ? 0 : means.mean(at.shiftGain(h)) / square;
  }

  /** How much less of a square is left if a prediction is changed. */
  private static double gain(double left, double change) {
    return change * (2 * left - change);
  }

  private double moved(FeatureEpisode episode, Nuisances nuisances, int h) {
    return (episode.ratio(h) - 1) * Ridge.dot(phi[h], nuisances.richOmega[h - 1][h]);
  }

  /** φ of the rows of the episode that was added last. */
  double[][] phi() {
    return phi;
  }

  private void test(FeatureEpisode episode, Nuisances nuisances, int k) {
    boolean there = k <= episode.length();
    double left = there ? scores.residual(k) : 0;
    double richer = there ? Ridge.dot(phi[k - 1], nuisances.richQ[k - 1][episode.action(k)]) : 0;
    numbers[at.valueBasis(k)] = there ? gain(left, richer - scores.taken(k)) : 0;
    for (int h = 1; h < k; h++) {
      double c = there ? scores.carried(h, k) : 0;
      double omega = there ? scores.omega(h, k) : 0;
      double rich = there ? Ridge.dot(phi[k - 1], nuisances.richOmega[h - 1][k - 1]) : 0;
      numbers[at.weightBasis(h, k)] = gain(c - omega, rich - omega);
    }
  }

  List<CumulativeWeights.AtStep> weights() {
    return weights.steps();
  }

  /** Σ ρ_1⋯ρ_k over episodes, step k at index k. */
  double[] totalWeights() {
    return weights.totals();
  }

  /** Σ ρ_1⋯ρ_k·r_k over episodes. */
  double weightedReward(int k) {
    return weightedRewards[k];
  }
}
