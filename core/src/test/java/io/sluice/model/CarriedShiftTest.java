package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Dense;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model.Pooling;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The carried uncertainty, which is never computed as a matrix, against the matrix. */
class CarriedShiftTest {
  private static final Offset<Double> CLOSE = within(1e-12);

  /** A pooled model with a behavior that changes from step to step is among the cases. */
  @ParameterizedTest
  @CsvSource({
    "POOLED, true",
    "POOLED, false",
    "PER_STEP, true",
    "PER_STEP, false",
  })
  void carriedAgreesWithTheDenseShiftOfKnownModels(Pooling pooling, boolean stationary) {
    for (int seed = 0; seed < 12; seed++) {
      RandomMdps random = new RandomMdps(seed);
      Shape shape = new Shape(2 + seed % 5, 2 + seed % 3, 4);
      Model model = random.model(shape, pooling, seed % 2 * 0.2);
      Policy behavior = stationary ? random.stationaryPolicy(shape) : random.policy(shape);
      check(model, behavior, random);
    }
  }

  /** Few episodes, so that many pairs are unseen and rows do not sum to 1. */
  @ParameterizedTest
  @CsvSource({
    "POOLED, true",
    "POOLED, false",
    "PER_STEP, true",
    "PER_STEP, false",
  })
  void carriedAgreesWithTheDenseShiftOfThinLogs(Pooling pooling, boolean stationary) {
    for (int seed = 20; seed < 32; seed++) {
      RandomMdps random = new RandomMdps(seed);
      Shape shape = new Shape(5, 3, 4);
      Model truth = random.model(shape, Pooling.PER_STEP, seed % 2 * 0.2);
      Policy behavior = stationary ? random.stationaryPolicy(shape) : random.policy(shape);
      var counts = random.log(truth, random.start(shape), behavior, 10);
      check(Model.estimate(counts, pooling), behavior, random);
    }
  }

  private static void check(Model model, Policy behavior, RandomMdps random) {
    Shape shape = model.shape();
    Backups backups =
        Backups.of(model, Bonus.paper(shape, 0.1), ValueRange.of(shape))
            .withShift(InducedShift.of(model, behavior));
    for (int h = 1; h <= shape.horizon(); h++) {
      StateVector low = random.values(shape, 1);
      StateVector mid = plus(low, random.values(shape, 1));
      StateVector high = plus(mid, random.values(shape, 1));
      ActionValues q = backups.actionValues(h, new StepValues(low, mid, high));
      for (int x = 0; x < shape.states(); x++) {
        q.at(x);
        for (int a = 0; a < shape.actions(); a++) {
          double carried = 0;
          double bySign = 0;
          double[] shift = Dense.shift(model, behavior, h, x, a);
          for (int y = 0; y < shape.states(); y++) {
            carried += Math.abs(shift[y]) * (high.at(y) - low.at(y));
            bySign += Math.max(shift[y], 0) * (high.at(y) - mid.at(y));
            bySign += Math.max(-shift[y], 0) * (mid.at(y) - low.at(y));
          }
          assertThat(q.carried(a)).isCloseTo(carried, CLOSE);
          assertThat(q.carriedBySign(a)).isCloseTo(bySign, CLOSE);
        }
      }
    }
  }

  private static StateVector plus(StateVector left, StateVector right) {
    double[] sum = left.toArray();
    for (int x = 0; x < sum.length; x++) {
      sum[x] += right.at(x);
    }
    return StateVector.withEnd(sum);
  }
}
