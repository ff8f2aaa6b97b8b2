package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.Episodes;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rewards as a few classes. */
class RewardBinsTest {
  private static RewardBins.Finder seen(int rows, IntToDoubleFunction reward) {
    Episodes log = new Episodes(new Shape(1, 1, 1), new RewardRange(-10, 10));
    for (int i = 0; i < rows; i++) {
      log.add(i, 0, 0, 0, reward.applyAsDouble(i), 1);
    }
    RewardBins.Finder finder = new RewardBins.Finder();
    log.forEach(finder::add);
    return finder;
  }

  @Test
  void fewValuesAreClassesOfTheirOwn() {
    RewardBins bins = seen(30, i -> i % 3 - 1).bins();
    assertThat(bins.classes()).isEqualTo(3);
    assertThat(IntStream.of(-1, 0, 1).map(bins::of)).containsExactly(0, 1, 2);
    assertThat(bins.of(-0.0)).isEqualTo(1);
  }

  /** 80,000 different values, negative ones too: eight classes of 10,000, up to 2%. */
  @Test
  void manyValuesAreBinnedByQuantiles() {
    SplittableRandom random = new SplittableRandom(4);
    double[] rewards = random.doubles(80_000).map(u -> u * u * 4 - 1).toArray();
    RewardBins bins = seen(rewards.length, i -> rewards[i]).bins();
    int[] rows = new int[bins.classes()];
    for (double r : rewards) {
      rows[bins.of(r)]++;
    }
    assertThat(rows).hasSize(8);
    assertThat(IntStream.of(rows)).allSatisfy(n -> assertThat(n).isBetween(9_800, 10_200));
  }

  /** Nine of ten rewards are 0; the others are all different, and have one class at least. */
  @Test
  void aFrequentValueFillsOneClass() {
    RewardBins bins = seen(1000, i -> i % 10 == 0 ? 1 + i / 1000.0 : 0).bins();
    assertThat(bins.of(0)).isZero();
    assertThat(bins.of(1)).isEqualTo(1);
    assertThat(bins.classes()).isEqualTo(2);
  }
}
