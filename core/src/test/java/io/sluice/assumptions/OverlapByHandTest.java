package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.OverlapTest.StepWeights;
import io.sluice.fixtures.Episodes;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Weights of episodes and the test of their mean, by hand. */
class OverlapByHandTest {
  private static List<StepWeights> steps(OverlapTest test, Episodes... logs) {
    for (Episodes log : logs) {
      log.forEach(test::add);
    }
    return test.steps();
  }

  /** So many episodes of one row each, all in clusters of their own. */
  private static void add(Episodes log, int times, int action, double p) {
    for (int i = 0; i < times; i++) {
      log.add(log.size(), 0, 0, action, 1, p);
    }
  }

  /** π is 0.75, 0.25 and 0.5 was logged: weights 1.5, 2.25 and 0.5, which stays after the end. */
  @Test
  void twoEpisodesByHand() {
    Shape shape = new Shape(1, 2, 2);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    log.add(0, 0, 0, 0, 1, 0.5, 0, 0, 1, 0.5).add(1, 0, 0, 1, 1, 0.5);
    List<StepWeights> found = steps(new OverlapTest(Policy.everywhere(shape, 0.75, 0.25)), log);
    // 2²/2.5; d = ±0.5
    assertThat(found.get(0)).isEqualTo(new StepWeights(1, 1.6, 1.5, 1, 0, 1));
    StepWeights second = found.get(1);
    // 2.75²/(2.25² + 0.25); d = 1.25 and −0.5
    assertThat(second.step()).isEqualTo(2);
    assertThat(second.effectiveSampleSize()).isCloseTo(7.5625 / 5.3125, within(1e-12));
    assertThat(second.largest()).isEqualTo(2.25);
    assertThat(second.mean()).isEqualTo(1.375);
    assertThat(second.t()).isCloseTo(0.75 / Math.sqrt(1.8125), within(1e-12));
    assertThat(second.pValue()).isCloseTo(0.57746866, within(1e-7)); // Python, NormalDist
  }

  /** 100 episodes of weight ½: Σd = −50, Σd² = Σw² = 25: 2·exp(−10²/2). */
  @Test
  void aMeanBelowOneByHand() {
    Shape shape = new Shape(1, 2, 1);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    add(log, 100, 1, 0.5);
    StepWeights one = steps(new OverlapTest(Policy.everywhere(shape, 0.75, 0.25)), log).get(0);
    assertThat(one.t()).isCloseTo(-10, within(1e-12));
    // −50/√25 = −10, and the skewness is below 0
    assertThat(one.pValue()).isCloseTo(2 * Math.exp(-50), within(1e-30));
  }

  /** Five weights of 9 and 95 of 1/9: skewed, so a mean below 1 says less. */
  @Test
  void skewedWeightsBelowOneByHand() {
    Shape shape = new Shape(1, 2, 1);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    add(log, 5, 0, 0.1);
    add(log, 95, 1, 0.9);
    StepWeights one = steps(new OverlapTest(Policy.everywhere(shape, 0.9, 0.1)), log).get(0);
    double d = 1 / 9.0 - 1;
    double sum = 5 * 8 + 95 * d; // −44.4
    double squares = 5 * 64 + 95 * d * d; // 395.1
    double cubes = 5 * 512 + 95 * d * d * d; // 2,493
    double weights = 5 * 81 + 95 / 81.0; // Σw² = 406.2, which is larger than Σd²
    double skew = cubes / Math.pow(squares, 1.5); // 0.32
    double x = -sum / Math.sqrt(weights); // 2.2
    assertThat(one.t()).isCloseTo(sum / Math.sqrt(squares), within(1e-9));
    assertThat(one.pValue())
        .isCloseTo(2 * Math.exp(skew * x * x * x / 3 - x * x / 2), within(1e-9)); // 0.547
  }

  /** Two clusters of two episodes with the same weight: d adds up before it is squared. */
  @Test
  void episodesOfAClusterCountAsOne() {
    Shape shape = new Shape(1, 2, 1);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    log.add(7, 0, 0, 0, 1, 0.5).add(7, 0, 0, 0, 1, 0.5);
    log.add(8, 0, 0, 1, 1, 0.5).add(8, 0, 0, 0, 1, 0.5);
    OverlapTest test = new OverlapTest(Policy.everywhere(shape, 0.75, 0.25));
    StepWeights one = steps(test, log).get(0);
    // d = 0.5 + 0.5, and −0.5 + 0.5
    assertThat(one.t()).isCloseTo(1, within(1e-12));
    // w = 1.5 three times and 0.5: 5²/7
    assertThat(one.effectiveSampleSize()).isCloseTo(25 / 7.0, within(1e-12));
  }

