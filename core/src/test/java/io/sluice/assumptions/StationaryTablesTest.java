package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.Episodes;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which rows of which steps are compared, by hand. */
class StationaryTablesTest {
  private static RewardBins twoRewards() {
    RewardBins.Finder finder = new RewardBins.Finder();
    new Episodes(new Shape(1, 1, 2), RewardRange.UNIT)
        .add(0, 0, 0, 0, 0, 1, 0, 0, 1, 1)
        .forEach(finder::add);
    return finder.bins();
  }

  private static StationaryTables added(StationaryTables to, Episodes log) {
    log.forEach(to::add);
    return to;
  }

  /** The first state is met at the first or at the second step, and earns at the second. */
  private static Episodes twoSteps(Shape shape) {
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 4; i++) {
      log.add(2L * i, 0, 0, 0, 0, 1);
      log.add(2L * i + 1, 0, 1, 1, 0, 1, 0, 0, 1, 1);
    }
    return log;
  }

  @Test
  void aPairIsComparedBetweenSteps() {
    Shape shape = new Shape(2, 2, 2);
    StationaryTables tables = added(new StationaryTables(shape, twoRewards()), twoSteps(shape));
    assertThat(tables.rewards().test().statistic()).isEqualTo(8); // 4 and 4 on the diagonal
    assertThat(tables.rewards().test().tables()).isOne(); // the other pair has one step
    assertThat(tables.rewards().rows()).isEqualTo(12);
    assertThat(tables.nextStates().rows()).isEqualTo(8); // of first steps
  }

  @Test
  void nextStatesAreComparedBetweenSteps() {
    Shape shape = new Shape(2, 2, 3);
    StationaryTables tables = added(new StationaryTables(shape, twoRewards()), twoSteps(shape));
    assertThat(tables.nextStates().rows()).isEqualTo(12); // the second step is not the last now
    assertThat(tables.nextStates().test().statistic()).isZero(); // both end
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 4; i++) {
      log.add(2L * i, 0, 0, 0, 0, 1, 1, 0, 0, 1);
      log.add(2L * i + 1, 0, 1, 1, 0, 1, 0, 0, 0, 1);
    }
    // from the first state: to the second at step 1, to the end at step 2
    assertThat(
            added(new StationaryTables(shape, twoRewards()), log).nextStates().test().statistic())
        .isEqualTo(8);
  }

  /** Three visits to the same pair: one row, or two with later visits, if there is time. */
  @Test
  void ofAPairOnlyTheFirstVisitCountsAndOneLater() {
    Shape shape = new Shape(1, 1, 3);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    log.add(0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1);
    log.add(1, 0, 0, 0, 1, 1);
    assertThat(added(new StationaryTables(shape, twoRewards()), log).rewards().rows()).isEqualTo(2);
    StationaryTables later = StationaryTables.withLaterVisits(shape, twoRewards());
    assertThat(added(later.empty(), log).rewards().rows()).isEqualTo(3);
  }

  @Test
  void ofAClusterOnlyTheFirstVisitsCount() {
    Shape shape = new Shape(1, 1, 2);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 6; i++) {
      log.add(i / 3, 0, 0, 0, 1, 1, 0, 0, 1, 1);
    }
    assertThat(added(new StationaryTables(shape, twoRewards()), log).rewards().rows()).isEqualTo(2);
    // at two steps, τ is 2
    assertThat(added(StationaryTables.withLaterVisits(shape, twoRewards()), log).rewards().rows())
        .isEqualTo(4);
  }

  /** Later visits have tables of their own: with the first visits they would be of two steps. */
  @Test
  void laterVisitsAreNotComparedWithFirstOnes() {
    Shape shape = new Shape(2, 2, 2);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 8; i++) {
      log.add(i, 0, 1, 1, 0, 1, 1, 1, 1, 1);
    }
    StationaryTables tables = added(StationaryTables.withLaterVisits(shape, twoRewards()), log);
    assertThat(tables.rewards().rows()).isEqualTo(16);
    assertThat(tables.rewards().test().tables()).isZero(); // each is of one step
  }

  /** Random episodes of four steps in one state. */
  private static Episodes random(int episodes) {
    SplittableRandom random = new SplittableRandom(11);
    Episodes log = new Episodes(new Shape(2, 2, 4), RewardRange.UNIT);
    for (int i = 0; i < episodes; i++) {
      double[] rows = new double[16];
      for (int h = 0; h < 4; h++) {
        rows[4 * h + 2] = random.nextDouble();
        rows[4 * h + 3] = 1;
      }
      log.add(i, 0, rows);
    }
    return log;
  }

  /**
   * τ is 2, 3 or 4 with a third each. At 4 nothing follows, so next states have 1,200 first visits
   * and about 800 later ones, with a standard deviation of √(1200·2/9) = 16.3; within five of them.
   */
  @Test
  void laterVisitsAreSpreadOverAllSteps() {
    StationaryTables tables =
        added(StationaryTables.withLaterVisits(new Shape(2, 2, 4), twoRewards()), random(1200));
    assertThat(tables.rewards().rows()).isEqualTo(2400);
    assertThat(tables.nextStates().rows()).isBetween(1200 + 718L, 1200 + 882L);
  }

  private static long nextsOfRepeatedPast(int place) {
    Shape shape = new Shape(2, 2, 4);
    SplittableRandom random = new SplittableRandom(12);
    long most = 0;
    for (int log = 0; log < 30; log++) {
      Episodes same = new Episodes(shape, RewardRange.UNIT);
      double[] rows = new double[16];
      for (int h = 0; h < 4; h++) {
        rows[4 * h + 2] = random.nextDouble();
        rows[4 * h + 3] = 1;
      }
      for (int i = 0; i < 64; i++) {
        double[] other = rows.clone();
        other[place] = place % 4 == 2 ? random.nextDouble() : random.nextInt(2);
        same.add(i, 0, other);
      }
      StationaryTables tables = added(StationaryTables.withLaterVisits(shape, twoRewards()), same);
      long nexts = tables.nextStates().rows() - 64;
      most += nexts == 0 || nexts == 64 ? 1 : 0;
    }
    return most;
  }

  /**
   * Whether τ is at most 3 depends on the first two steps alone; so 64 episodes that differ in the
   * reward of the third or fourth step have it all, or none. Negative control: those that differ in
   * the reward of the first or second.
   */
  @Test
  void whereLaterVisitsBeginDependsOnNothingThatFollows() {
    assertThat(nextsOfRepeatedPast(10)).isEqualTo(30);
    assertThat(nextsOfRepeatedPast(14)).isEqualTo(30);
    assertThat(nextsOfRepeatedPast(2)).isLessThan(5);
    assertThat(nextsOfRepeatedPast(6)).isLessThan(20); // a third has τ = 2
  }

  @Test
  void partsAddUp() {
    Shape shape = new Shape(2, 2, 3);
    StationaryTables tables = new StationaryTables(shape, twoRewards());
    StationaryTables part = added(tables.empty(), twoSteps(shape));
    assertThat(tables.rewards().rows()).isZero();
    assertThat(added(tables, twoSteps(shape)).plus(part)).isSameAs(tables);
    assertThat(tables.rewards().test().statistic()).isEqualTo(16);
    assertThat(tables.nextStates().rows()).isEqualTo(24);
  }

  /** Every pair at the first step without and at the second step with a reward. */
  private static Episodes fourPairs(Shape shape) {
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 16; i++) {
      int pair = i % 4;
      int next = (i + 1) % 4;
      int state = pair / 2;
      int nextState = next / 2;
      log.add(i, 0, state, pair % 2, 0, 1, nextState, next % 2, 1, 1);
    }
    return log;
  }

  /** Four tables of 4 and 4 on the diagonal, of rewards and of next states: a state, or the end. */
  @Test
  void everyStateAndActionHasATable() {
    Shape shape = new Shape(2, 2, 3);
    StationaryTables tables = added(new StationaryTables(shape, twoRewards()), fourPairs(shape));
    assertThat(tables.rewards().test().tables()).isEqualTo(4);
    assertThat(tables.rewards().test().statistic()).isEqualTo(32);
    assertThat(tables.nextStates().test().tables()).isEqualTo(4);
    assertThat(tables.nextStates().test().statistic()).isEqualTo(32);
  }

  /** Later visits to a pair have rewards; first visits to the other three pairs have none. */
  @Test
  void laterVisitsAreNotComparedWithOtherPairs() {
    Shape shape = new Shape(2, 2, 2);
    for (int pair = 0; pair < 4; pair++) {
      Episodes log = new Episodes(shape, RewardRange.UNIT);
      for (int i = 0; i < 16; i++) {
        int other = i % 4;
        int state = other / 2;
        if (other == pair) {
          log.add(i, 0, state, pair % 2, 0, 1, state, pair % 2, 1, 1);
        } else {
          log.add(i, 0, state, other % 2, 0, 1);
        }
      }
      StationaryTables tables = added(StationaryTables.withLaterVisits(shape, twoRewards()), log);
      assertThat(tables.rewards().test().tables()).isZero(); // each is of one step
      assertThat(tables.rewards().rows()).isEqualTo(20);
    }
  }

  /**
   * Of four possible steps these have two: τ is the second with a third, else it is never reached.
   * 300 first visits, and about 100 later ones with a standard deviation of √(300·2/9) = 8.2.
   */
  @Test
  void whereAnEpisodeEndsBeforeLaterVisitsBeginThereAreNone() {
    SplittableRandom random = new SplittableRandom(13);
    Shape shape = new Shape(1, 1, 4);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 300; i++) {
      log.add(i, 0, 0, 0, random.nextDouble(), 1, 0, 0, 0, 1);
    }
    assertThat(added(StationaryTables.withLaterVisits(shape, twoRewards()), log).rewards().rows())
        .isBetween(300 + 59L, 300 + 141L);
  }
}
