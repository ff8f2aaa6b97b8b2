package io.sluice.features;

/**
 * How much larger squared weights were to be expected in the rows that a log has than they happened
 * to be: Σ Σ_a π²/π_b over Σ ρ², at every step, and the same for products of weights. A decision of
 * π that π_b hardly ever makes has a large weight where the log has it, and is missing without a
 * trace where it has not: variances are multiplied by this, where it is beyond chance: where Σ ρ²
 * is below its expectation by more than {@value #CHANCE}·√Σ ρ⁴. In a log that lacks nothing squares
 * fall short at one of its steps, too, and bounds would be lower for it.
 */
final class WeightShortfall implements FeatureAccumulator<WeightShortfall> {
  private static final double CHANCE = 2;

  private final int actions;
  private final double[] expected;
  private final double[] seen;
  private final double[] expectedProducts;
  private final double[] seenProducts;
  private final double[] squares; // Σ ρ⁴
  private final double[] squaresOfProducts;

  private WeightShortfall(int actions, int horizon) {
    this.actions = actions;
    expected = new double[horizon];
    seen = new double[horizon];
    expectedProducts = new double[horizon];
    seenProducts = new double[horizon];
    squares = new double[horizon];
    squaresOfProducts = new double[horizon];
  }

  /** Needs the logged policy's probabilities of all actions, known or estimated. */
  static WeightShortfall of(FeatureSource source) {
    WeightShortfall none = new WeightShortfall(source.actions().size(), source.horizon());
    return source.knowsBehavior() || source.estimatesBehavior() ? source.collect(none) : none;
  }

  @Override
  public WeightShortfall empty() {
    return new WeightShortfall(actions, seen.length);
  }

  @Override
  public WeightShortfall plus(WeightShortfall later) {
    for (int k = 0; k < seen.length; k++) {
      expected[k] += later.expected[k];
      seen[k] += later.seen[k];
      expectedProducts[k] += later.expectedProducts[k];
      seenProducts[k] += later.seenProducts[k];
      squares[k] += later.squares[k];
      squaresOfProducts[k] += later.squaresOfProducts[k];
    }
    return this;
  }

  @Override
  public void add(FeatureEpisode episode) {
    double product = 1;
    for (int k = 1; k <= episode.length(); k++) {
      double mean = 0;
      for (int a = 0; a < actions; a++) {
        double p = episode.evaluated(k, a);
        mean += p == 0 ? 0 : p * p / episode.behavior(k, a);
      }
      double square = episode.ratio(k) * episode.ratio(k);
      expected[k - 1] += mean;
      seen[k - 1] += square;
      squares[k - 1] += square * square;
      expectedProducts[k - 1] += product * mean;
      product *= square;
      seenProducts[k - 1] += product;
      squaresOfProducts[k - 1] += product * product;
    }
  }

  /** At least 1. */
  double ofSteps() {
    return most(expected, seen, squares);
  }

  /** The same of products; at least 1. */
  double ofProducts() {
    return most(expectedProducts, seenProducts, squaresOfProducts);
  }

  private static double most(double[] expected, double[] seen, double[] squares) {
    double most = 1;
    for (int k = 0; k < seen.length; k++) {
      if (expected[k] - seen[k] > CHANCE * Math.sqrt(squares[k])) {
        most = Math.max(most, seen[k] == 0 ? Double.POSITIVE_INFINITY : expected[k] / seen[k]);
      }
    }
    return most;
  }
}
