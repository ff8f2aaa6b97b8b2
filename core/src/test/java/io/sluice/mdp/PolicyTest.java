package io.sluice.mdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A policy that exists is one: its probabilities are checked when it is made. */
class PolicyTest {
  private static final Shape SHAPE = new Shape(3, 2, 4);
  private static final Policy FIRST = Policy.everywhere(SHAPE, 1, 0);
  private static final Policy HALF = Policy.uniform(SHAPE);

  @Test
  void probabilitiesSumToOne() {
    assertThatThrownBy(
            () -> Policy.tabular(SHAPE, (h, x, a) -> h == 2 && x == 1 && a == 1 ? 0.4 : 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("policy at step 2, state 1: probabilities must sum to 1, got 0.9 (0.5 + 0.4)");
    assertThatThrownBy(() -> Policy.stationary(SHAPE, (x, a) -> x == 2 ? 0.6 : 0.5))
        .hasMessage("policy at state 2: probabilities must sum to 1, got 1.2 (0.6 + 0.6)");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.NEGATIVE_INFINITY})
  void probabilitiesLieBetweenNoughtAndOne(double wrong) {
    assertThatThrownBy(
            () -> Policy.tabular(SHAPE, (h, x, a) -> h == 3 && x == 0 && a == 1 ? wrong : 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("step 3, state 0, action 1")
        .hasMessageEndingWith("got " + wrong);
    assertThatThrownBy(() -> Policy.everywhere(SHAPE, wrong, 1 - wrong))
        .hasMessageContaining("state 0, action 0");
  }

  @Test
  void roundingInFilesIsForgivenAndMoreIsNot() {
    assertThatCode(() -> Policy.everywhere(SHAPE, 0.5, 0.5 + 5e-10)).doesNotThrowAnyException();
    assertThatThrownBy(() -> Policy.everywhere(SHAPE, 0.5, 0.5 + 5e-9))
        .hasMessageContaining("sum to 1");
  }

  @Test
  void everyActionNeedsAProbability() {
    assertThatThrownBy(() -> Policy.everywhere(SHAPE, 1))
        .hasMessage("policy: needs one probability for each of 2 actions, got 1");
  }

  @Test
  void aSplicedPolicyChangesHandsAtItsStep() {
    Policy spliced = Policy.spliced(FIRST, HALF, 3);
    double[] ofAction1 = new double[4];
    for (int h = 1; h <= 4; h++) {
      ofAction1[h - 1] = spliced.probability(h, 0, 1);
    }
    assertThat(ofAction1).containsExactly(0, 0, 0.5, 0.5);
    assertThat(spliced.isStationary()).isFalse();
  }

  @Test
  void aSplicedPolicyOfOnePartOnlyIsThatPart() {
    assertThat(Policy.spliced(FIRST, HALF, 1).isStationary()).isTrue();
    assertThat(Policy.spliced(FIRST, HALF, 1).probability(1, 0, 1)).isEqualTo(0.5);
    assertThat(Policy.spliced(FIRST, HALF, 5).isStationary()).isTrue();
    assertThat(Policy.spliced(FIRST, HALF, 5).probability(4, 0, 1)).isZero();
    assertThatThrownBy(() -> Policy.spliced(FIRST, HALF, 6)).hasMessageContaining("1 … 5, got 6");
    assertThatThrownBy(() -> Policy.spliced(FIRST, HALF, 0)).hasMessageContaining("got 0");
  }

  @Test
  void aMixtureWeighsBothPolicies() {
    // 0.3·1 + 0.7·0.5 = 0.65
    Policy mixture = Policy.mixture(0.3, FIRST, HALF);
    assertThat(mixture.probability(2, 1, 0)).isCloseTo(0.65, within(1e-15));
    assertThat(mixture.probability(2, 1, 1)).isCloseTo(0.35, within(1e-15));
    assertThat(mixture.isStationary()).isTrue();
    assertThatThrownBy(() -> Policy.mixture(1.5, FIRST, HALF)).hasMessageEndingWith("got 1.5");
    assertThatThrownBy(() -> Policy.mixture(Double.NaN, FIRST, HALF)).hasMessageContaining("NaN");
  }

  @Test
  void policiesOfDifferentShapesDoNotMix() {
    Policy other = Policy.uniform(new Shape(3, 2, 5));
    assertThatThrownBy(() -> Policy.mixture(0.5, HALF, other))
        .hasMessageContaining("horizon=4")
        .hasMessageContaining("horizon=5");
    assertThatThrownBy(() -> Policy.spliced(HALF, other, 1)).hasMessageContaining("same shape");
  }

  @Test
  void aDeterministicPolicyTakesActionsThatExist() {
    DeterministicPolicy policy = DeterministicPolicy.of(SHAPE, (h, x) -> (h + x) % 2);
    assertThat(policy.action(3, 2)).isEqualTo(1);
    assertThat(policy.probability(3, 2, 1)).isEqualTo(1);
    assertThat(policy.probability(3, 2, 0)).isZero();
    assertThat(policy.isStationary()).isFalse();
    assertThatThrownBy(() -> DeterministicPolicy.of(SHAPE, (h, x) -> h == 2 && x == 1 ? 2 : 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("policy at step 2, state 1: action must be one of 0 … 1, got 2");
  }

  @Test
  void onlyATableForAllStepsIsStationary() {
    assertThat(HALF.isStationary()).isTrue();
    assertThat(Policy.tabular(SHAPE, (h, x, a) -> 0.5).isStationary()).isFalse();
  }
}
