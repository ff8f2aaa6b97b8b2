package io.sluice.features;

/**
 * An estimated gain over the logged policy, with a lower bound.
 *
 * @param judge which interval the bound comes from
 * @param lower the truth is below it with probability at most its share of δ, asymptotically
 */
public record FeatureGain(String judge, double estimate, double error, double lower) {
  public boolean isCertified() {
    return lower > 0;
  }
}
