package io.sluice.inputs;

import static io.sluice.fixtures.TwoStates.EVEN;
import static io.sluice.fixtures.TwoStates.SHAPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.fixtures.TwoStates;
import io.sluice.mdp.Policy;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.StepValues;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Five episodes, of which the first steps are looked at; {@link TwoStates} is the model of the
 * other part, V̂ = (0.5, 0.4) in [(0.2, 0.1), (0.9, 0.6)], and the logged policy tosses a coin.
 *
 * <pre>
 *  state action reward next    π     ω − 1
 *    0     0      1     1     0.25   −0.5
 *    0     1     0.5    0     0.75    0.5
 *    1     0      1     0      1      1
 *    1     1      0    end     0     −1
 *    1     0      0     0      1      1
 * </pre>
 *
 * Q̂(0,·) = 0.2 + 0.45 = 0.65 and 0.6 + 0.5 = 1.1; Q̂(1,·) = 1 + 0.4 = 1.4 and 0.25·0.5 = 0.125.
 */
class PseudoOutcomeByHandTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final double DELTA = 0.1;
  private static final Policy EVALUATED =
      Policy.stationary(SHAPE, (x, a) -> x == 0 ? (a == 0 ? 0.25 : 0.75) : 1 - a);
  private static final StepValues NEXT =
      new StepValues(StateVector.of(0.2, 0.1), StateVector.of(0.5, 0.4), StateVector.of(0.9, 0.6));
  private static final Backups OTHER =
      Backups.of(TwoStates.model(), TwoStates.bonus(0.3), ValueRange.of(SHAPE));
  private static final TransitionCounts PART =
      new Log(SHAPE)
          .episode(0, 0, 1, 1, 0, 0)
          .episode(0, 1, 0.5, 0, 0, 1)
          .episode(1, 0, 1, 0, 1, 1)
          .episode(1, 1, 0)
          .episode(1, 0, 0, 0, 0, 0)
          .counts();

  private static PseudoOutcome of(StepValues next, int step, Policy behavior, Radius radius) {
    return PseudoOutcome.of(PART, OTHER, next, step, behavior, EVALUATED, radius, DELTA);
  }

  @Test
  void estimateAndRadius() {
    // Σ_a(π−π_b)Q̂: 0.25·(1.1 − 0.65) = 0.1125 and 0.5·(1.4 − 0.125) = 0.6375
    // terms: 0.1125 − 0.5·(1 + 0.4 − 0.65) = −0.2625;  0.1125 + 0.5·(0.5 + 0.5 − 1.1) = 0.0625;
    // 0.6375 + (1 + 0.5 − 1.4) = 0.7375;  0.6375 − (0 + 0 − 0.125) = 0.7625;
    // 0.6375 + (0 + 0.5 − 1.4) = −0.2625
    // sum 1.0375; squares 1.26703125; variance (1.26703125 − 1.0375²/5)/4 = 0.2629375
    // range, r + V̂(x′) in [0, 2]: state 1 spans 0.6375 + 1·[−1.4, 0.6] = [−0.7625, 1.2375] and
    // 0.6375 − 1·[−0.125, 1.875] = [−1.2375, 0.7625]; state 0 lies within: 2.475
    PseudoOutcome hoeffding = of(NEXT, 1, EVEN, Radius.HOEFFDING);
    assertThat(hoeffding.estimate()).isCloseTo(1.0375 / 5, CLOSE);
    // half of δ: ln(2/0.05) = ln 40
    assertThat(hoeffding.radius()).isCloseTo(2.475 * Math.sqrt(Math.log(40) / 10), CLOSE);
    // ln(4/0.05) = ln 80
    PseudoOutcome bernstein = of(NEXT, 1, EVEN, Radius.BERNSTEIN);
    double log = Math.log(80);
    assertThat(bernstein.radius())
        .isCloseTo(Math.sqrt(2 * 0.2629375 * log / 5) + 7 * 2.475 * log / 12, CLOSE);
    assertThat(bernstein.estimate()).isEqualTo(hoeffding.estimate());
    assertThat(bernstein.step()).isEqualTo(1);
    assertThat(bernstein.delta()).isEqualTo(DELTA);
  }

  @Test
  void whatTheTrueValueMayAddAndTakeAway() {
    // Δ̄: to 0 (0.5 + 1 + 1)/5 = 0.5, to 1 −0.5/5 = −0.1, to the end, whose value is known, −0.2
    // V̂_o − V̂ = (0.4, 0.2), V̂ − V̂_p = (0.3, 0.3)
    PseudoOutcome outcome = of(NEXT, 1, EVEN, Radius.BERNSTEIN);
    assertThat(outcome.above()).isCloseTo(0.5 * 0.4 + 0.1 * 0.3, CLOSE);
    assertThat(outcome.below()).isCloseTo(0.5 * 0.3 + 0.1 * 0.2, CLOSE);
    // max|ω−1| = 1, G = 0.4, an eighth of δ: 2·1·0.4·√(ln 80/10)
    assertThat(outcome.sampling()).isCloseTo(0.8 * Math.sqrt(Math.log(80) / 10), CLOSE);
    assertThat(outcome.unsupported()).isZero();
  }

  @Test
  void anActionThatIsNeverLoggedMayBeWorthAnything() {
    // π_b never takes action 1 in state 0, where π does so with 0.75; the row that has it keeps its
    // place among the five but has no weight.
    Policy behavior = Policy.stationary(SHAPE, (x, a) -> x == 0 ? 1 - a : 0.5);
    PseudoOutcome outcome = of(NEXT, 1, behavior, Radius.BERNSTEIN);
    // state 0: ω−1 = −0.75 for action 0; Σ over logged actions −0.75·0.65 = −0.4875, and action 1
    // is taken to be worth the middle of [0, 2]: 0.75·1, in all 0.2625
    // terms: 0.2625 − 0.75·(1.4 − 0.65) = −0.3;  0.2625;  0.7375;  0.7625;  −0.2625
    assertThat(outcome.estimate()).isCloseTo(1.2 / 5, CLOSE);
    // to 1 −0.75/5, to 0 (0 + 1 + 1)/5
    assertThat(outcome.above()).isCloseTo(0.4 * 0.4 + 0.15 * 0.3, CLOSE);
    // two of five episodes: V_max/2·(0.4·0.75 + 0.75·√(ln(4/0.1)/10)), V_max = 2
    assertThat(outcome.unsupported())
        .isCloseTo(1 * (0.3 + 0.75 * Math.sqrt(Math.log(40) / 10)), CLOSE);
  }

  @Test
  void ofADeclaredStepOnlyTheRewardCounts() {
    // R̂: (0.2, 0.6), (1, 0), ten rows each, shrunk towards their mean 0.45 by two rows:
    // (10R̂ + 0.9)/12 = (2.9, 6.9)/12 and (10.9, 0.9)/12. Σ_a(π−π_b): 0.25·4/12 = 1/12 and
    // 0.5·10/12
    // terms: 1/12 − 0.5·9.1/12 = −3.55/12;  1/12 − 0.5·0.9/12 = 0.55/12;  5/12 + 1.1/12 = 6.1/12;
    // 5/12 + 0.9/12 = 5.9/12;  5/12 − 10.9/12 = −5.9/12; sum 3.1/12
    PseudoOutcome outcome = of(null, 1, EVEN, Radius.HOEFFDING);
    assertThat(outcome.estimate()).isCloseTo(3.1 / 60, CLOSE);
    // state 1 spans 5/12 − 10.9/12 + [0, 1] and 5/12 + 0.9/12 − [0, 1], so ±6.1/12; state 0 less
    assertThat(outcome.radius()).isCloseTo(12.2 / 12 * Math.sqrt(Math.log(40) / 10), CLOSE);
    assertThat(outcome.above() + outcome.below() + outcome.sampling()).isZero();
    // and an action never logged is worth a reward at most
    Policy behavior = Policy.stationary(SHAPE, (x, a) -> x == 0 ? 1 - a : 0.5);
    assertThat(of(null, 1, behavior, Radius.HOEFFDING).unsupported())
        .isCloseTo((0.3 + 0.75 * Math.sqrt(Math.log(40) / 10)) / 2, CLOSE);
  }

  @Test
  void anEpisodeThatEndedBeforeCountsWithNothing() {
    // At step 2, after which nothing is worth anything: Σ_a(π−π_b)R̂ as above, 0.1 and 0.5
    // terms: (1,0,0) 0.5 + (0 − 1) = −0.5;  (0,0,1) 0.1 − 0.5·0.8 = −0.3;
    // (0,1,1) 0.1 + 0.5·0.4 = 0.3;  none;  (0,0,0) 0.1 + 0.5·0.2 = 0.2; sum −0.3 over five
    StateVector nothing = StateVector.of(0, 0);
    PseudoOutcome outcome =
        of(new StepValues(nothing, nothing, nothing), 2, EVEN, Radius.HOEFFDING);
    assertThat(outcome.estimate()).isCloseTo(-0.06, CLOSE);
    assertThat(outcome.above() + outcome.below() + outcome.sampling()).isZero();
  }
}
