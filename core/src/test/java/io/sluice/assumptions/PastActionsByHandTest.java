package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.PastActions.Dependence;
import io.sluice.assumptions.PastActions.Kind;
import io.sluice.fixtures.Episodes;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Rewards and earlier actions of a few episodes, with the arithmetic. */
class PastActionsByHandTest {
  private static final Shape TWO = new Shape(1, 2, 2);

  private static PastActions of(Episodes log) {
    PastActions past = new PastActions(log.shape());
    log.forEach(past::add);
    return past;
  }

  /** Two steps: an action, then action 1 with a reward. */
  private static Episodes pairs(int[] actions, int[] rewards) {
    Episodes log = new Episodes(TWO, RewardRange.UNIT);
    for (int i = 0; i < actions.length; i++) {
      log.add(i, i % 2, 0, actions[i], 0, 0.5, 0, 1, rewards[i], 0.5);
    }
    return log;
  }

  /** The same of n episodes, so many of them with action and reward one, the others with none. */
  private static Episodes pairs(int n, int ones) {
    int[] one = new int[n];
    Arrays.fill(one, 0, ones, 1);
    return pairs(one, one);
  }

  /**
   * Four episodes of two steps, all with action 1 at the second; c = 0, 0, 1, 1 says whether it was
   * taken before, r = 0, 0, 1, 1. S = 1, variance 1·1/3, z = √3.
   */
  @Test
  void theActionBefore() {
    Dependence found = of(pairs(4, 2)).clearest();
    assertThat(found.z()).isCloseTo(Math.sqrt(3), within(1e-12));
    assertThat(found.alarm()).isFalse();
    assertThat(found.kind()).isEqualTo(Kind.ACTION);
    assertThat(found.rows()).isEqualTo(4);
    assertThat(of(pairs(4, 2)).statistic()).isEqualTo(found.z());
  }

  /**
   * Four episodes of two steps with one action; rewards are 0, 0, 1, 1 at both: as above, S = 1 and
   * z = √3, now of the reward before.
   */
  @Test
  void theRewardBefore() {
    Episodes log = new Episodes(TWO, RewardRange.UNIT);
    for (int i = 0; i < 4; i++) {
      double past = i < 2 ? 0 : 1;
      log.add(i, i % 2, 0, 0, past, 0.5, 0, 1, past, 0.5);
    }
    assertThat(of(log).statistic()).isCloseTo(Math.sqrt(3), within(1e-12));
    assertThat(of(log).clearest().kind()).isEqualTo(Kind.REWARD);
  }

  /** r = 1, 0, 0 where c = 0, 1, 1: S = −2/3, variance (2/3)(2/3)/2 = 2/9, z = −√2. */
  @Test
  void whatWearsOffIsNegative() {
    Dependence found = of(pairs(new int[] {0, 1, 1}, new int[] {1, 0, 0})).clearest();
    assertThat(found.z()).isCloseTo(-Math.sqrt(2), within(1e-12));
  }

  /**
   * With a share s of ones among n, S = n·s(1 − s), z = √(n − 1), and with s = ½ the number of
   * products is J = n³/(n − 1)². Five numbers: q = 3.891, so the limit is 4.88 of 24 episodes (z =
   * 4.80) and 4.84 of 26 (z = 5). With s = ¼ or ¾, J = n³/9(n − 1)²: 6.25 of 38 (z = 6.08) and 6.22
   * of 40 (z = 6.24).
   */
  @Test
  void theLimitIsHigherWhereFewProductsCount() {
    assertThat(of(pairs(24, 12)).clearest().alarm()).isFalse();
    assertThat(of(pairs(26, 13)).clearest().alarm()).isTrue();
    assertThat(of(pairs(36, 9)).clearest().alarm()).isFalse();
    assertThat(of(pairs(40, 10)).clearest().alarm()).isTrue();
    assertThat(of(pairs(36, 27)).clearest().alarm()).isFalse();
    assertThat(of(pairs(40, 30)).clearest().alarm()).isTrue();
  }

