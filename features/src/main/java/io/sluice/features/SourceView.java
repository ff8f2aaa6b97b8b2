package io.sluice.features;

import io.sluice.assumptions.Finding;
import io.sluice.assumptions.SharedColumn;
import io.sluice.mdp.Segments;
import java.util.List;
import java.util.Optional;

/** Another view of a log: all that is not said otherwise is as in the log itself. */
interface SourceView extends FeatureSource {
  /** The log itself. */
  FeatureSource source();

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
  default int firstStep() {
    return source().firstStep();
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
  default List<SharedColumn> sharedColumns() {
    return source().sharedColumns();
  }

  @Override
  default Optional<Segments> segments() {
    return source().segments();
  }

  @Override
  default boolean knowsBehavior() {
    return source().knowsBehavior();
  }

  @Override
  default boolean estimatesBehavior() {
    return source().estimatesBehavior();
  }

  @Override
  default String behaviorSource() {
    return source().behaviorSource();
  }

  @Override
  default Finding completeEpisodes() {
    return source().completeEpisodes();
  }

  @Override
  default Optional<Finding> policySource() {
    return source().policySource();
  }

  @Override
  default List<String> notes() {
    return source().notes();
  }
}
