package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.List;

/**
 * Bounds on the effect of a step if something that is not in the log had a hand in its action: the
 * marginal sensitivity model (Tan 2006). The odds of the logged action, given all that matters, lie
 * within [1/Λ, Λ] times those that the propensity p says.
 *
 * <p>What the log earned needs no assumption. The mean outcome of an action in a state becomes
 *
 * <pre>
 * p·E[y] + (1−p)·max E[v·y],   1/Λ ≤ v ≤ Λ, E[v] = 1,   y = r_h + V̂_{h+1}(x_{h+1})
 * max E[v·y] = E[ q + Λ(y−q)₊ − (q−y)₊/Λ ],   q the Λ/(Λ+1) quantile of y given state and action
 * </pre>
 *
 * This is the sharp bound of Dorn and Guo (2023). For any other q the right side is larger, so a q
 * from the other half of the log gives scores whose mean is a valid bound, however poor q is:
 *
 * <pre>
 * ψ⁺ = ψ_h + ρ_h(1−p)·[ (Λ−1)(y−q)₊ + (1−1/Λ)(q−y)₊ ],   ψ⁻ likewise with the 1/(Λ+1) quantile
 * </pre>
 *
 * What is hidden is taken to act on the reward and the next state of this step alone; a factor that
 * also moves later rewards within their states is not covered. Where propensities are estimated, p
 * is that estimate, whose error is in ψ_h but not in the added term.
 */
public final class SensitivitySums implements EpisodeAccumulator<SensitivitySums> {
  /** The values of Λ at which bounds are made. */
  public static final List<Double> STRENGTHS =
      List.of(1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0, 20.0);

  private final EffectScores scores;
  private final OutcomeHistograms.Quantiles quantiles;
  private final Policy evaluated;
  private final List<Integer> steps;
  private final double[] ofEpisode;
  private final double[] ofRow;
  private final double[] numbers;
  private ClusterMeans means;

  public SensitivitySums(
      EffectScores scores, OutcomeHistograms outcomes, Policy evaluated, List<Integer> steps) {
    this(scores, outcomes.quantiles(shares()), evaluated, steps);
  }

  private SensitivitySums(
      EffectScores scores,
      OutcomeHistograms.Quantiles quantiles,
      Policy evaluated,
      List<Integer> steps) {
    this.scores = scores;
    this.quantiles = quantiles;
    this.evaluated = evaluated;
    this.steps = List.copyOf(steps);
    ofEpisode = new double[scores.size()];
    ofRow = new double[2 * STRENGTHS.size()];
    numbers = new double[steps.size() * 2 * STRENGTHS.size()];
    means = new ClusterMeans(numbers.length);
  }

  /** For every Λ the quantile of the lower bound, then that of the upper one. */
  private static List<Double> shares() {
    List<Double> all = new ArrayList<>();
    for (double strength : STRENGTHS) {
      all.add(1 / (strength + 1));
      all.add(strength / (strength + 1));
    }
    return all;
  }

  @Override
  public SensitivitySums empty() {
    return new SensitivitySums(scores, quantiles, evaluated, steps);
  }

  @Override
  public void add(Episode episode) {
    scores.score(episode, ofEpisode, 0);
    int at = 0;
    for (int h : steps) {
      boolean there = h <= episode.length();
      double psi = ofEpisode[h - 1];
      double weight = 0;
      double y = 0;
      if (there) {
        PolicyValues q = quantiles.values().ofFold(episode.fold());
        y = episode.unitReward(h) + q.value(h + 1, episode.next(h));
        weight = OutcomeHistograms.ratio(evaluated, episode, h) * (1 - episode.propensity(h));
        quantiles.of(episode, h, ofRow);
      }
      for (int i = 0; i < STRENGTHS.size(); i++) {
        double strength = STRENGTHS.get(i);
        double low = y - ofRow[2 * i];
        double high = y - ofRow[2 * i + 1];
        numbers[at++] = psi - (there ? weight * moved(strength, -low) : 0);
        numbers[at++] = psi + (there ? weight * moved(strength, high) : 0);
      }
    }
    means.add(episode.cluster(), numbers);
  }

  private static double moved(double strength, double above) {
    return above > 0 ? (strength - 1) * above : (1 - 1 / strength) * -above;
  }

  @Override
  public SensitivitySums plus(SensitivitySums later) {
    means = means.plus(later.means);
    return this;
  }

  private int index(int step, int strength, boolean upper) {
    return (steps.indexOf(step) * STRENGTHS.size() + strength) * 2 + (upper ? 1 : 0);
  }

  /** The bound on the effect of a step, in [0, 1] units. */
  public double bound(int step, int strength, boolean upper) {
    return means.mean(index(step, strength, upper));
  }

  /** Its standard error. */
  public double error(int step, int strength, boolean upper) {
    return means.error(index(step, strength, upper));
  }
}
