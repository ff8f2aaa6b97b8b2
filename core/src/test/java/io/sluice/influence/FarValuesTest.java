package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.Threads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** V̂ and W looked up one after the other, or side by side: nothing else changes. */
class FarValuesTest {
  private static final Shape SHAPE = new Shape(151, 3, 5); // more pairs than a block has
  private static final RandomMdps RANDOM = new RandomMdps(31);
  private static final Policy BEHAVIOR = RANDOM.policy(SHAPE);
  private static final Policy EVALUATED = RANDOM.policy(SHAPE);
  private static final TransitionCounts COUNTS = log();

  private static TransitionCounts log() {
    Model truth = RANDOM.model(SHAPE, Pooling.POOLED, 0.1); // which often ends early
    return RANDOM.log(truth, RANDOM.start(SHAPE), BEHAVIOR, 1_000);
  }

  @ParameterizedTest
  @CsvSource({"POOLED, 1", "POOLED, 2", "PER_STEP, 1", "PER_STEP, 2"})
  void everyNumberIsTheSame(Pooling pooling, int threads) {
    Model model = Model.estimate(COUNTS, pooling);
    PlugIn near = plugIn(model, threads, false);
    PlugIn far = plugIn(model, threads, true);
    for (int k = 1; k <= SHAPE.horizon(); k++) {
      assertThat(far.values(k)).isEqualTo(near.values(k));
      assertThat(far.ahead(k)).isEqualTo(near.ahead(k));
      assertThat(far.stateEffect(k)).isEqualTo(near.stateEffect(k));
      assertThat(far.laterEffects(k)).isEqualTo(near.laterEffects(k));
    }
    assertThat(near.laterEffects(2)).isNotEqualTo(near.stateEffect(2)); // a W that is looked up
  }

  /** Both are what {@link Backups} makes of the policy, but for the order of additions. */
  @ParameterizedTest
  @CsvSource({"POOLED", "PER_STEP"})
  void valuesAreThoseOfThePolicy(Pooling pooling) {
    Model model = Model.estimate(COUNTS, pooling);
    PlugIn far = plugIn(model, 2, true);
    var table = Backups.of(model, Bonus.NONE, ValueRange.of(SHAPE)).evaluate(EVALUATED);
    for (int k = 1; k <= SHAPE.horizon(); k++) {
      double[] values = table.at(k).point().toArray();
      for (int x = 0; x < values.length; x++) {
        assertThat(far.values(k)[x]).isCloseTo(values[x], within(1e-12));
      }
    }
  }

  private static PlugIn plugIn(Model model, int threads, boolean far) {
    return new PlugIn(
        LogSums.of(COUNTS, model),
        ValueRange.of(SHAPE),
        BEHAVIOR,
        EVALUATED,
        step -> step == 3,
        new Threads(threads, 0),
        far);
  }
}
