package io.sluice.features;

import io.sluice.features.FeatureJudge.Judged;
import io.sluice.features.FeatureLearningResult.Candidate;
import io.sluice.features.FeatureLearningResult.StepGain;
import io.sluice.fit.BadLogException;
import io.sluice.mdp.SettingException;
import io.sluice.policy.Origin;
import io.sluice.policy.SavedPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which policy to run instead, on a log with feature columns.
 *
 * <p>{@code certified} learns all candidates on one half of the clusters, and judges those that are
 * most promising there ({@link Shortlist}) on the other, with bounds that hold together ({@link
 * FeatureJudge}): with probability 1−δ, asymptotically, the chosen policy is better than the logged
 * one by at least its bound. Nothing is chosen if no bound is above 0.
 */
public final class FeatureLearning {
  /** The learner that is a choice among what the others learn. */
  public static final String CERTIFIED = "certified";

  private FeatureLearning() {}

  /** Refuses names that no learner has. */
  public static String named(String learner) {
    if (!learner.equals(CERTIFIED) && !FeatureLearner.names().contains(learner)) {
      throw new SettingException(
          "learner",
          "needs one of certified, %s with `features`, got %s"
              .formatted(String.join(", ", FeatureLearner.names()), learner));
    }
    return learner;
  }

  /** Learns and judges. */
  public static FeatureLearningResult of(
      FeatureSource source, FeatureSettings settings, String learner) {
    if (source.folds() < 3) {
      throw new SettingException(
          "learner", "needs three folds or more, got %d".formatted(source.folds()));
    }
    LearningData data = LearningData.of(source, settings.seed());
    return named(learner).equals(CERTIFIED)
        ? certified(data, settings, true)
        : alone(data, settings, learner);
  }

  /** The certified choice alone, without rules and steps. */
  public static Optional<SavedPolicy> choice(FeatureSource source, FeatureSettings settings) {
    LearningData data = LearningData.of(source, settings.seed());
    return certified(data, settings, false).policy();
  }

  /** What learners learn from all of a log, by name; nothing is judged. */
  public static Map<String, SavedPolicy> learned(
      FeatureSource source, FeatureSettings settings, List<String> learners) {
    FeatureLearner all =
        new FeatureLearner(LearningData.of(source, settings.seed()), settings, kept -> true);
    Map<String, SavedPolicy> policies = new LinkedHashMap<>();
    learners.forEach(name -> policies.put(name, all.learn(name)));
    return policies;
  }

  /** What each rule of a policy does on a log, and what it adds. */
  public static List<PolicyRule> rules(
      FeatureSource source, FeatureSettings settings, SavedPolicy policy) {
    LearningData data = LearningData.of(source, settings.seed());
    return RuleGains.of(data.view(true, true, RuleGains.decider(policy)), settings, policy);
  }

  private static FeatureLearningResult alone(
      LearningData data, FeatureSettings settings, String name) {
    FeatureLearner learner = new FeatureLearner(data, settings, kept -> true);
    SavedPolicy policy = learner.learn(name);
    FeatureSource all = data.view(true, true, RuleGains.decider(policy));
    FeatureResult judgment = FeatureEvaluation.of(all, settings, FeatureSettings.USUAL);
    List<String> warnings = new ArrayList<>(judgment.evaluation().warnings());
    warnings.add(
        "the intervals are for a policy that was fixed beforehand; this one was chosen by looking at the same log, so they may flatter it");
    return new FeatureLearningResult(
        name,
        Optional.of(policy),
        Optional.empty(),
        data.episodes().size(),
        data.episodes().size(),
        0,
        learner.summary().meanReturn(),
        settings.delta(),
        0,
        List.of(),
        List.of(),
        RuleGains.of(all, settings, policy),
        judgment,
        warnings);
  }

