package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Dense;
import io.sluice.fixtures.Log;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model.Pooling;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Estimates and bonuses from four episodes of two steps. */
class ModelByHandTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final Shape SHAPE = new Shape(2, 2, 2);
  private static final TransitionCounts COUNTS =
      new Log(SHAPE)
          .episode(0, 0, 0.5, 1, 1, 1)
          .episode(0, 0, 0.25, 1, 0, 0)
          .episode(0, 0, 1, 0, 1, 0.5)
          .episode(1, 1, 0.75)
          .counts();

  @Test
  void aPooledModelAveragesOverAllSteps() {
    Model model = Model.estimate(COUNTS, Pooling.POOLED);
    // (0,0): (0.5 + 0.25 + 1) / 3, to state 0 once and to state 1 twice
    assertPair(model, 1, 0, 0, 3, 1.75 / 3, 1 / 3.0, 2 / 3.0, 0);
    // (1,1): 0.75 at step 1, where the episode ended, and 1 at step 2, which shows no transition
    assertPair(model, 1, 1, 1, 2, 1.75 / 2, 0, 0, 1);
    // (0,1) and (1,0): seen at the last step only, so a reward but no row
    assertPair(model, 1, 0, 1, 1, 0.5, 0, 0, 0);
    assertPair(model, 1, 1, 0, 1, 0, 0, 0, 0);
    assertThat(model.pair(2, 1, 0)).isEqualTo(model.pair(1, 1, 0));
  }

  @Test
  void aModelPerStepKeepsTheStepsApart() {
    Model model = Model.estimate(COUNTS, Pooling.PER_STEP);
    assertPair(model, 1, 0, 0, 3, 1.75 / 3, 1 / 3.0, 2 / 3.0, 0);
    assertPair(model, 1, 1, 1, 1, 0.75, 0, 0, 1);
    assertPair(model, 2, 1, 1, 1, 1, 0, 0, 0);
    assertPair(model, 2, 0, 1, 1, 0.5, 0, 0, 0);
    assertPair(model, 2, 0, 0, 0, 0, 0, 0, 0); // seen at step 1 only
    assertPair(model, 1, 0, 1, 0, 0, 0, 0, 0); // seen at step 2 only
  }

  @Test
  void withOneStepPoolingChangesNothing() {
    TransitionCounts one = new Log(new Shape(2, 2, 1)).episode(0, 1, 0.3).episode(1, 0, 1).counts();
    Model pooled = Model.estimate(one, Pooling.POOLED);
    Model perStep = Model.estimate(one, Pooling.PER_STEP);
    for (int pair = 0; pair < 4; pair++) {
      assertThat(pooled.visits(pair)).isEqualTo(perStep.visits(pair));
      assertThat(pooled.reward(pair)).isEqualTo(perStep.reward(pair));
    }
    assertThat(pooled.next().entries()).isZero();
    assertThat(perStep.next().entries()).isZero();
  }

  @Test
  void thePaperBonusIsWhatThePaperPrints() {
    Bonus bonus = Bonus.paper(SHAPE, 0.05);
    // |X||A|H/δ = 2·2·2/0.05 = 160, ln 160 = 5.075173815…; √(ln 160 / 4) = 1.1264073…
    assertThat(at(bonus, 1, 4)).isCloseTo(1.1264073, within(1e-7));
    assertThat(at(bonus, 2, 4)).isEqualTo(at(bonus, 1, 4));
    assertThat(at(bonus, 1, 0)).isEqualTo(2); // never seen: H
    assertThat(bonus.delta()).isEqualTo(0.05);
    assertThat(bonus.name()).isEqualTo("paper");
  }

  @Test
  void theHoeffdingBonusGrowsWithWhatIsLeftToEarn() {
    Bonus bonus = Bonus.hoeffding(SHAPE, ValueRange.of(SHAPE), 0.05);
    // 2|X||A|H/δ = 320, ln 320 = 5.768320996…; √(ln 320 / 8) = 0.849141…, times V_max 2 and 1
    assertThat(at(bonus, 1, 4)).isCloseTo(2 * 0.8491408, within(1e-6));
    assertThat(at(bonus, 2, 4)).isCloseTo(0.8491408, within(1e-6));
    assertThat(at(bonus, 2, 0)).isEqualTo(2); // never seen: H
    Bonus capped = Bonus.hoeffding(SHAPE, new ValueRange(2, 1), 0.05);
    assertThat(at(capped, 1, 4)).isCloseTo(0.8491408, within(1e-6));
  }

  @Test
  void aBonusCanBeScaledButNotBelowZero() {
    Bonus bonus = Bonus.paper(SHAPE, 0.05);
    assertThat(at(bonus.scaled(0.3), 1, 4)).isCloseTo(0.3 * at(bonus, 1, 4), CLOSE);
    assertThat(at(bonus.scaled(0.3), 1, 0)).isCloseTo(0.6, CLOSE);
    assertThat(bonus.scaled(0.3).name()).isEqualTo("0.3·paper");
    assertThat(bonus.scaled(1)).isSameAs(bonus);
    assertThatThrownBy(() -> bonus.scaled(-1)).hasMessageEndingWith("got -1.0");
    assertThatThrownBy(() -> bonus.scaled(Double.NaN)).hasMessageEndingWith("got NaN");
    assertThatThrownBy(() -> Bonus.paper(SHAPE, 1)).hasMessageContaining("(0, 1), got 1.0");
    assertThatThrownBy(() -> Bonus.hoeffding(SHAPE, ValueRange.of(SHAPE), 0))
        .hasMessageContaining("(0, 1), got 0.0");
  }

  @Test
  void rowsOfAModelAreDistributions() {
    assertThatThrownBy(() -> known(0.5, 0.4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("model, pair 0: next-state probabilities must sum to 1, got 0.9");
    assertThatThrownBy(() -> known(1.5, -0.5))
        .hasMessage("model, pair 0: needs probabilities ≥ 0 of states 0 … 1, got -0.5 of 1");
    assertThatThrownBy(() -> known(Double.NaN, 1)).hasMessageContaining("got NaN of 0");
    assertThatThrownBy(() -> known(0.2, 0.3, 0.5)).hasMessageContaining("of 2");
    Shape shape = new Shape(1, 1, 1);
    assertThatThrownBy(() -> Model.known(shape, Pooling.POOLED, new double[2], known(1).next()))
        .hasMessageContaining("needs 1 rewards and rows")
        .hasMessageContaining("got 2 and 1");
  }

  @Test
  void sparseRowsRefuseColumnsThatDoNotRise() {
    SparseRows.Writer rows = new SparseRows.Writer(2, 0);
    rows.entry(3, 0.5);
    assertThatThrownBy(() -> rows.entry(3, 0.5))
        .hasMessage("row 0: columns must rise, got 3 after 3");
    rows.endRow();
    rows.entry(1, 1);
    assertThatThrownBy(rows::done).hasMessage("sparse rows: 2 were announced, got 1");
    rows.endRow();
    assertThat(rows.done().entries()).isEqualTo(2);
  }

  /** One state, one action, one step. */
  private static Model known(double... row) {
    SparseRows.Writer rows = new SparseRows.Writer(1, 0);
    for (int y = 0; y < row.length; y++) {
      rows.entry(y, row[y]);
    }
    rows.endRow();
    return Model.known(new Shape(1, 1, 1), Pooling.POOLED, new double[1], rows.done());
  }

  /** The bonus of any pair seen so often: these bonuses ask for nothing else. */
  private static double at(Bonus bonus, int step, long visits) {
    return bonus.at(step, null).of(0, visits);
  }

  private static void assertPair(
      Model model, int step, int state, int action, long n, double reward, double... next) {
    int pair = model.pair(step, state, action);
    assertThat(model.visits(pair)).isEqualTo(n);
    assertThat(model.isVisited(pair)).isEqualTo(n > 0);
    assertThat(model.reward(pair)).isCloseTo(reward, CLOSE);
    assertThat(Dense.next(model, step, state, action)).containsExactly(next, CLOSE);
  }
}
