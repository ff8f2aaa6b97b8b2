package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compare --features} reads a log once for policies of any kind. */
class CompareFeaturesTest {
  private static final int EPISODES = 300;

  @TempDir Path folder;

  private static JsonNode json(List<String> words) throws IOException {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of("--format", "json"));
    Run run = Run.of(all.toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return new ObjectMapper().readTree(run.out());
  }

  /**
   * Two actions with probabilities of both in columns: of the logged policy, of one to judge, and
   * of the uniform one.
   */
  private String log(boolean named) throws IOException {
    StringBuilder rows =
        new StringBuilder(
            (named ? "episode,step," : "") + "x,kind,action,reward,b_s,b_g,p_s,p_g,u_s,u_g\n");
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < EPISODES; i++) {
      for (int h = 1; h <= (named ? 2 : 1); h++) {
        double x = Math.round(100 * random.nextDouble()) / 100.0;
        String kind = random.nextBoolean() ? "new" : "old";
        boolean goes = random.nextDouble() < 0.4;
        double reward = random.nextDouble() < 0.2 + (goes ? 0.4 * x : 0.1) ? 1 : 0;
        rows.append(named ? "e%d,%d,".formatted(i, h) : "");
        rows.append("%s,%s,%s,%s,0.6,0.4,".formatted(x, kind, goes ? "g" : "s", reward));
        rows.append("%s,%s,0.5,0.5\n".formatted(1 - x, x));
      }
    }
    return Files.writeString(folder.resolve(named + ".csv"), rows).toString();
  }

  /** Every decision of the log by itself. */
  private String table() throws IOException {
    StringBuilder rows = new StringBuilder("episode,step,action,probability\n");
    for (int i = 0; i < EPISODES; i++) {
      for (int h = 1; h <= 2; h++) {
        rows.append("e%d,%d,g,%s\ne%d,%d,s,%s\n".formatted(i, h, 0.7, i, h, 0.3));
      }
    }
    return Files.writeString(folder.resolve("table.csv"), rows).toString();
  }

  @Test
  void everyKindOfPolicyHasTheNumbersOfItsOwnEvaluation() throws IOException {
    List<String> reading =
        List.of(log(true), "--features", "x,kind", "--behavior", "columns:b_", "--interval");
    Map<String, String> policies = new LinkedHashMap<>();
    policies.put("A", "columns:p_");
    policies.put("B", table());
    policies.put("C", "mix:0.5:columns:p_");
    policies.put("D", "sql:CASE WHEN x > 0.5 THEN 'g' ELSE 's' END");
    policies.put("E", "sql:CASE WHEN kind = 'new' THEN 'g' ELSE 's' END");
    policies.put("F", "mix:0.3:always:g");
    policies.put("G", "uniform");
    List<String> compare = new ArrayList<>(List.of("compare"));
    compare.addAll(reading);
    compare.add("robust");
    policies.forEach((name, written) -> compare.addAll(List.of("--policy", name + "=" + written)));
    JsonNode together = json(compare).at("/effects/2/policies");
    assertThat(together).hasSize(policies.size());
    int place = 0;
    for (Map.Entry<String, String> one : policies.entrySet()) {
      List<String> evaluate = new ArrayList<>(List.of("evaluate"));
      evaluate.addAll(reading);
      evaluate.addAll(List.of("robust", "--policy", one.getValue()));
      JsonNode own = json(evaluate).at("/total/intervals/robust");
      JsonNode entry = together.get(place++);
      assertThat(entry.get("policy").asText()).isEqualTo(one.getKey());
      assertThat(entry.get("estimate").asDouble()).isEqualTo(own.get("estimate").asDouble());
    }
  }

  /**
   * Where rows have no names, what is kept of them is part of their order. A policy is no different
   * from itself, whether it is written as a word or in columns; the control is another policy.
   */
  @Test
  void rowsWithoutNamesAreComparedWithThemselves() throws IOException {
    List<String> words =
        List.of(
            "compare",
            log(false),
            "--features",
            "x,kind",
            "--behavior",
            "columns:b_",
            "--policy",
            "uniform",
            "--policy",
            "U=columns:u_",
            "--policy",
            "P=columns:p_");
    JsonNode pairs = json(words).at("/effects/1/pairs");
    assertThat(pairs.get(0).get("standardError").asDouble()).isCloseTo(0, within(1e-9));
    assertThat(pairs.get(1).get("standardError").asDouble()).isGreaterThan(1e-3);
    List<String> by = new ArrayList<>(words);
    by.set(7, "P=columns:p_");
    by.set(9, "U=columns:u_");
    by.set(11, "uniform");
    by.addAll(List.of("--by", "kind"));
    assertThat(json(by).get("segments")).hasSize(3);
  }
}
