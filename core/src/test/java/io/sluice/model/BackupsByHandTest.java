package io.sluice.model;

import static io.sluice.fixtures.TwoStates.EVEN;
import static io.sluice.fixtures.TwoStates.SHAPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.TwoStates;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The recursion and the shift on {@link TwoStates}, both actions equally likely. */
class BackupsByHandTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final ValueRange RANGE = ValueRange.of(SHAPE);

  private static Backups backups(double bonus) {
    return Backups.of(TwoStates.model(), TwoStates.bonus(bonus), RANGE);
  }

  @Test
  void aSmallBonusClipsNothing() {
    ValueTable values = backups(0.3).evaluate(EVEN);
    // step 2, state 0: 0.5·0.2 + 0.5·0.6 = 0.4 ± 0.3; state 1: 0.5·1 + 0.5·0 = 0.5 ± 0.3
    assertValues(values.at(2).pessimistic(), 0.1, 0.2);
    assertValues(values.at(2).point(), 0.4, 0.5);
    assertValues(values.at(2).optimistic(), 0.7, 0.8);
    // step 1, state 0: a0 0.2 + 0.5·0.4 + 0.5·0.5 = 0.65, a1 0.6 + 0.4 = 1.0; mean 0.825
    //         state 1: a0 1 + 0.5 = 1.5, a1 0.25·0.4 = 0.1; mean 0.8
    assertValues(values.at(1).point(), 0.825, 0.8);
    // state 0: a0 0.2 + 0.05 + 0.1 − 0.3 = 0.05, a1 0.6 + 0.1 − 0.3 = 0.4; mean 0.225
    // state 1: a0 1 + 0.2 − 0.3 = 0.9, a1 0.025 − 0.3 = −0.275; mean 0.3125
    assertValues(values.at(1).pessimistic(), 0.225, 0.3125);
    // state 0: a0 0.2 + 0.35 + 0.4 + 0.3 = 1.25, a1 0.6 + 0.7 + 0.3 = 1.6; mean 1.425
    // state 1: a0 1 + 0.8 + 0.3 = 2.1, a1 0.175 + 0.3 = 0.475; mean 1.2875
    assertValues(values.at(1).optimistic(), 1.425, 1.2875);
    // after the last step there is nothing
    assertThat(values.at(3).optimistic()).isEqualTo(StateVector.constant(SHAPE, 0));
    assertThatThrownBy(() -> values.at(4)).hasMessageContaining("1 … 3, got 4");
  }

  @Test
  void clippingComesAfterAveragingOverActions() {
    ValueTable values = backups(0.6).evaluate(EVEN);
    // step 2: 0.4 − 0.6 and 0.5 − 0.6 are below 0; 0.4 + 0.6 = 1 and 0.5 + 0.6 are cut to V_max 1
    assertValues(values.at(2).pessimistic(), 0, 0);
    assertValues(values.at(2).optimistic(), 1, 1);
    // step 1, state 1, low: a0 1 − 0.6 = 0.4, a1 −0.6; mean −0.1, then 0.
    // Clipping each action first would give 0.2.
    assertValues(values.at(1).pessimistic(), 0, 0);
    // high, state 0: (0.2 + 1 + 0.6 + 0.6 + 1 + 0.6)/2 = 2; state 1: (2.6 + 0.85)/2 = 1.725
    assertValues(values.at(1).optimistic(), 2, 1.725);
    assertValues(values.at(1).point(), 0.825, 0.8);
  }

  @Test
  void aReturnCapAlsoCutsThePoint() {
    ValueRange cap = new ValueRange(2, 0.6);
    Backups capped = Backups.of(TwoStates.model(), TwoStates.bonus(0.3), cap);
    // step 2: highs 0.7 and 0.8 become 0.6, points 0.4 and 0.5 stay; step 1: 0.825 and 0.8 become
    // 0.6
    assertValues(capped.evaluate(EVEN).at(2).optimistic(), 0.6, 0.6);
    assertValues(capped.evaluate(EVEN).at(2).point(), 0.4, 0.5);
    assertValues(capped.evaluate(EVEN).at(1).point(), 0.6, 0.6);
    assertValues(capped.withoutClippingThePoint().evaluate(EVEN).at(1).point(), 0.825, 0.8);
  }

  @Test
  void onAKnownModelTheThreeValuesAreOne() {
    ValueTable exact = Backups.exact(TwoStates.model()).evaluate(EVEN);
    assertValues(exact.at(1).point(), 0.825, 0.8);
    assertThat(exact.at(1).pessimistic()).isEqualTo(exact.at(1).point());
    assertThat(exact.at(1).optimistic()).isEqualTo(exact.at(1).point());
  }

  @Test
  void theShiftCarriesAsMuchAsItMoves() {
    StepValues next =
        new StepValues(StateVector.of(0, 0.1), StateVector.of(0.3, 0.5), StateVector.of(0.4, 0.9));
    Backups shifted = backups(0.3).withShift(InducedShift.of(TwoStates.model(), EVEN));
    ActionValues q = shifted.actionValues(1, next);
    // Γ = (0.4, 0.8). State 0: P_b = (0.75, 0.25), Δ(a0) = (−0.25, +0.25), Δ(a1) = (+0.25, −0.25)
    q.at(0);
    // 0.25·0.4 + 0.25·0.8 = 0.3
    assertThat(q.carried(0)).isCloseTo(0.3, CLOSE);
    assertThat(q.carried(1)).isCloseTo(0.3, CLOSE);
    // a0: Δ⁺ 0.25·(0.9 − 0.5) + Δ⁻ 0.25·(0.3 − 0) = 0.1 + 0.075
    assertThat(q.carriedBySign(0)).isCloseTo(0.175, CLOSE);
    // a1: Δ⁺ 0.25·(0.4 − 0.3) + Δ⁻ 0.25·(0.5 − 0.1) = 0.025 + 0.1
    assertThat(q.carriedBySign(1)).isCloseTo(0.125, CLOSE);
    // State 1: P_b = (0.125, 0.5, end 0.375), Δ(a0) = (−0.125, +0.5, −0.375); the end has no gap
    q.at(1);
    // 0.125·0.4 + 0.5·0.8 = 0.45
    assertThat(q.carried(0)).isCloseTo(0.45, CLOSE);
    assertThat(q.carried(1)).isCloseTo(0.45, CLOSE);
    // a0: 0.5·0.4 + 0.125·0.3 = 0.2375
    assertThat(q.carriedBySign(0)).isCloseTo(0.2375, CLOSE);
    // and the three backups of (1,a1): 0.25·0.3; 0.25·0 − 0.3; 0.25·0.4 + 0.3
    assertThat(q.point(1)).isCloseTo(0.075, CLOSE);
    assertThat(q.pessimistic(1)).isCloseTo(-0.3, CLOSE);
    assertThat(q.optimistic(1)).isCloseTo(0.4, CLOSE);
    assertThat(q.bonus(1)).isEqualTo(0.3);
    assertThat(q.reward(0)).isEqualTo(1);
    assertThat(q.actions()).isEqualTo(2);
  }

  @Test
  void withoutAShiftNothingCanBeAskedAboutIt() {
    StepValues end = backups(0.3).evaluate(EVEN).at(3);
    ActionValues q = backups(0.3).actionValues(2, end).at(0);
    assertThatThrownBy(() -> q.carried(0)).hasMessageContaining("no shift was given");
    assertThatThrownBy(() -> q.carriedBySign(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> backups(0.3).actionValues(3, end)).hasMessageContaining("got 3");
  }

  @Test
  void anOccupancyFollowsThePolicyForward() {
    var steps = Occupancy.forward(TwoStates.model(), EVEN, StateVector.of(0.2, 0.8));
    // state 0: 0.2·0.75 + 0.8·0.125 = 0.25; state 1: 0.2·0.25 + 0.8·0.5 = 0.45; over: 0.8·0.375
    assertThat(steps).hasSize(2);
    assertThat(steps.get(1).toArray()).containsExactly(new double[] {0.25, 0.45, 0.3}, CLOSE);
  }

  private static void assertValues(StateVector actual, double... expected) {
    assertThat(actual.size()).isEqualTo(expected.length);
    for (int x = 0; x < expected.length; x++) {
      assertThat(actual.at(x)).as("state %d", x).isCloseTo(expected[x], CLOSE);
    }
    assertThat(actual.at(actual.size())).as("the end").isZero();
  }
}
