package io.sluice.features;

import io.sluice.interval.IntervalKind;
import io.sluice.mdp.SettingException;
import java.util.List;

/**
 * How a log with feature columns is judged.
 *
 * @param delta the probability with which an interval may miss
 * @param seed decides which fold an episode belongs to
 * @param basis which functions of a row regressions are linear in
 * @param ridge how penalties are chosen
 */
public record FeatureSettings(double delta, long seed, BasisChoice basis, RidgeChoice ridge) {
  /** Which functions of a row there are. */
  public enum BasisChoice {
    /** Standardized columns, and the expansions that predict better on other folds. */
    AUTO,
    /** The constant and the columns as they stand. */
    PLAIN;

    /** As users write it. */
    @Override
    public String toString() {
      return this == AUTO ? "auto" : "plain";
    }

    /** Understands what a user writes. */
    public static BasisChoice parse(String written) {
      return switch (written) {
        case "auto" -> AUTO;
        case "plain" -> PLAIN;
        default -> throw new SettingException("basis", "needs auto or plain, got " + written);
      };
    }
  }

  /** The intervals there are for such logs. */
  public static final List<IntervalKind> INTERVALS =
      List.of(
          IntervalKind.EFFICIENT,
          IntervalKind.ROBUST,
          IntervalKind.BANDIT,
          IntervalKind.SELECTIVE,
          IntervalKind.IPS,
          IntervalKind.PDIS);

  /** Those that weight rows, whatever a policy depends on; the last two for total and value. */
  public static final List<IntervalKind> ROW_WEIGHTED =
      List.of(IntervalKind.ROBUST, IntervalKind.IPS, IntervalKind.PDIS);

  /** Those that are shown unless a user asks otherwise. */
  public static final List<IntervalKind> USUAL =
      List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST);

  public FeatureSettings {
    if (!(delta > 0 && delta < 1)) {
      throw new SettingException("delta", "must lie in (0, 1), got " + delta);
    }
  }

  public static FeatureSettings defaults() {
    return new FeatureSettings(0.05, 1, BasisChoice.AUTO, new RidgeChoice.CrossValidated());
  }

  /** Whether something is chosen by prediction, so that the folds a regression sees are split. */
  boolean choosesByPrediction() {
    return basis == BasisChoice.AUTO || ridge instanceof RidgeChoice.CrossValidated;
  }
}
