package io.sluice.features;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.assumptions.IndependenceFindings;
import io.sluice.assumptions.PolicyFindings;
import io.sluice.features.ActionCalibration.Worst;
import io.sluice.features.FeatureTests.Past;
import java.util.List;
import java.util.Optional;

/** What a log with feature columns says about each assumption. */
final class FeatureFindings {
  private static final String NOTHING = "Nothing to do.";

  private FeatureFindings() {}

  static Assumptions of(
      FeatureSource source,
      FeatureTests tests,
      PolicySupport support,
      Optional<Worst> calibration,
      Optional<Finding> byCluster,
      Optional<ActionPairs.Left> left,
      FeatureSummary summary) {
    return new Assumptions(
        List.of(
            Finding.known(
                Assumption.STATIONARY,
                Verdict.HOLDS,
                "not needed: every step has regressions of its own",
                NOTHING),
            markov(source, tests.past()),
            Finding.unknown(
                Assumption.UNCONFOUNDED,
                "the log does not say what the logged policy knew",
                "Make every column that the logged policy used a feature."),
            left.map(FeatureFindings::tooSimple)
                .orElseGet(() -> propensities(source, calibration, byCluster)),
            overlap(tests, support),
            source.completeEpisodes(),
            IndependenceFindings.of(
                source.hasClusters(), summary.repetitions(), source.sharedColumns()),
            Finding.known(
                Assumption.RANGES, Verdict.HOLDS, "not needed: no interval uses a range", NOTHING),
            source
                .policySource()
                .or(
                    () ->
                        source
                            .policyLearnedFrom(0)
                            .map(log -> source(log.equals(summary.decisions()))))
                .orElseGet(PolicyFindings::unknownSource)));
  }

  /** Other rows may still be a part of the log that the policy was learned from. */
  private static Finding source(boolean thisLog) {
    return thisLog
        ? PolicyFindings.source(true)
        : Finding.unknown(
            Assumption.POLICY_SOURCE,
            "the policy was learned from other rows, which may be a part of these",
            "Judge a policy on episodes that it was not learned from.");
  }

  private static Finding markov(FeatureSource source, Past past) {
    if (source.horizon() == 1) {
      return Finding.known(
          Assumption.MARKOV, Verdict.HOLDS, "episodes of one step have no past", NOTHING);
    }
    return Finding.tested(
        Assumption.MARKOV,
        past.alarm(),
        past.t(),
        "largest t with which the past predicts the residuals of Q̂" + where(past.what()),
        FeatureTests.LEVEL,
        past.alarm()
            ? "Add it as a feature: what matters of earlier rows has to be a column."
            : NOTHING);
  }

  private static String where(String what) {
    return what.isEmpty() ? "" : " (" + what + ")";
  }

  /**
   * @param byCluster what the test by cluster says, which counts where there are clusters
   */
  private static Finding propensities(
      FeatureSource source, Optional<Worst> calibration, Optional<Finding> byCluster) {
    if (calibration.isEmpty() || calibration.get().tests() == 0) {
      return Finding.unknown(
          Assumption.PROPENSITIES,
          calibration.isEmpty()
              ? "only the probability of the chosen action is known"
              : "too few rows",
          "Log the probability of every action.");
    }
    Worst worst = calibration.get();
    boolean alarm = byCluster.map(Finding::isContradicted).orElse(worst.alarm());
    if (source.estimatesBehavior() && !alarm) {
      return Finding.unknown(
          Assumption.PROPENSITIES,
          "estimated by a logistic model, which the log does not contradict",
          "Log the probability of every action.");
    }
    if (byCluster.isPresent()) {
      return byCluster.get();
    }
    return Finding.tested(
        Assumption.PROPENSITIES,
        worst.alarm(),
        worst.z(),
        "largest z of actions taken against their probabilities" + where(worst.where()),
        ActionCalibration.LEVEL,
        worst.alarm()
            ? "Find out how actions were drawn, and whether that column was known before them; every interval rests on it."
            : NOTHING);
  }

  /** An estimate that two columns together show to be off. */
  private static Finding tooSimple(ActionPairs.Left left) {
    return Finding.tested(
        Assumption.PROPENSITIES,
        true,
        left.z(),
        "z of what two columns together tell of actions that the estimate leaves"
            + where(left.where()),
        ActionCalibration.LEVEL,
        "Log the probability of every action, or make one column of these two.");
  }

  private static Finding overlap(FeatureTests tests, PolicySupport support) {
    return support.impossible() > 0
        ? PolicyFindings.noOverlap(support.impossible())
        : PolicyFindings.overlap(tests.weights());
  }
}
