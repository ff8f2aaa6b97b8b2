package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.mdp.SettingException;
import org.junit.jupiter.api.Test;

class RidgeTest {
  /** Rows (1, 1), (1, 3) with y = 2, 6: Σφφᵀ = (2 4; 4 10), Σφy = (8, 20). */
  private static final double[] GRAM = {2, 4, 4, 10};

  private static final double[] TARGETS = {8, 20};

  @Test
  void theConstantIsNotPenalized() {
    // Centered: x = ∓1, y = ∓2, slope 4/(2 + 2) = 1, constant 4 − 1·2 = 2.
    assertThat(Ridge.solve(GRAM, TARGETS, 2, 2, true))
        .containsExactly(new double[] {2, 1}, within(1e-12));
  }

  @Test
  void allCoefficientsArePenalized() {
    // (4 4; 4 12)θ = (8, 20): θ = (8·12 − 4·20, 4·20 − 4·8)/32 = (0.5, 1.5).
    assertThat(Ridge.solve(GRAM, TARGETS, 2, 2, false))
        .containsExactly(new double[] {0.5, 1.5}, within(1e-12));
  }

  @Test
  void onlyTheFirstFunctionsAreUsed() {
    // 8/(2 + 2)
    assertThat(Ridge.solve(GRAM, TARGETS, 1, 2, false))
        .containsExactly(new double[] {2, 0}, within(1e-12));
  }

  @Test
  void ofEqualFunctionsWithoutPenaltyEachTakesHalf() {
    double[] gram = {4, 4, 4, 4};
    assertThat(Ridge.solve(gram, new double[] {8, 8}, 2, 0, false))
        .containsExactly(new double[] {1, 1}, within(1e-9));
  }

  @Test
  void withoutRowsEverythingIsZero() {
    assertThat(Ridge.solve(new double[4], new double[2], 2, 0, true)).containsExactly(0, 0);
  }

  @Test
  void penaltiesAreTwoNumbersOfAtLeastZero() {
    assertThat(RidgeChoice.parse("1,10")).isEqualTo(new RidgeChoice.Fixed(1, 10));
    for (String wrong : new String[] {"1", "1,x", "1,2,3", "-1,2", "1,Infinity", "NaN,1"}) {
      assertThatThrownBy(() -> RidgeChoice.parse(wrong))
          .isInstanceOf(SettingException.class)
          .hasMessageStartingWith("ridge: ");
    }
  }
}
