package io.sluice.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The {@link Score} of every pair of a block of states at one step; for one thread. It ranks the
 * actions of a state as {@link Score#of} does: of {@link Score#SELECTIVE} the part that is the same
 * for all actions of a state may be left out.
 */
final class BlockScores {
  private static final double[] NONE = {};

  private final OneStep step;
  private final Score score;
  private final double top;
  private final ValueLayout.Reader reader;
  private final double[] scores;
  private final double[] points; // Q̂, if the score is made from it
  private final double[] shifted; // Σ (|p − p_b| − p_b)·Γ
  private final double[] weights; // |p − p_b| − p_b
  private final @Nullable ActionValues oneState; // if scores are computed state by state

  BlockScores(OneStep step, Score score, double top, ValueLayout.Reader reader) {
    this.step = step;
    this.score = score;
    this.top = top;
    this.reader = reader;
    boolean alone =
        score == Score.SELECTIVE_BY_SIGN || score == Score.SELECTIVE && step.removesShift();
    boolean weighted = score == Score.SELECTIVE && !alone;
    scores = new double[Block.pairs(step.model())];
    points = weighted ? new double[scores.length] : score == Score.POINT ? scores : NONE;
    shifted = weighted ? new double[scores.length] : NONE;
    weights = weighted ? Objects.requireNonNull(step.shift()).weights(step.step()) : NONE;
    oneState = alone ? new ActionValues(step) : null;
  }

  /** The scores of a block's pairs; valid until the next call. */
  double[] of(Block block) {
    if (oneState != null) {
      stateByState(oneState, block);
      return scores;
    }
    switch (score) {
      case POINT -> reader.points(block, step.next().mid, scores);
      case IMMEDIATE -> {
        System.arraycopy(step.model().reward, block.firstRow(), scores, 0, block.pairs());
        step.bonus().subtract(block, scores);
      }
      case PESSIMISTIC -> {
        reader.points(block, step.next().low, scores);
        step.bonus().subtract(block, scores);
      }
      case SELECTIVE -> selective(block);
      case SELECTIVE_BY_SIGN -> throw new IllegalStateException("computed state by state");
    }
    return scores;
  }

  /** Whether the scores are computed from Q̂. */
  boolean hasPoints() {
    return points.length > 0;
  }

  /** Q̂ of the same pairs, if the scores are computed from it. */
  double[] points() {
    return points;
  }

  /**
   * Q̂ − b − Σ_{x′ after (x,a)} (|p − p_b| − p_b)Γ. What Σ|Δ̂|Γ has besides, Σ p_b Γ, is the same
   * for all actions of a state: see {@link InducedShift}.
   */
  private void selective(Block block) {
    TwoValues next = Objects.requireNonNull(step.next().pointAndGap);
    reader.both(block, next, weights, points, 0, shifted);
    RowSums.addReward(step.model(), block, points);
    System.arraycopy(points, 0, scores, 0, block.pairs());
    step.bonus().subtract(block, scores);
    double[] into = scores;
    double[] off = shifted;
    for (int i = 0, size = block.pairs(); i < size; i++) {
      into[i] -= off[i];
    }
  }

  private void stateByState(ActionValues oneState, Block block) {
    for (int x = block.from(), i = 0; x < block.to(); x++) {
      oneState.at(x);
      for (int a = 0; a < oneState.actions(); a++, i++) {
        scores[i] = score.of(oneState, a, top);
      }
    }
  }
}
