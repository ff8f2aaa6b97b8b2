package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.features.LearningData.Kept;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.SettingException;
import io.sluice.policy.SavedPolicy;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/**
 * Of a log with more rows than fit, a sample of one half is learned from, and what is learned is
 * judged on all of the other.
 */
class LearningSampleTest {
  private static final int EPISODES = 4_000;
  private static final int MOST = 500;
  private static final long SEED = 1;

  /** One step; action 1 is better by 0.4 where x is above 0.6, and worse by 0.4 elsewhere. */
  private static FeatureTable log(IntPredicate wanted) {
    FeatureTable log =
        new FeatureTable(
            List.of(FeatureColumn.number("x"), FeatureColumn.number("number")),
            List.of("a0", "a1"),
            1,
            5,
            false);
    SplittableRandom random = new SplittableRandom(3);
    double[] even = {0.5, 0.5};
    for (int t = 0; t < EPISODES; t++) {
      double x = 2 * random.nextDouble() - 1;
      int a = random.nextInt(2);
      double mean = a == 0 ? 0.5 : x > 0.6 ? 0.9 : 0.1;
      double reward = random.nextDouble() < mean ? 1 : 0;
      if (wanted.test(t)) {
        log.begin(t, t % 5);
        log.row(new double[] {x, t}, a, reward, even, even);
      }
    }
    return log;
  }

  private static FeatureTable log() {
    return log(t -> true);
  }

  private static FeatureLearningResult certified(FeatureSource log) {
    return FeatureLearning.of(log, FeatureSettings.defaults(), FeatureLearning.CERTIFIED, MOST);
  }

  /** A share of 2·500/4,000 of about 2,000: 500 ± 5·√(500·0.75). */
  @Test
  void theSampleIsOfOneHalfAndOfTheSizeThatWasAskedFor() {
    LearningData data = LearningData.of(log(), SEED, MOST, true);
    LearningSample sample = data.sample().orElseThrow();
    assertThat(sample.share()).isEqualTo(0.25);
    assertThat(sample.rows()).isEqualTo(data.episodes().size()).isBetween(400L, 600L);
    assertThat(sample.of() + data.judgedOn()).isEqualTo(EPISODES);
    assertThat(data.judgedOn()).isBetween(1_800L, 2_200L);
    for (Kept kept : data.episodes()) {
      long number = (long) kept.rows().get(0).x[1];
      assertThat(Draw.isJudged(number, SEED)).isFalse();
    }
    assertThat(numbers(LearningData.of(log(), SEED, MOST, true))).isEqualTo(numbers(data));
    assertThat(numbers(LearningData.of(log(), SEED + 1, MOST, true))).isNotEqualTo(numbers(data));
  }

  private static List<Double> numbers(LearningData data) {
    return data.episodes().stream().map(kept -> kept.rows().get(0).x[1]).toList();
  }

  @Test
  void aLogOfUpToTwiceAsManyRowsIsLearnedFromWhole() {
    assertThat(LearningData.of(log(), SEED, EPISODES / 2 + 1, true).sample()).isEmpty();
    assertThat(certified(log(t -> t < MOST)).sample()).isEmpty();
  }

  /** Half of all decisions change: by 0.4 each, so by 0.2 on average. */
  @Test
  void whatIsLearnedIsCertifiedOnTheOtherHalf() {
    FeatureLearningResult result = certified(log());
    SavedPolicy policy = result.policy().orElseThrow();
    assertThat(policy.choose(1, new double[] {0.9, 100})).isEqualTo(1);
    assertThat(policy.choose(1, new double[] {-0.5, 100})).isZero();
    var certificate = policy.origin().certificate().orElseThrow();
    assertThat(certificate.lower()).isBetween(0.1, 0.2);
    assertThat(certificate.estimate()).isCloseTo(0.2, within(0.05));
    assertThat(certificate.judgedOn()).isEqualTo(result.judgedOn());
    assertThat(result.learnedOn()).isEqualTo(result.sample().orElseThrow().episodes());
    assertThat(result.rules()).isNotEmpty();
    assertThat(result.rollout()).isEmpty();
  }

  /** The definition: an evaluation of the policy on these episodes, in a log of their own. */
  @Test
  void theEpisodesSetAsideAreJudgedAsIfTheyWereALogOfTheirOwn() {
    LearningData data = LearningData.of(log(), SEED, MOST, true);
    SavedPolicy tree =
        new FeatureLearner(data, FeatureSettings.defaults(), k -> true).learn("tree-1");
    FeatureTable own = log(t -> Draw.isJudged(t, SEED));
    FeatureTable other = log(t -> !Draw.isJudged(t, SEED));
    FeatureTable deciding = decided(own, tree);
    assertThat(judged(data.judged(tree))).isEqualTo(judged(deciding));
    assertThat(judged(data.judged(tree))).isNotEqualTo(judged(decided(other, tree)));
    assertThat(judged(data.whole(tree))).isEqualTo(judged(decided(log(), tree)));
  }

  private static FeatureTable decided(FeatureTable log, SavedPolicy policy) {
    FeatureTable other = new FeatureTable(log.columns(), log.actions(), 1, 5, false);
    log.forEach(
        e -> {
          other.begin(e.cluster(), e.fold());
          double[] evaluated = new double[2];
          double[] x = new double[2];
          LearningData.clamp(policy.columns(), e.features(1), x);
          evaluated[policy.choose(1, x)] = 1;
          other.row(e.features(1), e.action(1), e.reward(1), e.behavior(1), evaluated);
        });
    return other;
  }

  private static List<Double> judged(FeatureSource log) {
    var total =
        FeatureEvaluation.of(log, FeatureSettings.defaults(), FeatureSettings.USUAL)
            .evaluation()
            .total();
    return List.of(
        total.get(IntervalKind.EFFICIENT).lower(), total.get(IntervalKind.ROBUST).upper());
  }

  /** The estimated policy is that of the sample for learners, and of the other half for judges. */
  @Test
  void theLoggedPolicyMayBeEstimated() {
    FeatureLearningResult result = certified(log().estimatingBehavior());
    assertThat(result.policy().orElseThrow().origin().certificate().orElseThrow().lower())
        .isBetween(0.1, 0.2);
  }

  @Test
  void aLearnerAloneLearnsFromASampleOfAllEpisodes() {
    FeatureLearningResult result =
        FeatureLearning.of(log(), FeatureSettings.defaults(), "tree-1", MOST);
    LearningSample sample = result.sample().orElseThrow();
    assertThat(sample.of()).isEqualTo(EPISODES).isEqualTo(result.episodes());
    assertThat(sample.share()).isEqualTo(0.125);
    assertThat(result.judgment().evaluation().episodes()).isEqualTo(EPISODES);
  }

  @Test
  void noRowsAreNotEnough() {
    assertThatThrownBy(() -> FeatureLearning.of(log(), FeatureSettings.defaults(), "vi", 0))
        .isInstanceOf(SettingException.class)
        .hasMessage("sample: needs at least 1 row to learn from, got 0");
  }
}
