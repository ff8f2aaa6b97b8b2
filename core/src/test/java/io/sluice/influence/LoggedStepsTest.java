package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.Episodes;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where a policy is the logged one, leaving the logged policy has no effect, and no error. */
class LoggedStepsTest {
  private static final Shape SHAPE = new Shape(4, 2, 3);
  private static final RandomMdps RANDOM = new RandomMdps(31);
  private static final Policy BEHAVIOR = RANDOM.policy(SHAPE);
  private static final Episodes LOG =
      RANDOM.episodes(RANDOM.model(SHAPE, Pooling.POOLED, 0.5), RANDOM.start(SHAPE), BEHAVIOR, 200);

  /** ψ of the steps 1 and 3 is 0 in every episode; that of step 2, the control, in hardly any. */
  @ParameterizedTest
  @EnumSource
  void episodesSayNothingOfStepsWithTheLoggedPolicy(Pooling pooling) {
    Policy second = Policy.spliced(Policy.spliced(BEHAVIOR, RANDOM.policy(SHAPE), 2), BEHAVIOR, 3);
    Influences all =
        Influences.of(
            LOG.counts(),
            Model.estimate(LOG.counts(), pooling),
            ValueRange.of(SHAPE),
            BEHAVIOR,
            second);
    RowScores[] steps = new RowScores[3];
    for (int h = 1; h <= 3; h++) {
      steps[h - 1] = new RowScores(all.at(h));
    }
    int[] moved = new int[1];
    LOG.forEach(
        episode -> {
          assertThat(steps[0].of(episode)).isZero();
          assertThat(steps[2].of(episode)).isZero();
          moved[0] += steps[1].of(episode) == 0 ? 0 : 1;
        });
    assertThat(moved[0]).isGreaterThan(190);
  }
}
