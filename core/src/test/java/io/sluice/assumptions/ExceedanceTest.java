package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;

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
}
