package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Dense;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Shape;
import io.sluice.model.Model.Pooling;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two expectations at once are those of each function alone, however values lie in memory. */
class TwoValuesTest {
  private static final Shape SHAPE = new Shape(401, 3, 3); // more pairs than a block has
  private static final int PAIRS = SHAPE.states() * SHAPE.actions();

  @ParameterizedTest
  @CsvSource({
    "NEAR, POOLED, 1",
    "WIDE, POOLED, 2",
    "FAR, POOLED, 1",
    "FAR, POOLED, 2",
    "WIDE, PER_STEP, 1",
    "FAR, PER_STEP, 2"
  })
  void bothAreWhatEachIsAlone(Reach reach, Pooling pooling, int threads) {
    RandomMdps random = new RandomMdps(8);
    Model model = random.model(SHAPE, pooling, 0.1);
    double[] zero = new double[SHAPE.states() + 1];
    TwoValues next = TwoValues.of(model, new ValueLayout(model, reach), zero, zero.clone());
    for (int step = SHAPE.horizon(); step >= 1; step--) {
      double[] v = random.values(SHAPE, 1).toArray();
      double[] w = random.values(SHAPE, 2).toArray();
      v[SHAPE.end()] = 0.25;
      next = next.before(v, w);
      for (int x = 0; x < v.length; x++) {
        next.update(x);
      }
      double[] ofV = new double[PAIRS];
      double[] ofW = new double[PAIRS];
      write(next, step, threads, model, ofV, ofW);
      assertThat(ofV).isEqualTo(alone(model, step, v));
      assertThat(ofW).isEqualTo(alone(model, step, w));
      assertThat(ofV[5]).isCloseTo(dense(model, step, v), within(1e-12));
    }
  }

  private static void write(
      TwoValues next, int step, int threads, Model model, double[] ofV, double[] ofW) {
    try (Threads.Team team = new Threads(threads, 0).team(model.transitions())) {
      next.prepare(team, step);
      team.each(
          SHAPE.states(),
          () -> {
            TwoValues.Expectations expectations = next.expectations();
            double[] later = new double[PAIRS];
            return (from, to) -> {
              int at = from * SHAPE.actions();
              expectations.write(step, from, to, ofV, at, later);
              System.arraycopy(later, 0, ofW, at, (to - from) * SHAPE.actions());
            };
          });
    }
  }

  private static double[] alone(Model model, int step, double[] v) {
    double[] sums = new double[PAIRS];
    model.ahead(step, 0, SHAPE.states(), v, sums, 0);
    return sums;
  }

  /** Of state 1 and action 2, which is pair 5. */
  private static double dense(Model model, int step, double[] v) {
    double[] row = Dense.next(model, step, 1, 2);
    double sum = 0;
    for (int x = 0; x < row.length; x++) {
      sum += row[x] * v[x];
    }
    return sum;
  }
}
