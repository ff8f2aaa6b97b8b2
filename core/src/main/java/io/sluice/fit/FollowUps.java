package io.sluice.fit;

import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Segments;
import java.util.List;
import java.util.Optional;

/**
 * Further questions about an evaluation.
 *
 * @param segments effects within segments, or over time
 * @param anytime the total of a growing log, valid at all looks
 * @param sensitivity what would overturn its verdicts
 */
public record FollowUps(
    Optional<SegmentResult> segments,
    Optional<AnytimeResult> anytime,
    Optional<SensitivityResult> sensitivity) {
  /** No further questions. */
  public static final FollowUps NONE =
      new FollowUps(Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * Answers what was requested: effects within segments if the log was read by segment, and the
   * total at all looks if segments follow each other in time.
   *
   * @param result of the same judgment
   * @param asked intervals in the order in which they were asked for
   * @param sensitivity whether to ask what would overturn verdicts
   */
  public static FollowUps of(
      Judgment judgment, EvaluationResult result, List<IntervalKind> asked, boolean sensitivity) {
    Optional<Segments> segments = judgment.fit().segments();
    return new FollowUps(
        segments.map(s -> WithinSegments.of(judgment, asked)),
        segments.filter(Segments::ordered).map(s -> AnytimeTotal.of(judgment)),
        sensitivity ? Optional.of(Sensitivity.of(judgment, result)) : Optional.empty());
  }
}
