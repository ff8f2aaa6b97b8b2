package io.sluice.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.counts.Halves;
import io.sluice.influence.CrossFitValues;
import io.sluice.influence.Hausman;
import io.sluice.influence.HausmanSums;
import io.sluice.influence.Influences;
import io.sluice.influence.LoggedProbabilities;
import io.sluice.influence.RobustInterval;
import io.sluice.influence.RobustScores;
import io.sluice.influence.RobustSums;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Interval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Estimates;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code robust} and Hausman's test as an independent program has them, to 1e-9. */
class RobustReferenceTest {
  private static final Offset<Double> CLOSE = within(1e-9);

  @ParameterizedTest
  @MethodSource("io.sluice.reference.ReferenceCase#all")
  void robustAgrees(ReferenceCase c) {
    JsonNode expected = c.json("robust.json").get("robust");
    for (JsonNode policy : expected) {
      RobustSums sums = new RobustSums(scores(c, evaluated(c, policy)));
      c.forEachEpisode(sums::add);
      EffectProfile profile = RobustInterval.profile(sums, 0.05);
      for (JsonNode step : policy.get("steps")) {
        check(profile.at(step.get("step").asInt()), step);
      }
      check(profile.total(), policy.get("total"));
    }
    assertThat(expected).isNotEmpty();
  }

  private static void check(Interval made, JsonNode expected) {
    assertThat(made.estimate()).isCloseTo(expected.get("estimate").asDouble(), CLOSE);
    assertThat(made.error().orElseThrow().value())
        .isCloseTo(expected.get("standard_error").asDouble(), CLOSE);
  }

  @ParameterizedTest
  @MethodSource("io.sluice.reference.ReferenceCase#all")
  void hausmanAgrees(ReferenceCase c) {
    JsonNode expected = c.json("robust.json").get("hausman");
    for (JsonNode policy : expected) {
      Policy evaluated = evaluated(c, policy);
      Influences efficient =
          Influences.of(
              c.counts,
              Model.estimate(c.counts, Pooling.PER_STEP),
              ValueRange.of(c.shape),
              c.behavior,
              evaluated);
      HausmanSums sums = new HausmanSums(scores(c, evaluated), efficient);
      c.forEachEpisode(sums::add);
      Hausman made = sums.hausman();
      for (JsonNode step : policy.get("steps")) {
        check(made.at(step.get("step").asInt()), step);
      }
      check(made.total(), policy.get("total"));
    }
    assertThat(expected).isNotEmpty();
  }

  private static void check(Hausman.Contrast made, JsonNode expected) {
    assertThat(made.difference()).isCloseTo(expected.get("difference").asDouble(), CLOSE);
    assertThat(made.standardError()).isCloseTo(expected.get("standard_error").asDouble(), CLOSE);
    assertThat(made.z().isEmpty()).isEqualTo(expected.get("z").isNull());
    if (made.z().isPresent()) {
      assertThat(made.z().getAsDouble()).isCloseTo(expected.get("z").asDouble(), within(1e-6));
    }
  }

  /** Both name their policies alike. */
  private static Policy evaluated(ReferenceCase c, JsonNode policy) {
    for (JsonNode other : c.expected.get("evaluation")) {
      if (other.get("policy").equals(policy.get("policy"))) {
        return c.policy(other.get("probabilities"));
      }
    }
    throw new IllegalArgumentException("no policy " + policy.get("policy"));
  }

  /** Folds by the parity of the episode's number, no shrinkage. */
  private static RobustScores scores(ReferenceCase c, Policy evaluated) {
    Halves.Accumulator accumulator = new Halves.Accumulator(c.shape);
    c.forEachEpisode(accumulator::add);
    Halves halves = accumulator.halves();
    CrossFitValues values =
        CrossFitValues.shrunk(
            Estimates.of(halves.inputs()),
            Estimates.of(halves.holdout()),
            ValueRange.of(c.shape),
            evaluated,
            0);
    return new RobustScores(values, LoggedProbabilities.known(c.behavior), evaluated);
  }
}
