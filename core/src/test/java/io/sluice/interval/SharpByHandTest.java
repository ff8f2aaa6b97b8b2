package io.sluice.interval;

import static io.sluice.fixtures.TwoStates.EVEN;
import static io.sluice.fixtures.TwoStates.SECOND;
import static io.sluice.fixtures.TwoStates.SHAPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.fixtures.TwoStates;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * {@code sharp} for always taking the second action instead of tossing a coin, on {@link
 * TwoStates}, whose pairs were seen ten times each. Step 1, in each state half of the time, δ =
 * 0.1.
 *
 * <pre>
 *  c = ∓½·½ = −0.25, 0.25 in both states;  Σ c²/n = 4·0.0625/10 = 0.025;  θ̂ = −0.15
 *  Δ̄ = Σ c·P̂ = 0.25·(0.5, −0.5) + 0.25·(0.25, −1, end 0.75) = (0.1875, −0.375, end 0.1875)
 *  V̂ of step 2 = (0.6, 0), so the estimate is −0.15 + 0.1875·0.6 = −0.0375
 *  together: V_max √(0.025·ln(4/0.1)/2), V_max = 2
 *  sampling: τ = ½, T = 2: 2·½·2·√(ln(4/0.1)/4)
 * </pre>
 */
class SharpByHandTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final double DELTA = 0.1;
  private static final double LOG = Math.log(40);
  private static final double TOGETHER = 2 * Math.sqrt(0.0125 * LOG); // 0.4295
  private static final double SAMPLING = 2 * Math.sqrt(LOG / 4);
  private static final TransitionCounts COUNTS =
      new Log(SHAPE).episode(0, 0, 0.5, 1, 0, 1).episode(1, 0, 0, 1, 1, 0.5).counts();

  private static ModelEvaluation evaluation(double bonus, boolean declared) {
    Model model = TwoStates.model();
    Backups backups = Backups.of(model, TwoStates.bonus(bonus), ValueRange.of(SHAPE));
    InducedShift shift = InducedShift.of(model, EVEN).exogenous(step -> declared && step == 1);
    return ModelEvaluation.of(COUNTS, backups, shift, SECOND);
  }

  private static void checkPart(Interval interval, int part, double below, double above) {
    assertThat(interval.parts().get(part).below()).isCloseTo(below, CLOSE);
    assertThat(interval.parts().get(part).above()).isCloseTo(above, CLOSE);
  }

  @Test
  void theErrorsAreBoundedTogetherWhereThatIsLess() {
    // bonus 0.5: Σ|c|·b = 0.5, more than 0.4295
    // V of step 2 in [0.1, 1] (cut from 1.1) and [0, 0.5]
    // below 0.1875·0.5 + 0.375·0.5 = 0.28125, above 0.1875·0.4 + 0.375·0 = 0.075
    // standard is wider: [0.1 − 1.575, 1.375 − 0.00625]
    Interval sharp = SharpInterval.at(evaluation(0.5, false), 1, DELTA);
    assertThat(sharp.estimate()).isCloseTo(-0.0375, CLOSE);
    checkPart(sharp, 0, TOGETHER, TOGETHER);
    checkPart(sharp, 1, 0.28125, 0.075);
    checkPart(sharp, 2, SAMPLING, SAMPLING);
    assertThat(sharp.lower()).isCloseTo(-0.0375 - TOGETHER - 0.28125 - SAMPLING, CLOSE);
    assertThat(sharp.upper()).isCloseTo(-0.0375 + TOGETHER + 0.075 + SAMPLING, CLOSE);
    assertThat(sharp.failure()).isEqualTo(new Failure(0.05, DELTA));
  }

  @Test
  void andPairByPairWhereThatIs() {
    // bonus 0.3: Σ|c|·b = 0.3; Γ as in IntervalsByHandTest, 0.1875·0.3 + 0.375·0.3 = 0.16875
    // below and 0.1875·0.3 above
    Interval sharp = SharpInterval.at(evaluation(0.3, false), 1, DELTA);
    checkPart(sharp, 0, 0.3, 0.3);
    checkPart(sharp, 1, 0.16875, 0.05625);
    checkPart(sharp, 2, SAMPLING, SAMPLING);
  }

  @Test
  void overTheVisitedStatesPairsAreTakenOneByOneWhateverThatCosts() {
    checkPart(SharpInterval.ofVisitedStates(evaluation(0.5, false), 1), 0, 0.5, 0.5);
    checkPart(SharpInterval.alone(evaluation(0.5, false), 1), 0, 0.5, 0.5);
  }

  @Test
  void ofADeclaredStepOnlyTheRewardCounts() {
    // V_max = 1: √(0.0125·ln 40) = 0.2147 is less than 0.3, and half of the sampling term is left
    Interval sharp = SharpInterval.at(evaluation(0.3, true), 1, DELTA);
    assertThat(sharp.estimate()).isCloseTo(-0.15, CLOSE);
    checkPart(sharp, 0, TOGETHER / 2, TOGETHER / 2);
    checkPart(sharp, 1, 0, 0);
    checkPart(sharp, 2, SAMPLING / 2, SAMPLING / 2);
  }
}
