package io.sluice.mdp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Counts of actions as a policy, by hand. */
class FrequencyPolicyTest {
  @Test
  void probabilitiesAreSharesAndAlikeWhereNothingWasSeen() {
    Shape shape = new Shape(3, 4, 2);
    FrequencyPolicy policy = new FrequencyPolicy(shape, true);
    policy.add(1, 0, 2, 3);
    policy.add(1, 0, 0, 1);
    policy.add(1, 0, 2, 4);
    policy.add(2, 1, 3, 5);
    assertThat(policy.isStationary()).isFalse();
    double[] first = new double[12];
    policy.write(1, 0, 3, first);
    assertThat(first)
        .containsExactly(0.125, 0, 0.875, 0, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25);
    double[] second = new double[4];
    policy.write(2, 1, 2, second);
    assertThat(second).containsExactly(0, 0, 0, 1);
    for (int x = 0; x < 3; x++) {
      for (int a = 0; a < 4; a++) {
        assertThat(policy.probability(1, x, a)).isEqualTo(first[x * 4 + a]);
      }
    }
    assertThat(policy.visits(1, 0)).isEqualTo(8);
    assertThat(policy.visits(2, 0)).isZero();
  }

  @Test
  void stepsAreCountedTogetherIfTheyShareFrequencies() {
    FrequencyPolicy policy = new FrequencyPolicy(new Shape(1, 2, 2), false);
    policy.add(1, 0, 1, 1);
    policy.add(2, 0, 0, 3);
    assertThat(policy.isStationary()).isTrue();
    assertThat(policy.probability(1, 0, 0)).isEqualTo(0.75);
    assertThat(policy.probability(2, 0, 0)).isEqualTo(0.75);
    assertThat(policy.visits(2, 0)).isEqualTo(4);
  }

  /** A table would take 16 GB. */
  @Test
  void manyStatesAndActionsTakeLittleMemory() {
    FrequencyPolicy policy = new FrequencyPolicy(new Shape(100_000, 20_000, 1), true);
    policy.add(1, 99_999, 19_999, 1);
    assertThat(policy.probability(1, 99_999, 19_999)).isEqualTo(1);
    assertThat(policy.probability(1, 0, 0)).isEqualTo(1.0 / 20_000);
  }
}
