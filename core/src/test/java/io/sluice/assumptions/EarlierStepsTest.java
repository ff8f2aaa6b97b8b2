package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.Episodes;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Effects that are delayed by several steps contradict that the state is all that matters. */
class EarlierStepsTest {
  private static final Shape SHAPE = new Shape(1, 2, 6);

  /**
   * One state, a coin for every action, and a reward at the last step only.
   *
   * @param delayed whether it is more likely after the first action was 1
   */
  private static MarkovTables tables(boolean delayed, boolean earlier, long seed) {
    Random random = new Random(seed);
    Episodes log = new Episodes(SHAPE, RewardRange.UNIT);
    for (int i = 0; i < 2_000; i++) {
      double[] rows = new double[4 * SHAPE.horizon()];
      for (int h = 1; h <= SHAPE.horizon(); h++) {
        rows[4 * h - 3] = random.nextInt(2);
        rows[4 * h - 1] = 0.5;
      }
      double chance = delayed && rows[1] == 1 ? 0.8 : 0.2;
      rows[4 * SHAPE.horizon() - 2] = random.nextDouble() < chance ? 1 : 0;
      log.add(i, i % 2, rows);
    }
    RewardBins.Finder finder = new RewardBins.Finder();
    log.forEach(finder::add);
    RewardBins bins = finder.bins();
    MarkovTables tables =
        earlier ? MarkovTables.withFurtherPasts(SHAPE, bins) : new MarkovTables(SHAPE, bins);
    log.forEach(tables::add);
    return tables;
  }

  @Test
  void anEffectOfTheFirstActionOnTheLastRewardIsSeen() {
    assertThat(tables(true, true, 1).further().get(2).rewards().alarm()).isTrue();
    assertThat(TableFindings.markov(tables(true, true, 2)).isContradicted()).isTrue();
  }

  /** The control: the step before says nothing about it. */
  @Test
  void theStepBeforeDoesNotShowIt() {
    assertThat(tables(true, false, 1).rewards().alarm()).isFalse();
  }

  /** 200 logs at a level of 0.004: five alarms or more have a probability of 0.0014. */
  @Test
  void withoutAnEffectThereIsNoAlarm() {
    int alarms = 0;
    for (int seed = 0; seed < 200; seed++) {
      alarms += TableFindings.markov(tables(false, true, 100 + seed)).isContradicted() ? 1 : 0;
    }
    assertThat(alarms).isLessThan(5);
  }
}
