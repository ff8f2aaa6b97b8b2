package io.sluice.xgboost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.features.FeatureEvaluation;
import io.sluice.features.FeatureResult;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSettings.NuisanceChoice;
import io.sluice.features.TreeBooster;
import io.sluice.features.Trees;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.SettingException;
import io.sluice.simulation.ContinuousSession;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Trees by XGBoost: what it says they are, in the score, and the same to the last bit. */
class XgboostTreesTest {
  private static final ContinuousSession THRESHOLDS = new ContinuousSession(1, true);
  private static final FeatureSettings USUAL = FeatureSettings.defaults();

  @BeforeAll
  static void theNativeLibraryLoads() {
    boolean loads = true;
    String why = "";
    try {
      new XgboostTrees().fit(new float[] {0, 1}, 1, new float[] {0, 1}, 1);
    } catch (SettingException e) {
      loads = false;
      why = e.getMessage();
    }
    assumeTrue(loads, "skipped: XGBoost's native library cannot be loaded here: " + why);
  }

  private static FeatureResult judged(long seed, int episodes, NuisanceChoice choice) {
    return FeatureEvaluation.of(
        THRESHOLDS.draw(seed, episodes, 5), USUAL.with(choice), FeatureSettings.USUAL);
  }

  @Test
  void treesPredictWhatXgboostPredicts() throws Exception {
    int rows = 400;
    int columns = 3;
    SplittableRandom random = new SplittableRandom(5);
    float[] x = new float[rows * columns];
    float[] y = new float[rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        x[i * columns + j] = (float) random.nextGaussian();
      }
      y[i] = (x[i * columns] > 0.3 ? 2 : 0) + (float) random.nextGaussian();
    }
    Trees ours = new XgboostTrees().fit(x, columns, y, 20);
    DMatrix data = new DMatrix(x, rows, columns, Float.NaN);
    data.setLabel(y);
    Booster theirs = XGBoost.train(data, XgboostTrees.PARAMETERS, 20, Map.of(), null, null);
    float[][] predicted = theirs.predict(data);
    for (int i = 0; i < rows; i++) {
      float[] row = {x[i * columns], x[i * columns + 1], x[i * columns + 2]};
      assertThat(ours.predict(row)).isCloseTo(predicted[i][0], within(1e-5));
    }
    theirs.dispose();
    data.dispose();
  }

  @Test
  void isFoundAndNamed() {
    assertThat(TreeBooster.found().name()).startsWith("XGBoost ");
  }

  /** Thresholds, 2,000 episodes: at the last step trees predict more than ridge regressions do. */
  @Test
  void treesPredictThresholdsBetterAndAutoTakesThem() {
    FeatureResult ridge = judged(1, 2000, NuisanceChoice.RIDGE);
    FeatureResult boosted = judged(1, 2000, NuisanceChoice.BOOSTED);
    FeatureResult auto = judged(1, 2000, NuisanceChoice.AUTO);
    assertThat(boosted.steps().get(3).explained()).isGreaterThan(ridge.steps().get(3).explained());
    assertThat(boosted.booster()).isPresent();
    boosted.steps().forEach(step -> assertThat(step.boosted()).isEqualTo(5));
    assertThat(auto.steps().get(3).boosted()).isGreaterThan(2);
    assertThat(ridge.booster()).isEmpty();
    ridge.steps().forEach(step -> assertThat(step.boosted() + step.boostedShift()).isZero());
  }

  @Test
  void noBitDependsOnTheNumberOfThreads() throws Exception {
    FeatureResult first =
        new ForkJoinPool(1).submit(() -> judged(2, 400, NuisanceChoice.AUTO)).get();
    FeatureResult second =
        new ForkJoinPool(3).submit(() -> judged(2, 400, NuisanceChoice.AUTO)).get();
    assertThat(second).isEqualTo(first);
  }

  @Test
  void selectiveNeedsALinearRegression() {
    assertThatThrownBy(
            () ->
                FeatureEvaluation.of(
                    THRESHOLDS.draw(3, 200, 5),
                    USUAL.with(NuisanceChoice.BOOSTED),
                    List.of(IntervalKind.SELECTIVE)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("selective needs the bounds of a linear Q̂");
  }

  @Test
  void aDamagedTreeIsNotTakenForOne() {
    assertThatThrownBy(() -> DumpedTree.nodes("0:[f1<0.5] yes=1,no=2,missing=2\n1:leaf=1"))
        .hasMessage("tree: needs node 2, got none");
    assertThatThrownBy(() -> DumpedTree.nodes("nonsense"))
        .hasMessage("tree: needs splits and leaves, got nonsense");
  }
}
