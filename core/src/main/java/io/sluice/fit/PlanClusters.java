package io.sluice.fit;

import io.sluice.influence.ClusterSizes;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Influence;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What the clusters of a log do to a plan.
 *
 * @param inflation how much wider the sampling part of {@code efficient} is than that of as many
 *     independent episodes: the square root of the design effect, and Student's quantile over the
 *     normal one
 */
record PlanClusters(ClusterSizes sizes, double inflation) {

  /** Empty where there are no clusters, or only counts. */
  static Optional<PlanClusters> of(Judgment judgment, Influence influence, OptionalInt step) {
    Fit fit = judgment.fit();
    Optional<ClusterSizes> sizes = fit.clusterSizes().filter(s -> s.clusters() > 1);
    if (sizes.isEmpty()) {
      return Optional.empty();
    }
    double width = fit.data().range().width();
    Interval byCluster =
        step.isPresent()
            ? judgment.step(step.getAsInt(), IntervalKind.EFFICIENT)
            : judgment.total(IntervalKind.EFFICIENT);
    Interval independent =
        EfficientInterval.ofCounts(influence, fit.settings().variance(), fit.settings().delta());
    double from = part(independent, Part.Source.EPISODES);
    double to = part(byCluster, Part.Source.CLUSTERS) / width;
    return sizes.map(s -> new PlanClusters(s, from == 0 ? 1 : to / from));
  }

  private static double part(Interval interval, Part.Source source) {
    return interval.parts().stream()
        .filter(p -> p.source() == source)
        .mapToDouble(Part::above)
        .sum();
  }

  /**
   * @param needed how many episodes are planned for, if any number does
   */
  List<String> warnings(OptionalLong needed, long episodes) {
    List<String> warnings = new ArrayList<>();
    String more =
        needed.isPresent()
            ? String.format(
                Locale.ROOT,
                ": about %,d clusters in all",
                (long) Math.ceil(sizes.clusters() * (needed.getAsLong() / (double) episodes)))
            : "";
    warnings.add(
        String.format(
            Locale.ROOT,
            "the log has %,d clusters, with an effective number of %.1f; the interval is %.2f times as wide as with independent episodes, and further episodes are assumed to come in clusters like these%s",
            sizes.clusters(),
            sizes.effective(),
            inflation,
            more));
    if (sizes.areFew()) {
      warnings.add(
          "fewer than %s effective clusters do not show how clusters vary: this plan is a rough guide, and evaluate gives no verdict"
              .formatted(ClusterSizes.LEAST));
    }
    return warnings;
  }
}
