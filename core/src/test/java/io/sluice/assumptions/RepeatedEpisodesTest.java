package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.RepeatedEpisodes.Kind;
import io.sluice.assumptions.RepeatedEpisodes.Repetitions;
import io.sluice.fixtures.Episodes;
import io.sluice.mdp.Episode;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Episodes that were entered more than once. */
class RepeatedEpisodesTest {
  private static final Shape SHAPE = new Shape(3, 2, 3);

  /** Any number. */
  private static final int ALL = 0;

  /** Episodes of three random steps; rewards have so many values. */
  private static Episodes log(int episodes, int seed, int values) {
    SplittableRandom random = new SplittableRandom(seed);
    Episodes log = new Episodes(SHAPE, RewardRange.UNIT);
    for (int i = 0; i < episodes; i++) {
      double[] rows = new double[12];
      for (int at = 0; at < rows.length; at += 4) {
        rows[at] = random.nextInt(3);
        rows[at + 1] = random.nextInt(2);
        rows[at + 2] =
            values == ALL ? random.nextDouble() : random.nextInt(values) / (values - 1.0);
        rows[at + 3] = 0.5;
      }
      log.add(i, 0, rows);
    }
    return log;
  }

  private static Repetitions of(Episodes... logs) {
    RepeatedEpisodes all = new RepeatedEpisodes();
    for (Episodes log : logs) {
      log.forEach(all::add);
    }
    return all.repetitions();
  }

  @Test
  void aLogEnteredTwiceIsSeenWhateverItsRewards() {
    for (int values : new int[] {ALL, 2}) {
      Episodes log = log(400, 1, values);
      assertThat(of(log).alarm()).isFalse();
      assertThat(of(log, log).alarm()).isTrue();
      assertThat(of(log, log, log).alarm()).isTrue();
    }
  }

  @Test
  void aFifthOfTheLogEnteredTwiceIsSeenWhereEpisodesAreUnlikeEachOther() {
    assertThat(of(log(1000, 2, ALL)).repeated()).isZero();
    Repetitions some = of(log(1000, 2, ALL), log(200, 2, ALL));
    assertThat(some.alarm()).isTrue();
    assertThat(some.different()).isEqualTo(1000);
    assertThat(some.repeated()).isCloseTo(400 / 1200.0, within(1e-12));
  }

  /**
   * At a level of 0.002, four alarms or more in 200 logs of 50 to 4,030 episodes, of which many are
   * identical by chance, have a probability of 0.0008. With five values rewards make most episodes
   * different, but not their parts.
   */
  @Test
  void chanceRepetitionsAreNoAlarm() {
    int alarms = 0;
    for (int seed = 0; seed < 200; seed++) {
      int values = seed % 3 == 0 ? 5 : 2;
      alarms += of(log(50 + 20 * seed, 1000 + seed, values)).alarm() ? 1 : 0;
    }
    assertThat(alarms).isLessThan(4);
  }

  /** So many different episodes, each so many times. */
  private static RepeatedEpisodes add(RepeatedEpisodes to, int different, int times) {
    for (long i = 0; i < different; i++) {
      for (int k = 0; k < times; k++) {
        to.add((1000L * times + i) << 40, 0);
      }
    }
    return to;
  }

  /** The level of each test is 0.001/3: 2⁻¹² is below, 2⁻¹¹ = 0.00049 is not; nor is 3⁻⁷. */
  @Test
  void aDozenDifferentEpisodesEnteredTwiceAreSeen() {
    assertThat(add(new RepeatedEpisodes(), 12, 2).repetitions())
        .isEqualTo(new Repetitions(Kind.IDENTICAL, 12, 1, true));
    assertThat(add(new RepeatedEpisodes(), 11, 2).repetitions().alarm()).isFalse();
    assertThat(add(new RepeatedEpisodes(), 8, 3).repetitions())
        .isEqualTo(new Repetitions(Kind.IDENTICAL, 8, 1, true));
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
        .isEqualTo(new Repetitions(Kind.IDENTICAL, 177, 154 / 254.0, true));
    // with three triples 98 pairs are too few, and 99 are not: 15,566 against 15,527
    RepeatedEpisodes triples = add(add(new RepeatedEpisodes(), 100, 1), 3, 3);
    RepeatedEpisodes more = add(triples.empty(), 98, 2);
    assertThat(more.plus(triples)).isSameAs(more);
    assertThat(more.repetitions().alarm()).isFalse();
    more.plus(add(more.empty(), 1, 4)); // four times is no pair
    assertThat(more.repetitions().alarm()).isFalse();
    more.add(1L << 60, 0);
    more.add(1L << 60, 0);
    assertThat(more.repetitions().alarm()).isTrue();
  }

  @Test
  void anEmptyLogHasNoRepetitions() {
    assertThat(new RepeatedEpisodes().repetitions())
        .isEqualTo(new Repetitions(Kind.IDENTICAL, 0, 0, false));
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
    two.add(1L << 62, 0);
    two.add(1L << 63, 0);
    assertThat(two.repetitions().different()).isEqualTo(2);
  }

