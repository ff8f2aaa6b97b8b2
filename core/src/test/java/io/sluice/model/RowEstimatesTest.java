package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import io.sluice.model.Model.Pooling;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A table that is large enough to be estimated in parts is what its definition says. */
class RowEstimatesTest {
  private static final Shape SHAPE = new Shape(301, 3, 4); // 16 parts have no border in common

  private static TransitionCounts counts() {
    SplittableRandom random = new SplittableRandom(3);
    CountsAccumulator counts = new CountsAccumulator(SHAPE);
    for (int i = 0; i < 120_000; i++) {
      int step = 1 + random.nextInt(4);
      int next = step == 4 ? SHAPE.end() : random.nextInt(302);
      counts.add(step, random.nextInt(301), random.nextInt(3), next, random.nextInt(2));
    }
    return counts.toCounts();
  }

  @ParameterizedTest
  @EnumSource
  void everyRowIsTheShareOfItsCells(Pooling pooling) {
    TransitionCounts counts = counts();
    assertThat(counts.cells()).isGreaterThan(1 << 16);
    Model model = Model.estimate(counts, pooling);
    int all = model.next().rows();
    double[] rewards = new double[all];
    long[] visits = new long[all];
    long[] moves = new long[all];
    TreeMap<Long, Long> cells = new TreeMap<>(); // n by pair and next state
    for (int i = 0; i < counts.cells(); i++) {
      int pair = model.pair(counts.step(i), counts.state(i), counts.action(i));
      rewards[pair] += counts.rewardSum(i);
      visits[pair] += counts.count(i);
      if (counts.step(i) < SHAPE.horizon()) {
        moves[pair] += counts.count(i);
        cells.merge(pair * 1_000L + counts.next(i), counts.count(i), Long::sum);
      }
    }
    assertThat(model.next().entries()).isEqualTo(cells.size());
    for (int pair = 0; pair < all; pair++) {
      assertThat(model.visits(pair)).isEqualTo(visits[pair]);
      assertThat(model.reward(pair))
          .isEqualTo(visits[pair] == 0 ? 0 : rewards[pair] / visits[pair]);
      for (int k = model.next().start(pair); k < model.next().start(pair + 1); k++) {
        long n = cells.get(pair * 1_000L + model.next().column(k));
        assertThat(model.next().value(k)).isEqualTo((double) n / moves[pair]);
      }
    }
  }
}
