package io.sluice.features;

import java.util.Optional;

/** A log whose logged policy is estimated; all else is as in the log itself. */
sealed interface EstimatedSource extends SourceView permits EstimatedBehavior, UnknownBehavior {
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
  default int policies() {
    return source().policies();
  }

  @Override
  default Optional<String> policyLearnedFrom(int policy) {
    return source().policyLearnedFrom(policy);
  }

  @Override
  default String behaviorSource() {
    return "estimated";
  }
}
