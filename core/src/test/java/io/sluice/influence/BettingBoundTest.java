package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.influence.BettingBound.Earlier;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Bounds of a mean by betting. */
class BettingBoundTest {
  private static final double DELTA = 0.05;

  @Test
  void agreesWithTheIndependentProgram() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("/reference/betting.json")) {
      for (JsonNode one : new ObjectMapper().readTree(in)) {
        double[] numbers = new double[one.get("values").size()];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = one.get("values").get(i).asDouble();
        }
        double[] interval = BettingBound.interval(numbers, one.get("delta").asDouble());
        assertThat(interval[0]).isCloseTo(one.get("interval").get(0).asDouble(), within(1e-9));
        assertThat(interval[1]).isCloseTo(one.get("interval").get(1).asDouble(), within(1e-9));
      }
    }
  }

  /**
   * One number, δ = ½: λ = min(√(2 ln 2/(¼·1)), ½/m) and 1 + λ(1−m) ≥ 2 at m = ⅓, where ½/m = 1.5.
   */
  @Test
  void oneNumberByHand() {
    double lower =
        new BettingBound(0.5, 1).with(new double[] {1}, 0, Earlier.ofRange(0, 1)).lower(1);
    // λ = min(2.355, 1.5) = 1.5, capital 1 + 1.5·⅔ = 2 = 1/δ
    assertThat(lower).isCloseTo(1.0 / 3, within(1e-12));
  }

  @Test
  void numbersInOtherUnitsHaveTheBoundInThoseUnits() {
    double[] unit = draws(300, 5, u -> u * u);
    double[] scaled = Arrays.stream(unit).map(u -> 40 * u - 7).toArray();
    double expected = new BettingBound(DELTA, 300).with(unit, 0, Earlier.ofRange(0, 1)).lower(1);
    double lower = new BettingBound(DELTA, 300).with(scaled, -7, Earlier.ofRange(-7, 33)).lower(33);
    assertThat(lower).isCloseTo(40 * expected - 7, within(1e-9));
  }

  @Test
  void aRangeOfNothingIsKnownExactly() {
    BettingBound bound = new BettingBound(DELTA, 3).with(new double[3], 0, Earlier.ofRange(0, 0));
    assertThat(bound.lower(0)).isZero();
  }

  /** Only the losing side of the range matters: rare large numbers do not widen a lower bound. */
  @Test
  void aLowerBoundDoesNotDependOnHowLargeNumbersCanBe() {
    double[] numbers = draws(2000, 6, u -> u < 0.3 ? 1 : 0);
    Earlier earlier = new Earlier(100, 30, 21);
    BettingBound bound = new BettingBound(DELTA, 2000).with(numbers, 0, earlier);
    assertThat(bound.lower(1000)).isCloseTo(bound.lower(1), within(1e-9)).isGreaterThan(0.25);
  }

  /**
   * 1,000 samples of 200 rare rewards (probability 0.02) and of two stages with other ranges. At a
   * probability of missing of 5% more than 71 misses have probability 0.1%. The control bets five
   * times as much without a limit, on numbers that it has seen: scores sorted by size.
   */
  @Test
  void holdsForRareRewardsAndAnOrderThatLooksAtThemDoesNot() {
    int misses = 0;
    int sorted = 0;
    for (int run = 0; run < 1000; run++) {
      double[] numbers = draws(200, 700 + run, u -> u < 0.02 ? 1 : 0);
      double[] interval = BettingBound.interval(numbers, DELTA);
      misses += interval[0] <= 0.02 && 0.02 <= interval[1] ? 0 : 1;
      double[] coins = draws(200, 90_000 + run, u -> u < 0.5 ? 1 : 0);
      sorted += bySize(coins).lower(1) > 0.5 ? 1 : 0;
    }
    assertThat(misses).isLessThanOrEqualTo(71);
    assertThat(sorted).isGreaterThan(100);
  }

  /**
   * Bets on what will come: a stage of the largest numbers, said to vary little, and one of the
   * rest.
   */
  private static BettingBound bySize(double[] numbers) {
    double[] rest = Arrays.stream(numbers).filter(u -> u == 0).toArray();
    double[] large = Arrays.stream(numbers).filter(u -> u == 1).toArray();
    return new BettingBound(DELTA, numbers.length)
        .with(large, 0, new Earlier(1000, 1000, 0.001))
        .with(rest, 0, new Earlier(1000, 0, 1e9));
  }

  /**
   * Two stages, the second with another range and with what the first has shown: 1,000 samples, as
   * above.
   */
  @Test
  void stagesMayLearnFromEarlierOnes() {
    int misses = 0;
    for (int run = 0; run < 1000; run++) {
      double[] first = draws(100, 5_000 + run, u -> 20 * u * u * u - 5);
      double[] second = draws(300, 50_000 + run, u -> u < 0.1 ? 9 : -1);
      double lower =
          new BettingBound(DELTA, 400)
              .with(first, -5, Earlier.ofRange(-5, 15))
              .with(second, -1, Earlier.of(first, -5, 15))
              .lower(9);
      misses += lower <= 0 ? 0 : 1;
    }
    assertThat(misses).isLessThanOrEqualTo(71);
  }

  private static double[] draws(int count, long seed, DoubleUnaryOperator of) {
    return new SplittableRandom(seed).doubles(count).map(of).toArray();
  }
}
