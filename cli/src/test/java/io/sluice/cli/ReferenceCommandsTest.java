package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.duckdb.DuckDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The commands print the numbers of an independent program; see {@code reference/ORIGIN.md} of
 * core, whose logs these are.
 */
class ReferenceCommandsTest {
  private static final Path CASES = Repository.root().resolve("core/src/test/resources/reference");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"chain-bandit", "grid-world", "random-mdp"})
  void evaluatePrintsTheReferenceIntervals(String name) throws IOException {
    JsonNode expected = JSON.readTree(CASES.resolve(name).resolve("expected.json").toFile());
    Path behavior = policy("behavior.csv", expected, expected.get("behavior"));
    assertThat(expected.get("evaluation")).isNotEmpty();
    for (JsonNode evaluation : expected.get("evaluation")) {
      Path policy = policy("policy.csv", expected, evaluation.get("probabilities"));
      Run run =
          run(
              name,
              expected,
              "evaluate --format json --bonus paper --interval selective-printed,standard,bandit --model pooled --policy %s --behavior %s",
              policy,
              behavior);
      JsonNode steps = JSON.readTree(run.out()).get("steps");
      assertThat(steps).hasSameSizeAs(evaluation.get("steps"));
      for (JsonNode step : evaluation.get("steps")) {
        JsonNode actual = steps.get(step.get("step").asInt() - 1).get("intervals");
        for (String interval : new String[] {"standard", "selective-printed"}) {
          String where = name + " " + evaluation.get("policy") + " " + step.get("step") + interval;
          JsonNode bounds = step.get(interval.replace("-printed", ""));
          JsonNode parts = actual.get(interval).get("parts");
          JsonNode states = parts.get(parts.size() - 1); // which the reference leaves out
          assertThat(states.get("name").asText()).isEqualTo("sampling of states");
          double sampling = states.get("above").asDouble();
          double lower = actual.get(interval).get("lower").asDouble() + sampling;
          double upper = actual.get(interval).get("upper").asDouble() - sampling;
          assertThat(lower).as(where).isCloseTo(bounds.get(0).asDouble(), within(1e-9));
          assertThat(upper).as(where).isCloseTo(bounds.get(1).asDouble(), within(1e-9));
        }
        close(name + " θ̂", actual.get("bandit").get("estimate"), step.get("theta_plugin"));
      }
    }
  }

  /** The reference has the formula as written, and does not widen for pairs never seen. */
  @ParameterizedTest
  @CsvSource({
    "chain-bandit, pooled",
    "chain-bandit, per-step",
    "grid-world, pooled",
    "grid-world, per-step",
    "random-mdp, pooled",
    "random-mdp, per-step"
  })
  void evaluatePrintsTheReferenceEfficientIntervals(String name, String model) throws IOException {
    JsonNode expected = JSON.readTree(CASES.resolve(name).resolve("expected.json").toFile());
    Path behavior = policy("behavior.csv", expected, expected.get("behavior"));
    String key = "efficient95_" + model.replace('-', '_');
    for (JsonNode evaluation : expected.get("evaluation")) {
      Path policy = policy("policy.csv", expected, evaluation.get("probabilities"));
      Run run =
          run(
              name,
              expected,
              "evaluate --format json --interval efficient --variance plain --model %s --policy %s --behavior %s",
              model,
              policy,
              behavior);
      JsonNode steps = JSON.readTree(run.out()).get("steps");
      for (JsonNode step : evaluation.get("steps")) {
        JsonNode actual = steps.get(step.get("step").asInt() - 1).get("intervals").get("efficient");
        double lower = actual.get("lower").asDouble();
        double upper = actual.get("upper").asDouble();
        for (JsonNode part : actual.get("parts")) {
          boolean unseen = part.get("name").asText().equals("pairs never seen");
          lower += unseen ? part.get("below").asDouble() : 0;
          upper -= unseen ? part.get("above").asDouble() : 0;
        }
        String where = name + " " + evaluation.get("policy") + " " + step.get("step");
        assertThat(lower).as(where).isCloseTo(step.get(key).get(0).asDouble(), within(1e-9));
        assertThat(upper).as(where).isCloseTo(step.get(key).get(1).asDouble(), within(1e-9));
      }
    }
  }

  /** Not grid-world, where ties go to the first action in another order than that of the names. */
  @ParameterizedTest
  @ValueSource(strings = {"chain-bandit", "random-mdp"})
  void learnWritesTheReferenceActions(String name) throws IOException {
    JsonNode expected = JSON.readTree(CASES.resolve(name).resolve("expected.json").toFile());
    Path behavior = policy("behavior.csv", expected, expected.get("behavior"));
    for (String learner : new String[] {"psl", "pvi", "spvi", "vi"}) {
      Path out = folder.resolve(learner + ".csv");
      run(
          name,
          expected,
          "learn --bonus paper --model pooled --learner %s --out %s --behavior %s",
          learner,
          out,
          behavior);
      Map<String, String> learned = new HashMap<>();
      try (DuckDb engine = DuckDb.start()) {
        engine.query(
            "SELECT step || ' ' || state, action FROM read_csv(%s, all_varchar = true, header = true, delim = ',', quote = '\"')"
                .formatted(engine.text(out.toString())),
            row -> learned.put(row.text(0), row.text(1)));
      }
      JsonNode visited = expected.get("learning").get(learner).get("actions_at_visited");
      assertThat(visited).isNotEmpty();
      for (JsonNode one : visited) { // [state, step, action]
        assertThat(learned)
            .as("%s, %s", name, learner)
            .containsEntry(one.get(1).asText() + " " + one.get(0).asText(), one.get(2).asText());
      }
    }
  }

  private Run run(String name, JsonNode expected, String command, Object... parts) {
    String log = CASES.resolve(name).resolve("log.csv").toString();
    String all = command.formatted(parts) + " --states " + expected.get("states").size();
    Run run = Run.of((all + " " + log).split(" "));
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return run;
  }

  private static void close(String where, JsonNode actual, JsonNode expected) {
    assertThat(actual.asDouble()).as(where).isCloseTo(expected.asDouble(), within(1e-9));
  }

  /** A table of probabilities as a policy file. */
  private Path policy(String file, JsonNode expected, JsonNode table) throws IOException {
    StringBuilder csv = new StringBuilder("state,action,probability\n");
    for (int x = 0; x < table.size(); x++) {
      for (int a = 0; a < table.get(x).size(); a++) {
        csv.append('"').append(expected.get("states").get(x).asText()).append("\",");
        csv.append(expected.get("actions").get(a).asText()).append(',');
        csv.append(table.get(x).get(a).asText()).append('\n');
      }
    }
    return Files.writeString(folder.resolve(file), csv);
  }
}
