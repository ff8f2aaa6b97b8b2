package io.sluice.baselines;

import io.sluice.distributions.NormalQuantile;
import io.sluice.fixtures.Episodes;
import io.sluice.influence.CrossFitValues;
import io.sluice.influence.PolicyValues;
import io.sluice.interval.Interval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;

/** Every estimator on a small log of rewards in [0, 1], by its name. */
enum Baseline {
  IPS,
  SNIPS,
  PDIS,
  WPDIS,
  /** With Q̂ of the whole log in both folds, so that it does not depend on them. */
  DR,
  MIS,
  MODEL_PER_STEP,
  MODEL_POOLED;

  static final double DELTA = 0.05;

  Interval of(Episodes log, Policy evaluated) {
    return estimate(log, evaluated).value();
  }

  ValueEstimate estimate(Episodes log, Policy evaluated) {
    return switch (this) {
      case IPS -> trajectories(log, evaluated).ips(DELTA);
      case SNIPS -> trajectories(log, evaluated).snips(DELTA);
      case PDIS -> decisions(log, evaluated).pdis(DELTA);
      case WPDIS -> {
        PerDecision.Weighted weighted = decisions(log, evaluated).weighted();
        log.forEach(weighted::add);
        yield weighted.wpdis(DELTA);
      }
      case DR -> doublyRobust(log, evaluated, Model.estimate(log.counts(), Pooling.PER_STEP));
      case MIS -> marginalized(log, evaluated).mis(DELTA);
      case MODEL_PER_STEP -> model(log, evaluated, Pooling.PER_STEP);
      case MODEL_POOLED -> model(log, evaluated, Pooling.POOLED);
    };
  }

  static TrajectoryWeights trajectories(Episodes log, Policy evaluated) {
    TrajectoryWeights weights = new TrajectoryWeights(evaluated);
    log.forEach(weights::add);
    return weights;
  }

  static PerDecision decisions(Episodes log, Policy evaluated) {
    PerDecision decisions = new PerDecision(evaluated);
    log.forEach(decisions::add);
    return decisions;
  }

  static ValueEstimate doublyRobust(Episodes log, Policy evaluated, Model model) {
    PolicyValues q = PolicyValues.of(model, ValueRange.of(log.shape()), evaluated);
    return doublyRobust(log, evaluated, RewardRange.UNIT, q, q);
  }

  static ValueEstimate doublyRobust(
      Episodes log, Policy evaluated, RewardRange range, PolicyValues first, PolicyValues second) {
    SequentialDoublyRobust robust =
        new SequentialDoublyRobust(evaluated, range, new CrossFitValues(first, second));
    log.forEach(robust::add);
    return robust.dr(DELTA);
  }

  static MarginalizedWeights.Estimate marginalized(Episodes log, Policy evaluated) {
    MarginalizedWeights weights = new MarginalizedWeights(log.counts(), evaluated);
    log.forEach(weights::add);
    MarginalizedWeights.Estimate estimate = weights.estimate();
    log.forEach(estimate::add);
    return estimate;
  }

  static ValueEstimate model(Episodes log, Policy evaluated, Pooling pooling) {
    Model model = Model.estimate(log.counts(), pooling);
    ValueRange range = ValueRange.of(log.shape());
    ModelValue value = new ModelValue(log.counts(), model, range, RewardRange.UNIT, evaluated);
    log.forEach(value::add);
    return value.model(DELTA);
  }

  /** What is below the estimate in units of z; the parts of unseen pairs are all above. */
  static double error(Interval interval) {
    return (interval.estimate() - interval.lower()) / NormalQuantile.twoSided(DELTA);
  }
}