  /** Exported four times, with rewards that differ in their seventh digit. */
  @Test
  void copiesThatDifferInLastDigitsAreSeen() {
    Episodes[] noisy = new Episodes[4];
    Episodes[] different = new Episodes[4];
    for (int k = 0; k < 4; k++) {
      noisy[k] = noisy(k, 1e-7);
      different[k] = noisy(k, 1e-3);
    }
    Repetitions found = of(noisy);
    assertThat(found.alarm()).isTrue();
    assertThat(found.kind()).isEqualTo(Kind.NEARLY_IDENTICAL);
    assertThat(found.repeated()).isGreaterThan(0.9);
    assertThat(of(noisy[0]).alarm()).isFalse();
    assertThat(of(different).alarm()).as("the control").isFalse();
  }

  /** The same episodes with other noise. */
  private static Episodes noisy(int copy, double noise) {
    Episodes log = new Episodes(SHAPE, RewardRange.UNIT);
    SplittableRandom off = new SplittableRandom(copy);
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 300; i++) {
      double[] rows = new double[12];
      for (int at = 0; at < rows.length; at += 4) {
        rows[at] = random.nextInt(3);
        rows[at + 1] = random.nextInt(2);
        rows[at + 2] = 0.9 * random.nextDouble() + noise * off.nextDouble();
        rows[at + 3] = 0.5;
      }
      log.add(i, 0, rows);
    }
    return log;
  }

  /** Windows of ten steps of a history of 600, each of which begins so many steps after another. */
  private static Episodes windows(int apart) {
    SplittableRandom random = new SplittableRandom(3);
    double[] history = new double[4 * 600];
    for (int at = 0; at < history.length; at += 4) {
      history[at + 1] = random.nextInt(2);
      history[at + 2] = random.nextDouble();
      history[at + 3] = 0.5;
    }
    Episodes log = new Episodes(new Shape(1, 2, 10), RewardRange.UNIT);
    for (int from = 0; from + 10 <= 600; from += apart) {
      log.add(from, 0, Arrays.copyOfRange(history, 4 * from, 4 * from + 40));
    }
    return log;
  }

  @Test
  void windowsThatOverlapByAllRowsButOneAreSeen() {
    Repetitions found = of(windows(1));
    assertThat(found.alarm()).isTrue();
    assertThat(found.kind()).isEqualTo(Kind.OVERLAPPING);
    assertThat(found.repeated()).isGreaterThan(0.8);
    assertThat(of(windows(10)).alarm()).as("the control").isFalse();
  }

  @Test
  void partsOfALogAddUpToWhatTheWholeShows() {
    for (Episodes log : new Episodes[] {windows(1), noisy(1, 1e-7), log(200, 6, 2)}) {
      RepeatedEpisodes[] parts = {new RepeatedEpisodes(), new RepeatedEpisodes().empty()};
      int[] seen = {0};
      log.forEach(episode -> parts[seen[0]++ % 2].add(episode));
      assertThat(parts[0].plus(parts[1]).repetitions()).isEqualTo(of(log));
    }
  }

  /** What an episode repeats of itself is no overlap. */
  @Test
  void constantEpisodesDoNotOverlap() {
    SplittableRandom random = new SplittableRandom(4);
    Episodes log = new Episodes(SHAPE, RewardRange.UNIT);
    for (int i = 0; i < 600; i++) {
      double r = random.nextDouble();
      log.add(i, 0, 0, 0, r, 1, 0, 0, r, 1, 0, 0, r, 1);
    }
    assertThat(of(log).alarm()).isFalse();
  }

  /**
   * Bounds at 0.0005/3, computed with Python: twice 8.70 where no part occurs twice is 17.40, below
   * 17.73 of 38 and above 17.06 of 37; with three and one it is 824 for the square, of 54 it is
   * 832.
   */
  @Test
  void overlapsAreSeenWherePartsThatOccurTwiceAreTooFew() {
    assertThat(parts(37, 0, 0).alarm()).isFalse();
    assertThat(parts(38, 0, 0)).isEqualTo(new Repetitions(Kind.OVERLAPPING, 38, 1, true));
    assertThat(parts(53, 3, 1).alarm()).isFalse();
    assertThat(parts(54, 3, 1).alarm()).isTrue();
  }

  /** 38 parts occur in both ways, 228 others once: 304 in all, and 4·38/304 is a half. */
  @Test
  void theShareOfOverlapsIsOfAllEpisodes() {
    RepeatedEpisodes all = new RepeatedEpisodes();
    for (long i = 0; i < 38; i++) {
      all.addPart(0, (1 + i) << 40);
      all.addPart(1, (1 + i) << 40);
    }
    for (long i = 0; i < 228; i++) {
      all.addPart((int) i % 2, (100 + i) << 50);
    }
    Repetitions found = all.repetitions();
    assertThat(found).isEqualTo(new Repetitions(Kind.OVERLAPPING, 266, 0.5, true));
    assertThat(found.kind().figure()).contains("begin one row after another one");
  }

  /** So many parts in both ways, twice as first rows, and twice as last ones. */
  private static Repetitions parts(int both, int first, int last) {
    RepeatedEpisodes all = new RepeatedEpisodes();
    for (long i = 0; i < both; i++) {
      all.addPart(0, (1 + i) << 40);
      all.addPart(1, (1 + i) << 40);
    }
    for (long i = 0; i < 2L * first; i++) {
      all.addPart(0, (100 + i / 2) << 50);
    }
    for (long i = 0; i < 2L * last; i++) {
      all.addPart(1, (200 + i / 2) << 50);
    }
    return all.repetitions();
  }
}
