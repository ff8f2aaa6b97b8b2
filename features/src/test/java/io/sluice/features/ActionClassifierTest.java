package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.StepShift;
import io.sluice.assumptions.StepShift.Verdict;
import io.sluice.counts.CountsAccumulator;
import io.sluice.mdp.Shape;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** An action moves the next state exactly as far as the next state gives the action away. */
class ActionClassifierTest {
  /**
   * One function for each pair (x, x′), π_b the log's own frequencies, no penalty: ½ΣΣ_a|D̂_a|/N is
   * the shift of tables.
   */
  @Test
  void withAFunctionForEachPairItIsTheShiftOfTables() {
    int states = 3;
    int actions = 2;
    SplittableRandom random = new SplittableRandom(5);
    long[][][] n = new long[states][actions][states];
    CountsAccumulator counts = new CountsAccumulator(new Shape(states, actions, 2));
    for (int x = 0; x < states; x++) {
      for (int a = 0; a < actions; a++) {
        for (int y = 0; y < states; y++) {
          n[x][a][y] = 1L + random.nextInt(9);
          for (int i = 0; i < n[x][a][y]; i++) {
            counts.add(1, x, a, y, 0);
            counts.add(2, y, 0, states, 0); // the end
          }
        }
      }
    }
    PairMoments moments = new PairMoments(states * states, actions, 0, 0);
    double[] psi = new double[states * states];
    long rows = 0;
    for (int x = 0; x < states; x++) {
      double[] taken = new double[actions];
      for (int a = 0; a < actions; a++) {
        for (long k : n[x][a]) {
          taken[a] += k;
        }
      }
      double all = taken[0] + taken[1];
      double[] behavior = {taken[0] / all, taken[1] / all};
      for (int a = 0; a < actions; a++) {
        for (int y = 0; y < states; y++) {
          psi[x * states + y] = 1;
          for (int i = 0; i < n[x][a][y]; i++) {
            moments.add(psi, a, behavior, new int[0]);
            rows++;
          }
          psi[x * states + y] = 0;
        }
      }
    }
    double[][] theta = Ridge.solveAll(moments.gram, moments.targets, states * states, 0, false);
    double shift = 0;
    for (int cell = 0; cell < states * states; cell++) {
      double met = moments.gram[cell * states * states + cell];
      shift += met * (Math.abs(theta[0][cell]) + Math.abs(theta[1][cell])) / 2 / rows;
    }
    assertThat(shift).isCloseTo(StepShift.of(counts.toCounts()).get(0).shift(), within(1e-12));
  }

  private static FeatureCheck check(FeatureTable log) {
    return FeatureCheck.of(log, FeatureSettings.defaults(), 0.05);
  }

  @Test
  void whatGoingMovesIsFound() {
    FeatureCheck found = check(SmallLogs.twoSteps(3, 2000, 5, true));
    StateShift first = found.shifts().get(0);
    assertThat(found.shifts()).hasSize(1);
    assertThat(found.verdict(first)).isEqualTo(Verdict.PLANNING);
    assertThat(first.least()).isLessThanOrEqualTo(first.upper());
    assertThat(first.shift()).isGreaterThan(5 * first.noise());
    assertThat(first.moves().get(0).column()).startsWith("level=");
    assertThat(first.moves().get(0).clear()).isTrue();
    assertThat(first.moves())
        .filteredOn(m -> m.column().equals("price"))
        .noneMatch(StateShift.Move::clear);
  }

  /**
   * The control: the next row is drawn anew. A step is called planning with probability 0.01 in
   * each of ten logs; more than two have probability below 0.0002.
   */
  @Test
  void whereNothingMovesAStepIsABanditOnceThereIsEnoughData() {
    int planning = 0;
    for (int seed = 0; seed < 10; seed++) {
      StateShift first = check(SmallLogs.remembering(seed, 3000, false)).shifts().get(0);
      planning += first.verdict(0.05) == Verdict.PLANNING ? 1 : 0;
      assertThat(first.upper()).isLessThan(0.05);
    }
    assertThat(planning).isLessThanOrEqualTo(2);
    StateShift few = check(SmallLogs.remembering(1, 200, false)).shifts().get(0);
    assertThat(few.verdict(0.05)).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(few.episodesNeeded(0.05).orElseThrow()).isBetween(200L, 3000L);
  }

