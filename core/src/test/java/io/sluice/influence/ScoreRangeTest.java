package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Episodes;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import org.junit.jupiter.api.Test;

/** What scores can be, and that none is outside. */
class ScoreRangeTest {
  /**
   * One state, one step, π = (1, 0), π_b = (¼, ¾), Q̂ = (0.2, 0.6), so V̂ = 0.2 and Σ_a (π−π_b)Q̂ =
   * −0.3. The first action has ρ = 4: ψ = −0.3 + 3(r − 0.2), from −0.9 to 2.1; the second ρ = 0:
   * −0.3 − (r − 0.6), from −0.7 to 0.3. V_π has 0.2 + 4(r − 0.2), from −0.6 to 3.4. In a state
   * never seen, worth 0.1 in all, ρ is 0 or 4: ψ = 3(r − 0.1) reaches 2.7, and 0.1 + 4(r − 0.1)
   * 3.7.
   */
  @Test
  void oneDecisionByHand() {
    Shape shape = new Shape(1, 2, 1);
    Policy evaluated = Policy.everywhere(shape, 1, 0);
    Policy behavior = Policy.everywhere(shape, 0.25, 0.75);
    PolicyValues q =
        new PolicyValues(
            shape,
            ValueRange.of(shape),
            new double[][] {{}, {0.2, 0}, {0, 0}},
            new double[][] {{}, {0.2, 0.6}},
            new double[] {0, 0.1, 0});
    ScoreRange range =
        ScoreRange.of(
            q,
            LoggedProbabilities.known(behavior),
            DeclaredWeights.ofBehavior(behavior, evaluated).orElseThrow(),
            ValueRange.of(shape));
    assertThat(range.low(0)).isCloseTo(-0.9, within(1e-12));
    assertThat(range.high(0)).isCloseTo(2.7, within(1e-12));
    assertThat(range.low(2)).isCloseTo(-0.6, within(1e-12));
    assertThat(range.high(2)).isCloseTo(3.7, within(1e-12));
  }

  @Test
  void noScoreOfARandomProblemLiesOutside() {
    Shape shape = new Shape(4, 3, 3);
    Policy evaluated = Policy.everywhere(shape, 0.1, 0.6, 0.3);
    Policy behavior = Policy.everywhere(shape, 0.5, 0.2, 0.3);
    ValueRange values = ValueRange.of(shape);
    for (int seed = 0; seed < 20; seed++) {
      RandomMdps random = new RandomMdps(seed);
      Model model = random.model(shape, Pooling.PER_STEP, 0.1);
      Episodes log = random.episodes(model, random.start(shape), behavior, 300);
      PolicyValues q =
          PolicyValues.of(Model.estimate(log.counts(), Pooling.PER_STEP), values, evaluated);
      for (LoggedProbabilities logged :
          new LoggedProbabilities[] {
            LoggedProbabilities.known(behavior), LoggedProbabilities.ofRowsOnly(behavior)
          }) {
        RobustScores scores = new RobustScores(new CrossFitValues(q, q), logged, evaluated);
        ScoreRange given =
            ScoreRange.of(
                q, logged, DeclaredWeights.ofBehavior(behavior, evaluated).orElseThrow(), values);
        ScoreRange declared =
            ScoreRange.of(q, logged, DeclaredWeights.ofSmallest(0.2, evaluated), values);
        double[] of = new double[scores.size()];
        double[] weights = new double[shape.horizon() + 1];
        log.forEach(
            episode -> {
              scores.score(episode, of, weights);
              for (int i = 0; i < of.length; i++) {
                assertThat(of[i]).isBetween(given.low(i) - 1e-9, given.high(i) + 1e-9);
                assertThat(of[i]).isBetween(declared.low(i) - 1e-9, declared.high(i) + 1e-9);
              }
            });
      }
    }
  }

  /** Values as low as can be leave nothing to lose but what the logged policy earned. */
  @Test
  void withTheLowestValuesTheTotalIsAtLeastMinusAllReturns() {
    Shape shape = new Shape(3, 2, 4);
    ValueRange values = ValueRange.of(shape);
    Policy evaluated = Policy.everywhere(shape, 0.9, 0.1);
    ScoreRange range =
        ScoreRange.of(
            PolicyValues.constant(shape, values, values::bottom),
            LoggedProbabilities.known(Policy.uniform(shape)),
            DeclaredWeights.ofSmallest(0.05, evaluated),
            values);
    assertThat(range.low(shape.horizon())).isEqualTo(-4);
    assertThat(range.low(shape.horizon() + 1)).isZero();
    assertThat(range.high(shape.horizon() + 1)).isGreaterThan(1000);
  }
}
