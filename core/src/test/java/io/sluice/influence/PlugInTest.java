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

/** The plug-in values that influence functions are computed from. */
class PlugInTest {
  private static final Shape SHAPE = new Shape(151, 3, 5); // more pairs than a block has
  private static final RandomMdps RANDOM = new RandomMdps(31);
  private static final Policy BEHAVIOR = RANDOM.policy(SHAPE);
  private static final Policy EVALUATED = RANDOM.policy(SHAPE);
  private static final TransitionCounts COUNTS = log();

  private static TransitionCounts log() {
    Model truth = RANDOM.model(SHAPE, Pooling.POOLED, 0.1); // which often ends early
    return RANDOM.log(truth, RANDOM.start(SHAPE), BEHAVIOR, 1_000);
  }

  /** But for the order of additions. */
  @ParameterizedTest
  @CsvSource({"POOLED", "PER_STEP"})
  void valuesAreThoseOfThePolicy(Pooling pooling) {
    Model model = Model.estimate(COUNTS, pooling);
    PlugIn plugIn = plugIn(model);
    var table = Backups.of(model, Bonus.NONE, ValueRange.of(SHAPE)).evaluate(EVALUATED);
    for (int k = 1; k <= SHAPE.horizon(); k++) {
      double[] values = table.at(k).point().toArray();
      for (int x = 0; x < values.length; x++) {
        assertThat(plugIn.values(k)[x]).isCloseTo(values[x], within(1e-12));
      }
    }
  }

  private static PlugIn plugIn(Model model) {
    return new PlugIn(
        LogSums.of(COUNTS, model),
        ValueRange.of(SHAPE),
        BEHAVIOR,
        null,
        EVALUATED,
        step -> step == 3,
        new Threads(2, 0));
  }
}
