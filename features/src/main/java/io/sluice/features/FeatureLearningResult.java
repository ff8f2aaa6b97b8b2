package io.sluice.features;

import io.sluice.policy.SavedPolicy;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A policy learned from a log with feature columns, and what is known about it.
 *
 * @param learner its name
 * @param policy what was learned; empty if the answer is to keep the current policy
 * @param keep why, if it is
 * @param episodes how many the log has
 * @param learnedOn how many of them it was learned from
 * @param judgedOn how many others it was judged on; 0 if it was not
 * @param behaviorValue the mean return of the log
 * @param delta δ of the certificate
 * @param different the number of different candidates that share δ
 * @param candidates all that were learned
 * @param rollout the most promising candidate one step at a time; empty where the logged policy's
 *     probabilities of all actions are not known
 * @param rules of the policy, or of the most promising candidate
 * @param judgment of the same on the episodes set aside, or, where none were, on all
 * @param sample what was learned from, if the log has more rows than fit into memory; all episodes
 *     that were set aside are judged all the same
 */
public record FeatureLearningResult(
    String learner,
    Optional<SavedPolicy> policy,
    Optional<String> keep,
    long episodes,
    long learnedOn,
    long judgedOn,
    double behaviorValue,
    double delta,
    int different,
    List<Candidate> candidates,
    List<StepGain> rollout,
    List<PolicyRule> rules,
    FeatureResult judgment,
    Optional<LearningSample> sample,
    List<String> warnings) {
  /**
   * A policy that was learned on one half and, if it was among the most promising there, judged on
   * the other.
   *
   * @param judged whether it was judged
   * @param gain empty if it was not, or no judge may be used for it
   * @param like another candidate with the same policy, if there is one
   */
  public record Candidate(
      String name,
      SavedPolicy policy,
      boolean judged,
      Optional<FeatureGain> gain,
      Optional<String> like) {}

  /**
   * A policy at one step alone, and from it on.
   *
   * @param alone the logged policy before and after
   * @param onward the logged policy before
   */
  public record StepGain(int step, Optional<FeatureGain> alone, Optional<FeatureGain> onward) {}

  /** The chosen candidate, or the one with the highest estimate, or the first that was judged. */
  public String mostPromising() {
    Comparator<Candidate> byEstimate =
        Comparator.comparingDouble(c -> c.gain().map(FeatureGain::estimate).orElseThrow());
    return policy
        .map(p -> p.origin().learner())
        .or(
            () ->
                candidates.stream()
                    .filter(c -> c.gain().isPresent())
                    .max(byEstimate)
                    .or(() -> candidates.stream().filter(Candidate::judged).findFirst())
                    .map(Candidate::name))
        .orElse(learner);
  }
}
