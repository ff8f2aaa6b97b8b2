package io.sluice.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class WholeIntervalTest {
  private static final Offset<Double> EXACT = within(1e-12);
  private static final Shape ONE = new Shape(1, 2, 1);

  /** Ten rows: the second action paid 3 of 4 times, the first 1 of 6 times. */
  private static final TransitionCounts TEN =
      new Log(ONE)
          .episodes(3, 0, 1, 1)
          .episodes(1, 0, 1, 0)
          .episodes(1, 0, 0, 1)
          .episodes(5, 0, 0, 0)
          .counts();

  private static WholeInterval whole(TransitionCounts counts, ValueRange range, Policy policy) {
    return WholeInterval.of(counts, Model.estimate(counts, Pooling.PER_STEP), range, policy);
  }

  @Test
  void byHand() {
    WholeInterval whole = whole(TEN, ValueRange.of(ONE), Policy.everywhere(ONE, 0, 1));
    // start 4·1/10, actions 1/10; the 4 rows weigh 1/4 against 1/10, the 6 rows 0 against 1/10:
    // S = 0.4 + 0.1 + 4·0.15² + 6·0.1² = 0.65
    assertThat(whole.spreadPerEpisode()).isCloseTo(6.5, EXACT);
    Interval interval = whole.at(6.5, 0.05);
    assertThat(interval.estimate()).isCloseTo(0.75 - 0.4, EXACT);
    // Hoeffding: √(0.65·ln 40/2) = √1.198886
    assertThat(interval.estimate() - interval.lower()).isCloseTo(1.094936, within(1e-6));
    assertThat(interval.upper() - interval.estimate()).isCloseTo(1.094936, within(1e-6));
    assertThat(interval.failure()).isEqualTo(new Failure(0, 0.05));
  }

  @Test
  void aWrongGuessOfTheSpreadMakesItWider() {
    WholeInterval whole = whole(TEN, ValueRange.of(ONE), Policy.everywhere(ONE, 0, 1));
    double best = whole.at(6.5, 0.05).width();
    // four times too much halves λ: (½ + 2)/2 = 1.25 times as wide; four times too little likewise
    assertThat(whole.at(26, 0.05).width()).isCloseTo(1.25 * best, EXACT);
    assertThat(whole.at(6.5 / 4, 0.05).width()).isCloseTo(1.25 * best, EXACT);
    assertThat(whole.at(6, 0.05).width()).isGreaterThan(best);
    assertThat(whole.at(7, 0.05).width()).isGreaterThan(best);
  }

  @Test
  void wherePairsWereNeverSeenNothingIsCountedBelowAndEverythingAbove() {
    TransitionCounts onlyFirst = new Log(ONE).episodes(10, 0, 0, 0.5).counts();
    Interval interval = whole(onlyFirst, ValueRange.of(ONE), Policy.uniform(ONE)).at(5, 0.05);
    assertThat(interval.estimate()).as("½·0.5 + ½·0 − 0.5").isCloseTo(-0.25, EXACT);
    double radius = interval.estimate() - interval.lower();
    assertThat(interval.upper()).isCloseTo(-0.25 + radius + 0.5, EXACT);
    assertThat(interval.parts()).extracting(Part::name).contains("pairs never seen");
  }

  @Test
  void theEstimateIsTheModelsValueMinusTheMeanReturn() {
    Shape shape = new Shape(4, 3, 3);
    for (int seed = 0; seed < 50; seed++) {
      RandomMdps random = new RandomMdps(seed);
      Model truth = random.model(shape, Pooling.PER_STEP, seed % 2 * 0.2);
      TransitionCounts counts =
          random.log(truth, random.start(shape), random.policy(shape), 5 + 40 * seed);
      Policy evaluated = random.policy(shape);
      Model model = Model.estimate(counts, Pooling.PER_STEP);
      ValueRange range = new ValueRange(3, 3, seed % 3 * 0.25);
      double value =
          counts
              .distribution(1)
              .dot(Backups.of(model, Bonus.NONE, range).evaluate(evaluated).at(1).point());
      double ended = 0;
      for (int h = 1; h <= 3; h++) {
        ended += counts.distribution(h).at(shape.end()) * range.afterEnd();
      }
      assertThat(WholeInterval.of(counts, model, range, evaluated).at(1, 0.1).estimate())
          .isCloseTo(value - counts.meanReturn() - ended, within(1e-12));
    }
  }

  @Test
  void manyCopiesOfALogHaveTheSameSpreadPerEpisode() {
    Shape shape = new Shape(4, 3, 3);
    RandomMdps random = new RandomMdps(7);
    Model truth = random.model(shape, Pooling.PER_STEP, 0.1);
    TransitionCounts once = random.log(truth, random.start(shape), random.policy(shape), 200);
    TransitionCounts twice = once.plus(once);
    Policy evaluated = random.policy(shape);
    ValueRange range = ValueRange.of(shape);
    assertThat(whole(twice, range, evaluated).spreadPerEpisode())
        .isCloseTo(whole(once, range, evaluated).spreadPerEpisode(), within(1e-9));
  }

  @Test
  void oneModelForAllStepsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                WholeInterval.of(
                    TEN,
                    Model.estimate(TEN, Pooling.POOLED),
                    ValueRange.of(ONE),
                    Policy.uniform(ONE)))
        .withMessageContaining("needs a model per step");
  }
}
