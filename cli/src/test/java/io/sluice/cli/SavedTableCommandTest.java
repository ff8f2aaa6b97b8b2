package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.policy.SavedPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** learn without --features, written as JSON, and what can be done with it. */
class SavedTableCommandTest {
  @TempDir Path folder;
  private Path log;
  private Path other;
  private Path policy;

  /** A click has probability 0.8 with a1 in s1 and with a0 in s0, 0.3 otherwise. */
  private Path log(String name, int seed) throws IOException {
    StringBuilder csv = new StringBuilder("episode,step,state,action,reward,propensity\n");
    SplittableRandom random = new SplittableRandom(seed);
    for (int e = 0; e < 400; e++) {
      for (int k = 1; k <= 2; k++) {
        int state = random.nextInt(2);
        int action = random.nextInt(2);
        double click = action == state ? 0.8 : 0.3;
        csv.append(
            "e%d,%d,s%d,a%d,%d,0.5\n"
                .formatted(e, k, state, action, random.nextDouble() < click ? 1 : 0));
      }
    }
    return Files.writeString(folder.resolve(name), csv);
  }

  @BeforeEach
  void learn() throws IOException {
    log = log("log.csv", 4);
    other = log("other.csv", 5);
    policy = folder.resolve("policy.json");
    done("learn", log.toString(), "--out", policy.toString());
  }

  private static String done(String... words) {
    Run run = Run.of(words);
    assertThat(run.exit()).as(run.err()).isZero();
    return run.out();
  }

  @Test
  void theFileSaysWhatTheTableSays() throws IOException {
    Path csv = folder.resolve("policy.csv");
    done("learn", log.toString(), "--out", csv.toString());
    SavedPolicy saved = SavedPolicy.read(policy);
    assertThat(saved.origin().certificate()).isPresent();
    List<String> fromJson = new ArrayList<>();
    for (String line : Files.readAllLines(csv).subList(1, Files.readAllLines(csv).size())) {
      String[] cells = line.split(",");
      Map<String, Double> row =
          saved.probabilities(Map.of("step", Integer.parseInt(cells[0]), "state", cells[1]));
      assertThat(row.get(cells[2])).isEqualTo(Double.parseDouble(cells[3]));
      fromJson.add(line);
    }
    assertThat(fromJson).isNotEmpty();
    assertThat(saved.choose(Map.of("step", 1, "state", "s1"))).isEqualTo("a1");
    assertThat(saved.choose(Map.of("step", 2, "state", "s0"))).isEqualTo("a0");
    // What the log did not have never fails.
    assertThat(saved.actions()).contains(saved.choose(Map.of("step", 2, "state", "never seen")));
    Path exported = folder.resolve("exported.csv");
    done("export", policy.toString(), "--to", "csv", "--out", exported.toString());
    assertThat(done("evaluate", other.toString(), "--policy", exported.toString()))
        .contains("BETTER");
  }

  @Test
  void itIsExplainedAppliedAndExported() throws IOException {
    assertThat(done("explain", policy.toString())).contains("step 1", "certified: at least");
    Path decisions = folder.resolve("decisions.csv");
    done("apply", policy.toString(), other.toString(), "--out", decisions.toString());
    List<String> lines = Files.readAllLines(decisions);
    List<String> rows = Files.readAllLines(other);
    assertThat(lines).hasSize(rows.size());
    for (int i = 1; i < rows.size(); i++) {
      String[] row = rows.get(i).split(",");
      assertThat(lines.get(i)).startsWith(row[0] + "," + row[1] + ",a" + row[2].charAt(1));
    }
    Path sql = folder.resolve("policy.sql");
    done("export", policy.toString(), "--to", "sql", "--table", "visits", "--out", sql.toString());
    assertThat(Files.readString(sql)).contains("visits", "policy_action");
    Path java = folder.resolve("Decider.java");
    done("export", policy.toString(), "--to", "java", "--out", java.toString());
    assertThat(Files.readString(java)).contains("class Decider");
  }

  /** Of a policy that mixes with the logged one, half the effect is left. */
  @Test
  void itIsEvaluatedAloneAndMixedWithTheLoggedPolicy() throws IOException {
    String whole =
        done("evaluate", other.toString(), "--policy", policy.toString(), "--format", "json");
    String half =
        done("evaluate", other.toString(), "--policy", "mix:0.5:" + policy, "--format", "json");
    assertThat(total(whole)).isBetween(0.4, 0.6); // 2 steps, half of the decisions, 0.5 each
    assertThat(total(half)).isBetween(0.4 * total(whole), 0.6 * total(whole));
    assertThat(Run.of("evaluate", log.toString(), "--policy", policy.toString()).out())
        .contains("WITHHELD")
        .doesNotContain("BETTER");
  }

  private static double total(String json) throws IOException {
    return new ObjectMapper().readTree(json).at("/total/intervals/efficient/estimate").asDouble();
  }
}