  /** A column that tells the action before is moved by it as far as possible. */
  @Test
  void aColumnThatTellsTheActionGivesItAwayFully() {
    StateShift first = check(SmallLogs.remembering(1, 1000, true)).shifts().get(0);
    // ½Σ_a |P(a|x′) − ½| = ½ if the next row tells a
    assertThat(first.shift()).isCloseTo(0.5, within(0.02));
    assertThat(first.least()).isCloseTo(0.5, within(0.02));
    List<StateShift.Move> moves = first.moves();
    assertThat(moves.get(0).column()).isEqualTo("before");
  }

  /**
   * Going moves a number to one of two values, staying draws it from a normal distribution with the
   * same mean and the same mean square: no function of the classifier sees that, its ranges do.
   */
  @Test
  void anActionThatMovesTheShapeOfANumberIsNoBandit() {
    for (int seed = 0; seed < 5; seed++) {
      StateShift first = check(twoShapes(seed, 2000, true)).shifts().get(0);
      assertThat(first.verdict(0.05)).isEqualTo(Verdict.PLANNING);
      assertThat(first.upper()).isGreaterThan(0.3);
    }
  }

  /** The control: either action draws either shape. */
  @Test
  void aShapeThatNoActionMovesIsABandit() {
    for (int seed = 0; seed < 5; seed++) {
      StateShift first = check(twoShapes(seed, 3000, false)).shifts().get(0);
      assertThat(first.verdict(0.05)).isEqualTo(Verdict.BANDIT);
    }
  }

  private static FeatureTable twoShapes(long seed, int episodes, boolean moved) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureTable log =
        new FeatureTable(List.of(FeatureColumn.number("x")), List.of("stay", "go"), 2, 5, false);
    double[] even = {0.5, 0.5};
    for (int t = 0; t < episodes; t++) {
      log.begin(t, t % 5);
      int action = random.nextInt(2);
      log.row(new double[] {random.nextGaussian()}, action, 0, even, even);
      int shape = moved ? action : random.nextInt(2);
      double x = shape == 0 ? random.nextGaussian() : 2 * random.nextInt(2) - 1;
      log.row(new double[] {x}, random.nextInt(2), random.nextInt(2), even, even);
    }
    return log;
  }

  /** Nine rows in ten have levels that are pooled: an action may move rows among them. */
  @Test
  void whereMostLevelsArePooledNoStepIsABandit() {
    assertThat(check(pooled(4000, 1)).shifts().get(0).verdict(0.05)).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(check(pooled(4000, 1)).shifts().get(0).episodesNeeded(0.05)).isEmpty();
    assertThat(check(pooled(4000, 1)).warnings()).anyMatch(w -> w.contains("pooled"));
    // the control: a pool that is nearly empty
    assertThat(check(pooled(4000, 400)).shifts().get(0).verdict(0.05)).isEqualTo(Verdict.BANDIT);
  }

  private static FeatureTable pooled(int episodes, int inPool) {
    SplittableRandom random = new SplittableRandom(7);
    FeatureTable log =
        new FeatureTable(
            List.of(FeatureColumn.category("page", List.of("home", "cart"))),
            List.of("stay", "go"),
            2,
            5,
            false);
    double[] even = {0.5, 0.5};
    for (int t = 0; t < episodes; t++) {
      log.begin(t, t % 5);
      for (int k = 0; k < 2; k++) {
        double level = random.nextInt(10) == 0 || random.nextInt(inPool) > 0 ? 0 : 2;
        log.row(new double[] {level}, random.nextInt(2), random.nextInt(2), even, even);
      }
    }
    return log;
  }

  @Test
  void severalTargetsAtOnceAreSolvedAsOneByOne() {
    double[] gram = {4, 1, 0, 1, 3, 0, 0, 0, 0};
    double[][] targets = {{1, 2, 0}, {0, 1, 0}};
    double[][] together = Ridge.solveAll(gram, targets, 3, 0.5, true);
    assertThat(together[0]).isEqualTo(Ridge.solve(gram, targets[0], 3, 0.5, true));
    assertThat(together[1]).isEqualTo(Ridge.solve(gram, targets[1], 3, 0.5, true));
    assertThat(Ridge.rank(gram, 3, 3)).isEqualTo(2);
    assertThat(Ridge.rank(new double[] {1, 1, 1, 1}, 2, 2)).isEqualTo(1);
  }
}
