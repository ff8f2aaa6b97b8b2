package io.sluice.selection;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;

/** What a certificate rests on. */
public sealed interface Guarantee {
  /** 5%. */
  double USUAL_DELTA = 0.05;

  /** The name a user picks it by. */
  String guaranteeName();

  /**
   * Lower bounds by {@link io.sluice.influence.EfficientInterval}: asymptotically valid, nothing is
   * promised for a finite log. The variance of pairs seen rarely is borrowed from others. A bound
   * is lowered to what {@linkplain io.sluice.influence.UnseenOutcomes outcomes that were never
   * seen} leave of the estimate, at one pair.
   *
   * @param pooling whether one model of the holdout serves all steps
   * @param delta of such outcomes: the certificate's, not divided among candidates, who mostly
   *     share the pair that costs most
   */
  record Asymptotic(Pooling pooling, double delta) implements Guarantee {
    /** At the usual δ. */
    public Asymptotic(Pooling pooling) {
      this(pooling, USUAL_DELTA);
    }

    @Override
    public String guaranteeName() {
      return "asymptotic";
    }
  }

  /**
   * Lower bounds by {@link io.sluice.interval.WholeInterval} or {@link
   * io.sluice.interval.SharpInterval}, with a model of the holdout for each step: they hold for
   * every number of episodes, if the bonus does what it says.
   *
   * @param bonus for a fixed policy and a model per step
   */
  record FiniteSample(BonusMaker bonus) implements Guarantee {
    /** With the proven bonus {@link Bonus#hoeffding}. */
    public static FiniteSample hoeffding(Shape shape, ValueRange range) {
      return new FiniteSample((holdout, model, delta) -> Bonus.hoeffding(shape, range, delta));
    }

    @Override
    public String guaranteeName() {
      return "finite-sample";
    }
  }

  /** Makes a bonus that bounds the errors of a model with probability 1−δ. */
  @FunctionalInterface
  interface BonusMaker {
    /**
     * @param holdout what the model was estimated from
     * @param model one for each step
     */
    Bonus of(TransitionCounts holdout, Model model, double delta);
  }
}
