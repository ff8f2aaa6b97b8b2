package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Episodes;
import io.sluice.mdp.Episode;
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

  /** So many different episodes, each so many times. */
  private static RepeatedEpisodes add(RepeatedEpisodes to, int different, int times) {
    for (long i = 0; i < different; i++) {
      for (int k = 0; k < times; k++) {
        to.add((1000L * times + i) << 40);
      }
    }
    return to;
  }

  /** The level of each test is 0.001/3: 2⁻¹² is below, 2⁻¹¹ = 0.00049 is not; nor is 3⁻⁷. */
  @Test
  void aDozenDifferentEpisodesEnteredTwiceAreSeen() {
    assertThat(add(new RepeatedEpisodes(), 12, 2).repetitions())
        .isEqualTo(new RepeatedEpisodes.Repetitions(12, 1, true));
    assertThat(add(new RepeatedEpisodes(), 11, 2).repetitions().alarm()).isFalse();
    assertThat(add(new RepeatedEpisodes(), 8, 3).repetitions())
        .isEqualTo(new RepeatedEpisodes.Repetitions(8, 1, true));
    assertThat(add(new RepeatedEpisodes(), 7, 3).repetitions().alarm()).isFalse();
    // odd numbers of times that are no multiples of three say nothing
    assertThat(add(new RepeatedEpisodes(), 20, 5).repetitions().alarm()).isFalse();
  }

  /**
   * Of 100 single episodes and f₂ pairs: bounds at 0.001/9 are 45.36 for Ef₂ where f₂ is 77, 44.60
   * where it is 76, 148.95 for Ef₁ and 9.10 for Ef₃; (2·45.36)² = 8,231 is above 148.95·6·9.10 =
   * 8,137, and (2·44.60)² = 7,958 is not. Bounds were computed with Python.
   */
  @Test
  void pairsAreSeenWhereSingleOnesAndTriplesAreTooFew() {
    assertThat(add(add(new RepeatedEpisodes(), 100, 1), 76, 2).repetitions().alarm()).isFalse();
    RepeatedEpisodes seen = add(add(new RepeatedEpisodes(), 100, 1), 77, 2);
    assertThat(seen.repetitions())
        .isEqualTo(new RepeatedEpisodes.Repetitions(177, 154 / 254.0, true));
    // with three triples 98 pairs are too few, and 99 are not: 15,566 against 15,527
    RepeatedEpisodes triples = add(add(new RepeatedEpisodes(), 100, 1), 3, 3);
    RepeatedEpisodes more = add(triples.empty(), 98, 2);
    assertThat(more.plus(triples)).isSameAs(more);
    assertThat(more.repetitions().alarm()).isFalse();
    more.plus(add(more.empty(), 1, 4)); // four times is no pair
    assertThat(more.repetitions().alarm()).isFalse();
    more.add(1L << 60);
    more.add(1L << 60);
    assertThat(more.repetitions().alarm()).isTrue();
  }

  @Test
  void anEmptyLogHasNoRepetitions() {
    assertThat(new RepeatedEpisodes().repetitions())
        .isEqualTo(new RepeatedEpisodes.Repetitions(0, 0, false));
  }

  /** State, action, next state, reward and propensity of the one or of the other step. */
  @Test
  void episodesThatDifferInOneFigureAreNotTheSame() {
    Shape shape = new Shape(3, 2, 2);
    double[] rows = {0, 0, 2, 0.5, 0.5, 0, 0, 2, 0.5, 0.5};
    double[] other = {1, 1, 1, 0.25, 0.25, 1, 1, 1, 0.25, 0.25};
    RepeatedEpisodes all = new RepeatedEpisodes();
    all.add(episode(shape, rows));
    all.add(episode(shape, rows));
    int different = 1;
    for (int i = 0; i < rows.length; i++) {
      if (i == 2) {
        continue; // what follows a row is the state of the next one
      }
      double[] changed = rows.clone();
      changed[i] = other[i];
      all.add(episode(shape, changed));
      different++;
    }
    assertThat(all.repetitions().different()).isEqualTo(different);
    assertThat(all.repetitions().repeated()).isCloseTo(2 / 11.0, within(1e-12));
  }

  private static Episode episode(Shape shape, double[] rows) {
    Episode.Writer writer = new Episode.Writer(shape, RewardRange.UNIT);
    writer.begin(0, 0);
    for (int i = 0; i < rows.length; i += 5) {
      writer.row((int) rows[i], (int) rows[i + 1], (int) rows[i + 2], rows[i + 3], rows[i + 4]);
    }
    return writer.episode();
  }

  /** Two binary digits of a hash are not needed, and they are not the first ones. */
  @Test
  void hashesThatDifferInTheirFirstDigitsAreDifferent() {
    RepeatedEpisodes two = new RepeatedEpisodes();
    two.add(1L << 62);
    two.add(1L << 63);
    assertThat(two.repetitions().different()).isEqualTo(2);
  }
}
