package io.sluice.influence;

import java.util.Locale;
import java.util.Optional;

/**
 * The variance of {@code efficient} by episode against that from counts, for the total or for V_π,
 * whichever differs more clearly. If the state is all that matters of the past, residuals of
 * different rows of an episode are uncorrelated and both estimate the same; a level that all rows
 * of an episode share makes the first one larger.
 *
 * <pre>
 * ratio = Σψ²/C,   z = (Σψ² − C)/√(Σψ⁴ − (Σψ²)²/T),   C = T·Var(first states' part) + Σ over rows (the row's part of ψ)²
 * </pre>
 *
 * The root is the standard error of Σψ²; that of the difference is smaller where the model holds,
 * so that z is cautious. Both are without what is added for thin pairs.
 *
 * @param ofValue whether it is that of V_π
 */
public record VarianceRatio(double ratio, double z, boolean ofValue) {
  /** From here on it is reported. */
  private static final double ALARM = 4;

  /**
   * @param sums of these influences, by episode
   */
  public static VarianceRatio of(Influences influences, InfluenceSums sums) {
    VarianceRatio total = of(influences.total(), sums, sums.horizon() + 1, false);
    VarianceRatio value = of(influences.value(), sums, sums.horizon() + 2, true);
    return Math.abs(value.z) > Math.abs(total.z) ? value : total;
  }

  private static VarianceRatio of(
      Influence influence, InfluenceSums sums, int which, boolean ofValue) {
    double episodes = sums.episodes();
    double byEpisode = sums.squares(which);
    double fromCounts =
        episodes * influence.firstVariance()
            + VarianceSources.of(influence, EfficientInterval.Variance.PLAIN).sums().seen();
    double spread = sums.fourthPowers(which) - byEpisode * byEpisode / episodes;
    boolean varies = fromCounts > 0 && spread > 1e-12 * byEpisode * byEpisode / episodes;
    return varies
        ? new VarianceRatio(
            byEpisode / fromCounts, (byEpisode - fromCounts) / Math.sqrt(spread), ofValue)
        : new VarianceRatio(1, 0, ofValue);
  }

  /** A sign of hidden state, in words, where there is one. */
  public Optional<String> warning() {
    return Math.abs(z) < ALARM
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the variance of %s by episode is %.2f times the variance from counts: rows of an episode are correlated, a sign of hidden state",
                ofValue ? "the policy's value" : "the total",
                ratio));
  }
}
