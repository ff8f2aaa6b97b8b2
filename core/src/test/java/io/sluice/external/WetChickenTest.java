package io.sluice.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Backups;
import io.sluice.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The river of Hans and Udluft: 25 states 5x+y, rewards 0 … 4, all numbers from outside. */
class WetChickenTest {
  private static final int DRIFT = 0;
  private static final int NEUTRAL = 1;
  private static final int PADDLE = 2;
  private static final int LEFT = 3;
  private static final int RIGHT = 4;

  private static int heuristic(int state) {
    int x = state / 5;
    int y = state % 5;
    if (x > 2) {
      return PADDLE;
    }
    if (y != 2) {
      return y < 2 ? RIGHT : LEFT;
    }
    return x == 2 ? PADDLE : x == 1 ? NEUTRAL : DRIFT;
  }

  private static Model model(Shape shape) throws IOException {
    Table table = new Table(shape);
    List<String> lines = Files.readAllLines(SharedData.file("wet-chicken/transitions.csv"));
    for (String line : lines.subList(1, lines.size())) {
      String[] f = line.split(",");
      table.outcome(
          Integer.parseInt(f[0]),
          Integer.parseInt(f[1]),
          Integer.parseInt(f[2]),
          Double.parseDouble(f[3]),
          Double.parseDouble(f[4]));
    }
    return table.model();
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 10, 20})
  void valuesFromTheStartAgree(int horizon) throws IOException {
    Shape shape = new Shape(25, 5, horizon);
    Backups exact = Backups.exact(model(shape));
    JsonNode expected =
        new ObjectMapper()
            .readTree(SharedData.file("wet-chicken/expected.json").toFile())
            .get("finite_horizon_gamma1_from_state0")
            .get("H" + horizon);
    Policy uniform = Policy.uniform(shape);
    Policy rule = Policy.stationary(shape, (x, a) -> a == heuristic(x) ? 1 : 0);
    for (int tenths : new int[] {1, 2, 5}) {
      Policy behavior = Policy.mixture(tenths / 10.0, uniform, rule);
      assertThat(exact.evaluate(behavior).at(1).point().at(0))
          .isCloseTo(expected.get("eps." + tenths).asDouble(), within(5.1e-6));
    }
    assertThat(Learner.VI.learn(exact, uniform).values().at(1).point().at(0))
        .isCloseTo(expected.get("opt").asDouble(), within(5.1e-6));
  }
}
