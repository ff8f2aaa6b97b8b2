package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.features.BoostedFit.Fitted;
import io.sluice.features.FeatureSettings.NuisanceChoice;
import io.sluice.features.Trees.Node;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Regressions by trees, with a learner of trees whose answers are known. */
class BoostedFitTest {
  /** Each tree takes a share of the mean outcome; it keeps how many rows it was shown. */
  private static final class Means implements TreeBooster {
    final List<Integer> shown = new ArrayList<>();

    @Override
    public String name() {
      return "means";
    }

    @Override
    public Trees fit(float[] rows, int columns, float[] outcomes, int rounds) {
      shown.add(outcomes.length);
      double left = 0;
      for (float y : outcomes) {
        left += y / outcomes.length;
      }
      List<List<Node>> trees = new ArrayList<>();
      for (int t = 0; t < rounds; t++) {
        trees.add(List.of(Node.leaf((float) (left * 0.5))));
        left *= 0.5;
      }
      return Trees.of(trees);
    }
  }

  private static TreeRows rows(FeatureTable log) {
    Basis basis = Basis.standardized(log.columns(), FeatureSummary.of(log), 50);
    TreeRows rows = new TreeRows(log, basis);
    log.forEach(rows::add);
    return rows;
  }

  /** One column x = 0, …; two actions in turn; the reward is 3 in the second half of the rows. */
  private static FeatureTable oneStep(int episodes, int folds) {
    FeatureTable log =
        new FeatureTable(List.of(FeatureColumn.number("x")), List.of("a", "b"), 1, folds, false);
    double[] half = {0.5, 0.5};
    for (int t = 0; t < episodes; t++) {
      log.begin(t, t % folds);
      log.row(new double[] {t}, (t / folds) % 2, 2 * t < episodes ? 0 : 3, half, half);
    }
    return log;
  }

  @Test
  void aRowGoesLeftBelowTheThresholdAndTreesAddUp() {
    Trees trees =
        Trees.of(
            List.of(
                List.of(Node.split(1, 0.5f, 1, 2), Node.leaf(1), Node.leaf(-2)),
                List.of(Node.leaf(10))));
    assertThat(trees.predict(new float[] {9, 0.49f})).isEqualTo(11);
    assertThat(trees.predict(new float[] {9, 0.5f})).isEqualTo(8);
    assertThat(trees.size()).isEqualTo(2);
  }

  @Test
  void neitherTheFoldNorTheOneToChooseByIsLearnedFrom() {
    Means means = new Means();
    TreeRows rows = rows(oneStep(40, 4));
    new BoostedFit(means, rows, 1).weights(1, new double[40]); // no outcome: no tree is of use
    assertThat(means.shown).containsExactly(20);
    double[] y = rows.step(1).stream().mapToDouble(r -> r.fold == 1 ? 1e9 : r.reward).toArray();
    means.shown.clear();
    Fitted fitted = new BoostedFit(means, rows, 1).weights(1, y);
    assertThat(means.shown).startsWith(20).endsWith(30);
    assertThat(fitted.trees().predict(new double[] {1, 0, 0}, 0)).isBetween(0.5, 3.0);
  }

  @Test
  void anActionHasTreesOfItsOwnAndBeginsAtItsMean() {
    TreeRows rows = rows(oneStep(40, 4));
    double[] y = rows.step(1).stream().mapToDouble(r -> r.action == 0 ? 5 : -7).toArray();
    BoostedTrees trees = new BoostedFit(new Means(), rows, 0).values(1, y).trees();
    assertThat(trees.predict(new double[] {1, 0, 0}, 0)).isCloseTo(5, within(1e-9));
    assertThat(trees.predict(new double[] {1, 0, 0}, 1)).isCloseTo(-7, within(1e-9));
  }

  @Test
  void whereNothingIsToBePredictedThereIsNoTree() {
    TreeRows rows = rows(oneStep(40, 4));
    double[] c = new double[40];
    for (int i = 0; i < c.length; i++) { // folds 0 to 3 in turn: what is learned is wrong in fold 1
      c[i] = rows.step(1).get(i).fold == 1 ? -1 : 1;
    }
    Fitted fitted = new BoostedFit(new Means(), rows, 0).weights(1, c);
    assertThat(fitted.trees().rounds()).isZero();
    assertThat(fitted.loss()).isZero();
  }

  @Test
  void withoutTheModuleTheWayToItIsNamed() {
    for (NuisanceChoice choice : List.of(NuisanceChoice.BOOSTED, NuisanceChoice.AUTO)) {
      assertThatThrownBy(
              () ->
                  FeatureEvaluation.of(
                      oneStep(40, 4),
                      FeatureSettings.defaults().with(choice),
                      FeatureSettings.USUAL))
          .isInstanceOf(SettingException.class)
          .hasMessageStartingWith("nuisance: ")
          .hasMessageContaining("sluice-xgboost");
    }
    assertThatThrownBy(() -> NuisanceChoice.parse("forest"))
        .hasMessage("nuisance: needs ridge, boosted or auto, got forest");
  }
}