  /** Action 2 of three was taken once, twice, once, twice before; the last action is always 0. */
  @Test
  void howOftenAnActionWasTaken() {
    Episodes log = new Episodes(new Shape(1, 3, 4), RewardRange.UNIT);
    for (int i = 0; i < 4; i++) {
      int second = i % 2 == 0 ? 1 : 2;
      log.add(i, 0, 0, 2, 0, 1, 0, second, 0, 1, 0, 0, 0, 1, 0, 0, i % 2, 1);
    }
    Dependence found = of(log).clearest();
    assertThat(found.z()).isCloseTo(-Math.sqrt(3), within(1e-12)); // of action 1, which is first
    assertThat(found.kind()).isEqualTo(Kind.COUNT);
    assertThat(found.rows()).isEqualTo(4);
  }

  /** More than six actions have no numbers of their own, but those of the action that is taken. */
  @Test
  void ofManyActionsOnlyTheOneThatIsTakenCounts() {
    Episodes same = new Episodes(new Shape(1, 7, 2), RewardRange.UNIT);
    Episodes other = new Episodes(new Shape(1, 7, 2), RewardRange.UNIT);
    Episodes six = new Episodes(new Shape(1, 6, 2), RewardRange.UNIT);
    for (int i = 0; i < 4; i++) {
      int r = i < 2 ? 0 : 1;
      same.add(i, 0, 0, r == 1 ? 5 : 4, 0, 1, 0, 5, r, 1);
      other.add(i, 0, 0, r == 1 ? 3 : 4, 0, 1, 0, 5, r, 1);
      six.add(i, 0, 0, r == 1 ? 3 : 4, 0, 1, 0, 5, r, 1);
    }
    assertThat(of(same).clearest().kind()).isEqualTo(Kind.ACTION);
    assertThat(of(same).statistic()).isCloseTo(Math.sqrt(3), within(1e-12));
    assertThat(of(other).statistic()).isZero();
    assertThat(of(six).statistic()).isCloseTo(Math.sqrt(3), within(1e-12));
  }

  /** Counts say more than whether an action was the last: r = 0, 1, 1 with 0, 1, 2 before. */
  @Test
  void aCountThatIsClearerThanTheLastAction() {
    Episodes log = new Episodes(new Shape(2, 2, 3), RewardRange.UNIT);
    int[][] actions = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    double[] rewards = {0, 0.5, 0.5, 1};
    for (int i = 0; i < 4; i++) {
      log.add(i, 0, 0, actions[i][0], 0, 1, i % 2, actions[i][1], 0, 1, 1, 1, rewards[i], 1);
    }
    Dependence found = of(log).clearest();
    assertThat(found.kind()).isEqualTo(Kind.COUNT);
    assertThat(found.z()).isCloseTo(Math.sqrt(3), within(1e-12)); // S = 1, variance 2·½/3
  }

  /** Of a cluster the first visit counts, whether it is one episode or the next. */
  @Test
  void aClusterCountsOnce() {
    Episodes log = new Episodes(TWO, RewardRange.UNIT);
    for (int i = 0; i < 4; i++) {
      double past = i < 2 ? 0 : 1;
      log.add(i, 0, 0, past, 0, 0.5, 0, 1, past, 0.5);
      log.add(i, 0, 0, 1 - past, 0, 0.5, 0, 1, past, 0.5);
    }
    assertThat(of(log).clearest().rows()).isEqualTo(4);
    assertThat(of(log).statistic()).isCloseTo(Math.sqrt(3), within(1e-12));
    assertThat(of(log.unclustered()).statistic()).isZero(); // both pasts are in balance then
  }

