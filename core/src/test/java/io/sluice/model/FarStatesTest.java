package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.Threads;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model.Pooling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where next states are far, values are looked up in another order, and nothing else changes. */
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
  void farOrNearValuesAndActionsAreTheSame(Pooling pooling, int threads, boolean shrunk) {
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
    same(plain, (step, q, room) -> q.points());
    same(plain, (step, q, room) -> written(room, q::pessimistic));
    same(plain, (step, q, room) -> written(room, q::immediate));
    same(shifted, (step, q, room) -> written(room, q::selective));
    same(
        shifted,
        (step, q, room) -> {
          for (int i = 0; i < q.size(); i++) {
            room[i] = q.optimistic(i) - q.carriedBySign(i);
          }
          return room;
        });
    same(Backups.exact(model), (step, q, room) -> q.points());
  }

  private static double[] written(double[] room, java.util.function.Consumer<double[]> writer) {
    writer.accept(room);
    return room;
  }

  private static void same(Backups backups, Backups.Scores scores) {
    int[] near = new int[SHAPE.horizon() * SHAPE.states()];
    int[] far = new int[near.length];
    ValueTable nearValues = backups.best(scores, near, false);
    ValueTable farValues = backups.best(scores, far, true);
    assertThat(far).isEqualTo(near);
    for (int h = 1; h <= SHAPE.horizon(); h++) {
      assertThat(farValues.at(h)).isEqualTo(nearValues.at(h));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1_000, 40_000})
  void aStepToTheSideIsNear(int distance) {
    assertThat(ring(600_000, distance).leadsFar()).isFalse();
  }

  @Test
  void halfwayRoundIsFar() {
    assertThat(ring(600_000, 300_000).leadsFar()).isTrue();
  }

  @Test
  void fewStatesAreNeverFar() {
    assertThat(ring(100_000, 50_001).leadsFar()).isFalse();
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
