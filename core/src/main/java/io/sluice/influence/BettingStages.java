package io.sluice.influence;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Estimates;
import io.sluice.model.Model.Pooling;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * How a log is bet on: part by part, each with values from earlier parts only. The parts are by a
 * hash of the episodes' names.
 *
 * <p>Every episode has three scores for whatever is bounded: with Q̂ as low as can be, as the
 * earlier parts have it, and as high as can be. Scores are linear in Q̂, so a share of one and the
 * rest of another is the score of a Q̂ in between.
 */
public final class BettingStages implements Serializable {
  /** Which scores an episode has. */
  enum Anchor {
    LOWEST,
    FITTED,
    HIGHEST
  }

  private final Shape shape;
  private final int[] ofPart; // the stage of each part of the log
  private final List<Stage> stages;

  /** The values of a stage, and where its scores take the whole logged policy to be known. */
  private record Stage(List<PolicyValues> values, LoggedProbabilities logged)
      implements Serializable {}

  private BettingStages(Shape shape, int[] ofPart, List<Stage> stages) {
    this.shape = shape;
    this.ofPart = ofPart;
    this.stages = stages;
  }

  /**
   * For all of a log: 1/16 only makes values, then come 1/16, 1/8, 1/4 and 1/2 with values from all
   * before.
   *
   * @param earlier what is known of part 0, of parts 0 and 1, of 0 to 3, and of 0 to 7
   * @param logged what is known of π_b from earlier episodes
   */
  public static BettingStages ofLog(
      List<Estimates> earlier,
      Function<TransitionCounts, LoggedProbabilities> logged,
      ValueRange range,
      Policy evaluated) {
    List<Stage> stages = new ArrayList<>();
    for (Estimates before : earlier) {
      stages.add(stage(before, logged, range, evaluated));
    }
    stages.add(0, stages.get(0)); // for the first part itself, which nothing is bet on
    int[] ofPart = new int[Episode.PARTS];
    for (int part = 0; part < ofPart.length; part++) {
      ofPart[part] = Integer.SIZE - Integer.numberOfLeadingZeros(part); // 0, 1, 2 2, 3 3 3 3, …
    }
    return new BettingStages(evaluated.shape(), ofPart, stages);
  }

  /** For the holdout alone, with values from the other half. */
  public static BettingStages ofHoldout(
      Estimates inputs,
      Function<TransitionCounts, LoggedProbabilities> logged,
      ValueRange range,
      Policy evaluated) {
    Stage stage = stage(inputs, logged, range, evaluated);
    int[] ofPart = new int[Episode.PARTS];
    java.util.Arrays.fill(ofPart, Episode.PARTS / 2, Episode.PARTS, 1);
    return new BettingStages(evaluated.shape(), ofPart, List.of(stage, stage));
  }

  private static Stage stage(
      Estimates before,
      Function<TransitionCounts, LoggedProbabilities> logged,
      ValueRange range,
      Policy evaluated) {
    Shape shape = evaluated.shape();
    PolicyValues fitted =
        ShrunkValues.of(
            before.counts(), before.model(Pooling.POOLED), range, evaluated, ShrunkValues.USUAL);
    return new Stage(
        List.of(
            PolicyValues.constant(shape, range, range::bottom),
            fitted,
            PolicyValues.constant(shape, range, range::top)),
        logged.apply(before.counts()));
  }

  int count() {
    return stages.size();
  }

  /** How many things are bounded: the steps, the total and the value. */
  int size() {
    return shape.horizon() + 2;
  }

  int horizon() {
    return shape.horizon();
  }

  int ofPart(int part) {
    return ofPart[part];
  }

  RobustScores scores(int stage, Anchor anchor, Policy evaluated) {
    PolicyValues values = stages.get(stage).values().get(anchor.ordinal());
    return new RobustScores(
        new CrossFitValues(values, values), stages.get(stage).logged(), evaluated);
  }

  /** What scores can be, with this share of Q̂ and the rest of an anchor. */
  ScoreRange range(
      int stage, Anchor anchor, double share, DeclaredWeights weights, ValueRange range) {
    Stage at = stages.get(stage);
    PolicyValues values =
        at.values().get(anchor.ordinal()).mixed(at.values().get(Anchor.FITTED.ordinal()), share);
    return ScoreRange.of(values, at.logged(), weights, range);
  }
}
