package io.sluice.assumptions;

import static io.sluice.assumptions.Finding.Verdict.HOLDS;

import io.sluice.influence.ClusterSizes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a log says about the propensities in it: whether actions were taken as often as they say.
 */
public final class PropensityFindings {
  private static final long ENOUGH = 100;
  private static final String CHECK_THEM =
      "Check how the action probabilities were logged, and that the state was written before the action.";

  private PropensityFindings() {}

  /** Propensities that depend on nothing but step and state. */
  public static Finding of(Calibration calibration, long rows) {
    List<Calibration.Disagreement> alone = calibration.disagreeing();
    return of(
        calibration.pooled(),
        !calibration.agrees(),
        calibration.pooled().alarm() || alone.isEmpty()
            ? calibration.pooled().worst()
            : "%s of %s states disagree".formatted(alone.size(), calibration.checked()),
        rows);
  }

  /** Propensities that differ from row to row. */
  public static Finding of(PropensityRows rows, long all) {
    return rows.calibration(Calibration.LEVEL)
        .map(c -> of(c, c.alarm(), c.worst(), all))
        .orElseGet(
            () ->
                Finding.known(
                    Assumption.PROPENSITIES, HOLDS, "there is one action", "Nothing to do."));
  }

  /**
   * Propensities of decisions that come in clusters.
   *
   * @param byRow what a test finds that takes rows as independent, if it can be made
   */
  public static Finding of(
      ClusterCalibration rows, ClusterSizes sizes, Optional<Calibration> byRow) {
    return of(
        rows.calibration(Calibration.LEVEL), sizes, byRow.map(c -> !c.agrees()).orElse(false));
  }

  /**
   * The same, of a capital that reaches 1/{@link Calibration#LEVEL} with probability at most that
   * level where propensities are right.
   *
   * @param rowsDisagree what a test finds that takes rows as independent
   */
  public static Finding of(
      Optional<PooledCalibration> found, ClusterSizes sizes, boolean rowsDisagree) {
    if (found.isEmpty()) {
      return Finding.known(Assumption.PROPENSITIES, HOLDS, "there is one action", "Nothing to do.");
    }
    boolean contradicted = found.get().alarm();
    if (!contradicted && sizes.areFew()) {
      return Finding.unknown(
          Assumption.PROPENSITIES,
          "fewer than %s effective clusters".formatted(ClusterSizes.LEAST),
          "Collect episodes of more clusters.");
    }
    if (!contradicted && rowsDisagree) {
      return Finding.unknown(
          Assumption.PROPENSITIES,
          "rows disagree with them, but no more than clusters of dependent decisions may",
          "If decisions within a cluster are independent, correct the action probabilities.");
    }
    return Finding.tested(
        Assumption.PROPENSITIES,
        contradicted,
        found.get().z(),
        String.format(
            Locale.ROOT,
            "capital of bets against them, by cluster; %,.0f contradicts (%s)",
            1 / Calibration.LEVEL,
            found.get().worst()),
        Calibration.LEVEL,
        contradicted ? CHECK_THEM : "Nothing to do.");
  }

  private static Finding of(
      PooledCalibration pooled, boolean contradicted, String worst, long rows) {
    if (!contradicted && rows < ENOUGH) {
      return Finding.unknown(
          Assumption.PROPENSITIES,
          "fewer than %s rows".formatted(ENOUGH),
          "Collect more episodes.");
    }
    return Finding.tested(
        Assumption.PROPENSITIES,
        contradicted,
        pooled.z(),
        "z of the largest deviation (%s)".formatted(worst),
        Calibration.LEVEL,
        contradicted ? CHECK_THEM : "Nothing to do.");
  }

  /** Action probabilities that come from the log itself. */
  public static Finding estimated() {
    return Finding.unknown(
        Assumption.PROPENSITIES,
        "they are estimated from this log",
        "Log the probability with which each action was taken.");
  }
}
