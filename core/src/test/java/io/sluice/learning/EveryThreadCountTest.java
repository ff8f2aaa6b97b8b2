package io.sluice.learning;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.RandomMdps;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Influences;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.SparseRows;
import io.sluice.model.Threads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Results are the same to the last bit, whatever the number of threads. */
class EveryThreadCountTest {
  private static final Shape SHAPE = new Shape(401, 3, 4); // more pairs than a block has
  private static final RandomMdps RANDOM = new RandomMdps(11);
  private static final Policy BEHAVIOR = RANDOM.policy(SHAPE);
  private static final TransitionCounts COUNTS = counts();

  private static TransitionCounts counts() {
    Model truth = RANDOM.model(SHAPE, Pooling.POOLED, 0.1);
    return RANDOM.log(truth, RANDOM.start(SHAPE), BEHAVIOR, 4_000);
  }

  private static Backups backups(Pooling pooling, int threads) {
    Model model = Model.estimate(COUNTS, pooling);
    ValueRange range = ValueRange.of(SHAPE);
    return Backups.of(model, Bonus.bernstein(COUNTS, model, SHAPE, range, 0.05), range)
        .on(new Threads(threads, 0));
  }

  @ParameterizedTest
  @EnumSource
  void learnersAgree(Learner learner) {
    for (Pooling pooling : Pooling.values()) {
      Learned one = learner.learn(backups(pooling, 1), BEHAVIOR);
      for (int threads = 2; threads <= 3; threads++) {
        Learned more = learner.learn(backups(pooling, threads), BEHAVIOR);
        for (int h = 1; h <= SHAPE.horizon(); h++) {
          assertThat(more.values().at(h)).isEqualTo(one.values().at(h));
          for (int x = 0; x < SHAPE.states(); x++) {
            for (int a = 0; a < SHAPE.actions(); a++) {
              assertThat(more.policy().probability(h, x, a))
                  .isEqualTo(one.policy().probability(h, x, a));
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aShrunkShiftAgrees(Pooling pooling) {
    InducedShift shift =
        InducedShift.of(backups(pooling, 1).model(), BEHAVIOR).shrunk().exogenous(h -> h == 2);
    assertThat(Learner.SPVI.learn(backups(pooling, 2), shift).values().at(1))
        .isEqualTo(Learner.SPVI.learn(backups(pooling, 1), shift).values().at(1));
  }

  @ParameterizedTest
  @EnumSource
  void theEfficientIntervalAgrees(Pooling pooling) {
    assertThat(efficient(pooling, 2)).isEqualTo(efficient(pooling, 1));
  }

  private static Object efficient(Pooling pooling, int threads) {
    Model model = Model.estimate(COUNTS, pooling);
    Influences influences =
        Influences.of(
            COUNTS,
            model,
            ValueRange.of(SHAPE),
            BEHAVIOR,
            Policy.uniform(SHAPE),
            step -> false,
            new Threads(threads, 0));
    return EfficientInterval.profile(influences, 0.05);
  }

  /** The control: rows added up from their ends, which is as right, differ in the last bit. */
  @Test
  void anotherOrderWouldBeSeen() {
    SparseRows rows = Model.estimate(COUNTS, Pooling.POOLED).next();
    int different = 0;
    for (int row = 0; row < rows.rows(); row++) {
      double up = 0;
      double down = 0;
      for (int k = rows.start(row); k < rows.start(row + 1); k++) {
        up += rows.value(k) * Math.sqrt(rows.column(k));
      }
      for (int k = rows.start(row + 1) - 1; k >= rows.start(row); k--) {
        down += rows.value(k) * Math.sqrt(rows.column(k));
      }
      assertThat(down).isCloseTo(up, org.assertj.core.api.Assertions.within(1e-9));
      different += up == down ? 0 : 1;
    }
    assertThat(different).isGreaterThan(rows.rows() / 10);
  }
}
