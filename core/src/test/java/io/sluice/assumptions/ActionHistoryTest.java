package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.Episodes;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Actions that look at the reward before, and actions that do not. */
class ActionHistoryTest {
  private static final Shape SHAPE = new Shape(1, 2, 3);

  /** A hidden level behind all rewards; the second action is more likely after a reward. */
  private static Comparison found(double more, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Episodes log = new Episodes(SHAPE, RewardRange.UNIT);
    for (int i = 0; i < 1000; i++) {
      double level = random.nextDouble() < 0.5 ? 0.7 : 0.3;
      double[] rows = new double[12];
      double before = 0.5;
      for (int h = 0; h < 3; h++) {
        rows[4 * h + 1] = random.nextDouble() < 0.5 + more * (before - 0.5) ? 1 : 0;
        before = random.nextDouble() < level ? 1 : 0;
        rows[4 * h + 2] = before;
        rows[4 * h + 3] = 0.5;
      }
      log.add(i, i % 2, rows);
    }
    RewardBins.Finder finder = new RewardBins.Finder();
    log.forEach(finder::add);
    ActionHistory tables = new ActionHistory(SHAPE, finder.bins());
    log.forEach(tables::add);
    return tables.actions();
  }

  /** 200 logs at a level of 0.0005: three alarms or more have a probability of 0.0002. */
  @Test
  void actionsThatLookAtTheStateAloneAreNoAlarm() {
    int alarms = 0;
    for (int i = 0; i < 200; i++) {
      alarms += found(0, i).alarm() ? 1 : 0;
    }
    assertThat(alarms).isLessThan(3);
  }

  /** The control: probabilities of 0.42 and 0.58, by the reward before. */
  @Test
  void actionsThatLookAtTheRewardBeforeAre() {
    int alarms = 0;
    for (int i = 0; i < 20; i++) {
      alarms += found(0.16, i).alarm() ? 1 : 0;
    }
    assertThat(alarms).isGreaterThan(16);
  }
}
