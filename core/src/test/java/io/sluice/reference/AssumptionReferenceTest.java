package io.sluice.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.assumptions.MarkovTables;
import io.sluice.assumptions.RewardBins;
import io.sluice.assumptions.StationaryTables;
import io.sluice.assumptions.TableTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tests of steps and of the past agree with the independent program. */
class AssumptionReferenceTest {
  static Stream<ReferenceCase> cases() {
    return ReferenceCase.all();
  }

  private static void agrees(TableTest test, JsonNode expected) {
    assertThat(test.statistic()).isCloseTo(expected.get("x2").asDouble(), within(1e-9));
    assertThat(test.mean()).isCloseTo(expected.get("mean").asDouble(), within(1e-9));
    assertThat(test.variance()).isCloseTo(expected.get("variance").asDouble(), within(1e-9));
    if (expected.get("z").isNull()) {
      assertThat(test.z()).isEmpty();
    } else {
      assertThat(test.z().getAsDouble()).isCloseTo(expected.get("z").asDouble(), within(1e-9));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void stepsAndThePastAreTestedAsTheReferenceDoes(ReferenceCase c) {
    JsonNode expected = c.json("assumptions.json");
    RewardBins.Finder finder = new RewardBins.Finder();
    c.forEachEpisode(finder::add);
    StationaryTables steps = new StationaryTables(c.shape, finder.bins());
    MarkovTables past = new MarkovTables(c.shape, finder.bins());
    c.forEachEpisode(steps::add);
    c.forEachEpisode(past::add);
    agrees(steps.rewards().test(), expected.get("stationary_reward"));
    agrees(steps.nextStates().test(), expected.get("stationary_next_state"));
    agrees(past.rewards().test(), expected.get("markov_reward"));
    agrees(past.nextStates().test(), expected.get("markov_next_state"));
  }
}
