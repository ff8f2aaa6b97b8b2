package io.sluice.features;

import io.sluice.influence.ClusterSizes;
import io.sluice.interval.IntervalKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What to know about an evaluation on feature columns, and what of it is too little for a
 * conclusion.
 */
record FeatureWarnings(
    FeatureSource source,
    FeatureSummary summary,
    Basis basis,
    PolicySupport support,
    ClusterSizes sizes) {
  /** The effective clusters that an estimated logged policy takes, at least. */
  private static final int ESTIMATED_CLUSTERS = 50;

  /** The clusters that it takes for each coefficient of a step. */
  private static final int PER_COEFFICIENT = 10;

  /** The share of rows with pooled levels that is worth a word. */
  private static final double MUCH = 0.05;

  /** And that which is too much to estimate a logged policy. */
  private static final double TOO_MUCH = 0.2;

  /** Of the log, the policy and these intervals. */
  List<String> of(FeatureTests tests, List<IntervalKind> kinds) {
    List<String> warnings = new ArrayList<>(of(tests));
    kinds.stream()
        .filter(FeatureSettings.UNPROVEN::contains)
        .map("%s is not proven to hold at δ on feature columns, and decides no verdict"::formatted)
        .forEach(warnings::add);
    return List.copyOf(warnings);
  }

  /** Of the log and the policy. */
  List<String> of(FeatureTests tests) {
    List<String> warnings = new ArrayList<>(source.notes());
    for (int j = 0; j < source.columns().size(); j++) {
      if (summary.isAllMissing(j)) {
        warnings.add(
            "column %s is empty and was not used".formatted(source.columns().get(j).name()));
      }
    }
    if (source.estimatesBehavior()) {
      warnings.addAll(hiddenFromModel());
    }
    if (basis.isCutShort()) {
      warnings.add(
          "no basis with all expansions was tried, because it would have too many functions: a basis that is too poor may not be found");
    }
    support
        .unseenActions()
        .forEach(
            (action, share) ->
                warnings.add(
                    String.format(
                        Locale.ROOT,
                        "action \"%s\" is never in the log, but the policy takes it in %.1f%% of decisions: nothing is known about those",
                        action,
                        100 * share)));
    few().ifPresent(warnings::add);
    tests.tooPoor().ifPresent(warnings::add);
    return List.copyOf(warnings);
  }

  /** What the logged policy may have known and a model of it cannot. */
  private List<String> hiddenFromModel() {
    List<String> all = new ArrayList<>();
    for (int j = 0; j < source.columns().size(); j++) {
      double pooled = summary.pooledShare(j);
      double missing = summary.isAllMissing(j) ? 0 : summary.missingShare(j);
      for (boolean isPooled : new boolean[] {true, false}) {
        double share = isPooled ? pooled : missing;
        if (share > MUCH) {
          all.add(
              String.format(
                  Locale.ROOT,
                  "column %s %s in %.0f%% of rows: if the logged policy %s there, its estimate is wrong, and so are all intervals",
                  source.columns().get(j).name(),
                  isPooled ? "has levels that are pooled" : "is missing",
                  100 * share,
                  isPooled ? "distinguished them" : "used its value"));
        }
      }
    }
    return all;
  }

  /**
   * Why nothing can be concluded from so few clusters or episodes, or so much that is pooled. Where
   * the logged policy is estimated from clusters, its coefficients are fitted to as many users as
   * there are, not rows: in null logs of 12 users with one action each, one verdict in five was
   * wrong.
   */
  Optional<String> few() {
    if (sizes.areFew()) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "the effective number of %s is %.1f: with so few, nothing can be concluded",
              source.hasClusters() ? "clusters" : "episodes",
              sizes.effective()));
    }
    long coefficients = source instanceof EstimatedBehavior e ? e.coefficients() : 0;
    boolean scarce =
        sizes.effective() < ESTIMATED_CLUSTERS || sizes.clusters() < PER_COEFFICIENT * coefficients;
    if (source.hasClusters() && coefficients > 0 && scarce) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "there are %d clusters, with an effective number of %.1f: estimating the logged policy with %d coefficients needs %d, and an effective number of %d, so nothing can be concluded",
              sizes.clusters(),
              sizes.effective(),
              coefficients,
              PER_COEFFICIENT * coefficients,
              ESTIMATED_CLUSTERS));
    }
    return IntStream.range(0, coefficients > 0 ? source.columns().size() : 0)
        .filter(j -> summary.pooledShare(j) > TOO_MUCH)
        .mapToObj(
            j ->
                "most levels of column %s are pooled: the logged policy cannot be estimated from it, so nothing can be concluded"
                    .formatted(source.columns().get(j).name()))
        .findFirst();
  }

  /**
   * A column most of whose levels a model of values and of the next state cannot tell apart. What
   * an action does to later rewards by moving rows among them is then not seen, nor by any test.
   */
  Optional<String> pooled() {
    return IntStream.range(0, source.columns().size())
        .filter(j -> summary.pooledShare(j) > TOO_MUCH)
        .mapToObj(
            j ->
                String.format(
                    Locale.ROOT,
                    "column %s has levels that are pooled in %.0f%% of rows, and what follows from them is not known",
                    source.columns().get(j).name(),
                    100 * summary.pooledShare(j)))
        .findFirst();
  }
}
