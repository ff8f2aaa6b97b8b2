package io.sluice.selection;

import io.sluice.distributions.StudentQuantile;
import io.sluice.influence.ClusterSizes;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * How much better than the logged policy, with a bound from below.
 *
 * @param judge which interval the bound comes from
 * @param lower a bound that the truth is below with probability at most δ
 * @param parts what lies between the estimate and the bound: the sum of what they have below
 */
public record Gain(String judge, double estimate, double lower, double delta, List<Part> parts) {
  private static final Set<Part.Source> SAMPLING =
      EnumSet.of(Part.Source.EPISODES, Part.Source.CLUSTERS, Part.Source.SINGLE);

  public Gain {
    parts = List.copyOf(parts);
  }

  /** The lower end of an interval, which fails on that side with probability δ. */
  static Gain below(Interval interval, double delta) {
    return new Gain(
        interval.method(), interval.estimate(), interval.lower(), delta, interval.parts());
  }

  /** The estimate less all parts. */
  static Gain below(String judge, double estimate, List<Part> parts, double delta) {
    double below = parts.stream().mapToDouble(Part::below).sum();
    return new Gain(judge, estimate, estimate - below, delta, parts);
  }

  /**
   * The estimate less t·SE, by cluster. Too few clusters do not show how clusters vary: then less
   * all that is possible, as for a single one.
   *
   * @param variance of the estimate
   * @param degreesOfFreedom of Student's t
   * @param top the largest gain or loss that is possible
   * @param more what else is charged
   */
  static Gain byCluster(
      String judge,
      double estimate,
      double variance,
      ClusterSizes sizes,
      double degreesOfFreedom,
      double top,
      List<Part> more,
      double delta) {
    double quantile = StudentQuantile.twoSided(degreesOfFreedom, bothSides(delta));
    double amount = quantile * Math.sqrt(variance);
    boolean few = sizes.areFew();
    String name =
        few
            ? "fewer than %s clusters that count".formatted(ClusterSizes.LEAST)
            : "sampling of %s clusters".formatted(sizes.clusters());
    List<Part> parts = new ArrayList<>();
    parts.add(
        few
            ? new Part(Part.Source.SINGLE, name, "V_max", top, top)
            : new Part(Part.Source.CLUSTERS, name, "t·SE", amount, amount));
    parts.addAll(more);
    return below(judge, estimate, parts, delta);
  }

  /**
   * The same bound, lowered as far as outcomes that were never seen could lower the estimate, where
   * that is more than sampling could: {@link io.sluice.influence.UnseenOutcomes}.
   *
   * @param cost how far
   */
  Gain withUnseenOutcomes(double cost) {
    double sampling =
        parts.stream().filter(p -> SAMPLING.contains(p.source())).mapToDouble(Part::below).sum();
    if (cost <= sampling) {
      return this;
    }
    List<Part> all = new ArrayList<>(parts);
    all.add(new Part(Part.Source.UNSEEN_OUTCOMES, "m·|w|·range/(n+m) − z·SE", cost - sampling, 0));
    return new Gain(judge, estimate, lower - (cost - sampling), delta, all);
  }

  /** The δ of an interval whose lower end alone has this one. */
  static double bothSides(double delta) {
    return Math.min(1, 2 * delta);
  }

  /** Whether the bound is above 0. */
  public boolean isCertified() {
    return lower > 0;
  }

  /** In other units. */
  public Gain scaled(double factor) {
    List<Part> all = parts.stream().map(p -> p.scaled(factor, factor)).toList();
    return new Gain(judge, factor * estimate, factor * lower, delta, all);
  }

  /** What costs the most, in words; empty if nothing does. */
  public String limit() {
    return parts.stream()
        .filter(p -> p.below() > 0)
        .max(Comparator.comparingDouble(Part::below))
        .map(Part::name)
        .orElse("");
  }
}
