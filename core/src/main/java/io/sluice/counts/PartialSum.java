package io.sluice.counts;

import java.io.Serializable;

/**
 * A sum over a part of a log; sums of parts add up, in the order of the parts.
 *
 * @param <A> the sum itself
 */
public interface PartialSum<A extends PartialSum<A>> extends Serializable {
  /** Another sum of the same kind, over nothing. */
  A empty();

  /**
   * What both have seen; either may be used up by it, and nothing is added to the result but other
   * parts.
   */
  A plus(A later);
}
