package io.sluice.report;

import io.sluice.simulation.study.EffectStudy;
import io.sluice.simulation.study.LearningStudy;
import io.sluice.simulation.study.Reproduction;
import io.sluice.simulation.study.Reproduction.Learning;
import java.util.List;
import java.util.function.UnaryOperator;

/** Reproductions whose numbers were tampered with. */
final class Doctored {
  private Doctored() {}

  static Reproduction chainEffects(Reproduction r, UnaryOperator<EffectStudy.Point> change) {
    return with(
        r,
        r.chainEffects().stream().map(change).toList(),
        r.chainLearning(),
        r.gridEffects(),
        r.gridLearning(),
        r.uniformGridLearning());
  }

  static Reproduction gridEffects(Reproduction r, UnaryOperator<EffectStudy.Point> change) {
    return with(
        r,
        r.chainEffects(),
        r.chainLearning(),
        r.gridEffects().stream().map(change).toList(),
        r.gridLearning(),
        r.uniformGridLearning());
  }

  static Reproduction chainLearning(Reproduction r, Learning learning) {
    return with(
        r, r.chainEffects(), learning, r.gridEffects(), r.gridLearning(), r.uniformGridLearning());
  }

  static Reproduction gridLearning(Reproduction r, Learning learning) {
    return with(
        r, r.chainEffects(), r.chainLearning(), r.gridEffects(), learning, r.uniformGridLearning());
  }

  static Reproduction uniformGridLearning(Reproduction r, Learning learning) {
    return with(
        r, r.chainEffects(), r.chainLearning(), r.gridEffects(), r.gridLearning(), learning);
  }

  private static Reproduction with(
      Reproduction r,
      List<EffectStudy.Point> chainEffects,
      Learning chainLearning,
      List<EffectStudy.Point> gridEffects,
      Learning gridLearning,
      Learning uniformGridLearning) {
    return new Reproduction(
        r.variant(),
        r.chainRuns(),
        r.gridRuns(),
        r.seed(),
        chainEffects,
        chainLearning,
        gridEffects,
        gridLearning,
        uniformGridLearning);
  }

  /** One learner's curve, flat at a value. */
  static Learning flat(Learning learning, String learner, double value) {
    return new Learning(
        learning.points().stream()
            .map(
                p ->
                    p.learner().equals(learner)
                        ? new LearningStudy.Point(learner, p.episodes(), value, 0)
                        : p)
            .toList(),
        learning.optimum(),
        learning.behavior());
  }

  /** An interval of another width around the same estimate. */
  static EffectStudy.Point width(EffectStudy.Point p, double width) {
    return new EffectStudy.Point(
        p.lambda(),
        p.method(),
        p.estimate(),
        p.estimate() - width / 2,
        p.estimate() + width / 2,
        p.truth(),
        p.coverage());
  }

  static EffectStudy.Point coverage(EffectStudy.Point p, double coverage) {
    return new EffectStudy.Point(
        p.lambda(), p.method(), p.estimate(), p.lower(), p.upper(), p.truth(), coverage);
  }
}