  /** Rows of other states, steps and actions are no rows of the same table. */
  @Test
  void tablesAreAddedUp() {
    Episodes log = new Episodes(new Shape(2, 2, 3), RewardRange.UNIT);
    for (int i = 0; i < 8; i++) {
      int state = i % 2;
      int past = i / 2 % 2;
      log.add(i, 0, 0, past, 0, 1, state, state, past == state ? 1 : 0, 1, 0, 0, 0, 1);
    }
    // state 0: r = 1, 0, 1, 0 where c = 0, 1, 0, 1; S = −1. State 1: S = 1. Rewards of step 3 are
    // 0.
    assertThat(of(log).clearest().kind()).isEqualTo(Kind.ACTION);
    assertThat(of(log).statistic()).isCloseTo(2 / Math.sqrt(2 / 3.0), within(1e-12));
    assertThat(of(log).clearest().rows()).isEqualTo(8);
  }

  /** A log of quarters, whose sums are exact, in two parts. */
  @Test
  void partsAddUpToTheWhole() {
    Episodes log = new Episodes(new Shape(2, 3, 4), RewardRange.UNIT);
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 300; i++) {
      double[] rows = new double[16];
      double before = 0;
      for (int h = 0; h < 4; h++) {
        rows[4 * h] = random.nextInt(2);
        rows[4 * h + 1] = random.nextInt(3);
        rows[4 * h + 2] = (random.nextInt(4) + before) / 4;
        rows[4 * h + 3] = 1;
        before = rows[4 * h + 1] == 2 ? 1 : 0;
      }
      log.add(i, 0, rows);
    }
    PastActions one = new PastActions(log.shape());
    PastActions two = one.empty();
    int[] seen = {0};
    log.forEach(episode -> (seen[0]++ < 200 ? one : two).add(episode));
    Dependence whole = of(log).clearest();
    assertThat(one.plus(two).clearest()).isEqualTo(whole);
    assertThat(whole.alarm()).isTrue();
    assertThat(whole.z()).isGreaterThan(5);
  }

  @Test
  void aDependenceIsAddedToWhatWasFound() {
    Finding unknown = Finding.unknown(Assumption.MARKOV, "", "");
    assertThat(of(pairs(24, 12)).added(unknown)).isSameAs(unknown);
    Finding found = of(pairs(26, 13)).added(unknown);
    assertThat(found.isContradicted()).isTrue();
    assertThat(found.figure())
        .isEqualTo("z of rewards and which action was taken last, over 26 rows");
    assertThat(found.statistic().orElse(0)).isCloseTo(5, within(1e-12));
    assertThat(found.level().orElse(0)).isEqualTo(Exceedance.LEVEL);
    assertThat(found.advice()).contains("such as the previous action");
    assertThat(of(pairs(40, 10)).added(found)).isSameAs(found);
  }

  @Test
  void nothingIsFoundOfOneStep() {
    Episodes log = new Episodes(new Shape(1, 2, 1), RewardRange.UNIT).add(0, 0, 0, 1, 1, 0.5);
    assertThat(of(log).clearest()).isEqualTo(new Dependence(0, false, Kind.ACTION, 0));
  }

  /** Two rows are enough: S = ½, variance ½·½/1, z = 1. */
  @Test
  void twoRows() {
    assertThat(of(pairs(2, 1)).clearest()).isEqualTo(new Dependence(1, false, Kind.ACTION, 2));
  }

  /** The last action is 0, 0, 1, 1, 2, 2, and only after 2 there is a reward; z = √5. */
  @Test
  void anyActionCanMatter() {
    Episodes log = new Episodes(new Shape(1, 3, 2), RewardRange.UNIT);
    for (int i = 0; i < 6; i++) {
      int last = i / 2;
      log.add(i, 0, 0, last, 0, 1, 0, 0, i < 4 ? 0 : 1, 1);
    }
    assertThat(of(log).clearest().kind()).isEqualTo(Kind.ACTION);
    assertThat(of(log).statistic()).isCloseTo(Math.sqrt(5), within(1e-12));
  }

  /** As with 0 and 1, so with other numbers that are one apart: z = 5 of 26 rows, an alarm. */
  @Test
  void onlyDistancesFromTheMeanCount() {
    for (double least : new double[] {-2, 0, 1}) {
      for (double reward : new double[] {-2, 0, 1}) {
        Episodes log = new Episodes(TWO, new RewardRange(-2, 2));
        for (int i = 0; i < 26; i++) {
          log.add(i, 0, 0, 0, least + i % 2, 1, 0, 1, reward + i % 2, 1);
        }
        Dependence found = of(log).clearest();
        assertThat(found.z()).isCloseTo(5, within(1e-9));
        assertThat(found.alarm()).isTrue();
      }
    }
  }

  /** In state 1 the last action is always 0, which says nothing: its four rows do not count. */
  @Test
  void rowsWithoutVariationDoNotCount() {
    Episodes log = new Episodes(new Shape(2, 2, 2), RewardRange.UNIT);
    for (int i = 0; i < 4; i++) {
      int past = i / 2;
      log.add(2L * i, 0, 0, past, 0, 1, 0, 1, past, 1);
      log.add(2L * i + 1, 0, 0, 0, 0, 1, 1, 1, past, 1);
    }
    assertThat(of(log).clearest().rows()).isEqualTo(4);
  }

  /** Sums of large thirds are rounded; what is left over is no variation. */
  @Test
  void roundingIsNoVariation() {
    double third = 1e6 / 3;
    Episodes pasts = new Episodes(TWO, new RewardRange(0, 1e6));
    Episodes rewards = new Episodes(TWO, new RewardRange(0, 1e6));
    for (int i = 0; i < 700; i++) {
      pasts.add(i, 0, 0, 0, third, 1, 0, 1, i % 3, 1);
      rewards.add(i, 0, 0, 0, i % 3, 1, 0, 1, third, 1);
    }
    assertThat(of(pasts).statistic()).isZero();
    assertThat(of(rewards).statistic()).isZero();
  }

  /** Every (step, state, action) is a table of its own: rewards that depend on these alone. */
  @Test
  void whatStepStateAndActionSayIsNoDependence() {
    Shape shape = new Shape(3, 3, 4);
    SplittableRandom random = new SplittableRandom(5);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 300; i++) {
      double[] rows = new double[16];
      for (int h = 0; h < 4; h++) {
        int state = random.nextInt(3);
        int action = random.nextInt(3);
        rows[4 * h] = state;
        rows[4 * h + 1] = action;
        rows[4 * h + 2] = new SplittableRandom(9L * h + 3L * state + action).nextInt(4) / 4.0;
        rows[4 * h + 3] = 1;
      }
      log.add(i, 0, rows);
    }
    assertThat(of(log).statistic()).isZero();
  }

  /** Two rows in each of so many states, r being 1 after action 1. */
  private static PastActions states(Shape shape, int from, int to) {
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 2 * from; i < 2 * to; i++) {
      int state = i / 2;
      log.add(i, 0, 0, i % 2, 0, 1, state, 1, i % 2, 1);
    }
    return of(log);
  }

  /**
   * More than 65,536 tables are halved by a hash, the same ones whatever was read first, so that
   * parts of a log add up to what the whole shows.
   */
  @Test
  void tablesBeyondWhatIsKeptAreHalved() {
    Shape shape = new Shape(80_000, 2, 2);
    assertThat(states(shape, 0, 65_536).clearest().rows()).isEqualTo(131_072);
    Dependence whole = states(shape, 0, 80_000).clearest();
    assertThat(whole.rows()).isBetween(78_000L, 82_000L); // of 160,000
    assertThat(states(shape, 0, 40_000).plus(states(shape, 40_000, 80_000)).clearest())
        .isEqualTo(whole);
    assertThat(states(shape, 0, 1_000).plus(states(shape, 1_000, 80_000)).clearest())
        .isEqualTo(whole);
    assertThat(states(shape, 1_000, 80_000).plus(states(shape, 0, 1_000)).clearest())
        .isEqualTo(whole);
    assertThat(states(shape, 0, 80_000).empty().plus(states(shape, 0, 40_000)).clearest().rows())
        .isLessThan(42_000);
  }
}
