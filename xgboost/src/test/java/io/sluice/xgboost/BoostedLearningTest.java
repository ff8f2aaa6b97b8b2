package io.sluice.xgboost;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureLearning;
import io.sluice.features.FeatureLearningResult;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSettings.NuisanceChoice;
import io.sluice.features.FeatureTable;
import io.sluice.mdp.SettingException;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import io.sluice.simulation.ContinuousSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Policy trees whose targets take Q̂ from boosted trees. */
class BoostedLearningTest {
  private static final ContinuousSession SMOOTH = new ContinuousSession(1, false);

  @BeforeAll
  static void theNativeLibraryLoads() {
    try {
      new XgboostTrees().fit(new float[] {0, 1}, 1, new float[] {0, 1}, 1);
    } catch (SettingException e) {
      Assumptions.abort("skipped: XGBoost's native library cannot be loaded here: " + e);
    }
  }

  private static SavedPolicy learned(FeatureTable log, String learner, NuisanceChoice choice) {
    FeatureSettings settings = FeatureSettings.defaults().with(choice);
    return Objects.requireNonNull(
        FeatureLearning.learned(log, settings, List.of(learner)).get(learner));
  }

  private static double[] drawn(SplittableRandom random) {
    return random.doubles(4, -1, 1).toArray();
  }

  private static int better(double[] x) {
    return x[2] > 0.2 ? 1 : 0;
  }

  /** One step: rewards jump by 6 in two of the columns; actions change them by 0.3, by a third. */
  private static FeatureTable jumps(long seed, int episodes) {
    FeatureTable log =
        new FeatureTable(
            Stream.of("u", "v", "w", "n").map(FeatureColumn::number).toList(),
            List.of("a0", "a1"),
            1,
            5,
            false);
    SplittableRandom random = new SplittableRandom(seed);
    double[] even = {0.5, 0.5};
    for (int t = 0; t < episodes; t++) {
      log.begin(t, t % 5);
      double[] x = drawn(random);
      int action = random.nextInt(2);
      double jump = (x[0] > 0.3 && x[1] > -0.2 ? 6 : 0) - (x[1] < -0.5 ? 6 : 0);
      double gain = action == better(x) ? 0.3 : 0;
      log.row(x, action, jump + gain + 0.5 * random.nextGaussian(), even, even);
    }
    return log;
  }

  /** The share of rows in which the better action is taken. */
  private static double right(NuisanceChoice choice) {
    int right = 0;
    int rows = 2_000;
    int logs = 3;
    for (int seed = 1; seed <= logs; seed++) {
      SavedPolicy policy = learned(jumps(seed, 1_000), "tree-1", choice);
      SplittableRandom random = new SplittableRandom(100);
      for (int i = 0; i < rows; i++) {
        double[] x = drawn(random);
        right += policy.choose(1, x) == better(x) ? 1 : 0;
      }
    }
    return right / (double) (logs * rows);
  }

  /** The same targets with ridge regressions, which cannot follow the jumps, are the control. */
  @Test
  void whereOutcomesJumpATreeFindsWhatActionsChange() {
    double boosted = right(NuisanceChoice.BOOSTED);
    assertThat(boosted).isGreaterThan(0.9).isGreaterThan(right(NuisanceChoice.RIDGE) + 0.05);
    assertThat(right(NuisanceChoice.AUTO)).isEqualTo(boosted);
  }

  /** The control: if trees have to be used, other trees are learned. */
  @Test
  void whereRidgePredictsBetterAutoLearnsTheSameTree() {
    FeatureTable log = SMOOTH.draw(1, 500, 5);
    SavedPolicy ridge = learned(log, "tree-2", NuisanceChoice.RIDGE);
    SavedPolicy auto = learned(log, "tree-2", NuisanceChoice.AUTO);
    assertThat(auto.steps()).isEqualTo(ridge.steps());
    assertThat(learned(log, "tree-2", NuisanceChoice.BOOSTED).steps()).isNotEqualTo(ridge.steps());
    assertThat(auto.origin().settings()).containsEntry("nuisance", "auto");
    assertThat(ridge.origin().settings()).doesNotContainKey("nuisance");
  }

  /** Linear scores are learned by ridge regressions, whatever is asked for. */
  @Test
  void linearScoresAreTheSame() {
    FeatureTable log = SMOOTH.draw(2, 300, 5);
    for (String learner : List.of("vi", "spvi", "pvi-pooled")) {
      assertThat(learned(log, learner, NuisanceChoice.BOOSTED).steps())
          .isEqualTo(learned(log, learner, NuisanceChoice.RIDGE).steps());
    }
  }

  @Test
  void oneThreadAndThreeLearnTheSameBytes() throws Exception {
    List<String> one = written(1, 1);
    assertThat(one).hasSizeGreaterThan(10);
    assertThat(written(3, 1)).isEqualTo(one);
    assertThat(written(1, 2)).isNotEqualTo(one);
  }

  private static List<String> written(int threads, long seed) throws Exception {
    FeatureSettings settings = FeatureSettings.defaults().with(NuisanceChoice.BOOSTED);
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      FeatureLearningResult result =
          pool.submit(
                  () -> FeatureLearning.of(jumps(seed, 300), settings, FeatureLearning.CERTIFIED))
              .get();
      List<String> all = new ArrayList<>();
      result.candidates().forEach(c -> all.add(PolicyJson.text(c.policy()) + c.gain()));
      all.add(result.rules().toString());
      return all;
    } finally {
      pool.shutdown();
    }
  }
}
