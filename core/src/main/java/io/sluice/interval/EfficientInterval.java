package io.sluice.interval;

import io.sluice.counts.TransitionCounts;
import io.sluice.inputs.NormalQuantile;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.ValueTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The interval for α^(h) that is as narrow as any can be in the limit: α̂ ± z·√(Var ψ/T), ψ being
 * the {@link Influence} of a trajectory. Asymptotic: nothing is promised for a finite log, and no
 * plug-in interval is a guarantee.
 *
 * <p>{@link #ofCounts} needs the counts alone. Residuals of different rows are uncorrelated in the
 * limit, so Var ψ is the variance of the state's part plus T·Σ over pairs of the squared residuals.
 * A sum of squares S seen in few rows is itself uncertain, by a standard deviation of at most R√S
 * for residuals of range R. Pairs err independently, so the sum over pairs is raised by √(Σ
 * R²·min(S, {@value #ENOUGH}R²)): a log in which rare rewards came too seldom does not pass for a
 * certain one, a pair that has shown its spread adds no more, and rewards that were all equal stay
 * free. {@link #plain} is the formula as written, from episodes one by one.
 */
public final class EfficientInterval {
  /** Chosen so that small logs cover and long ones stay narrow: see the study in the benchmarks. */
  private static final int ENOUGH = 4;

  private EfficientInterval() {}

  /** From counts, with the variance of thinly seen pairs raised. */
  public static Interval ofCounts(TransitionCounts counts, Influence influence, double delta) {
    return interval(influence, variance(counts, influence) / counts.episodes(), delta);
  }

  /** From Σψ² over T episodes, as {@link TrajectoryInfluence} adds them up. */
  public static Interval plain(Influence influence, TrajectoryInfluence sums, double delta) {
    return interval(influence, sums.variance() / sums.episodes(), delta);
  }

  /** The intervals of all steps, from counts; δ holds for each of them. */
  public static EffectProfile profile(
      TransitionCounts counts,
      Model model,
      ValueRange range,
      Policy behavior,
      Policy evaluated,
      double delta) {
    ValueTable plugIn = Influence.plugIn(model, range, evaluated);
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= counts.shape().horizon(); h++) {
      Influence influence = new Influence(counts, model, range, behavior, evaluated, h, plugIn);
      steps.add(ofCounts(counts, influence, delta));
    }
    return new EffectProfile(steps, new Failure(0, delta * steps.size()));
  }

  private static Interval interval(Influence influence, double variance, double delta) {
    List<Part> parts = new ArrayList<>();
    double error = NormalQuantile.twoSided(delta) * Math.sqrt(variance);
    parts.add(Part.of("sampling of episodes", "z·√(Var ψ/T)", error));
    if (influence.unknownBelow() + influence.unknownAbove() > 0) {
      parts.add(
          new Part(
              "pairs never seen",
              "Σ |μ|·V_max",
              influence.unknownBelow(),
              influence.unknownAbove()));
    }
    return Interval.of("efficient", influence.estimate(), new Failure(0, delta), parts);
  }

  private static double variance(TransitionCounts counts, Influence influence) {
    Shape shape = counts.shape();
    int pairs = shape.states() * shape.actions();
    double[][] squares = new double[influence.tables()][pairs]; // Σ (row's part of ψ)²
    double[][] low = new double[influence.tables()][pairs]; // its range over next states
    double[][] high = new double[influence.tables()][pairs];
    double[][] perReward = new double[influence.tables()][pairs];
    long[][] rows = new long[influence.tables()][pairs];
    for (int i = 0; i < counts.cells(); i++) {
      int step = counts.step(i);
      int table = influence.table(step);
      int pair = influence.pair(counts.state(i), counts.action(i));
      double w = influence.ofReward(step, pair);
      double u = influence.ofNext(step, pair, counts.next(i));
      double mean = influence.reward(step, pair);
      long n = counts.count(i);
      double first = counts.rewardSum(i) - n * mean;
      double second = counts.squareSum(i) - 2 * mean * counts.rewardSum(i) + n * mean * mean;
      squares[table][pair] += w * w * second + 2 * w * u * first + n * u * u;
      low[table][pair] = Math.min(low[table][pair], u);
      high[table][pair] = Math.max(high[table][pair], u);
      perReward[table][pair] = Math.abs(w);
      rows[table][pair] += n;
    }
    double sum = influence.stateVariance() * counts.episodes();
    double doubt = 0; // the variance of that sum
    for (int table = 0; table < squares.length; table++) {
      for (int pair = 0; pair < pairs; pair++) {
        if (rows[table][pair] > 1) { // one row shows no spread
          double n = rows[table][pair];
          double seen = Math.max(0, squares[table][pair]) * n / (n - 1); // rounding may go below 0
          double range = perReward[table][pair] + high[table][pair] - low[table][pair];
          sum += seen;
          doubt += range * range * Math.min(seen, ENOUGH * range * range);
        }
      }
    }
    return (sum + Math.sqrt(doubt)) / counts.episodes();
  }
}
