package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Episodes;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Episodes that were entered more than once. */
class RepeatedEpisodesTest {
  private static final Shape SHAPE = new Shape(3, 2, 3);

  /** Episodes of three random steps; rewards are 0 or 1, or any number. */
  private static Episodes log(int episodes, int seed, boolean manyRewards) {
    SplittableRandom random = new SplittableRandom(seed);
    Episodes log = new Episodes(SHAPE, RewardRange.UNIT);
    for (int i = 0; i < episodes; i++) {
      double[] rows = new double[12];
      for (int at = 0; at < rows.length; at += 4) {
        rows[at] = random.nextInt(3);
        rows[at + 1] = random.nextInt(2);
        rows[at + 2] = manyRewards ? random.nextDouble() : random.nextInt(2);
        rows[at + 3] = 0.5;
      }
      log.add(i, 0, rows);
    }
    return log;
  }

  private static RepeatedEpisodes.Repetitions of(Episodes... logs) {
    RepeatedEpisodes all = new RepeatedEpisodes();
    for (Episodes log : logs) {
      log.forEach(all::add);
    }
    return all.repetitions();
  }

  @Test
  void aLogEnteredTwiceIsSeenWhateverItsRewards() {
    for (boolean many : new boolean[] {true, false}) {
      Episodes log = log(400, 1, many);
      assertThat(of(log).alarm()).isFalse();
      assertThat(of(log, log).alarm()).isTrue();
      assertThat(of(log, log, log).alarm()).isTrue();
    }
  }

  @Test
  void aFifthOfTheLogEnteredTwiceIsSeenWhereEpisodesAreUnlikeEachOther() {
    assertThat(of(log(1000, 2, true)).repeated()).isZero();
    RepeatedEpisodes.Repetitions some = of(log(1000, 2, true), log(200, 2, true));
    assertThat(some.alarm()).isTrue();
    assertThat(some.different()).isEqualTo(1000);
    assertThat(some.repeated()).isCloseTo(400 / 1200.0, within(1e-12));
  }

  /**
   * At a level of 0.001, three alarms or more in 200 logs of 50 to 4,030 episodes, of which many
   * are identical by chance, have a probability of 0.0011.
   */
  @Test
  void chanceRepetitionsAreNoAlarm() {
    int alarms = 0;
    for (int seed = 0; seed < 200; seed++) {
      alarms += of(log(50 + 20 * seed, 1000 + seed, false)).alarm() ? 1 : 0;
    }
    assertThat(alarms).isLessThan(3);
  }
}
