package io.sluice.assumptions;

import static io.sluice.assumptions.Finding.Verdict.HOLDS;

import io.sluice.assumptions.RepeatedEpisodes.Repetitions;
import io.sluice.assumptions.SharedColumn.Outcome;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a log says about whether its episodes are independent. */
public final class IndependenceFindings {
  private static final String RETURNS_BY_VALUE = "z of X² of returns between values of ";

  private IndependenceFindings() {}

  /**
   * Are episodes independent?
   *
   * @param clustered whether clusters of dependent episodes are declared
   * @param shared columns without a role whose values episodes share
   */
  public static Finding of(boolean clustered, Repetitions repetitions, List<SharedColumn> shared) {
    Assumption assumption = Assumption.INDEPENDENT_EPISODES;
    Optional<SharedColumn> found = shared.stream().filter(SharedColumn::isCluster).findFirst();
    if (clustered && found.isEmpty()) {
      return Finding.known(
          assumption,
          HOLDS,
          "clusters are declared",
          "Use intervals with cluster-robust standard errors.");
    }
    List<SharedColumn> alike = shared.stream().filter(c -> c.is(Outcome.ALIKE)).toList();
    List<SharedColumn> open = shared.stream().filter(c -> c.is(Outcome.NOT_COMPARED)).toList();
    if (!repetitions.alarm() && found.isPresent()) {
      return byCluster(found.get(), alike);
    }
    if (!repetitions.alarm() && !alike.isEmpty()) {
      return alike(
          alike,
          "declare it as cluster (columns cluster=%1$s), or that no column is one (columns cluster=) if it only describes episodes.");
    }
    if (!repetitions.alarm() && !open.isEmpty()) {
      return Finding.unknown(
          assumption,
          "episodes share values of %s, which could not be compared".formatted(names(open)),
          "If episodes with the same %1$s may be alike, declare it as cluster (columns cluster=%1$s)."
              .formatted(open.get(0).name()));
    }
    return Finding.tested(
        assumption,
        repetitions.alarm(),
        repetitions.repeated(),
        (repetitions.alarm() || shared.isEmpty()
                ? ""
                : "episodes with the same %s are not alike; "
                    .formatted(names(shared).replace(", ", " or ")))
            + repetitions.kind().figure(),
        RepeatedEpisodes.LEVEL + (shared.isEmpty() ? 0 : SharedColumn.LEVEL),
        repetitions.alarm()
            ? repetitions.kind() == RepeatedEpisodes.Kind.OVERLAPPING
                ? "Cut histories into episodes that do not overlap, or declare the column of the history as cluster."
                : "Remove episodes that were entered more than once, or declare the column they share as cluster."
            : "If several episodes belong to one user, declare that column as cluster.");
  }

  /**
   * The same for a log of which only the counts are left, if its episodes are known to be alike.
   */
  public static Optional<Finding> inCounts(List<SharedColumn> shared) {
    List<SharedColumn> alike = shared.stream().filter(c -> c.is(Outcome.ALIKE)).toList();
    return alike.isEmpty()
        ? Optional.empty()
        : Optional.of(
            alike(
                alike,
                "evaluate the log itself, because counts cannot account for it, or count it with no column as cluster (columns cluster=) if %1$s only describes episodes."));
  }

  private static Finding alike(List<SharedColumn> alike, String advice) {
    SharedColumn most = Collections.max(alike, Comparator.comparingDouble(SharedColumn::z));
    return Finding.tested(
        Assumption.INDEPENDENT_EPISODES,
        true,
        most.z(),
        RETURNS_BY_VALUE + names(alike),
        SharedColumn.LEVEL,
        ("Episodes with the same %1$s are alike: " + advice).formatted(most.name()));
  }

  /** Episodes that share a value of the column are alike, and it was taken as the cluster. */
  private static Finding byCluster(SharedColumn cluster, List<SharedColumn> others) {
    String figure =
        RETURNS_BY_VALUE + "%s, which is taken as the cluster".formatted(cluster.name());
    return others.isEmpty()
        ? Finding.tested(
            Assumption.INDEPENDENT_EPISODES,
            false,
            cluster.z(),
            figure,
            SharedColumn.LEVEL,
            "If %s only describes episodes, declare that no column is the cluster (columns cluster=)."
                .formatted(cluster.name()))
        : Finding.unknown(
            Assumption.INDEPENDENT_EPISODES,
            "episodes with the same %s are alike, but only %s is taken as the cluster"
                .formatted(names(others), cluster.name()),
            "Declare the column that units are drawn by as cluster (columns cluster=%s), or none (columns cluster=) if all of them only describe episodes."
                .formatted(others.get(0).name()));
  }

  private static String names(List<SharedColumn> columns) {
    return columns.stream().map(SharedColumn::name).collect(Collectors.joining(", "));
  }
}
