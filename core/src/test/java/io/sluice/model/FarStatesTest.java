package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model.Pooling;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where next states are far, values are laid out and looked up otherwise, and nothing else changes.
 */
class FarStatesTest {
  private static final Shape SHAPE = new Shape(401, 3, 4); // more pairs than a block has

  @ParameterizedTest
  @CsvSource({
    "POOLED, 1, false",
    "POOLED, 2, false",
    "PER_STEP, 1, false",
    "PER_STEP, 2, false",
    "POOLED, 2, true",
    "PER_STEP, 1, true"
  })
  void nearOrFarValuesAndActionsAreTheSame(Pooling pooling, int threads, boolean shrunk) {
    RandomMdps random = new RandomMdps(5);
    Policy behavior = random.policy(SHAPE);
    Model truth = random.model(SHAPE, Pooling.PER_STEP, 0.1);
    var counts = random.log(truth, random.start(SHAPE), behavior, 1_000);
    Model model = Model.estimate(counts, pooling);
    InducedShift shift = InducedShift.of(model, behavior);
    Backups plain =
        Backups.of(model, Bonus.paper(SHAPE, 0.1), ValueRange.of(SHAPE))
            .on(new Threads(threads, 0));
    Backups shifted = plain.withShift(shrunk ? shift.shrunk().exogenous(h -> h == 2) : shift);
    same(plain, Score.POINT);
    same(plain, Score.PESSIMISTIC);
    same(plain, Score.IMMEDIATE);
    same(shifted, Score.SELECTIVE);
    same(shifted, Score.SELECTIVE_BY_SIGN);
    same(Backups.exact(model), Score.POINT);
  }

  private static void same(Backups backups, Score score) {
    int[] near = new int[SHAPE.horizon() * SHAPE.states()];
    ValueTable nearValues = backups.best(score, near, new ValueLayout(backups.model(), Reach.NEAR));
    for (Reach reach : List.of(Reach.WIDE, Reach.FAR)) {
      int[] far = new int[near.length];
      ValueTable farValues = backups.best(score, far, new ValueLayout(backups.model(), reach));
      assertThat(far).as(reach.name()).isEqualTo(near);
      for (int h = 1; h <= SHAPE.horizon(); h++) {
        assertThat(farValues.at(h)).as(reach.name()).isEqualTo(nearValues.at(h));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "600000,      1, NEAR",
    "600000,   1000, NEAR",
    "600000,  40000, WIDE",
    "600000, 300000, FAR",
    "100000,  50001, WIDE", // too few states to be far
    "  2000,   1000, NEAR"
  })
  void mostTransitionsDecide(int states, int distance, Reach reach) {
    assertThat(ring(states, distance).reach).isEqualTo(reach);
  }

  /** Both actions of a state lead to the one at a distance. */
  private static Model ring(int states, int distance) {
    Shape shape = new Shape(states, 2, 2);
    SparseRows.Writer rows = new SparseRows.Writer(2 * states, 2 * states);
    long[] visits = new long[2 * states];
    for (int pair = 0; pair < 2 * states; pair++) {
      rows.entry((pair / 2 + distance) % states, 1);
      rows.endRow();
      visits[pair] = 1;
    }
    return Model.of(shape, Pooling.POOLED, new double[2 * states], visits, rows.done());
  }
}
