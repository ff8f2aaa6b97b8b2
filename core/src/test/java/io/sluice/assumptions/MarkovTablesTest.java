package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.Episodes;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import org.junit.jupiter.api.Test;

/** Which rows are compared with which past, by hand. */
class MarkovTablesTest {
  private static RewardBins twoRewards() {
    RewardBins.Finder finder = new RewardBins.Finder();
    new Episodes(new Shape(1, 1, 2), RewardRange.UNIT)
        .add(0, 0, 0, 0, 0, 1, 0, 0, 1, 1)
        .forEach(finder::add);
    return finder.bins();
  }

  private static MarkovTables added(MarkovTables to, Episodes log) {
    log.forEach(to::add);
    return to;
  }

  /** Two ways to the second state, of which one earns. */
  private static Episodes twoWays(Shape shape, int episodes, boolean clustered) {
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < episodes; i++) {
      int way = i % 2;
      log.add(clustered ? 0 : i, 0, way, 0, 0, 1, 1, 0, way, 1);
    }
    return log;
  }

  /** A table of two rows and two columns, 4 and 4 on the diagonal: X² = 8. */
  @Test
  void theRewardIsComparedWithThePairBefore() {
    Shape shape = new Shape(2, 1, 2);
    MarkovTables tables = added(new MarkovTables(shape, twoRewards()), twoWays(shape, 8, false));
    assertThat(tables.rewards().test().statistic()).isEqualTo(8);
    assertThat(tables.rewards().test().tables()).isOne();
    assertThat(tables.rewards().rows()).isEqualTo(8); // first steps have nothing before
    assertThat(tables.nextStates().rows()).isZero(); // nothing follows the last step
    assertThat(tables.further()).isEmpty();
  }

  /** The first action decides where the second one leads; rewards are all 0. */
  @Test
  void theNextStateIsComparedWithThePairBefore() {
    Shape shape = new Shape(2, 2, 3);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 8; i++) {
      int way = i % 2;
      log.add(i, 0, 0, way, 0, 1, 1, 0, 0, 1, way, 1, 0, 1);
    }
    MarkovTables tables = added(new MarkovTables(shape, twoRewards()), log);
    assertThat(tables.nextStates().test().statistic()).isEqualTo(8);
    assertThat(tables.nextStates().rows()).isEqualTo(8); // of the second step alone
    assertThat(tables.rewards().rows()).isEqualTo(16);
    assertThat(tables.rewards().test().tables()).isZero(); // one column
  }

  /** Ends count as a next state of their own. */
  @Test
  void theEndIsANextState() {
    Shape shape = new Shape(2, 1, 3);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 4; i++) {
      log.add(2L * i, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1);
      log.add(2L * i + 1, 0, 1, 0, 0, 1, 1, 0, 0, 1);
    }
    MarkovTables tables = added(new MarkovTables(shape, twoRewards()), log);
    assertThat(tables.nextStates().test().statistic()).isEqualTo(8);
  }

  /** Steps, states and actions have tables of their own: 2·2 of them, of two rows each. */
  @Test
  void tablesAreByStepStateAndAction() {
    Shape shape = new Shape(2, 2, 3);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 32; i++) {
      int state = i / 2 % 2;
      int action = i / 4 % 2;
      // at both later steps the reward is the action before
      log.add(i, 0, 0, i % 2, 0, 1, state, action, i % 2, 1, state, action, action, 1);
    }
    MarkovTables tables = added(new MarkovTables(shape, twoRewards()), log);
    // second step: four tables of eight rows with X² = 8; third step: rewards are constant in each
    assertThat(tables.rewards().test().tables()).isEqualTo(4);
    assertThat(tables.rewards().test().statistic()).isEqualTo(32);
    assertThat(tables.rewards().rows()).isEqualTo(64);
    assertThat(tables.rewards().inLarge()).isEqualTo(64);
  }

  @Test
  void ofAClusterOnlyTheFirstVisitCounts() {
    Shape shape = new Shape(2, 1, 2);
    MarkovTables one = added(new MarkovTables(shape, twoRewards()), twoWays(shape, 8, true));
    assertThat(one.rewards().rows()).isOne();
    Episodes next = new Episodes(shape, RewardRange.UNIT);
    next.add(1, 0, 0, 0, 0, 1, 1, 0, 1, 1).add(1, 0, 0, 0, 0, 1, 0, 0, 1, 1);
    assertThat(added(one, next).rewards().rows()).isEqualTo(3); // one more of each state
  }

  @Test
  void partsAddUp() {
    Shape shape = new Shape(2, 1, 5);
    MarkovTables tables = MarkovTables.withFurtherPasts(shape, twoRewards());
    MarkovTables part = added(tables.empty(), delayed(5));
    assertThat(tables.rewards().rows()).isZero();
    assertThat(added(tables, delayed(5)).plus(part)).isSameAs(tables);
    assertThat(tables.rewards().rows()).isEqualTo(64); // four steps of sixteen
    assertThat(tables.nextStates().rows()).isEqualTo(48);
    assertThat(tables.further().get(1).rewards().rows()).isEqualTo(48);
    assertThat(tables.further().get(2).rewards().rows()).isEqualTo(32);
    assertThat(tables.further().get(2).nextStates().rows()).isEqualTo(16);
  }

  /** Five steps; the reward of one of them is the state of the first. */
  private static Episodes delayed(int rewarded) {
    Episodes log = new Episodes(new Shape(2, 1, 5), RewardRange.UNIT);
    for (int i = 0; i < 8; i++) {
      double[] rows = new double[20];
      rows[0] = i % 2;
      for (int h = 1; h <= 5; h++) {
        rows[4 * h - 2] = h == rewarded ? i % 2 : 0;
        rows[4 * h - 1] = 1;
      }
      log.add(i, 0, rows);
    }
    return log;
  }

  private static double[] statistics(int rewarded) {
    MarkovTables tables =
        added(MarkovTables.withFurtherPasts(new Shape(2, 1, 5), twoRewards()), delayed(rewarded));
    return new double[] {
      tables.rewards().test().statistic(),
      tables.further().get(1).rewards().test().statistic(),
      tables.further().get(2).rewards().test().statistic()
    };
  }

  /** At the second step the pair before, at the third the one before that, then the first. */
  @Test
  void delayedEffectsAreInTheTablesOfEarlierSteps() {
    assertThat(statistics(1)).containsExactly(0, 0, 0);
    assertThat(statistics(2)).containsExactly(8, 0, 0);
    assertThat(statistics(3)).containsExactly(0, 8, 0);
    assertThat(statistics(4)).containsExactly(0, 0, 8);
    assertThat(statistics(5)).containsExactly(0, 0, 8);
  }

  /**
   * Two actions and three steps in one state; the reward of the first step is that of the second
   * one, and says where the second leads: with action 0 tables of four rows, X² = 4 in each.
   */
  @Test
  void theRewardBeforeIsInTablesOfItsOwn() {
    Shape shape = new Shape(2, 2, 3);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 8; i++) {
      int r = i % 2;
      int action = i / 4;
      int next = action == 0 ? r : 0;
      log.add(i, 0, 0, 0, r, 1, 0, action, r, 1, next, 0, 0, 1);
    }
    MarkovTables tables = added(MarkovTables.withFurtherPasts(shape, twoRewards()), log);
    assertThat(tables.rewards().test().statistic()).isZero(); // the pair before is one
    MarkovTables byReward = tables.further().get(0);
    assertThat(byReward.isOfReward()).isTrue();
    assertThat(tables.isOfReward()).isFalse();
    assertThat(byReward.rewards().test().statistic()).isEqualTo(8); // of both actions; then r = 0
    assertThat(byReward.nextStates().test().statistic()).isEqualTo(4);
    assertThat(byReward.rewards().rows()).isEqualTo(16);
    assertThat(byReward.nextStates().rows()).isEqualTo(8);
  }

  /** Of a cluster the first visit counts, here with the reward 1 before it. */
  @Test
  void ofAClusterOnlyTheFirstRewardBeforeCounts() {
    Shape shape = new Shape(1, 1, 2);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 8; i++) {
      log.add(i / 2, 0, 0, 0, (i + 1) % 2, 1, 0, 0, i / 2 % 2, 1);
    }
    MarkovTables tables = added(MarkovTables.withFurtherPasts(shape, twoRewards()), log);
    assertThat(tables.further().get(0).rewards().rows()).isEqualTo(4);
    assertThat(tables.further().get(0).rewards().comparable()).isZero();
  }

  @Test
  void theFindingNamesTheRewardBefore() {
    Shape shape = new Shape(1, 1, 2);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 40; i++) {
      log.add(i, 0, 0, 0, i % 2, 1, 0, 0, i % 2, 1);
    }
    Finding found =
        TableFindings.markov(added(MarkovTables.withFurtherPasts(shape, twoRewards()), log));
    assertThat(found.isContradicted()).isTrue();
    assertThat(found.figure()).isEqualTo("z of X² of rewards and the reward before over 1 tables");
    assertThat(found.advice()).isEqualTo(LogFindings.LAST_REWARD_MATTERS);
    assertThat(found.level()).hasValue(0.002); // four tests
  }

  @Test
  void shortLogsHaveNoEarlierSteps() {
    RewardBins bins = twoRewards();
    assertThat(MarkovTables.withFurtherPasts(new Shape(2, 1, 2), bins).further()).hasSize(1);
    assertThat(MarkovTables.withFurtherPasts(new Shape(2, 1, 3), bins).further()).hasSize(2);
    assertThat(MarkovTables.withFurtherPasts(new Shape(2, 1, 4), bins).further()).hasSize(3);
  }

  /** 10⁶ pairs, 2,000 steps, 10⁶ rows and 10⁴ columns are 2·10¹⁹ cells, above 4.6·10¹⁸. */
  @Test
  void tablesThatCannotBeNumberedDoNotFit() {
    assertThat(MarkovTables.fits(new Shape(10_000, 100, 2000))).isFalse();
    assertThat(MarkovTables.fits(new Shape(10_000, 100, 2))).isTrue();
  }
}
