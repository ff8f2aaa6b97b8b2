package io.sluice.fit;

import java.util.Optional;

/**
 * What was asked about an evaluation besides itself.
 *
 * @param segments effects within segments, or over time
 * @param anytime the total for a log that is looked at again and again
 * @param sensitivity what would overturn its verdicts
 */
public record FollowUps(
    Optional<SegmentResult> segments,
    Optional<AnytimeResult> anytime,
    Optional<SensitivityResult> sensitivity) {
  /** Nothing was asked. */
  public static final FollowUps NONE =
      new FollowUps(Optional.empty(), Optional.empty(), Optional.empty());
}
