package io.sluice.features;

import io.sluice.distributions.StudentQuantile;
import io.sluice.features.LearningData.Decider;
import io.sluice.influence.ClusterMeans;
import io.sluice.policy.SavedPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * What each rule of a policy does on a log and what it adds: the mean of ψ_h over all episodes, 0
 * where another rule decides at step h. Over the rules of a step these add up to α^(h). ψ_h is that
 * of {@code efficient}; that a row is in a rule is known before its decision, so its mean there is
 * an effect too, under the same assumptions. Where the logged policy is estimated, what a rule adds
 * is not given: its error would have to be accounted for rule by rule.
 */
final class RuleGains {
  private RuleGains() {}

  /**
   * @param evaluation of the policy on the episodes to judge on
   */
  static List<PolicyRule> of(
      FeatureEvaluation evaluation, FeatureSettings settings, SavedPolicy policy) {
    FeatureSource judged = evaluation.source();
    RuleReader reader = new RuleReader(policy);
    RuleSums sums = judged.collect(new RuleSums(evaluation, policy));
    int horizon = judged.horizon();
    int[] first = RuleSums.first(reader, horizon);
    ClusterMeans means = sums.means();
    double quantile = StudentQuantile.twoSided(means.sizes().degreesOfFreedom(), settings.delta());
    boolean known = !judged.estimatesBehavior();
    List<PolicyRule> rules = new ArrayList<>();
    for (int h = 1; h <= horizon; h++) {
      for (int r = first[h]; r < first[h + 1]; r++) {
        RuleReader.Rule rule = reader.at(h).get(r - first[h]);
        rules.add(
            new PolicyRule(
                h,
                rule.when(),
                policy.actions().get(rule.action()),
                sums.share(h, r),
                sums.logged(r),
                known ? means.mean(r) : Double.NaN,
                known ? means.error(r) : Double.NaN,
                known ? quantile * means.error(r) : Double.NaN));
      }
    }
    return List.copyOf(rules);
  }

  /** The rules on a log, for a policy that was learned elsewhere. */
  static Decider decider(SavedPolicy policy) {
    return LearningData.following(policy, step -> true);
  }
}
