package io.sluice.features;

import io.sluice.interval.IntervalKind;
import io.sluice.mdp.SettingException;
import java.util.List;
import java.util.Set;

/**
 * Settings of an evaluation on feature columns.
 *
 * @param delta the probability with which an interval may miss
 * @param seed assigns episodes to folds
 * @param basis which functions of a row regressions are linear in
 * @param ridge how penalties are chosen
 * @param nuisance what Q̂ and ω̂ are regressed with
 */
public record FeatureSettings(
    double delta, long seed, BasisChoice basis, RidgeChoice ridge, NuisanceChoice nuisance) {
  /** What Q̂ and ω̂ are regressed with. */
  public enum NuisanceChoice {
    /** Ridge regressions, from sums. */
    RIDGE,
    /** Boosted trees, from rows in memory, learned by a {@link TreeBooster}. */
    BOOSTED,
    /** At every step, whichever of the two predicts better on a fold that neither has seen. */
    AUTO;

    /** As users write it. */
    @Override
    public String toString() {
      return this == RIDGE ? "ridge" : this == BOOSTED ? "boosted" : "auto";
    }

    /** Understands what a user writes. */
    public static NuisanceChoice parse(String written) {
      return switch (written) {
        case "ridge" -> RIDGE;
        case "boosted" -> BOOSTED;
        case "auto" -> AUTO;
        default ->
            throw new SettingException("nuisance", "needs ridge, boosted or auto, got " + written);
      };
    }
  }

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
          IntervalKind.SNIPS,
          IntervalKind.PDIS,
          IntervalKind.WPDIS);

  /** Intervals that weight rows, for any policy; all but the first for total and value only. */
  public static final List<IntervalKind> ROW_WEIGHTED =
      List.of(
          IntervalKind.ROBUST,
          IntervalKind.IPS,
          IntervalKind.SNIPS,
          IntervalKind.PDIS,
          IntervalKind.WPDIS);

  /** Those of them that divide by the sum of their weights. */
  static final Set<IntervalKind> SELF_NORMALIZED = Set.of(IntervalKind.SNIPS, IntervalKind.WPDIS);

  /** Intervals that are not proven to hold at δ, even as the log grows: they decide no verdict. */
  public static final Set<IntervalKind> UNPROVEN = Set.of(IntervalKind.SELECTIVE);

  /** The default intervals. */
  public static final List<IntervalKind> USUAL =
      List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST);

  public FeatureSettings {
    if (!(delta > 0 && delta < 1)) {
      throw new SettingException("delta", "must lie in (0, 1), got " + delta);
    }
  }

  /** With ridge regressions. */
  public FeatureSettings(double delta, long seed, BasisChoice basis, RidgeChoice ridge) {
    this(delta, seed, basis, ridge, NuisanceChoice.RIDGE);
  }

  /** The same with another δ. */
  public FeatureSettings withDelta(double other) {
    return new FeatureSettings(other, seed, basis, ridge, nuisance);
  }

  /** The same with other regressions. */
  public FeatureSettings with(NuisanceChoice other) {
    return new FeatureSettings(delta, seed, basis, ridge, other);
  }

  public static FeatureSettings defaults() {
    return new FeatureSettings(0.05, 1, BasisChoice.AUTO, new RidgeChoice.CrossValidated());
  }

  /** Whether something is chosen by prediction, so that the folds a regression sees are split. */
  boolean choosesByPrediction() {
    return basis == BasisChoice.AUTO
        || ridge instanceof RidgeChoice.CrossValidated
        || nuisance != NuisanceChoice.RIDGE;
  }
}
