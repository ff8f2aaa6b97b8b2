package io.sluice.assumptions;

import static io.sluice.assumptions.Finding.Verdict.CONTRADICTED;
import static io.sluice.assumptions.Finding.Verdict.HOLDS;

import io.sluice.assumptions.OverlapTest.StepWeights;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What a log says about assumptions that concern a judged policy. */
public final class PolicyFindings {
  private PolicyFindings() {}

  /** Where no policy is judged. */
  public static Finding needsPolicy(Assumption assumption) {
    return Finding.unknown(
        assumption, "depends on the policy that is judged", "Evaluate a policy.");
  }

  /** Where the policy does what the logged policy never does. */
  public static Finding noOverlap(long gaps) {
    return Finding.known(
            Assumption.OVERLAP,
            CONTRADICTED,
            "decisions of the policy that the logged policy never makes",
            "Judge a policy that takes only actions the logged policy takes.")
        .with(gaps);
  }

  /** Where it is not known whether the logged policy ever does what the policy does. */
  public static Finding unseenOverlap(long gaps) {
    return Finding.unknown(
            Assumption.OVERLAP,
            "decisions of the policy that the log never shows",
            "Judge a policy that is closer to the logged one, or log what it would do.")
        .with(gaps);
  }

  /** Where weights can be made. */
  public static Finding overlap(List<StepWeights> steps) {
    StepWeights least =
        steps.stream()
            .min(Comparator.comparingDouble(StepWeights::effectiveSampleSize))
            .orElseThrow();
    StepWeights oddest =
        steps.stream()
            .filter(s -> s.effectiveSampleSize() >= OverlapTest.LEAST)
            .min(Comparator.comparingDouble(StepWeights::pValue))
            .orElse(least);
    boolean off =
        oddest.effectiveSampleSize() >= OverlapTest.LEAST
            && oddest.pValue() * steps.size() < OverlapTest.LEVEL;
    String figure =
        String.format(
            Locale.ROOT,
            "smallest effective sample size, up to step %d (largest weight %.4g, mean weight %.3f)",
            least.step(),
            least.largest(),
            least.mean());
    if (off) {
      return Finding.tested(
          Assumption.OVERLAP,
          true,
          oddest.mean(),
          "mean weight up to step %s, should be 1".formatted(oddest.step()),
          OverlapTest.LEVEL,
          "Check the action probabilities, and whether the logged policy could take every action of the policy.");
    }
    if (least.effectiveSampleSize() < OverlapTest.LEAST) {
      return Finding.unknown(
              Assumption.OVERLAP,
              figure,
              "Judge a policy that is closer to the logged one, such as a mixture of the two.")
          .with(least.effectiveSampleSize());
    }
    return Finding.tested(
        Assumption.OVERLAP,
        false,
        least.effectiveSampleSize(),
        figure,
        OverlapTest.LEVEL,
        "Nothing to do.");
  }

  /**
   * Where the policy says which log it was learned from.
   *
   * @param thisLog whether it is the one that judges it
   */
  public static Finding source(boolean thisLog) {
    return thisLog
        ? Finding.known(
            Assumption.POLICY_SOURCE,
            CONTRADICTED,
            "the policy was learned from this very log",
            "The estimate is optimistic: judge it on episodes that it was not learned from.")
        : Finding.known(
            Assumption.POLICY_SOURCE,
            HOLDS,
            "the policy was learned from another log",
            "Nothing to do.");
  }

  /** Where it was learned from some of the log's episodes and is judged on the others. */
  public static Finding otherHalf() {
    return Finding.known(
        Assumption.POLICY_SOURCE,
        HOLDS,
        "the policy was learned from the other half of the log",
        "Nothing to do.");
  }

  /** Where nothing says what the policy was made from. */
  public static Finding unknownSource() {
    return Finding.unknown(
        Assumption.POLICY_SOURCE,
        "the policy does not say which log it was made from",
        "Judge a policy on episodes that it was not learned from.");
  }
}
