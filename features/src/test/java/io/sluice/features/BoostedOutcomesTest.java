package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.features.BoostedOutcomes.Expected;
import io.sluice.features.LearningData.Kept;
import io.sluice.features.Trees.Node;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Expected outcomes by trees, for learners, with a learner of trees whose answers are known. */
class BoostedOutcomesTest {
  private static final int FOLDS = 5;

  /** The first tree takes the mean of what is left, the others nothing. */
  private static final class Mean implements TreeBooster {
    @Override
    public String name() {
      return "mean";
    }

    @Override
    public Trees fit(float[] rows, int columns, float[] outcomes, int rounds) {
      double mean = 0;
      for (float y : outcomes) {
        mean += y / outcomes.length;
      }
      return Trees.of(List.of(List.of(Node.leaf((float) mean))));
    }
  }

  /** One to three steps, two actions, x numbers the rows. */
  private static LearningData data() {
    FeatureTable log =
        new FeatureTable(List.of(FeatureColumn.number("x")), List.of("a0", "a1"), 3, FOLDS, false);
    SplittableRandom random = new SplittableRandom(1);
    double[] even = {0.5, 0.5};
    for (int t = 0; t < 200; t++) {
      log.begin(t, t % FOLDS);
      int length = 1 + random.nextInt(3);
      for (int k = 0; k < length; k++) {
        log.row(new double[] {3 * t + k}, random.nextInt(2), random.nextDouble(), even, even);
      }
    }
    return LearningData.of(log, 1);
  }

  private static Basis basis(LearningData data) {
    return Basis.standardized(data.source().columns(), FeatureSummary.of(data.source()), 40);
  }

  /** A part of two of the log's five folds, as where candidates are compared. */
  @Test
  void rowsAreThoseOfTheLearnersInFoldsOfTheirOwn() {
    LearningData data = data();
    Basis basis = basis(data);
    Predicate<Kept> part = kept -> !kept.judged() && kept.fold() % 2 == 1;
    List<StepRows> steps = StepRows.of(data, part, basis, basis.size());
    TreeRows rows = BoostedOutcomes.rows(data, part, 1, basis);
    int[] sizes = new int[FOLDS];
    for (int k = 0; k < steps.size(); k++) {
      assertThat(rows.step(k + 1)).hasSize(steps.get(k).size()).isNotEmpty();
      for (int i = 0; i < steps.get(k).size(); i++) {
        TreeRows.Row row = rows.step(k + 1).get(i);
        assertThat(row.x).isEqualTo(steps.get(k).row(i).x);
        assertThat(row.action).isEqualTo(steps.get(k).row(i).action);
        sizes[row.fold] += k == 0 ? 1 : 0;
      }
    }
    assertThat(sizes).doesNotContain(0);
  }

  /** Changing the outcomes of a fold changes what is expected in all others. */
  @Test
  void whatIsExpectedOfARowIsFromOtherFolds() {
    LearningData data = data();
    TreeRows rows = BoostedOutcomes.rows(data, kept -> true, 1, basis(data));
    BoostedOutcomes boosted = new BoostedOutcomes(new Mean(), rows, true);
    List<TreeRows.Row> first = rows.step(1);
    double[] y = first.stream().mapToDouble(row -> row.reward).toArray();
    double[] other = first.stream().mapToDouble(r -> r.fold == 2 ? 9 : r.reward).toArray();
    Expected before = boosted.orBetter(1, y, (i, a) -> 0);
    Expected after = boosted.orBetter(1, other, (i, a) -> 0);
    for (int i = 0; i < y.length; i++) {
      boolean same = Math.abs(after.at(i, 0) - before.at(i, 0)) < 1e-9;
      assertThat(same).isEqualTo(first.get(i).fold == 2);
    }
  }

  @Test
  void treesAreTakenIfTheyPredictBetterOrAreToBeTakenAlways() {
    LearningData data = data();
    TreeRows rows = BoostedOutcomes.rows(data, kept -> true, 1, basis(data));
    double[] y = new double[rows.step(1).size()];
    Arrays.fill(y, 5);
    Expected right = (i, a) -> 5;
    Expected wrong = (i, a) -> 4;
    BoostedOutcomes auto = new BoostedOutcomes(new Mean(), rows, false);
    assertThat(auto.orBetter(1, y, right)).isSameAs(right);
    assertThat(auto.orBetter(1, y, wrong).at(0, 1)).isCloseTo(5, within(1e-6));
    BoostedOutcomes always = new BoostedOutcomes(new Mean(), rows, true);
    assertThat(always.orBetter(1, y, right)).isNotSameAs(right);
  }
}
