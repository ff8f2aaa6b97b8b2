package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureLearning;
import io.sluice.features.FeatureLearningResult;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.features.FeatureTable;
import io.sluice.features.RidgeChoice;
import io.sluice.learning.Learned;
import io.sluice.learning.Learner;
import io.sluice.model.Backups;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class FeatureLearningTest {
  private static final FeatureSettings UNPENALIZED =
      new FeatureSettings(0.05, 1, BasisChoice.PLAIN, new RidgeChoice.Fixed(0, 0));

  /** States as levels of one category, no penalty: the regressions are the cells' means. */
  @Test
  void onLevelsViDecidesAsTheTableDoes() {
    Environment chain = ChainBandit.of(4);
    Rollouts rollouts = new Rollouts(chain, 5);
    int episodes = 4_000;
    int states = chain.shape().states();
    int actions = chain.shape().actions();
    List<String> names = new ArrayList<>();
    for (int x = 0; x < states; x++) {
      names.add("s" + x);
    }
    List<String> choices = new ArrayList<>();
    for (int a = 0; a < actions; a++) {
      choices.add("a" + a);
    }
    FeatureTable table =
        new FeatureTable(
            List.of(FeatureColumn.category("state", names)),
            choices,
            chain.shape().horizon(),
            5,
            false);
    long[] last = {-1};
    int[][][] rows = new int[chain.shape().horizon() + 1][states][actions];
    rollouts.forEachRow(
        episodes,
        (episode, h, x, a, next, reward) -> {
          if (episode != last[0]) {
            table.begin(episode, episode % 5);
            last[0] = episode;
          }
          double[] logged = new double[actions];
          for (int b = 0; b < actions; b++) {
            logged[b] = chain.behavior().probability(h, x, b);
          }
          table.row(new double[] {x}, a, reward, logged, logged);
          rows[h][x][a]++;
        });
    SavedPolicy learned = FeatureLearning.learned(table, UNPENALIZED, List.of("vi")).get("vi");
    Model model = Model.estimate(rollouts.count(episodes), Pooling.PER_STEP);
    Learned tabular = Learner.VI.learn(Backups.exact(model), chain.behavior());
    int compared = 0;
    for (int h = 1; h <= chain.shape().horizon(); h++) {
      for (int x = 0; x < states; x++) {
        boolean seen = true;
        for (int a = 0; a < actions; a++) {
          seen &= rows[h][x][a] > 0;
        }
        if (seen) {
          int action = learned.choose(h, new double[] {x});
          double highest = Double.NEGATIVE_INFINITY;
          for (int a = 0; a < actions; a++) {
            highest =
                Math.max(highest, tabular.score(h, x, a)); // equal ones may differ by rounding
          }
          assertThat(tabular.score(h, x, action)).isCloseTo(highest, within(1e-9));
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(6);
  }

  /**
   * a0 earns 0.5 everywhere. a1 earns 0.9 where x > 0.6, where it was taken half of the time, and
   * 0.1 elsewhere, where it was taken one time in fifty.
   */
  private static FeatureTable corner(long seed, int episodes) {
    FeatureTable log =
        new FeatureTable(List.of(FeatureColumn.number("x")), List.of("a0", "a1"), 2, 5, false);
    SplittableRandom random = new SplittableRandom(seed);
    for (int t = 0; t < episodes; t++) {
      log.begin(t, t % 5);
      for (int k = 1; k <= 2; k++) {
        double x = 2 * random.nextDouble() - 1;
        double p = x > 0.6 ? 0.5 : RARELY;
        int a = random.nextDouble() < p ? 1 : 0;
        double reward = random.nextDouble() < mean(x, a) ? 1 : 0;
        double[] logged = {1 - p, p};
        log.row(new double[] {x}, a, reward, logged, logged);
      }
    }
    return log;
  }

  private static final double RARELY = 0.02;

  private static double mean(double x, int a) {
    return a == 0 ? 0.5 : x > 0.6 ? 0.9 : 0.1;
  }

  /** The value of a policy by integration over x. */
  private static double value(SavedPolicy policy) {
    double sum = 0;
    for (int k = 1; k <= 2; k++) {
      for (int i = 0; i < 1_000; i++) {
        double x = -1 + (i + 0.5) / 500;
        sum += mean(x, policy.choose(k, new double[] {x})) / 1_000;
      }
    }
    return sum;
  }

  private static final double LOGGED = 2 * (0.2 * 0.7 + 0.8 * ((1 - RARELY) * 0.5 + RARELY * 0.1));

  private static double value(FeatureTable log, String learner) {
    return value(
        FeatureLearning.learned(log, FeatureSettings.defaults(), List.of(learner)).get(learner));
  }

  /** Small logs: {@code vi} is tempted out of the corner, which costs 0.1 and more on average. */
  @Test
  void whereATemptingActionWasLoggedInACornerPessimismStaysThere() {
    double vi = 0;
    double spvi = 0;
    for (int seed = 1; seed <= 3; seed++) {
      vi += value(corner(seed, 300), "vi") / 3;
      spvi += value(corner(seed, 300), "spvi") / 3;
    }
    assertThat(vi).isLessThan(LOGGED - 0.1);
    assertThat(spvi).isGreaterThan(LOGGED);
  }

  /**
   * With more episodes {@code vi} still loses in each log; two of three have a certified choice.
   */
  @Test
  void whatIsCertifiedIsBetterWhereATemptingActionWasLoggedInACorner() {
    int certified = 0;
    for (int seed = 1; seed <= 3; seed++) {
      FeatureTable log = corner(seed, 4_000);
      assertThat(value(log, "vi")).isLessThan(LOGGED);
      Optional<SavedPolicy> policy =
          FeatureLearning.of(log, FeatureSettings.defaults(), "certified").policy();
      policy.ifPresent(p -> assertThat(value(p)).isGreaterThan(LOGGED));
      certified += policy.isPresent() ? 1 : 0;
    }
    assertThat(certified).isGreaterThanOrEqualTo(2);
  }

  /** Threads share the work by candidates, columns and judges, and nothing of what is summed. */
  @Test
  void oneThreadAndFourLearnTheSameBytes() throws Exception {
    List<String> one = written(1);
    assertThat(one).hasSizeGreaterThan(15);
    assertThat(written(4)).isEqualTo(one);
  }

  private static List<String> written(int threads) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      FeatureLearningResult result =
          pool.submit(
                  () -> FeatureLearning.of(corner(1, 400), FeatureSettings.defaults(), "certified"))
              .get();
      List<String> all = new ArrayList<>();
      result.candidates().forEach(c -> all.add(PolicyJson.text(c.policy()) + c.gain()));
      result.policy().ifPresent(p -> all.add(PolicyJson.text(p)));
      all.add(result.rules() + " " + result.rollout());
      return all;
    } finally {
      pool.shutdown();
    }
  }

  /** The reward jumps at 0.6, and both actions are logged everywhere. */
  private static FeatureTable threshold() {
    FeatureTable log =
        new FeatureTable(
            List.of(FeatureColumn.number("x"), FeatureColumn.number("noise")),
            List.of("a0", "a1"),
            1,
            5,
            false);
    SplittableRandom random = new SplittableRandom(3);
    double[] even = {0.5, 0.5};
    for (int t = 0; t < 2_000; t++) {
      log.begin(t, t % 5);
      double x = 2 * random.nextDouble() - 1;
      int a = random.nextInt(2);
      double reward = random.nextDouble() < mean(x, a) ? 1 : 0;
      log.row(new double[] {x, random.nextDouble()}, a, reward, even, even);
    }
    return log;
  }

  /** What is certified is then the corrected score, as in {@code evaluate}. */
  @Test
  void withoutPropensitiesTheLoggedPolicyIsEstimated() {
    FeatureLearningResult known =
        FeatureLearning.of(threshold(), FeatureSettings.defaults(), "certified");
    FeatureLearningResult estimated =
        FeatureLearning.of(
            threshold().estimatingBehavior(), FeatureSettings.defaults(), "certified");
    SavedPolicy policy = estimated.policy().orElseThrow();
    assertThat(policy.origin().settings()).containsEntry("behavior", "estimated");
    // Half of all decisions change: by 0.9 − 0.5 where x > 0.6, by 0.5 − 0.1 elsewhere.
    double truth = 0.2;
    var certificate = policy.origin().certificate().orElseThrow();
    assertThat(certificate.lower()).isBetween(0.1, truth);
    assertThat(certificate.estimate()).isCloseTo(truth, within(0.06));
    assertThat(certificate.lower())
        .isCloseTo(
            known.policy().orElseThrow().origin().certificate().orElseThrow().lower(),
            within(0.03));
    assertThat(estimated.warnings()).anyMatch(w -> w.contains("estimated by a logistic model"));
    assertThat(estimated.rules()).allMatch(r -> Double.isNaN(r.gain()));
    assertThat(policy.choose(1, new double[] {0.9, 0.5})).isEqualTo(1);
    assertThat(policy.choose(1, new double[] {-0.5, 0.5})).isZero();
  }

  /** The tree finds the threshold. */
  @Test
  void aTreeFindsAThreshold() {
    FeatureTable log = threshold();
    SavedPolicy policy =
        FeatureLearning.learned(log, FeatureSettings.defaults(), List.of("tree-1")).get("tree-1");
    AtMost root = (AtMost) ((Tree) policy.steps().get(0)).root();
    assertThat(root.column()).isZero();
    assertThat(root.threshold()).isBetween(0.5, 0.7);
    assertThat(root.yes()).isEqualTo(new Leaf(0));
    assertThat(root.no()).isEqualTo(new Leaf(1));
    FeatureLearningResult certified =
        FeatureLearning.of(log, FeatureSettings.defaults(), "certified");
    assertThat(certified.policy()).isPresent();
    assertThat(certified.policy().get().origin().certificate().orElseThrow().lower()).isPositive();
    assertThat(certified.rules()).isNotEmpty();
  }
}
