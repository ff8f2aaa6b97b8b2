package io.sluice.features;

import io.sluice.assumptions.Finding;
import java.util.List;
import java.util.Optional;

/** A log whose logged policy is estimated; all else is as in the log itself. */
sealed interface EstimatedSource extends FeatureSource permits EstimatedBehavior, UnknownBehavior {
  /** The log itself. */
  FeatureSource source();

  @Override
  default boolean estimatesBehavior() {
    return true;
  }

  /** Not known: scores must not rest on estimated probabilities more than they have to. */
  @Override
  default boolean knowsBehavior() {
    return false;
  }

  @Override
  default Optional<String> policyLearnedFrom() {
    return source().policyLearnedFrom();
  }

  @Override
  default String behaviorSource() {
    return "estimated";
  }

  @Override
  default List<FeatureColumn> columns() {
    return source().columns();
  }

  @Override
  default List<String> actions() {
    return source().actions();
  }

  @Override
  default int horizon() {
    return source().horizon();
  }

  @Override
  default int folds() {
    return source().folds();
  }

  @Override
  default boolean hasClusters() {
    return source().hasClusters();
  }

  @Override
  default Finding completeEpisodes() {
    return source().completeEpisodes();
  }
}
