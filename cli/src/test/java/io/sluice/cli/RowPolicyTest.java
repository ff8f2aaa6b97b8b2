package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies that have probabilities for every row by itself, on logs with features or states. */
class RowPolicyTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private Path log;
  private Path policy;
  private double ips;
  private double pdis;

  /** Two steps; the policy's probabilities differ within states, in columns and in a file. */
  @BeforeEach
  void write() throws IOException {
    StringBuilder rows =
        new StringBuilder("episode,step,state,x,action,reward,propensity,p_u,p_v\n");
    StringBuilder file = new StringBuilder("episode,step,action,probability\n");
    Random random = new Random(6);
    int episodes = 120;
    for (int e = 0; e < episodes; e++) {
      double weight = 1;
      double seen = 0;
      for (int k = 1; k <= 2; k++) {
        double p = random.nextBoolean() ? 0.25 : 0.75;
        boolean u = random.nextBoolean();
        int reward = random.nextInt(3);
        weight *= (u ? p : 1 - p) / 0.5;
        seen += reward;
        pdis += weight * reward / episodes;
        rows.append(
            String.format(
                Locale.ROOT,
                "e%d,%d,s%d,%s,%s,%d,0.5,%s,%s\n",
                e,
                k,
                random.nextInt(2),
                p > 0.5 ? 1 : -1,
                u ? "u" : "v",
                reward,
                p,
                1 - p));
        file.append(String.format(Locale.ROOT, "e%d,%d,u,%s\ne%d,%d,v,%s\n", e, k, p, e, k, 1 - p));
      }
      ips += weight * seen / episodes;
    }
    log = Files.writeString(folder.resolve("log.csv"), rows);
    policy = Files.writeString(folder.resolve("policy.csv"), file);
  }

  private Run run(String... options) {
    List<String> all = new ArrayList<>(List.of("evaluate", log.toString()));
    all.addAll(Arrays.asList(options));
    return Run.of(all.toArray(String[]::new));
  }

  private JsonNode json(String... options) throws IOException {
    List<String> all = new ArrayList<>(Arrays.asList(options));
    all.addAll(List.of("--format", "json"));
    Run run = run(all.toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return JSON.readTree(run.out());
  }

  @Test
  void aTableByEpisodeAndStepIsTheSameAsColumns() throws IOException {
    for (String[] more : new String[][] {{}, {"--features=x,state"}}) {
      List<String> columns = new ArrayList<>(List.of("--policy", "columns:p_"));
      columns.addAll(List.of(more));
      List<String> table = new ArrayList<>(List.of("--policy", policy.toString()));
      table.addAll(List.of(more));
      assertThat(json(table.toArray(String[]::new)))
          .isEqualTo(json(columns.toArray(String[]::new)));
    }
  }

  /** By hand: mean of ρ₁ρ₂(r₁ + r₂), and of ρ₁r₁ + ρ₁ρ₂r₂. */
  @Test
  void onStatesIntervalsThatWeightRowsJudgeIt() throws IOException {
    JsonNode value = json("--policy", "columns:p_", "--interval", "robust,ips,pdis").get("value");
    assertThat(value.get("intervals").get("ips").get("estimate").asDouble())
        .isCloseTo(ips, within(1e-9));
    assertThat(value.get("intervals").get("pdis").get("estimate").asDouble())
        .isCloseTo(pdis, within(1e-9));
    assertThat(value.get("intervals").has("robust")).isTrue();
  }

  /** Columns and states are not used by intervals that only weight: the estimates of tables. */
  @Test
  void selfNormalizedEstimatesAreThoseOfTables() throws IOException {
    String users = // ten episodes each
        Files.readString(log)
            .replaceAll("(?m)^(e(\\d*)\\d,)", "u$2,$1")
            .replace("episode,step", "user,episode,step");
    Files.writeString(log, users);
    String kinds = "ips,snips,pdis,wpdis";
    JsonNode table = json("--policy", "always:u", "--interval", kinds, "--reward-range=0,2");
    JsonNode rows = json("--policy", "sql:'u'", "--interval", kinds);
    for (String of : List.of("total", "value")) {
      for (String kind : kinds.split(",")) {
        JsonNode there = table.get(of).get("intervals").get(kind);
        JsonNode here = rows.get(of).get("intervals").get(kind);
        for (String field : List.of("estimate", "standardError", "lower", "upper")) {
          assertThat(here.get(field).asDouble())
              .as("%s of %s of %s", field, kind, of)
              .isCloseTo(there.get(field).asDouble(), within(1e-9));
        }
      }
    }
  }

  @Test
  void theOthersAreRefusedByName() {
    Run run = run("--policy", policy.toString(), "--interval", "robust,sharp");
    assertThat(run.exit()).isEqualTo(Main.USAGE);
    assertThat(run.err())
        .contains("--interval: sharp needs a policy per state, got one per row")
        .contains("[robust, ips, snips, pdis, wpdis]");
  }

  @Test
  void aRuleWorksOnStatesToo() throws IOException {
    JsonNode rule = json("--policy", "sql:CASE WHEN x > 0 OR state IN ('s0', 's1') THEN 'u' END");
    JsonNode always = json("--policy", "sql:'u'");
    assertThat(rule.get("total")).isEqualTo(always.get("total"));
  }

  @Test
  void whatTheTableLacksIsNamed() throws IOException {
    String all = Files.readString(policy);
    Path without = Files.writeString(folder.resolve("few.csv"), all.replace("e7,2,u,", "e7,3,u,"));
    Run run = run("--policy", without.toString());
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).contains("few.csv, episode e7, step 2: probabilities must be at least 0");
    Path gone =
        Files.writeString(
            folder.resolve("gone.csv"),
            all.replace("e7,2,u,", "e7,3,u,").replace("e7,2,v,", "e7,3,v,"));
    assertThat(run("--policy", gone.toString()).err())
        .contains("gone.csv: needs probabilities for episode e7, step 2 of the log, got none");
    Path twice = Files.writeString(folder.resolve("twice.csv"), all + "e7,2,u,0\n");
    assertThat(run("--policy", twice.toString(), "--features", "x").err())
        .contains("twice.csv, episode e7, step 2: needs every action once, got one again");
  }
}
