package io.sluice.fit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is known about a policy's effects in the whole log that also applies within its segments. A
 * step that is empty stands for the total.
 */
public interface WholeEffects {
  /**
   * The standard error, in units of the scores, that those of segments are raised in proportion to;
   * 0 if the plain one of the scores will do.
   */
  double error(OptionalInt step);

  /** What widens the interval besides sampling, in the user's units. */
  double besides(OptionalInt step, boolean below);

  /** Whether the policies do not differ. */
  boolean isSame(OptionalInt step);

  /** Why there is no verdict; empty if there may be one. */
  List<String> objections(OptionalInt step);

  /**
   * Why a settled verdict within a segment cannot stand, in the user's units.
   *
   * @param estimate within the segment
   * @param beyond how far its interval is from 0
   * @param share of the episodes that are in the segment
   */
  Optional<String> overturned(
      OptionalInt step, boolean better, double estimate, double beyond, double share);
}
