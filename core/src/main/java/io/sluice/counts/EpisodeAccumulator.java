package io.sluice.counts;

import io.sluice.mdp.Episode;

/**
 * Something that is added up over the episodes of a log, in any engine: each part of the log is
 * added to an empty accumulator of its own, and the parts are put together in a fixed order.
 *
 * <p>What all accumulators of one pass share (a policy, a model) must be serializable, too.
 *
 * @param <A> the accumulator itself
 */
public interface EpisodeAccumulator<A extends EpisodeAccumulator<A>> extends PartialSum<A> {
  /** Another accumulator of the same kind that has seen no episode. */
  @Override
  A empty();

  /** Adds an episode. Episodes of one cluster come one after the other. */
  void add(Episode episode);

  /**
   * What both have seen; either may be used up by it. No cluster has episodes in both.
   *
   * @param later what was added to it comes after what was added to this one
   */
  @Override
  A plus(A later);
}
