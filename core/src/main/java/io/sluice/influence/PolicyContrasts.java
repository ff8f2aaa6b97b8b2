package io.sluice.influence;

import io.sluice.influence.MaxT.Contrast;
import java.util.ArrayList;
import java.util.List;

/**
 * Effects of several policies at several places, which are steps and the total, and all differences
 * of two policies at a place: their standard errors, and how far intervals reach that hold at once
 * ({@link MaxT}). Scores are numbered by policy and then by place.
 */
public final class PolicyContrasts {
  private final int places;
  private final ScoreProducts products;
  private final double[][] covariance;
  private final ClusterSizes sizes;
  private final double critical;

  /**
   * @param products with {@link #all} contrasts
   */
  public PolicyContrasts(
      ScoreProducts products, int policies, int places, double delta, long seed) {
    this.products = products;
    this.places = places;
    covariance = products.covariance();
    sizes = products.clusterSizes();
    critical = MaxT.critical(covariance, all(policies, places), delta, seed);
  }

  /** Every effect, and every difference of two policies at a place. */
  public static List<Contrast> all(int policies, int places) {
    List<Contrast> all = new ArrayList<>();
    for (int s = 0; s < places; s++) {
      for (int p = 0; p < policies; p++) {
        all.add(Contrast.of(p * places + s));
        for (int q = 0; q < p; q++) {
          all.add(new Contrast(p * places + s, q * places + s));
        }
      }
    }
    return all;
  }

  /** How many standard errors all intervals reach at least. */
  public double critical() {
    return critical;
  }

  /** How many the interval of an effect reaches. */
  public double reach(int policy, int place) {
    return reach(Contrast.of(policy * places + place), first(policy, place));
  }

  /** How many the interval of a difference reaches. */
  public double reach(int p, int q, int place) {
    int later = Math.max(p, q);
    int sooner = Math.min(p, q);
    return reach(
        new Contrast(later * places + place, sooner * places + place),
        first(later, place) + 1 + sooner);
  }

  /** The number of a policy's own contrast; its differences with those before it follow. */
  private int first(int policy, int place) {
    int policies = covariance.length / places;
    return place * policies * (policies + 1) / 2 + policy * (policy + 1) / 2;
  }

  private double reach(Contrast contrast, int number) {
    double mean =
        products.mean(contrast.plus())
            - (contrast.minus() < 0 ? 0 : products.mean(contrast.minus()));
    double squares = contrast.variance(covariance) * products.episodes() * products.episodes();
    double freedom =
        products.freedom(number, mean, squares, sizes.effective(), sizes.degreesOfFreedom());
    return freedom > 0 ? MaxT.reach(critical, freedom) : critical; // one cluster has no variance
  }

  /**
   * The standard error of a difference: that of the difference in every episode, raised in the
   * larger of the proportions in which those of single intervals exceed the plain ones of their
   * scores. Scores that did not vary add their own error.
   *
   * @param first the standard error of the single interval of p, in the user's units
   * @param second that of q
   * @param width of a unit of the scores, in the user's units
   */
  public double error(int p, int q, int place, double first, double second, double width) {
    double raise = 1;
    double hidden = 0;
    for (int i = 0; i < 2; i++) {
      int at = (i == 0 ? p : q) * places + place;
      double single = i == 0 ? first : second;
      double own = Math.sqrt(covariance[at][at]) * width;
      if (own > 0) {
        raise = Math.max(raise, single / own);
      } else {
        hidden = Math.hypot(hidden, single);
      }
    }
    Contrast difference = new Contrast(p * places + place, q * places + place);
    double plain = Math.sqrt(difference.variance(covariance)) * width;
    return Math.min(Math.hypot(raise * plain, hidden), first + second);
  }
}
