package io.sluice.baselines;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.Episodes;
import io.sluice.fixtures.RandomMdps;
import io.sluice.interval.Interval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every error is that of its own estimate: leaving out one episode at a time says the same. */
class InfluenceTest {
  private static final Shape SHAPE = new Shape(3, 2, 3);
  private static final int EPISODES = 400;

  private final RandomMdps random = new RandomMdps(7);
  private final Model truth = random.model(SHAPE, Pooling.POOLED, 0.1);
  private final Policy behavior = Policy.everywhere(SHAPE, 0.4, 0.6);
  private final Policy evaluated = Policy.everywhere(SHAPE, 0.8, 0.2);
  private final Episodes log = random.episodes(truth, random.start(SHAPE), behavior, EPISODES);

  /** √((T−1)/T Σ (V̂_−i − mean)²). */
  private double jackknife(Baseline rival, Function<ValueEstimate, Interval> of) {
    double[] without = new double[EPISODES];
    double mean = 0;
    for (int i = 0; i < EPISODES; i++) {
      without[i] = of.apply(rival.estimate(log.without(i), evaluated)).estimate();
      mean += without[i] / EPISODES;
    }
    double squares = 0;
    for (double one : without) {
      squares += (one - mean) * (one - mean);
    }
    return Math.sqrt(squares * (EPISODES - 1) / EPISODES);
  }

  /**
   * The jackknife has nothing in common with the formulas but the estimate. Both are consistent and
   * differ by O(1/n) of themselves, n being the rows of a rare pair. Not {@code dr}, which is a
   * plain mean given its values.
   */
  @ParameterizedTest
  @EnumSource(value = Baseline.class, mode = EnumSource.Mode.EXCLUDE, names = "DR")
  void errorsAreThoseOfTheJackknife(Baseline rival) {
    ValueEstimate estimate = rival.estimate(log, evaluated);
    assertThat(Baseline.error(estimate.value()) / jackknife(rival, ValueEstimate::value))
        .isBetween(0.95, 1.05);
    assertThat(Baseline.error(estimate.gain()) / jackknife(rival, ValueEstimate::gain))
        .isBetween(0.95, 1.05);
  }

  /** The control: the error of one is not that of another, which is what a wrong ψ would be. */
  @Test
  void anothersErrorIsNotOnes() {
    double jackknife = jackknife(Baseline.WPDIS, ValueEstimate::value);
    for (Baseline other : new Baseline[] {Baseline.PDIS, Baseline.SNIPS, Baseline.MODEL_PER_STEP}) {
      double error = Baseline.error(other.of(log, evaluated));
      assertThat(Math.abs(error / jackknife - 1)).as("%s", other).isGreaterThan(0.05);
    }
  }
}