  private static FeatureLearningResult certified(
      LearningData data, FeatureSettings settings, boolean details) {
    long judgedOn = data.episodes().stream().filter(LearningData.Kept::judged).count();
    long learnedOn = data.episodes().size() - judgedOn;
    if (judgedOn < 10 || learnedOn < 10) {
      throw new BadLogException(
          "learner certified: needs at least 10 episodes in each half, got %d and %d"
              .formatted(learnedOn, judgedOn));
    }
    Map<String, SavedPolicy> all = new FeatureLearner(data, settings, kept -> !kept.judged()).all();
    Map<String, String> like = new LinkedHashMap<>();
    all.forEach((name, policy) -> like.put(name, sameAs(all, policy)));
    List<String> judgedNames =
        Shortlist.of(data, settings, List.copyOf(all.keySet())).stream()
            .map(like::get)
            .distinct()
            .toList();
    int different = judgedNames.size();
    FeatureJudge judge = new FeatureJudge(data, settings);
    List<Judged> judged =
        judgedNames.stream()
            .parallel()
            .map(name -> judge.judge(RuleGains.decider(Objects.requireNonNull(all.get(name)))))
            .toList();
    List<Double> shares = new ArrayList<>();
    judged.forEach(one -> shares.add(1.0 / (shares.size() + 1)));
    List<Optional<FeatureGain>> gains = judge.gains(judged, shares, settings.delta());
    List<Candidate> candidates = new ArrayList<>();
    int best = -1;
    int promising = all.size();
    double highest = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (Map.Entry<String, SavedPolicy> one : all.entrySet()) {
      String same = Objects.requireNonNull(like.get(one.getKey()));
      int place = judgedNames.indexOf(same);
      Optional<FeatureGain> gain = place < 0 ? Optional.empty() : gains.get(place);
      Optional<String> earlier = Optional.of(same).filter(name -> !name.equals(one.getKey()));
      int i = candidates.size();
      candidates.add(new Candidate(one.getKey(), one.getValue(), place >= 0, gain, earlier));
      promising = place >= 0 ? Math.min(promising, i) : promising;
      if (gain.isPresent() && gain.get().lower() > highest) {
        best = i;
        highest = gain.get().lower();
      }
      if (gain.isPresent() && gain.get().estimate() > most) {
        promising = i;
        most = gain.get().estimate();
      }
    }
    promising = best >= 0 ? best : promising;
    Optional<SavedPolicy> chosen =
        best < 0
            ? Optional.empty()
            : Optional.of(promised(candidates.get(best), settings, different, judgedOn));
    SavedPolicy shown = candidates.get(promising).policy();
    FeatureSource holdout = data.view(false, true, RuleGains.decider(shown));
    FeatureResult judgment =
        details
            ? FeatureEvaluation.of(holdout, settings, FeatureSettings.USUAL)
            : judged.get(0).result();
    return new FeatureLearningResult(
        CERTIFIED,
        chosen,
        chosen.isPresent()
            ? Optional.empty()
            : Optional.of("no candidate is certified to be better than the logged policy"),
        data.episodes().size(),
        learnedOn,
        judgedOn,
        FeatureSummary.of(data.view(true, true, RuleGains.decider(shown))).meanReturn(),
        settings.delta(),
        different,
        candidates,
        details ? rollout(data, judge, shown, settings) : List.of(),
        details ? RuleGains.of(holdout, settings, shown) : List.of(),
        judgment,
        judgment.evaluation().warnings());
  }

  /** The first candidate that is the same policy. */
  private static String sameAs(Map<String, SavedPolicy> all, SavedPolicy policy) {
    return all.entrySet().stream()
        .filter(other -> other.getValue().steps().equals(policy.steps()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  private static SavedPolicy promised(
      Candidate candidate, FeatureSettings settings, int different, long judgedOn) {
    SavedPolicy policy = candidate.policy();
    FeatureGain gain = candidate.gain().orElseThrow();
    Origin origin = policy.origin();
    Origin.Certificate certificate =
        new Origin.Certificate(
            gain.lower(),
            gain.estimate(),
            settings.delta(),
            gain.judge(),
            "asymptotic",
            different,
            judgedOn);
    return new SavedPolicy(
        new Origin(
            origin.version(),
            candidate.name(),
            origin.learnedFrom(),
            origin.settings(),
            Optional.of(certificate)),
        policy.actions(),
        policy.columns(),
        policy.terms(),
        policy.steps());
  }

  /** Each step alone and onward; all these bounds hold together, besides the certificate. */
  private static List<StepGain> rollout(
      LearningData data, FeatureJudge judge, SavedPolicy policy, FeatureSettings settings) {
    int horizon = policy.horizon();
    if (!data.source().knowsBehavior() || horizon == 1) {
      return List.of();
    }
    List<Judged> judged =
        IntStream.range(0, 2 * horizon)
            .parallel()
            .mapToObj(
                i ->
                    judge.judge(
                        LearningData.following(
                            policy, i < horizon ? s -> s == i + 1 : s -> s > i - horizon)))
            .toList();
    List<Optional<FeatureGain>> gains = judge.gains(judged, settings.delta());
    return IntStream.rangeClosed(1, horizon)
        .mapToObj(h -> new StepGain(h, gains.get(h - 1), gains.get(horizon + h - 1)))
        .toList();
  }
}
