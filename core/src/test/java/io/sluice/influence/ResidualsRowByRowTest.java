package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CellCursor;
import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.RandomMdps;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.Influence.Drift;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What rows add to Var ψ, taken together by transition and block of pairs, is what they add one by
 * one.
 */
class ResidualsRowByRowTest {
  private static final Shape SHAPE = new Shape(450, 3, 6); // more pairs than a block has
  private static final RandomMdps RANDOM = new RandomMdps(23);
  private static final Policy BEHAVIOR = RANDOM.policy(SHAPE);
  private static final Policy EVALUATED = RANDOM.policy(SHAPE);
  private static final TransitionCounts COUNTS = log();

  private static TransitionCounts log() {
    Model truth = RANDOM.model(SHAPE, Pooling.POOLED, 0.02);
    return RANDOM.log(truth, RANDOM.start(SHAPE), BEHAVIOR, 3_000);
  }

  private static Influences influences(Pooling pooling, int exogenous) {
    Model model = Model.estimate(COUNTS, pooling);
    ValueRange range = ValueRange.of(SHAPE);
    return Influences.of(COUNTS, model, range, BEHAVIOR, EVALUATED, h -> h == exogenous);
  }

  @ParameterizedTest
  @EnumSource
  void ofAStep(Pooling pooling) {
    for (int step : new int[] {1, 3, 6}) {
      agree(influences(pooling, 0), all -> all.at(step), 1e-9);
      agree(influences(pooling, 3), all -> all.at(step), 1e-9);
      agree(influences(pooling, 0), all -> all.carried(step), 1e-9);
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofTheWhole(Pooling pooling) {
    agree(influences(pooling, 0), Influences::total, 1e-9);
    agree(influences(pooling, 2), Influences::total, 1e-9);
    agree(influences(pooling, 0), Influences::value, 1e-9);
    agree(influences(pooling, 2), Influences::value, 1e-9);
  }

  private static void agree(Influences all, Function<Influences, Influence> of, double relative) {
    Influence influence = of.apply(all);
    VarianceSources sources = VarianceSources.of(influence, Variance.PLAIN);
    double[][] naive = rowByRow(influence, 1);
    for (int table = 0; table < naive.length; table++) {
      for (int pair = 0; pair < naive[table].length; pair++) {
        double one = naive[table][pair];
        assertThat(sources.squares(table, pair)).isCloseTo(one, within(relative * (1 + one)));
      }
    }
  }

  /** Σ (w(r − R̂) + u + s)², from cells in the order of the log. */
  private static double[][] rowByRow(Influence influence, double drifting) {
    PlugIn plugIn = influence.plugIn();
    Drift drift = influence.drift();
    RowScores scores = new RowScores(influence);
    double[][] sums = new double[plugIn.tables.count()][plugIn.pairs];
    for (CellCursor at = COUNTS.walk(); at.advance(); ) {
      int step = at.step();
      int pair = plugIn.pair(at.state(), at.action());
      double mean = plugIn.reward(step, pair);
      double w = influence.ofReward(step, pair) + drift.ownReward();
      double u = scores.ofNext(step, pair, at.next());
      if (step <= drift.last()) {
        double s = drift.next()[step + 1][at.next()] - drift.here()[step][at.state()];
        u += drifting * (s + drift.ownReward() * mean);
      }
      long n = COUNTS.count(at.cell());
      double first = COUNTS.rewardSum(at.cell()) - n * mean;
      double second = COUNTS.squareSum(at.cell()) - 2 * mean * COUNTS.rewardSum(at.cell());
      sums[plugIn.tables.of(step)][pair] +=
          w * w * (second + n * mean * mean) + 2 * w * u * first + n * u * u;
    }
    return sums;
  }

  /** The control: without the drift, sums differ by far more. */
  @Test
  void theDriftIsSeen() {
    Influence influence = influences(Pooling.POOLED, 0).total();
    VarianceSources sources = VarianceSources.of(influence, Variance.PLAIN);
    double[] without = rowByRow(influence, 0)[0];
    int different = 0;
    for (int pair = 0; pair < without.length; pair++) {
      different += Math.abs(sources.squares(0, pair) - without[pair]) > 1e-6 ? 1 : 0;
    }
    assertThat(different).isGreaterThan(without.length / 2);
  }

  @Test
  void aModelOfAnotherLogIsRefused() {
    Model truth = RANDOM.model(SHAPE, Pooling.POOLED, 0.02);
    TransitionCounts other = RANDOM.log(truth, RANDOM.start(SHAPE), BEHAVIOR, 50);
    for (Pooling pooling : Pooling.values()) {
      Model model = Model.estimate(other, pooling);
      assertThatThrownBy(() -> LogSums.of(COUNTS, model))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("needs the model that was estimated from these counts");
    }
  }
}
