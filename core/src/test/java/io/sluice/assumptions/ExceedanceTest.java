package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** When a statistic is larger than chance allows; limits by hand. */
class ExceedanceTest {
  private static final ToDoubleFunction<SplittableRandom> NEVER =
      random -> {
        throw new AssertionError("nothing is drawn");
      };

  /** Mean 10, variance 4: z = (statistic − 10)/2. */
  private static boolean alarms(
      double statistic, long placed, ToDoubleFunction<SplittableRandom> draw) {
    return Exceedance.alarms(statistic, 10, 4, placed, draw);
  }

  @Test
  void belowFourDeviationsNothingIsDrawn() {
    assertThat(alarms(17.99, 5, NEVER)).isFalse();
    assertThat(alarms(-100, 5, NEVER)).isFalse();
    AtomicInteger draws = new AtomicInteger();
    assertThat(alarms(18, 5, random -> draws.incrementAndGet() * 0.0)).isTrue();
    assertThat(draws).hasValue(1999);
  }

  /** (99.5 − 10)/2 = 44.75 > √1,999 = 44.71 > (99.4 − 10)/2. */
  @Test
  void beyondCantellisLimitNothingIsDrawnEither() {
    assertThat(alarms(99.5, 5, NEVER)).isTrue();
    assertThat(alarms(99.4, 5, random -> 99.4)).isFalse();
  }

  /** At z² = 1,999 the inequality says 1/2,000: no draw is needed. */
  @Test
  void theLimitItselfIsBeyond() {
    assertThat(Exceedance.alarms(Math.sqrt(1999) + 1e-12, 0, 1, 5, NEVER)).isTrue();
  }

  @Test
  void oneDrawThatIsNotSmallerEndsIt() {
    AtomicInteger draws = new AtomicInteger();
    assertThat(alarms(20, 5, random -> draws.incrementAndGet() == 7 ? 20 : 0)).isFalse();
    assertThat(draws).hasValue(7);
    assertThat(alarms(20, 5, random -> 19.999)).as("all are smaller").isTrue();
    assertThat(alarms(20, 5, random -> 20 * (1 - 1e-10))).as("equal but for rounding").isFalse();
  }

  /** Six deviations, (22 − 10)/2, decide where draws would place more than 100,000. */
  @Test
  void largeTablesAreTakenAsNormal() {
    assertThat(alarms(22, 100_001, NEVER)).isTrue();
    assertThat(alarms(21.99, 100_001, NEVER)).isFalse();
    assertThat(alarms(21.99, 100_000, random -> 0)).as("these are still drawn").isTrue();
  }

  @Test
  void whereNothingIsLeftToChanceThereIsNoAlarm() {
    assertThat(Exceedance.alarms(5, 1, 0, 5, NEVER)).isFalse();
    assertThat(Exceedance.alarms(5, 1, Double.NaN, 5, NEVER)).isFalse();
  }

  @SafeVarargs
  private static double pValue(List<List<Integer>>... tables) {
    List<MarginTable> all = new ArrayList<>();
    for (List<List<Integer>> table : tables) {
      MarginTable.Builder cells = new MarginTable.Builder();
      for (int i = 0; i < table.size(); i++) {
        for (int j = 0; j < table.get(i).size(); j++) {
          cells.add(i, j, table.get(i).get(j));
        }
      }
      all.add(cells.table().orElseThrow());
    }
    return Exceedance.pValue(all);
  }

  /**
   * n = 20, X² = 0.8, mean 20/19, variance 40/17·(18/19)² = 2.1118: a χ² on 1.0494 df, scaled by
   * 1.0031, is above 0.8 with probability 0.38926 (the series of the incomplete gamma function).
   */
  @Test
  void whatIsNotDoubtfulIsNotDrawn() {
    assertThat(pValue(List.of(List.of(6, 4), List.of(4, 6)))).isCloseTo(0.38926, within(1e-5));
    assertThat(pValue(List.of(List.of(5, 5), List.of(5, 5)))).isEqualTo(1);
    assertThat(Exceedance.pValue(List.of())).isEqualTo(1);
  }

  /**
   * Of 20 ways to place three of six, two are as far off: 0.1, where the χ² says 0.02. 999 draws
   * have a standard error of 0.0095.
   */
  @Test
  void whatIsDoubtfulIsDrawn() {
    List<List<Integer>> three = List.of(List.of(3, 0), List.of(0, 3));
    assertThat(pValue(three)).isCloseTo(0.1, within(0.03));
    // Both of two tables: 0.1² if X² is 12; an X² of 12 needs both.
    assertThat(pValue(three, three)).isCloseTo(0.01, within(0.009));
  }

  /** 2 of 184,756 ways: no draw reaches it, and the χ² says less than 1 in 1,000. */
  @Test
  void whatNoDrawReachesIsBelowOneInAThousand() {
    assertThat(pValue(List.of(List.of(10, 0), List.of(0, 10)))).isBetween(1e-6, 1e-4);
  }
}
