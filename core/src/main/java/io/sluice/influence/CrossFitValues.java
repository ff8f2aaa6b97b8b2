package io.sluice.influence;

import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Estimates;
import io.sluice.model.Model.Pooling;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;

/**
 * Values for the episodes of each half of a log, made from the other half: no episode is scored by
 * tables that have seen it or its cluster.
 *
 * @param forFirst for episodes of fold 0
 * @param forSecond for episodes of fold 1
 */
public record CrossFitValues(PolicyValues forFirst, PolicyValues forSecond)
    implements Serializable {
  public CrossFitValues {
    forSecond.shape().requireSame("the second half's values", forFirst.shape());
  }

  /**
   * {@linkplain ShrunkValues Shrunken} values.
   *
   * @param first the episodes of fold 0
   * @param second the episodes of fold 1
   * @param kappa how many rows each prior mean counts as; 0 for plain means
   */
  public static CrossFitValues shrunk(
      Estimates first, Estimates second, ValueRange range, Policy evaluated, double kappa) {
    List<PolicyValues> both =
        Stream.of(second, first)
            .parallel()
            .map(other -> of(other, range, evaluated, kappa))
            .toList();
    return new CrossFitValues(both.get(0), both.get(1));
  }

  private static PolicyValues of(
      Estimates other, ValueRange range, Policy evaluated, double kappa) {
    return ShrunkValues.of(other.counts(), other.model(Pooling.POOLED), range, evaluated, kappa);
  }

  /** For the episodes of a fold, 0 or 1. */
  public PolicyValues ofFold(int fold) {
    return fold == 0 ? forFirst : forSecond;
  }
}
