package io.sluice.features;

/**
 * How much larger squared weights were to be expected in the rows that a log has than they happened
 * to be: Σ Σ_a π²/π_b over Σ ρ², at every step, and the same for products of weights. A decision of
 * π that π_b hardly ever makes has a large weight where the log has it, and is missing without a
 * trace where it has not: variances are multiplied by this.
 */
final class WeightShortfall {
  private final int actions;
  private final double[] expected;
  private final double[] seen;
  private final double[] expectedProducts;
  private final double[] seenProducts;

  private WeightShortfall(FeatureSource source) {
    actions = source.actions().size();
    expected = new double[source.horizon()];
    seen = new double[source.horizon()];
    expectedProducts = new double[source.horizon()];
    seenProducts = new double[source.horizon()];
  }

  /** Needs the logged policy's probabilities of all actions, known or estimated. */
  static WeightShortfall of(FeatureSource source) {
    WeightShortfall all = new WeightShortfall(source);
    if (source.knowsBehavior() || source.estimatesBehavior()) {
      source.forEach(all::add);
    }
    return all;
  }

  private void add(FeatureEpisode episode) {
    double product = 1;
    for (int k = 1; k <= episode.length(); k++) {
      double mean = 0;
      for (int a = 0; a < actions; a++) {
        double p = episode.evaluated(k, a);
        mean += p == 0 ? 0 : p * p / episode.behavior(k, a);
      }
      double ratio = episode.ratio(k);
      expected[k - 1] += mean;
      seen[k - 1] += ratio * ratio;
      expectedProducts[k - 1] += product * mean;
      product *= ratio * ratio;
      seenProducts[k - 1] += product;
    }
  }

  /** At least 1. */
  double ofSteps() {
    return most(expected, seen);
  }

  /** The same of products; at least 1. */
  double ofProducts() {
    return most(expectedProducts, seenProducts);
  }

  private static double most(double[] expected, double[] seen) {
    double most = 1;
    for (int k = 0; k < seen.length; k++) {
      if (expected[k] > 0) {
        most = Math.max(most, seen[k] == 0 ? Double.POSITIVE_INFINITY : expected[k] / seen[k]);
      }
    }
    return most;
  }
}
