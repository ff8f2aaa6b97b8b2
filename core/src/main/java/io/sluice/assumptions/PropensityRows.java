package io.sluice.assumptions;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.util.Optional;

/**
 * Do propensities that differ from row to row agree with the actions? Only the taken action's
 * probability p is known of a row.
 *
 * <ul>
 *   <li>With two actions the other's is 1 − p, so every row says with which probability q the
 *       second action should have been taken: {@link Deviations} in all rows and in ten bins of q.
 *   <li>With more, E[1{a taken}/p] is the probability that a could have been taken at all, so at
 *       most 1: the mean inverse propensity of an action over all decisions must not exceed 1. It
 *       is compared by the self-normalized sum of d = 1{a}/p − 1, Σd/√Σd². Large weights enlarge
 *       its denominator, too, so rare large ones do not make false alarms. A mean below 1 may come
 *       from actions that were not always available, and is no contradiction: propensities that are
 *       too large for some rows and too small for none are not seen.
 * </ul>
 */
public final class PropensityRows implements EpisodeAccumulator<PropensityRows> {
  private static final int BINS = PooledCalibration.BINS;

  private final Shape shape;
  private final Deviations byBin = new Deviations(BINS + 1); // the last holds all rows
  private final double[] weight;
  private final double[] square;
  private double rows;

  public PropensityRows(Shape shape) {
    this.shape = shape;
    weight = new double[shape.actions()];
    square = new double[shape.actions()];
  }

  @Override
  public PropensityRows empty() {
    return new PropensityRows(shape);
  }

  @Override
  public void add(Episode episode) {
    for (int h = 1; h <= episode.length(); h++) {
      int a = episode.action(h);
      double p = episode.propensity(h);
      rows++;
      weight[a] += 1 / p;
      square[a] += 1 / (p * p);
      double q = a == 1 ? p : 1 - p;
      byBin.add(PooledCalibration.binOf(q), 1, q, a == 1 ? 1 : 0);
      byBin.add(BINS, 1, q, a == 1 ? 1 : 0);
    }
  }

  @Override
  public PropensityRows plus(PropensityRows later) {
    rows += later.rows;
    byBin.plus(later.byBin);
    for (int a = 0; a < weight.length; a++) {
      weight[a] += later.weight[a];
      square[a] += later.square[a];
    }
    return this;
  }

  /**
   * The largest deviation.
   *
   * @param level the probability of an alarm where propensities are right, at most
   */
  public Optional<PooledCalibration> calibration(double level) {
    if (shape.actions() == 2) {
      return byBin
          .worst(level)
          .map(
              w ->
                  new PooledCalibration(
                      Math.abs(w.z()),
                      w.alarm(),
                      Deviations.words(
                          w, g -> g == BINS ? "the second action" : PooledCalibration.bin(g))));
    }
    return shape.actions() < 2
        ? Optional.empty()
        : Optional.of(PooledCalibration.ofWeights(weight, square, rows, level));
  }
}
