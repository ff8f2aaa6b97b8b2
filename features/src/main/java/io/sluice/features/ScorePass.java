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
  private final int extras;
  private final Basis basis;
  private final List<Nuisances> folds;
  private final EpisodeScores scores;
  private final double[][] phi;
  private final double[][] z;
  private final double[] numbers;
  private final double[] uncorrected; // none where the logged policy is known
  private final double[] products;
  private final double[] predicted;
  private final boolean known;
  private final @Nullable BehaviorCorrection correction;
  private final FirstEpisodes tested;
  private final double[] pastNumbers;
  private CumulativeWeights weights;
  private final double[] weightedRewards; // Σ ρ_1⋯ρ_k·r_k, step k at index k
  private final IndependentVariance independent;
  ClusterMeans means;

  /** The figures of the Markov test, of a sample of the episodes. */
  ClusterMeans past;

  private ScorePass(
      int horizon,
      boolean known,
      Basis basis,
      List<Nuisances> folds,
      int extras,
      FirstEpisodes tested,
      @Nullable BehaviorCorrection correction) {
    this.horizon = horizon;
    this.known = known;
    this.extras = extras;
    this.basis = basis;
    this.folds = folds;
    this.tested = tested;
    this.correction = correction;
    scores = new EpisodeScores(horizon, known);
    phi = new double[horizon][basis.size()];
    z = new double[horizon][extras];
    uncorrected = new double[correction == null ? 0 : score(Weighting.BANDIT, horizon + 2) + 1];
    numbers = new double[size()];
    products = new double[horizon + 1];
    predicted = new double[extras];
    weights = new CumulativeWeights(horizon);
    weightedRewards = new double[horizon + 1];
    independent = new IndependentVariance(horizon);
    means = new ClusterMeans(size());
    pastNumbers = new double[(horizon + 1) * extras];
    past = new ClusterMeans(pastNumbers.length);
  }

  /** Where the logged policy is estimated, this takes a pass over the log by itself. */
  static ScorePass of(
      FeatureSource source, Basis basis, List<Nuisances> folds, int extras, FeatureSummary log) {
    FirstEpisodes tested = new FirstEpisodes(Rows.TESTED, log.before());
    ScorePass plain =
        new ScorePass(source.horizon(), source.knowsBehavior(), basis, folds, extras, tested, null);
    if (!(source instanceof EstimatedBehavior estimated)) {
      return plain;
    }
    BehaviorCorrection correction =
        source.collect(
            new BehaviorCorrection(
                estimated.model(), source.folds(), plain.targets(), log.episodes(), plain));
    return plain.with(correction.completed());
  }

  private ScorePass with(@Nullable BehaviorCorrection other) {
    return new ScorePass(horizon, known, basis, folds, extras, tested.again(), other);
  }

  @Override
  public ScorePass empty() {
    return with(correction == null ? null : correction.again());
  }

  @Override
  public ScorePass plus(ScorePass later) {
    means = means.plus(later.means);
    past = past.plus(later.past);
    weights = weights.plus(later.weights);
    Arrays.setAll(weightedRewards, k -> weightedRewards[k] + later.weightedRewards[k]);
    independent.plus(later.independent);
    return this;
  }

  /** Where ψ_h is; H + 1 for the total, H + 2 for the value. */
  int score(Weighting weighting, int h) {
    return weighting.ordinal() * (horizon + 2) + h - 1;
  }

  /** The score of a baseline, for the total or the value. */
  int baseline(IntervalKind kind, boolean value) {
    int place = kind == IntervalKind.IPS ? 0 : 2;
    return Weighting.values().length * (horizon + 2) + place + (value ? 1 : 0);
  }

  /** How many scores there are; they come first. */
  private int targets() {
    return baseline(IntervalKind.PDIS, true) + 1;
  }

  int fitted(int h) {
    return targets() + h - 1;
  }

  /** |ω̂_{h,h+1}|, the size of the shift. */
  int shift(int h) {
    return fitted(horizon) + h;
  }

  /** (y_k − Q̂_k)², out of fold; then y_k and y_k². */
  int left(int k) {
    return shift(horizon) + k;
  }

  int outcome(int k) {
    return left(horizon) + k;
  }

  int outcomeSquare(int k) {
    return outcome(horizon) + k;
  }

  /** (ρ_h − 1)² less what ω̂_{h,h+1} leaves of it, out of fold; then (ρ_h − 1)². */
  int shiftGain(int h) {
    return outcomeSquare(horizon) + h;
  }

  int shiftSquare(int h) {
    return shiftGain(horizon) + h;
  }

  int valueBasis(int k) {
    return shiftSquare(horizon) + k;
  }

  int weightBasis(int h, int k) {
    return valueBasis(horizon) + (h - 1) * horizon + k;
  }

  int weight(int k) {
    return weightBasis(horizon, horizon) + k;
  }

  /** ψ_h of efficient less that of robust; H + 1 for the total. */
  int difference(int h) {
    return weight(horizon) + h;
  }

  /** (ρ_h − 1)·ω̂_{h,h+1}: above 0 if actions move the next state. */
  int moved(int h) {
    return difference(horizon + 1) + h;
  }

  /** ρ_h − 1; 0 after the end of an episode. */
  int ratio(int h) {
    return moved(horizon) + h;
  }

  int observedReturn() {
    return ratio(horizon) + 1;
  }

  private int size() {
    return corrections() + uncorrected.length;
  }

  /** Where a figure of the Markov test is among {@link #past}. */
  int markov(int k, int extra) {
    return (k - 1) * extras + extra;
  }

  /** Where its sum over steps is. */
  int markov(int extra) {
    return horizon * extras + extra;
  }

  /** The total's score of an episode that was added. */
  double total(FeatureEpisode episode, Weighting weighting) {
    score(episode);
    return numbers[score(weighting, horizon + 1)];
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
        numbers[corrections() + i] = numbers[i] - uncorrected[i];
      }
    }
  }

  /** Where begins what the correction for an estimated logged policy adds to every score. */
  private int corrections() {
    return observedReturn() + 1;
  }

  /**
   * How far the correction for an estimated logged policy moves a score's mean, in standard errors;
   * of step H + 1 for the total.
   */
  double corrected(Weighting weighting, int step) {
    int place = score(weighting, step);
    double error = means.error(place);
    return uncorrected.length == 0 || error == 0 ? 0 : means.mean(corrections() + place) / error;
  }

  @Override
  public void add(FeatureEpisode episode) {
    Nuisances nuisances = folds.get(episode.fold());
    int length = episode.length();
    score(episode);
    for (int h = 1; h <= horizon + 1; h++) {
      numbers[difference(h)] =
          numbers[score(Weighting.EFFICIENT, h)] - numbers[score(Weighting.ROBUST, h)];
    }
    numbers[observedReturn()] = seen(episode);
    products[0] = 1;
    for (int k = 1; k <= horizon; k++) {
      products[k] = k <= length ? products[k - 1] * episode.ratio(k) : products[k - 1];
      numbers[fitted(k)] = scores.fitted(k);
      numbers[shift(k)] = k + 1 <= length ? Math.abs(scores.omega(k, k + 1)) : 0;
      numbers[weight(k)] = products[k] - 1;
      numbers[ratio(k)] = k <= length ? episode.ratio(k) - 1 : 0;
      weightedRewards[k] += k <= length ? products[k] * episode.reward(k) : 0;
      predictions(k, length);
      numbers[moved(k)] = k + 1 <= length ? moved(episode, nuisances, k) : 0;
      test(episode, nuisances, k);
    }
    means.add(episode.cluster(), numbers);
    if (tested.takes(episode)) {
      testPast(episode, nuisances);
    }
    weights.add(length, products);
    independent.add(scores, length);
  }

  /**
   * How many times as large the standard error of a score would be if weights and residuals were
   * independent, at least 1; of step H + 1 for the total.
   */
  double independentError(Weighting weighting, int step) {
    return independent.times(weighting, step, means.error(score(weighting, step)));
  }

  /** What was made of the last episode, scores first: see {@link #score}. */
  double last(int place) {
    return numbers[place];
  }

  /** ψ of the last episode, of the steps and then of the total. */
  void last(Weighting weighting, double[] into) {
    for (int h = 1; h <= into.length; h++) {
      into[h - 1] = numbers[score(weighting, h)];
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
        into[score(weighting, h)] = psi;
        total += psi;
      }
      into[score(weighting, horizon + 1)] = total;
      into[score(weighting, horizon + 2)] = scores.value(weighting);
    }
    double product = 1;
    double perDecision = 0;
    for (int k = 1; k <= episode.length(); k++) {
      product *= scores.ratio(k);
      perDecision += product * episode.reward(k);
    }
    double seen = seen(episode);
    into[baseline(IntervalKind.IPS, true)] = product * seen;
    into[baseline(IntervalKind.IPS, false)] = (product - 1) * seen;
    into[baseline(IntervalKind.PDIS, true)] = perDecision;
    into[baseline(IntervalKind.PDIS, false)] = perDecision - seen;
  }

  private void predictions(int k, int length) {
    double y = k <= length ? scores.taken(k) + scores.residual(k) : 0;
    numbers[left(k)] = k <= length ? scores.residual(k) * scores.residual(k) : 0;
    numbers[outcome(k)] = y;
    numbers[outcomeSquare(k)] = y * y;
    double c = k + 1 <= length ? scores.carried(k, k + 1) : 0;
    numbers[shiftGain(k)] = k + 1 <= length ? gain(c, scores.omega(k, k + 1)) : 0;
    numbers[shiftSquare(k)] = c * c;
  }

  /**
   * The mean of y_k.
   *
   * @param running the share of episodes that have a step k
   */
  double outcomeMean(int k, double running) {
    return means.mean(outcome(k)) / running;
  }

  double outcomeVariance(int k, double running) {
    double mean = outcomeMean(k, running);
    return means.mean(outcomeSquare(k)) / running - mean * mean;
  }

  /** The share of the variance of y_k that Q̂_k predicts out of fold; below 0 if it harms. */
  double explained(int k, double running) {
    double variance = outcomeVariance(k, running);
    return variance <= 0 ? 0 : 1 - means.mean(left(k)) / running / variance;
  }

  /** The share of (ρ_h − 1)² that ω̂_{h,h+1} predicts out of fold. */
  double explainedShift(int h) {
    double square = means.mean(shiftSquare(h));
    return square <= 0 ? 0 : means.mean(shiftGain(h)) / square;
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
    numbers[valueBasis(k)] = there ? gain(left, richer - scores.taken(k)) : 0;
    for (int h = 1; h < k; h++) {
      double c = there ? scores.carried(h, k) : 0;
      double omega = there ? scores.omega(h, k) : 0;
      double rich = there ? Ridge.dot(phi[k - 1], nuisances.richOmega[h - 1][k - 1]) : 0;
      numbers[weightBasis(h, k)] = gain(c - omega, rich - omega);
    }
  }

  private void testPast(FeatureEpisode episode, Nuisances nuisances) {
    Rows.writeExtras(episode, basis, phi, z);
    Arrays.fill(pastNumbers, 0);
    for (int k = 2; k <= episode.length(); k++) {
      predictBefore(phi[k - 1], nuisances.before[k - 1]);
      double left = scores.residual(k);
      for (int e = 0; e < extras; e++) {
        double product = left * (z[k - 2][e] - predicted[e]);
        pastNumbers[markov(k, e)] = product;
        pastNumbers[markov(e)] += product;
      }
    }
    past.add(episode.cluster(), pastNumbers);
  }

  /** ẑ of all numbers of the row before at once. */
  private void predictBefore(double[] row, double[] coefficients) {
    double[] into = predicted;
    Arrays.fill(into, 0);
    for (int i = 0; i < row.length; i++) {
      double f = row[i];
      int start = i * into.length;
      for (int e = 0; e < into.length; e++) {
        into[e] += f * coefficients[start + e];
      }
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
