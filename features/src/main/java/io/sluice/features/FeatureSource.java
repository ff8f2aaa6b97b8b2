package io.sluice.features;

import io.sluice.assumptions.Finding;
import io.sluice.assumptions.SharedColumn;
import io.sluice.mdp.Segments;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The episodes of a log with feature columns, which can be read any number of times, always in the
 * same order, by a hash of their names. So sums over them are reproducible to the last bit.
 */
public interface FeatureSource {
  List<FeatureColumn> columns();

  /** The names of actions, by their numbers. */
  List<String> actions();

  int horizon();

  /** The number that the log gives to the first step: 0 or 1. Everything else counts from 1. */
  default int firstStep() {
    return 1;
  }

  /** How many parts the log has for cross-fitting. */
  int folds();

  /** Whether episodes come in clusters: several of one user, say, which are not independent. */
  boolean hasClusters();

  /** Whether π_b of every action is known, and not only of the one that was taken. */
  boolean knowsBehavior();

  /** Whether π_b is to be estimated, whatever propensities episodes have. */
  default boolean estimatesBehavior() {
    return false;
  }

  /** The same log with its logged policy estimated. */
  default FeatureSource estimatingBehavior() {
    return new UnknownBehavior(this);
  }

  /** How many policies episodes have probabilities of. */
  default int policies() {
    return 1;
  }

  /** The hash of the log that a policy, from 0, was learned from, if it says so. */
  default Optional<String> policyLearnedFrom(int policy) {
    return Optional.empty();
  }

  /** Where the judged policy comes from, if more is known of it than a hash. */
  default Optional<Finding> policySource() {
    return Optional.empty();
  }

  /** The same log with one of its policies, from 0. */
  default FeatureSource judging(int policy) {
    return policies() == 1 ? this : new PolicyView(this, policy);
  }

  /** Where π_b comes from, in a few words. */
  String behaviorSource();

  /** Whether episodes were logged to their ends. */
  Finding completeEpisodes();

  /** Columns that no one declared and whose values episodes share, compared. */
  default List<SharedColumn> sharedColumns() {
    return List.of();
  }

  /** What rows are told apart by, if they are. */
  default Optional<Segments> segments() {
    return Optional.empty();
  }

  /** Notes about how rows were read. */
  List<String> notes();

  /**
   * Adds up episodes. A log whose rows are elsewhere is added up there; one without blocks is added
   * up from the first episode to the last.
   */
  default <A extends FeatureAccumulator<A>> A collect(A empty) {
    FeatureBlocks<A> blocks = new FeatureBlocks<>(empty);
    forEach(blocks::add);
    return blocks.sum();
  }

  /** Passes every episode to the visitor once. */
  void forEach(Consumer<FeatureEpisode> visitor);
}
