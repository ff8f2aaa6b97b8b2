package io.sluice.selection;

import io.sluice.influence.ClusterRows;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.Influence;
import io.sluice.influence.Influences;
import io.sluice.influence.LogSums;
import io.sluice.influence.UnseenOutcomes;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Estimates;
import io.sluice.model.Threads;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges by {@link EfficientInterval}: estimate − z·√(Var ψ/T), or less if {@linkplain
 * UnseenOutcomes outcomes that were never seen} could cost more.
 */
final class AsymptoticJudge implements ModelJudge {
  private final int horizon;
  private final LogSums log; // shared by all candidates
  private final Policy behavior;
  private final ValueRange range;
  private final List<Part> errors;
  private final double unseenDelta;

  AsymptoticJudge(
      Estimates holdout,
      Policy behavior,
      ValueRange range,
      Guarantee.Asymptotic guarantee,
      List<Part> errors) {
    this.horizon = holdout.counts().shape().horizon();
    this.log = LogSums.of(holdout.counts(), holdout.model(guarantee.pooling()));
    this.behavior = behavior;
    this.range = range;
    this.errors = List.copyOf(errors);
    this.unseenDelta = guarantee.delta();
  }

  @Override
  public Policy behavior() {
    return behavior;
  }

  @Override
  public Gain total(Policy policy, double delta) {
    return below(influences(policy).total(), errors, delta);
  }

  @Override
  public List<Gain> steps(Policy policy, double delta) {
    Influences influences = influences(policy);
    List<Gain> steps = new ArrayList<>();
    for (int h = 1; h <= horizon; h++) {
      steps.add(below(influences.at(h), errorsAt(h), delta / horizon));
    }
    return steps;
  }

  LogSums log() {
    return log;
  }

  /** How far outcomes that were never seen could lower an estimate. */
  double unseen(Influence influence) {
    return UnseenOutcomes.lowering(influence, unseenDelta).cost();
  }

  /** The same, where episodes come in clusters. */
  double unseen(Influence influence, ClusterRows clusters) {
    return UnseenOutcomes.ofClusters(influence, unseenDelta, true, clusters).cost();
  }

  ValueRange range() {
    return range;
  }

  /** Of an estimated behavior policy, for every step. */
  List<Part> errors() {
    return errors;
  }

  List<Part> errorsAt(int step) {
    return errors.isEmpty() ? errors : List.of(errors.get(step - 1));
  }

  Influences influences(Policy policy) {
    return Influences.of(log, range, behavior, policy, step -> false, Threads.available());
  }

  private Gain below(Influence influence, List<Part> errors, double delta) {
    Interval interval =
        EfficientInterval.ofCounts(influence, Variance.BORROWED, Gain.bothSides(delta));
    for (Part error : errors) {
      interval = interval.widened(error, new Failure(0, 0));
    }
    return Gain.below(interval, delta).withUnseenOutcomes(unseen(influence));
  }
}
