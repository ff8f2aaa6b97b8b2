package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.Episodes;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Effects that wear off with every repetition contradict that the state is all that matters. */
class PastActionsTest {
  private static final int STEPS = 7;

  /**
   * A coin for every action; action 1 pays 0.06 more than action 0.
   *
   * @param fatigue by how much the chance of a reward falls with every earlier action 1
   * @param chance of a reward without any
   */
  private static Episodes log(Shape shape, long seed, int episodes, double chance, double fatigue) {
    Random random = new Random(seed);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < episodes; i++) {
      double[] rows = new double[4 * shape.horizon()];
      int taken = 0;
      for (int h = 0; h < shape.horizon(); h++) {
        int action = random.nextInt(shape.actions());
        double p = chance + 0.06 * (action == 1 ? 1 : 0) - fatigue * taken;
        rows[4 * h] = random.nextInt(shape.states());
        rows[4 * h + 1] = action;
        rows[4 * h + 2] = random.nextDouble() < p ? 1 : 0;
        rows[4 * h + 3] = 1.0 / shape.actions();
        taken += action == 1 ? 1 : 0;
      }
      log.add(i, i % 2, rows);
    }
    return log;
  }

  private static Finding markov(Episodes log, Shape shape) {
    RewardBins.Finder finder = new RewardBins.Finder();
    log.forEach(finder::add);
    MarkovTables tables = MarkovTables.withFurtherPasts(shape, finder.bins());
    log.forEach(tables::add);
    return TableFindings.markov(tables);
  }

  @Test
  void fatigueContradictsThatTheStateIsAllThatMatters() {
    Shape shape = new Shape(1, 2, STEPS);
    for (int seed = 0; seed < 10; seed++) {
      PastActions past = new PastActions(shape);
      log(shape, seed, 3000, 0.5, 0.025).forEach(past::add);
      assertThat(past.clearest().alarm()).isTrue();
      assertThat(past.clearest().kind()).isEqualTo(PastActions.Kind.COUNT);
      Finding found = past.added(Finding.unknown(Assumption.MARKOV, "", ""));
      assertThat(found.isContradicted()).isTrue();
      assertThat(found.figure()).contains("how often an action was taken before");
    }
  }

  /** The control: tables that look for any dependence do not see it, or rarely. */
  @Test
  void tablesByThemselvesDoNotSeeIt() {
    Shape shape = new Shape(1, 2, STEPS);
    int seen = 0;
    for (int seed = 0; seed < 10; seed++) {
      seen += markov(log(shape, seed, 3000, 0.5, 0.025), shape).isContradicted() ? 1 : 0;
    }
    assertThat(seen).isLessThan(5);
  }

  /** Level 0.0005 in each of 180 logs: three alarms or more have a probability of 0.0001. */
  @Test
  void withoutFatigueThereIsNoAlarm() {
    int alarms = 0;
    for (int seed = 0; seed < 60; seed++) {
      alarms += alarm(new Shape(1, 2, STEPS), seed, 0.5);
      alarms += alarm(new Shape(4, 3, 3), seed, 0.3);
      alarms += alarm(new Shape(2, 8, 4), seed, 0.004); // rare rewards, rare pasts
    }
    assertThat(alarms).isLessThan(3);
  }

  /** 100,000 pairs of step, state and action: what cannot be kept is known from the counts. */
  @Test
  void knowingTheCountsChangesNothing() {
    Shape shape = new Shape(10_000, 2, 6);
    Episodes log = log(shape, 9, 60_000, 0.3, 0);
    PastActions knowing = PastActions.of(log.counts());
    PastActions past = new PastActions(shape);
    log.forEach(knowing::add);
    log.forEach(past::add);
    assertThat(knowing.clearest()).isEqualTo(past.clearest());
    assertThat(past.clearest().rows()).isPositive();
  }

  private static int alarm(Shape shape, int seed, double chance) {
    PastActions past = new PastActions(shape);
    log(shape, 1000 + seed, 300, chance, 0).forEach(past::add);
    return past.clearest().alarm() ? 1 : 0;
  }

  /**
   * 500 states, so that no table has four rows: only what is alike in all of them shows that a
   * reward is 0.6 higher after a reward.
   */
  @Test
  void theRewardBeforeIsSeenWhereTablesAreThin() {
    Shape shape = new Shape(500, 2, 4);
    for (boolean matters : new boolean[] {true, false}) {
      Random random = new Random(5);
      Episodes log = new Episodes(shape, RewardRange.UNIT);
      for (int i = 0; i < 400; i++) {
        double[] rows = new double[16];
        double last = 0.5;
        for (int h = 0; h < 4; h++) {
          last = random.nextDouble() < 0.5 + (matters ? 0.6 * (last - 0.5) : 0) ? 1 : 0;
          rows[4 * h] = random.nextInt(500);
          rows[4 * h + 1] = random.nextInt(2);
          rows[4 * h + 2] = last;
          rows[4 * h + 3] = 0.5;
        }
        log.add(i, i % 2, rows);
      }
      assertThat(markov(log, shape).isContradicted()).isFalse();
      PastActions past = new PastActions(shape);
      log.forEach(past::add);
      Finding found = past.added(Finding.unknown(Assumption.MARKOV, "", ""));
      assertThat(found.isContradicted()).isEqualTo(matters);
      if (matters) {
        assertThat(found.figure()).startsWith("z of rewards and the reward before");
        assertThat(found.advice()).isEqualTo(LogFindings.LAST_REWARD_MATTERS);
      }
    }
  }
}
