package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.counts.TransitionCounts;
import io.sluice.interval.Interval;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.SharpInterval;
import io.sluice.learning.Learned;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.Propensities;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.Rollouts;
import java.io.IOException;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code --bonus bernstein} through files and commands is what the library computes. */
class BonusOptionTest {
  private static final Offset<Double> CLOSE = within(1e-9);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Environment CHAIN = ChainBandit.of(3);
  private static final Shape SHAPE = CHAIN.shape();
  private static final ValueRange RANGE = ValueRange.of(SHAPE);
  private static final TransitionCounts COUNTS = new Rollouts(CHAIN, 5).count(5_000);

  @TempDir static Path folder;
  private static String log;

  @BeforeAll
  static void theSameEpisodesInAFile() {
    log = folder.resolve("log.csv").toString();
    run("simulate chain-bandit --episodes 5000 --seed 5 --out " + log);
  }

  private static Run run(String command) {
    Run run = Run.of(command.split(" "));
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return run;
  }

  private static Backups backups(Pooling pooling) {
    Model model = Model.estimate(COUNTS, pooling);
    return Backups.of(model, Bonus.bernstein(COUNTS, model, SHAPE, RANGE, 0.05), RANGE);
  }

  @ParameterizedTest
  @EnumSource(Pooling.class)
  void evaluate(Pooling pooling) throws IOException {
    // Nobody starts in bottom 1, so that the log shows five of six states.
    String command =
        "evaluate %s --policy uniform --interval sharp,standard --format json --states 6 --model ";
    String asked = command.formatted(log) + (pooling == Pooling.POOLED ? "pooled" : "per-step");
    JsonNode answer = JSON.readTree(run(asked + " --bonus bernstein").out());
    JsonNode hoeffding = JSON.readTree(run(asked + " --bonus Hoeffding").out());
    ModelEvaluation evaluation =
        ModelEvaluation.of(COUNTS, backups(pooling), CHAIN.behavior(), Policy.uniform(SHAPE));
    for (int h = 1; h <= SHAPE.horizon(); h++) {
      JsonNode actual = answer.get("steps").get(h - 1).get("intervals").get("sharp");
      Interval expected = SharpInterval.profile(evaluation, Propensities.KNOWN, 0.05).at(h);
      assertThat(actual.get("lower").asDouble()).isCloseTo(expected.lower(), CLOSE);
      assertThat(actual.get("upper").asDouble()).isCloseTo(expected.upper(), CLOSE);
      // Not of sharp: the bound on the sum of a step's errors knows nothing of the bonus.
      double wider = upper(hoeffding, h, "standard");
      assertThat(wider).isGreaterThan(upper(answer, h, "standard"));
    }
    assertThat(answer.get("provenance").get("bonus").asText()).isEqualTo("bernstein");
  }

  private static double upper(JsonNode answer, int step, String interval) {
    JsonNode intervals = answer.get("steps").get(step - 1).get("intervals");
    return intervals.get(interval).get("upper").asDouble();
  }

  @Test
  void learn() throws IOException {
    String command = "learn %s --learner pvi --out %s --bonus bernstein --states 6 --format json";
    Path out = folder.resolve("policy.csv");
    JsonNode answer = JSON.readTree(run(command.formatted(log, out)).out());
    Learned expected = Learner.PVI.learn(backups(Pooling.POOLED), CHAIN.behavior());
    assertThat(answer.get("bounds").get("lower").asDouble())
        .isCloseTo(expected.values().at(1).pessimistic().at(0), CLOSE);
    assertThat(answer.get("bounds").get("upper").asDouble())
        .isCloseTo(expected.values().at(1).optimistic().at(0), CLOSE);
  }
}
