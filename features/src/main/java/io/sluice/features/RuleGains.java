package io.sluice.features;

import io.sluice.distributions.StudentQuantile;
import io.sluice.features.EpisodeScores.Weighting;
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
   * @param judged the episodes to judge on, with the policy's decisions
   */
  static List<PolicyRule> of(FeatureSource judged, FeatureSettings settings, SavedPolicy policy) {
    RuleReader reader = new RuleReader(policy);
    FeatureEvaluation evaluation = FeatureEvaluation.evaluated(judged, settings);
    int horizon = judged.horizon();
    int[] first = new int[horizon + 2];
    for (int h = 1; h <= horizon; h++) {
      first[h + 1] = first[h] + reader.at(h).size();
    }
    int all = first[horizon + 1];
    ClusterMeans means = new ClusterMeans(all);
    long[] fired = new long[all];
    double[] logged = new double[all];
    long[] rows = new long[horizon + 1];
    Basis basis = evaluation.basis();
    double[][] phi = new double[horizon][basis.size()];
    double[][] z = new double[horizon][Rows.extras(basis, judged.actions().size())];
    EpisodeScores scores = new EpisodeScores(horizon, judged.knowsBehavior());
    double[] x = new double[policy.columns().size()];
    evaluation
        .source()
        .forEach(
            episode -> {
              Rows.write(episode, basis, phi, z);
              scores.of(episode, phi, evaluation.nuisances().get(episode.fold()));
              double[] numbers = new double[all];
              for (int h = 1; h <= episode.length(); h++) {
                LearningData.clamp(policy.columns(), episode.features(h), x);
                int place = first[h] + reader.rule(h, x);
                numbers[place] = scores.step(h, Weighting.EFFICIENT);
                fired[place]++;
                rows[h]++;
                logged[place] += episode.behavior(h, reader.at(h).get(place - first[h]).action());
              }
              means.add(episode.cluster(), numbers);
            });
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
                rows[h] == 0 ? 0 : fired[r] / (double) rows[h],
                fired[r] == 0 ? Double.NaN : logged[r] / fired[r],
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
