package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.influence.ClusterVariation;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ClusterEffectsTest {
  private static final ClusterVariation LOG =
      new ClusterVariation(new TreeMap<>(Map.of(1L, 2L, 3L, 1L)), 0.2, 0.1);

  @Test
  void sizesAreThoseOfTheLogAndBeginAgainWhenTheyAreUsedUp() {
    ClusterEffects effects = ClusterEffects.like(LOG, 10, 0, 1);
    assertThat(effects.clusters()).isEqualTo(6); // 5 episodes to 3 clusters
    assertThat(effects.clusterOf(0)).isZero();
    for (int e = 1; e < 10; e++) {
      assertThat(effects.clusterOf(e) - effects.clusterOf(e - 1)).isBetween(0, 1);
    }
  }

  /** With a mean of 0.5 the effect is ±0.2 ± 0.1; with 0.06 it is scaled by 0.06/0.3. */
  @Test
  void effectsKeepToTheRangeAndCancelOut() {
    ClusterEffects effects = ClusterEffects.like(LOG, 5, 0, 1);
    double sum = 0;
    for (int cluster = 0; cluster < 4_000; cluster++) {
      double effect = effects.effect(9, cluster, 1, 0.5);
      assertThat(Math.min(Math.abs(Math.abs(effect) - 0.3), Math.abs(Math.abs(effect) - 0.1)))
          .isLessThan(1e-12);
      assertThat(effects.effect(9, cluster, 1, 0.06)).isCloseTo(effect / 5, within(1e-12));
      sum += effect;
    }
    // Its standard error is √(0.05/4000) = 0.0035.
    assertThat(sum / 4_000).isCloseTo(0, within(0.0175));
  }

  /** Episodes of a cluster are one after the other, and clusters are whole in a fold. */
  @Test
  void keptEpisodesComeByCluster() {
    Environment chain = ChainBandit.of(2);
    Rollouts rollouts = new Rollouts(chain, Optional.of(ClusterEffects.like(LOG, 50, 0, 1)), 3);
    long[] last = {-1, -1};
    rollouts.forEachEpisode(
        50,
        e -> {
          assertThat(e.cluster()).isBetween(last[0], last[0] + 1);
          if (e.cluster() == last[0]) {
            assertThat((long) e.part()).isEqualTo(last[1]);
          }
          last[0] = e.cluster();
          last[1] = e.part();
        });
    assertThat(rollouts.keep(50).hasClusters()).isTrue();
  }
}
