package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClusterSpreadTest {
  private static final Shape ONE = new Shape(1, 2, 1);

  /** Episodes of one row each: cluster, action, reward. */
  private static List<Episode> log(double[]... rows) {
    List<Episode> all = new ArrayList<>();
    Episode.Writer writer = new Episode.Writer(ONE, RewardRange.UNIT);
    for (double[] row : rows) {
      writer.begin((long) row[0], 0);
      writer.row(0, (int) row[1], row[2], 0.5);
      all.add(writer.episode());
    }
    return all;
  }

  private static ClusterVariation of(List<Episode> log) {
    CountsAccumulator counts = new CountsAccumulator(ONE);
    log.forEach(counts::add);
    ClusterSpread spread = new ClusterSpread(Model.estimate(counts.toCounts(), Pooling.PER_STEP));
    log.forEach(spread::add);
    return spread.variation();
  }

  /*
   * Cluster 7: a0 0.9, a0 0.7, a1 0.5. Cluster 8: a0 0.3, a0 0.5, a1 0.1. R̂(a0) = 0.6, R̂(a1) = 0.3;
   * residuals 0.3, 0.1, 0.2 and −0.3, −0.1, −0.2.
   *
   * same action, ordered pairs: 2·0.3·0.1 in each cluster, so 0.12 over 4 pairs: 0.03
   * other action: 2·(0.3 + 0.1)·0.2 in each, so 0.32 over 8 pairs: 0.04
   *
   * Var u = 0.04, and Var v = 0.03 − 0.04 counts as 0.
   */
  @Test
  void productsWithinClustersByHand() {
    ClusterVariation variation =
        of(
            log(
                new double[] {7, 0, 0.9},
                new double[] {7, 0, 0.7},
                new double[] {7, 1, 0.5},
                new double[] {8, 0, 0.3},
                new double[] {8, 0, 0.5},
                new double[] {8, 1, 0.1}));
    assertThat(variation.level()).isCloseTo(0.2, within(1e-9));
    assertThat(variation.byAction()).isZero();
    assertThat(variation.sizes()).containsOnlyKeys(3L).containsEntry(3L, 2L);
  }

  /**
   * 400 clusters of 30 episodes, level ±0.1, an action's gain ±0.2, two-valued rewards. The
   * standard error of either variance is below 0.003, so five of them are allowed; without effects
   * the same estimate is near 0.
   */
  @Test
  void effectsOfKnownSizeAreFound() {
    ClusterVariation both = of(drawn(0.1, 0.2));
    assertThat(both.level() * both.level()).isCloseTo(0.01, within(0.015));
    assertThat(both.byAction() * both.byAction()).isCloseTo(0.04, within(0.015));
    ClusterVariation none = of(drawn(0, 0));
    assertThat(none.level() * none.level()).isLessThan(0.005);
    assertThat(none.byAction() * none.byAction()).isLessThan(0.005);
  }

  private static List<Episode> drawn(double level, double gain) {
    SplittableRandom random = new SplittableRandom(4);
    List<double[]> rows = new ArrayList<>();
    for (int g = 0; g < 400; g++) {
      double u = random.nextBoolean() ? level : -level;
      double[] v = {random.nextBoolean() ? gain : -gain, random.nextBoolean() ? gain : -gain};
      for (int i = 0; i < 30; i++) {
        int a = random.nextInt(2);
        rows.add(new double[] {g, a, random.nextDouble() < 0.5 + u + v[a] ? 1 : 0});
      }
    }
    return log(rows.toArray(new double[0][]));
  }
}
