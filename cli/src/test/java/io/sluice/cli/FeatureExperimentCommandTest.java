package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code plan --features … --by COLUMN}: an experiment as a file, which is run and judged. In hours
 * 9 and 10 rewards of b vary much, in 11 and 12 those of a; b is logged in one row of five.
 */
class FeatureExperimentCommandTest {
  @TempDir static Path folder;
  private static Path log;

  @BeforeAll
  static void writeLog() throws IOException {
    log = write("log.csv", 0.2, 0.2);
  }

  /**
   * @param early the probability of b in hours 9 and 10
   */
  private static Path write(String name, double early, double late) throws IOException {
    Random random = new Random(4);
    StringBuilder csv = new StringBuilder("episode,step,hour,x,action,reward,l_a,l_b,q_a,q_b\n");
    for (int e = 0; e < 1_200; e++) {
      int hour = 9 + random.nextInt(4);
      double p = hour < 11 ? early : late;
      double x = random.nextDouble();
      boolean b = random.nextDouble() < p;
      double spread = b == hour < 11 ? 1 : 0.1;
      double reward = 0.5 + 0.2 * x + (b ? 0.05 : 0) + spread * (random.nextDouble() - 0.5);
      csv.append(
          "%s,1,%s,%s,%s,%s,0.8,0.2,%s,%s\n"
              .formatted(e, hour, x, b ? "b" : "a", reward, 1 - p, p));
    }
    return Files.writeString(folder.resolve(name), csv);
  }

  private static Run plan(String... more) {
    List<String> words = new ArrayList<>(List.of("plan", log.toString()));
    words.addAll(List.of("--policy", "always:b", "--width", "0.04"));
    words.addAll(List.of(more));
    return Run.of(words.toArray(String[]::new));
  }

  private static Run onFeatures(String... more) {
    List<String> words = new ArrayList<>(List.of("--features", "x", "--behavior", "columns:l_"));
    words.addAll(List.of(more));
    return plan(words.toArray(String[]::new));
  }

  @Test
  void theExperimentIsWrittenAppliedAndJudged() throws IOException {
    Path policy = folder.resolve("experiment.json");
    Run text = onFeatures("--by", "hour", "--out", policy.toString());
    assertThat(text.exit()).as(text.err()).isZero();
    assertThat(text.out())
        .contains("exploring where it matters: about ")
        .contains("policy to explore with: " + policy)
        .contains("judged with compare");
    assertThat(Run.of("explain", policy.toString()).out()).contains("hour");
    Path decisions = folder.resolve("decisions.csv");
    Run applied = Run.of("apply", policy.toString(), log.toString(), "--out", decisions.toString());
    assertThat(applied.exit()).as(applied.err()).isZero();
    JsonNode saved = new ObjectMapper().readTree(policy.toFile());
    JsonNode states = saved.at("/steps/0/states");
    assertThat(states.size()).isEqualTo(4);
    double early = states.at("/9/1").asDouble();
    double late = states.at("/11/1").asDouble();
    assertThat(early).isGreaterThan(late + 0.3);
    String row = Files.readAllLines(log).get(1);
    String hour = row.split(",")[2];
    assertThat(Files.readAllLines(decisions).get(1))
        .contains(states.at("/" + hour + "/1").asText());

    Path explored = write("explored.csv", early, late);
    Run compared =
        Run.of(
            "compare",
            explored.toString(),
            "--features",
            "x",
            "--behavior",
            "columns:q_",
            "--policy",
            "new=always:b",
            "--policy",
            "old=columns:l_");
    assertThat(compared.exit()).as(compared.err()).isZero();
    assertThat(compared.out()).contains("new − old: +0.0");
  }

  @Test
  void withoutSegmentsThereIsOneDesignAndNoFile() throws IOException {
    JsonNode all = new ObjectMapper().readTree(onFeatures("--format", "json").out());
    JsonNode split =
        new ObjectMapper().readTree(onFeatures("--by", "hour", "--format", "json").out());
    assertThat(all.at("/exploring/segments").size()).isEqualTo(1);
    assertThat(split.at("/exploring/segments").size()).isEqualTo(4);
    assertThat(split.at("/exploring/episodesNeeded").asLong())
        .isLessThan(all.at("/exploring/episodesNeeded").asLong());
    Path out = folder.resolve("none.json");
    Run refused = onFeatures("--out", out.toString());
    assertThat(refused.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(refused.err())
        .contains("--out: needs one column that tells segments apart (--by), got none");
    assertThat(out).doesNotExist();
  }

  @Test
  void whatCannotBePlannedIsRefused() {
    Run csv = onFeatures("--by", "hour", "--out", folder.resolve("policy.csv").toString());
    assertThat(csv.exit()).isEqualTo(Main.USAGE);
    assertThat(csv.err()).contains("--out: needs a name that ends in .json with --features, got ");
    Run states = plan("--columns", "state=hour", "--by", "hour");
    assertThat(states.exit()).isEqualTo(Main.USAGE);
    assertThat(states.err()).contains("--by: needs --features");
    Run reward = onFeatures("--by", "reward");
    assertThat(reward.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(reward.err()).contains("needs a column that was known before the decision");
  }
}
