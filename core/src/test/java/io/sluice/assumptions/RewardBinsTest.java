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

  /** Eight values, of which one has half of all rows; quantiles would make fewer classes. */
  @Test
  void eightValuesAreNotBinned() {
    RewardBins bins = seen(14, i -> Math.min(i, 7)).bins();
    assertThat(IntStream.range(0, 8).map(bins::of)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    // nine are: the last of them, with 7 of 15 rows, fills the upper classes
    RewardBins nine = seen(15, i -> Math.min(i, 8)).bins();
    assertThat(nine.classes()).isLessThan(8);
  }

  @Test
  void theTwoZerosAreOneValue() {
    assertThat(seen(6, i -> i % 3 == 0 ? -0.0 : i % 3 == 1 ? 0.0 : 1).bins().classes())
        .isEqualTo(2);
  }

  /** 8,192 neighboring numbers, from an odd one on; one more, and every second one is dropped. */
  @Test
  void valuesAreExactUpToTheMostThatAreKept() {
    double digit = Math.ulp(1.0);
    RewardBins bins = seen(8192, i -> 1 + (i + 1) * digit).bins();
    int[] rows = new int[bins.classes()];
    IntStream.range(0, 8192).forEach(i -> rows[bins.of(1 + (i + 1) * digit)]++);
    assertThat(rows).hasSize(8).containsOnly(1024);
    RewardBins.Finder more = seen(8193, i -> 1 + (i + 1) * digit);
    assertThat(more.rows()).isEqualTo(8193);
    assertThat(more.bins().of(1 + 1024 * digit)).isEqualTo(more.bins().of(1 + 1025 * digit));
  }

  /** A few values and very many, in either order: the same classes as of all together. */
  @Test
  void partsAddUp() {
    double[] many = new SplittableRandom(6).doubles(20_000).toArray();
    double[] few = {-1, -0.5, 0.25};
    double[] all = new double[20_003];
    System.arraycopy(few, 0, all, 0, 3);
    System.arraycopy(many, 0, all, 3, 20_000);
    RewardBins whole = seen(all.length, i -> all[i]).bins();
    int[] classes = java.util.Arrays.stream(all).mapToInt(whole::of).toArray();
    for (boolean first : new boolean[] {true, false}) {
      RewardBins.Finder one = seen(few.length, i -> few[i]);
      RewardBins.Finder other = seen(many.length, i -> many[i]);
      RewardBins.Finder sum = first ? one.plus(other) : other.plus(one);
      assertThat(sum.rows()).isEqualTo(20_003);
      assertThat(java.util.Arrays.stream(all).mapToInt(sum.bins()::of).toArray())
          .containsExactly(classes);
    }
    RewardBins.Finder three = seen(few.length, i -> few[i]);
    assertThat(three.empty().rows()).isZero();
    assertThat(three.plus(seen(1, i -> 7)).bins().classes()).isEqualTo(4);
  }

  @Test
  void rewardsAtTheEndsOfTheirRangeAreTwoClasses() {
    Shape shape = new Shape(1, 2, 1);
    RewardRange range = new RewardRange(-10, 10);
    Episodes log = new Episodes(shape, range).add(0, 0, 0, 0, -10, 1).add(1, 0, 0, 1, 10, 1);
    RewardBins bins = RewardBins.ofTwo(log.counts(), range).orElseThrow();
    assertThat(bins.classes()).isEqualTo(2);
    assertThat(bins.of(-10)).isZero();
    assertThat(bins.of(10)).isOne();
    log.add(2, 0, 0, 1, 0, 1); // in between
    assertThat(RewardBins.ofTwo(log.counts(), range)).isEmpty();
  }
}
