package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Episodes;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Which actions are compared with which past, by hand, and what is said of it. */
class ActionHistoryByHandTest {
  private static RewardBins twoRewards() {
    RewardBins.Finder finder = new RewardBins.Finder();
    new Episodes(new Shape(1, 1, 2), RewardRange.UNIT)
        .add(0, 0, 0, 0, 0, 1, 0, 0, 1, 1)
        .forEach(finder::add);
    return finder.bins();
  }

  /** The second action follows the action before where it earned, and its opposite else. */
  private static Episodes log(Shape shape, int episodes, int episodesOfCluster) {
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < episodes; i++) {
      int action = i % 2;
      int reward = i / 2 % 2;
      log.add(i / episodesOfCluster, 0, 0, action, reward, 0.5, 0, action ^ reward, 0, 0.5);
    }
    return log;
  }

  private static ActionHistory added(ActionHistory to, Episodes log) {
    log.forEach(to::add);
    return to;
  }

  /** Four rows of two, all of one column each: X² = n = 8. */
  @Test
  void actionsAreComparedWithActionAndRewardBefore() {
    Shape shape = new Shape(1, 2, 2);
    Comparison found = added(new ActionHistory(shape, twoRewards()), log(shape, 8, 1)).actions();
    assertThat(found.test().statistic()).isEqualTo(8);
    assertThat(found.test().mean()).isCloseTo(8 * 3 / 7.0, within(1e-12)); // n(R−1)(C−1)/(n−1)
    assertThat(found.rows()).isEqualTo(8); // first steps have nothing before
  }

  /** Three steps and two states: a table for each of the later steps and its state. */
  @Test
  void tablesAreByStepAndState() {
    Shape shape = new Shape(2, 2, 3);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 16; i++) {
      int before = i % 2;
      int state = i / 2 % 2;
      // in the second state the opposite: in one table with the first that would be no pattern
      log.add(i, 0, before, 0, 0, 0.5, state, before ^ state, 0, 0.5, 0, before ^ state, 0, 0.5);
    }
    ActionHistory tables = added(new ActionHistory(shape, twoRewards()), log);
    // second step: two tables of eight with X² = 8; third: state and action before, X² = 16
    assertThat(tables.actions().test().tables()).isEqualTo(3);
    assertThat(tables.actions().test().statistic()).isEqualTo(32);
    assertThat(tables.actions().rows()).isEqualTo(32);
  }

  @Test
  void ofAClusterOnlyTheFirstVisitCounts() {
    Shape shape = new Shape(1, 2, 2);
    assertThat(added(new ActionHistory(shape, twoRewards()), log(shape, 8, 4)).actions().rows())
        .isEqualTo(2);
  }

  @Test
  void partsAddUp() {
    Shape shape = new Shape(1, 2, 2);
    ActionHistory first = added(new ActionHistory(shape, twoRewards()), log(shape, 8, 1));
    ActionHistory second = added(first.empty(), log(shape, 8, 1));
    assertThat(first.plus(second).actions().test().statistic()).isEqualTo(16);
  }

  /** 2·10⁴ tables of 8·10⁹ rows and 10⁵ columns are 1.6·10¹⁹ cells, above 4.6·10¹⁸. */
  @Test
  void tablesThatCannotBeNumberedDoNotFit() {
    assertThat(ActionHistory.fits(new Shape(10_000, 100_000, 2))).isFalse();
    assertThat(ActionHistory.fits(new Shape(10_000, 10_000, 2))).isTrue();
    assertThat(ActionHistory.fits(new Shape(1, 2, 2))).isTrue();
    assertThat(ActionHistory.fits(new Shape(1, 2, 1))).isFalse();
  }

  @Test
  void anAlarmContradictsWhatWasFoundOfPropensities() {
    Shape shape = new Shape(1, 2, 2);
    ActionHistory tables = added(new ActionHistory(shape, twoRewards()), log(shape, 80, 1));
    Finding before =
        Finding.tested(Assumption.PROPENSITIES, false, 1, "largest z", 0.001, "Nothing to do.");
    Finding after = tables.added(before);
    assertThat(after.assumption()).isEqualTo(Assumption.PROPENSITIES);
    assertThat(after.isContradicted()).isTrue();
    // X² = 80, mean 80·3/79
    assertThat(after.statistic()).isEqualTo(OptionalDouble.of(tables.actions().z()));
    assertThat(after.figure()).isEqualTo("z of X² of actions and the step before, over 1 tables");
    assertThat(after.level().orElseThrow()).isCloseTo(0.0015, within(1e-12));
    assertThat(after.advice()).startsWith("Log the probability of each action");
    // where no test was made, its level is that of this one
    Finding unknown = Finding.unknown(Assumption.UNCONFOUNDED, "estimated", "Log them.");
    assertThat(tables.added(unknown).level()).hasValue(0.0005);
  }

  @Test
  void withoutAnAlarmOrAfterAnotherNothingIsAdded() {
    Shape shape = new Shape(1, 2, 2);
    ActionHistory few = added(new ActionHistory(shape, twoRewards()), log(shape, 4, 1));
    Finding holds = Finding.tested(Assumption.PROPENSITIES, false, 1, "z", 0.001, "Nothing.");
    assertThat(few.added(holds)).isSameAs(holds);
    ActionHistory many = added(new ActionHistory(shape, twoRewards()), log(shape, 80, 1));
    Finding not = Finding.tested(Assumption.PROPENSITIES, true, 9, "z", 0.001, "Look.");
    assertThat(many.added(not)).isSameAs(not);
  }
}
