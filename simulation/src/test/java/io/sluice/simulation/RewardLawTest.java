package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RewardLawTest {
  private static final int DRAWS = 20_000;

  static Stream<Environment> environments() {
    return Stream.of(
        ChainBandit.of(3),
        ChainBandit.released(3),
        GridWorld.paper().environment(),
        SearchSession.mixed().environment(),
        RandomMdp.of(6, 3, 4, 1).changingEnvironment(31));
  }

  /** Evenly spread in place of random numbers: a probability is then off by at most 1/20,000. */
  @ParameterizedTest
  @MethodSource("environments")
  void meanAndVarianceAreThoseOfWhatIsDrawn(Environment environment) {
    RewardLaw law = environment.rewards();
    for (int pair = 0; pair < environment.model().next().rows(); pair++) {
      double mean = environment.model().reward(pair);
      double sum = 0;
      double squares = 0;
      for (int i = 0; i < DRAWS; i++) {
        double reward = law.draw(pair, mean, (i + 0.5) / DRAWS);
        sum += reward / DRAWS;
        squares += reward * reward / DRAWS;
      }
      assertThat(sum).isCloseTo(mean, within(1e-4));
      assertThat(squares - sum * sum).isCloseTo(law.variance(pair, mean), within(1e-4));
    }
  }
}