  /** Σd² of clusters is larger than Σw² here, and then it is that which counts. */
  @Test
  void whereClustersVaryMoreTheirSquaresCount() {
    Shape shape = new Shape(1, 2, 1);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 10; i++) {
      log.add(3, 0, 0, 1, 1, 0.5);
    }
    StepWeights one = steps(new OverlapTest(Policy.everywhere(shape, 0.75, 0.25)), log).get(0);
    // one cluster with d = −5: 25 against Σw² = 2.5; −5/5: 2·exp(−½) is above 1
    assertThat(one.t()).isEqualTo(-1);
    assertThat(one.pValue()).isEqualTo(1);
    Episodes more = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 90; i++) {
      more.add(i / 10, 0, 0, 1, 1, 0.5);
    }
    StepWeights nine = steps(new OverlapTest(Policy.everywhere(shape, 0.75, 0.25)), more).get(0);
    // nine clusters: −45/√225 = −3
    assertThat(nine.pValue()).isCloseTo(2 * Math.exp(-4.5), within(1e-12));
  }

  @Test
  void partsAddUp() {
    Shape shape = new Shape(1, 2, 1);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    add(log, 3, 0, 0.5);
    Episodes other = new Episodes(shape, RewardRange.UNIT);
    other.add(9, 0, 0, 1, 1, 0.5);
    Policy policy = Policy.everywhere(shape, 0.75, 0.25);
    OverlapTest sum = new OverlapTest(policy);
    log.forEach(sum::add);
    OverlapTest part = sum.empty();
    other.forEach(part::add);
    StepWeights one = sum.plus(part).steps().get(0);
    // d = 0.5 three times and −0.5: Σd = 1, Σd² = 1; 5²/7
    assertThat(one).isEqualTo(new StepWeights(1, 25 / 7.0, 1.5, 1.25, 1, one.pValue()));
    // the other way round, the largest is that of the part
    OverlapTest first = new OverlapTest(policy);
    other.forEach(first::add);
    OverlapTest second = first.empty();
    log.forEach(second::add);
    assertThat(first.plus(second).steps().get(0)).isEqualTo(one);
    assertThat(one.pValue()).isCloseTo(0.3173105, within(1e-6)); // outside of ±1 sd
  }

  /** Weights of 1 up to rounding differ from 1 by nothing. */
  @Test
  void roundingIsNoDeviation() {
    Shape shape = new Shape(1, 2, 1);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    add(log, 1000, 0, 0.5 * (1 - 1e-12));
    StepWeights one = steps(new OverlapTest(Policy.uniform(shape)), log).get(0);
    assertThat(one.t()).isZero(); // and not √1000
    assertThat(one.pValue()).isEqualTo(1);
  }

  @Test
  void weightsBeyondAllMeasureStayFinite() {
    Shape shape = new Shape(1, 2, 1);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    log.add(0, 0, 0, 0, 1, 1e-100).add(1, 0, 0, 0, 1, 1e-100);
    StepWeights one = steps(new OverlapTest(Policy.uniform(shape)), log).get(0);
    assertThat(one.largest()).isEqualTo(1e60);
    assertThat(one.t()).isCloseTo(Math.sqrt(2), within(1e-9));
  }

  /** A policy that does nothing of what was logged. */
  @Test
  void aPolicyThatDoesNothingOfTheLogHasNoSampleSize() {
    Shape shape = new Shape(1, 2, 1);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    add(log, 4, 0, 1);
    StepWeights one = steps(new OverlapTest(Policy.everywhere(shape, 0, 1)), log).get(0);
    // Σd = −4, Σd² = 4, no w²: 2·exp(−(4/2)²/2)
    assertThat(one).isEqualTo(new StepWeights(1, 0, 0, 0, -2, one.pValue()));
    assertThat(one.pValue()).isCloseTo(2 * Math.exp(-2), within(1e-12));
  }
}
