package io.sluice.logs;

import java.util.List;
import java.util.Optional;

/**
 * How to read a log with feature columns.
 *
 * @param log how to read what it shares with other logs
 * @param features the columns that are the state; if there are none, those of the role state
 * @param behavior the beginning of the names of columns with the logged policy's probabilities; the
 *     propensity column is used if there is none
 * @param estimate whether the logged policy is estimated, which it also is where a log has neither
 * @param policy the policy that is judged
 * @param folds into how many parts the log is divided, if no column {@code fold} says so
 * @param by columns that tell segments apart
 */
public record FeatureOptions(
    LogOptions log,
    List<String> features,
    Optional<String> behavior,
    boolean estimate,
    RowPolicy policy,
    int folds,
    Optional<SegmentColumns> by) {
  /** Into how many parts a log is divided. */
  public static final int FOLDS = 5;

  public FeatureOptions {
    features = List.copyOf(features);
  }

  /** Without segments. */
  public FeatureOptions(
      LogOptions log,
      List<String> features,
      Optional<String> behavior,
      boolean estimate,
      RowPolicy policy,
      int folds) {
    this(log, features, behavior, estimate, policy, folds, Optional.empty());
  }

  /** The same with segments. */
  public FeatureOptions by(Optional<SegmentColumns> segments) {
    return new FeatureOptions(log, features, behavior, estimate, policy, folds, segments);
  }

  /** The same with another policy to judge. */
  public FeatureOptions with(RowPolicy judged) {
    return new FeatureOptions(log, features, behavior, estimate, judged, folds, by);
  }
}
