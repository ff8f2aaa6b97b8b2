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
  /** The name of the certified choice among the policies of all learners. */
  public static final String CERTIFIED = "certified";

  /** How many rows are learned from, unless a user wants otherwise. */
  public static final long MOST_ROWS = 1_000_000;

  private FeatureLearning() {}

  /** The names of learners, besides {@value #CERTIFIED}. */
  public static List<String> learners() {
    return FeatureLearner.names();
  }

  /** Checks the name of a learner. */
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
    return of(source, settings, learner, MOST_ROWS);
  }

  /**
   * The same.
   *
   * @param most rows to learn from. Of a log of more than twice as many, a sample of about so many
   *     is in memory, drawn by the hash of cluster or episode; what was learned is judged where the
   *     rows are, on all episodes set aside. Policies then share δ by Bonferroni's inequality, and
   *     are not judged one step at a time.
   */
  public static FeatureLearningResult of(
      FeatureSource source, FeatureSettings settings, String learner, long most) {
    if (most < 1) {
      throw new SettingException("sample", "needs at least 1 row to learn from, got " + most);
    }
    if (source.folds() < 3) {
      throw new SettingException(
          "learner", "needs three folds or more, got %s".formatted(source.folds()));
    }
    boolean certified = named(learner).equals(CERTIFIED);
    LearningData data = LearningData.of(source, settings.seed(), most, certified);
    return certified ? certified(data, settings, true) : alone(data, settings, learner);
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

  /**
   * How often each rule of a policy applies on a log, and its effect.
   *
   * @param source with the policy to judge
   */
  public static List<PolicyRule> rules(
      FeatureSource source, FeatureSettings settings, SavedPolicy policy) {
    PolicyRow.require(policy, source.columns());
    return RuleGains.of(FeatureEvaluation.evaluated(source, settings), settings, policy);
  }

  private static FeatureLearningResult alone(
      LearningData data, FeatureSettings settings, String name) {
    FeatureLearner learner = new FeatureLearner(data, settings, kept -> true);
    SavedPolicy policy = learner.learn(name);
    FeatureEvaluation all = FeatureEvaluation.evaluated(data.whole(policy), settings);
    FeatureResult judgment = all.result(FeatureSettings.USUAL);
    List<String> warnings = new ArrayList<>(judgment.evaluation().warnings());
    warnings.add(
        "the intervals are for a policy that was fixed beforehand; this one was chosen from the same log, so they may be too optimistic");
    return new FeatureLearningResult(
        name,
        Optional.of(policy),
        Optional.empty(),
        data.all(),
        data.sample().map(LearningSample::episodes).orElse(data.all()),
        0,
        data.sample().isPresent() ? data.meanReturn() : learner.summary().meanReturn(),
        settings.delta(),
        0,
        List.of(),
        List.of(),
        RuleGains.of(all, settings, policy),
        judgment,
        data.sample(),
        warnings);
  }

  private static FeatureLearningResult certified(
      LearningData data, FeatureSettings settings, boolean details) {
    long judgedOn = data.judgedOn();
    long learnedOn = data.learnedOn();
    boolean inMemory = data.sample().isEmpty();
    if (judgedOn < 10 || learnedOn < 10) {
      throw new BadLogException(
          "learner certified: needs at least 10 episodes in each half, got %s and %s"
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
    FeatureJudge judge = new FeatureJudge(settings, inMemory);
    List<Judged> judged =
        (inMemory ? judgedNames.parallelStream() : judgedNames.stream())
            .map(name -> judge.judge(data.judged(Objects.requireNonNull(all.get(name)))))
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
    Optional<FeatureEvaluation> holdout =
        details
            ? Optional.of(FeatureEvaluation.evaluated(data.judged(shown), settings))
            : Optional.empty();
    FeatureResult judgment =
        holdout.map(h -> h.result(FeatureSettings.USUAL)).orElse(judged.get(0).result());
    return new FeatureLearningResult(
        CERTIFIED,
        chosen,
        chosen.isPresent()
            ? Optional.empty()
            : Optional.of("no candidate is certified to be better than the logged policy"),
        data.all(),
        learnedOn,
        judgedOn,
        data.meanReturn(),
        settings.delta(),
        different,
        candidates,
        details && inMemory ? rollout(data, judge, shown, settings) : List.of(),
        holdout.map(h -> RuleGains.of(h, settings, shown)).orElse(List.of()),
        judgment,
        data.sample(),
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
    return policy.withOrigin(
        new Origin(
            origin.version(),
            candidate.name(),
            origin.learnedFrom(),
            origin.settings(),
            Optional.of(certificate)));
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
                        data.view(
                            LearningData.Kept::judged,
                            LearningData.following(
                                policy, i < horizon ? s -> s == i + 1 : s -> s > i - horizon))))
            .toList();
    List<Optional<FeatureGain>> gains = judge.gains(judged, settings.delta());
    return IntStream.rangeClosed(1, horizon)
        .mapToObj(h -> new StepGain(h, gains.get(h - 1), gains.get(horizon + h - 1)))
        .toList();
  }
}
