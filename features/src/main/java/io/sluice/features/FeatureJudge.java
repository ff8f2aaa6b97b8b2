package io.sluice.features;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.distributions.StudentQuantile;
import io.sluice.features.LearningData.Decider;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.StandardError;
import java.util.Optional;

/**
 * Judges a policy on the episodes set aside, by two judges that share δ evenly: the scores of
 * {@code efficient} and of {@code robust}. A judge against which the log speaks is not used, and
 * its share is left unspent; of the others, the higher bound counts.
 *
 * <p>Random are the episodes set aside, given those learned from. Both bounds are estimate − t·SE,
 * by cluster, with SE larger where weights that were to be expected are missing ({@link
 * WeightShortfall}), so the probability of failing approaches δ at most.
 */
final class FeatureJudge {
  private static final int JUDGES = 2;

  private final LearningData data;
  private final FeatureSettings settings;

  FeatureJudge(LearningData data, FeatureSettings settings) {
    this.data = data;
    this.settings = settings;
  }

  /** What is known of a policy on the episodes set aside. */
  record Judged(FeatureResult result, Optional<FeatureGain> gain) {}

  /**
   * @param delta how likely the bound may fail
   */
  Judged judge(Decider decider, double delta) {
    FeatureSource holdout = data.view(false, true, decider);
    FeatureResult result = FeatureEvaluation.of(holdout, settings, FeatureSettings.USUAL);
    WeightShortfall shortfall = WeightShortfall.of(holdout);
    Optional<FeatureGain> efficient =
        gain(result, IntervalKind.EFFICIENT, shortfall.ofSteps(), delta / JUDGES);
    boolean covered =
        result.evaluation().assumptions().of(Assumption.OVERLAP).verdict() == Verdict.HOLDS;
    Optional<FeatureGain> robust =
        covered
            ? gain(result, IntervalKind.ROBUST, shortfall.ofProducts(), delta / JUDGES)
            : Optional.empty();
    boolean second =
        efficient.isEmpty()
            || robust.isPresent() && robust.get().lower() > efficient.get().lower();
    return new Judged(result, second ? robust : efficient);
  }

  private static Optional<FeatureGain> gain(
      FeatureResult result, IntervalKind kind, double shortfall, double delta) {
    Interval total = result.evaluation().total().get(kind);
    boolean objected = !result.evaluation().objections().get(kind).isEmpty();
    if (total == null || objected || shortfall == Double.POSITIVE_INFINITY) {
      return Optional.empty();
    }
    StandardError error = total.error().orElseThrow();
    double shown = error.value() * Math.sqrt(shortfall);
    if (shown == 0) {
      return Optional.empty(); // nothing varied, which proves nothing
    }
    double degrees = error.degreesOfFreedom().orElse(Double.POSITIVE_INFINITY);
    double lower =
        total.estimate() - StudentQuantile.twoSided(degrees, Math.min(1, 2 * delta)) * shown;
    return Optional.of(new FeatureGain(kind.toString(), total.estimate(), shown, lower));
  }
}
