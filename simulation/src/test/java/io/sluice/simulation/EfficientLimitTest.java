package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Model.Pooling;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class EfficientLimitTest {
  private static final Offset<Double> EXACT = within(1e-12);

  private static Environment bandit(double first, double second, double third, double fourth) {
    Shape shape = new Shape(2, 2, 1);
    double[] rewards = {first, second, third, fourth};
    return new Environment(
        "bandit",
        List.of("x", "y"),
        List.of("a", "b"),
        ModelTable.stationary(
            shape,
            (h, x, a, to) -> {
              to.add(shape.end(), 1);
              return rewards[2 * x + a];
            }),
        RewardLaw.BERNOULLI,
        StateVector.of(0.4, 0.6),
        Policy.uniform(shape));
  }

  @Test
  void aBanditByHand() {
    Environment bandit = bandit(0.5, 0.2, 0.1, 0.9);
    Policy evaluated = Policy.everywhere(bandit.shape(), 0.8, 0.2);
    for (Pooling pooling : Pooling.values()) {
      EfficientLimit limit = EfficientLimit.of(bandit, evaluated, 1, pooling);
      // π−π_b = (0.3, −0.3), so f(x) = 0.3·(0.5−0.2) = 0.09 and f(y) = 0.3·(0.1−0.9) = −0.24;
      // their variance is 0.4·0.6·0.33² = 0.026136
      assertThat(limit.ofStates()).isCloseTo(0.026136, EXACT);
      // Σ_x d(x) Σ_a 0.3²/0.5·R(1−R) = 0.18·(0.4·(0.25 + 0.16) + 0.6·(0.09 + 0.09)) = 0.18·0.272
      assertThat(limit.ofRows()).isCloseTo(0.04896, EXACT);
      assertThat(limit.ofBoth()).isZero();
      assertThat(limit.variance()).isCloseTo(0.075096, EXACT);
      // 2·1.959964·√(0.075096/100) = 3.919928·0.02740365
      assertThat(limit.width(100, 0.05)).isCloseTo(0.107420, within(1e-6));
    }
  }

  /**
   * Two steps of {@link CoinWalk}: α̂^(1) = ½·p̂, and p̂ is a share of T/2 tosses, so that T·Var =
   * ¼·(¼/½) = 0.125 whatever the pooling (step 2 is the last and moves nowhere). Tossing is worth ½
   * and leaving 0, so that a share π̂_b of tosses adds ½·½·(½)² = 0.0625 where it is estimated.
   */
  @Test
  void oneMoveByHand() {
    Environment walk = CoinWalk.of(2);
    for (Pooling pooling : Pooling.values()) {
      EfficientLimit limit = EfficientLimit.of(walk, CoinWalk.alwaysToss(walk), 1, pooling);
      assertThat(limit).isEqualTo(new EfficientLimit(0, 0.125, 0, 0.0625));
    }
  }

  /**
   * The same for the total of the two steps. One has arrived at step 2 or is never going to, so W_2
   * = 0: only step 1 matters. A toss has w = 1/½ − 1 = 1 and leads to 1 with ½: ½·1²·¼ = 0.125. Q^b
   * is ½ for tossing and 0 for leaving: 0.0625.
   */
  @Test
  void theTotalOfTwoStepsByHand() {
    Environment walk = CoinWalk.of(2);
    EfficientLimit limit = EfficientLimit.ofTotal(walk, CoinWalk.alwaysToss(walk));
    assertThat(limit).isEqualTo(new EfficientLimit(0, 0.125, 0, 0.0625));
    // With π_b unknown an episode has ρ·(V_2(x_2) − ½) less its return, which is ¼ on average:
    // toss and arrive (¼) 2·½ − ¾ = ¼, toss and wait (¼) −2·½ + ¼ = −¾, leave (½) 0 + ¼ = ¼;
    // ¼·(¼)² + ¼·(¾)² + ½·(¼)² = 3/16
    assertThat(limit.varianceIfUnknown()).isCloseTo(3.0 / 16, EXACT);
    assertThat(limit.widening()).isCloseTo(Math.sqrt(1.5), EXACT);
  }

  /**
   * The bandit above. Var Q is 0.25·(0.3)² = 0.0225 in x and 0.25·(0.8)² = 0.16 in y: 0.4·0.0225 +
   * 0.6·0.16 = 0.105. Its only step is the total.
   */
  @Test
  void anUnknownLoggedPolicyByHand() {
    Environment bandit = bandit(0.5, 0.2, 0.1, 0.9);
    Policy evaluated = Policy.everywhere(bandit.shape(), 0.8, 0.2);
    EfficientLimit step = EfficientLimit.of(bandit, evaluated, 1, Pooling.PER_STEP);
    EfficientLimit total = EfficientLimit.ofTotal(bandit, evaluated);
    assertThat(step.ofActions()).isCloseTo(0.105, EXACT);
    assertThat(total.ofActions()).isCloseTo(0.105, EXACT);
    assertThat(total.variance()).isCloseTo(step.variance(), EXACT);
    assertThat(step.widening()).isCloseTo(Math.sqrt((0.075096 + 0.105) / 0.075096), EXACT);
  }

  /**
   * Three steps, pooled: an episode has ½ + ¼·½ = 0.625 tosses that are followed by a step, so
   * T·Var p̂ = ¼/0.625 = 0.4. α^(1) = ½·(p + (1−p)p), whose slope at p = ½ is ½: ¼·0.4 = 0.1.
   *
   * <p>With a model per step: α^(1) = ½·(p_1 + (1−p_1)p_2), slopes ¼ and ¼, variances ¼/½ and
   * ¼/0.125: (0.5 + 2)/16.
   */
  @Test
  void theFirstOfThreeStepsByHand() {
    Environment walk = CoinWalk.of(3);
    Policy toss = CoinWalk.alwaysToss(walk);
    EfficientLimit pooled = EfficientLimit.of(walk, toss, 1, Pooling.POOLED);
    assertThat(pooled.variance()).isCloseTo(0.1, EXACT);
    EfficientLimit perStep = EfficientLimit.of(walk, toss, 1, Pooling.PER_STEP);
    assertThat(perStep.variance()).isCloseTo(2.5 / 16, EXACT);
  }

  /** Pooled, the rows before step h estimate its moves, and they also lead to its states. */
  @Test
  void theSecondOfThreeStepsByHand() {
    Environment walk = CoinWalk.of(3);
    Policy toss = CoinWalk.alwaysToss(walk);
    EfficientLimit pooled = EfficientLimit.of(walk, toss, 2, Pooling.POOLED);
    // A quarter waits at step 2, where f = ½·½; it is 0 where one has arrived: ¼·¾·(¼)²
    assertThat(pooled.ofStates()).isCloseTo(3.0 / 256, EXACT);
    // μ_2(waiting, toss) = ¼·½; u = ±(1/8)·½/0.625 = ±0.1; 0.625·0.01
    assertThat(pooled.ofRows()).isCloseTo(0.00625, EXACT);
    // Half of the episodes toss at step 1. Half of these wait again, with u = −0.1 and f = ¼:
    // 2·½·½·(−0.1)·¼. Who waits often has seen the coin fail.
    assertThat(pooled.ofBoth()).isCloseTo(-0.0125, EXACT);
    EfficientLimit perStep = EfficientLimit.of(walk, toss, 2, Pooling.PER_STEP);
    assertThat(perStep.ofStates()).isEqualTo(pooled.ofStates());
    // (1/8)²/(1/8)·¼
    assertThat(perStep.ofRows()).isCloseTo(1 / 32.0, EXACT);
    assertThat(perStep.ofBoth()).isZero();
  }

  @Test
  void theLoggedPolicyIsCertainToChangeNothing() {
    for (Environment environment :
        List.of(ChainBandit.of(3), SearchSession.mixed().environment())) {
      for (Pooling pooling : Pooling.values()) {
        for (int h = 1; h <= environment.shape().horizon(); h++) {
          EfficientLimit limit = EfficientLimit.of(environment, environment.behavior(), h, pooling);
          assertThat(limit.variance()).isZero();
          assertThat(EfficientLimit.ofTotal(environment, environment.behavior()).variance())
              .isZero();
        }
      }
    }
  }

  /** On the grid all is certain but where an episode is, and at the first step that is too. */
  @Test
  void onTheGridOnlyTheStatesVary() {
    Environment grid = GridWorld.paper().environment();
    Policy evaluated = GridWorld.evaluated(grid, 0.3);
    for (Pooling pooling : Pooling.values()) {
      assertThat(EfficientLimit.of(grid, evaluated, 1, pooling).variance()).isZero();
      EfficientLimit second = EfficientLimit.of(grid, evaluated, 2, pooling);
      assertThat(second.ofStates()).isPositive();
      assertThat(second.variance()).isEqualTo(second.ofStates());
    }
  }

  /** A state of the chain belongs to one step, so that pooling changes nothing. */
  @Test
  void onTheChainBothPoolingsAreOne() {
    Environment chain = ChainBandit.of(4);
    Policy evaluated = Rows.randomPolicy(chain.shape(), 11);
    for (int h = 1; h <= 4; h++) {
      double pooled = EfficientLimit.of(chain, evaluated, h, Pooling.POOLED).variance();
      double perStep = EfficientLimit.of(chain, evaluated, h, Pooling.PER_STEP).variance();
      assertThat(pooled).isPositive().isCloseTo(perStep, EXACT);
    }
  }

  @Test
  void poolingNeedsAProblemThatIsTheSameAtEveryStep() {
    Environment changing = RandomMdp.of(4, 2, 3, 1).changingEnvironment(12);
    Policy uniform = Policy.uniform(changing.shape());
    assertThatThrownBy(() -> EfficientLimit.of(changing, uniform, 1, Pooling.POOLED))
        .hasMessageContaining("the same at every step")
        .hasMessageContaining("one per step");
    assertThat(EfficientLimit.of(changing, uniform, 1, Pooling.PER_STEP).variance()).isPositive();
  }

  @Test
  void whatTheLogNeverTriesHasNoLimit() {
    Environment walk = CoinWalk.of(3);
    Environment cautious = walk.withBehavior(Policy.everywhere(walk.shape(), 0, 1));
    assertThatThrownBy(
            () -> EfficientLimit.of(cautious, CoinWalk.alwaysToss(walk), 1, Pooling.PER_STEP))
        .hasMessageContaining("toss in state waiting");
    assertThatThrownBy(
            () -> EfficientLimit.of(walk, CoinWalk.alwaysToss(walk), 4, Pooling.PER_STEP))
        .hasMessageContaining("1 … 3, got 4");
  }
}
