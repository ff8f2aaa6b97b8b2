package io.sluice.influence;

import io.sluice.mdp.Episode;
import java.io.Serializable;

/** What single rows add to ψ of several effects, besides what an estimated logged policy adds. */
sealed interface RowTerms extends Serializable permits SharedRowTerms, StepRowTerms {
  /**
   * Adds what a row says about every effect.
   *
   * @param scores of the effects, from {@code at} on
   */
  void add(Episode episode, int step, double[] scores, int at);

  /**
   * What a next state adds to ψ of the first effect, compared with the mean over next states.
   *
   * @param step not the last
   */
  double ofNext(int step, int pair, int next);
}
