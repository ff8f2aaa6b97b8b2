package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.duckdb.DuckDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What columns with {@code --features} may hold: dates, lists, what is missing at a step. */
class FeatureDataTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PLAIN = " --basis plain --ridge 1,1 --policy always:u";

  @TempDir Path folder;

  private static Run run(Path log, String options, String... more) {
    List<String> all = new ArrayList<>(List.of("evaluate", log.toString()));
    all.addAll(Arrays.asList(options.trim().split(" ")));
    all.addAll(Arrays.asList(more));
    return Run.of(all.toArray(String[]::new));
  }

  private static JsonNode json(Path log, String options) throws IOException {
    Run run = run(log, options, "--format", "json");
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return JSON.readTree(run.out());
  }

  /** Two steps; lists are missing in some rows, {@code lab} at the whole first step. */
  private Path log(int rowWithShortList) throws IOException {
    StringBuilder rows = new StringBuilder();
    Random random = new Random(7);
    for (int i = 0; i < 160; i++) {
      int day = 1 + random.nextInt(28);
      double x = random.nextInt(1000) / 100.0;
      double y = random.nextInt(1000) / 100.0;
      String list =
          i == rowWithShortList
              ? "[1.5]"
              : i % 9 == 8 ? "null" : String.format(Locale.ROOT, "[%s, %s]", x, y);
      rows.append(
          String.format(
              Locale.ROOT,
              "{\"episode\":%d,\"step\":%d,\"day\":\"2024-02-%02d\",\"days\":%d,\"vector\":%s,\"v1\":%s,\"v2\":%s,\"lab\":%s,\"new\":%s,\"action\":\"%s\",\"reward\":%d,\"propensity\":0.5}\n",
              i / 2,
              1 + i % 2,
              day,
              // 2024-02-01 is 19,754 days after 1970-01-01
              19_753 + day,
              list,
              list.equals("null") ? "null" : x,
              list.equals("null") ? "null" : y,
              i % 2 == 0 ? "null" : x * y,
              random.nextBoolean(),
              random.nextBoolean() ? "u" : "v",
              random.nextInt(5)));
    }
    return Files.writeString(folder.resolve("log%d.jsonl".formatted(rowWithShortList)), rows);
  }

  private Path parquet(Path json) {
    Path file = folder.resolve("log.parquet");
    try (DuckDb engine = DuckDb.start()) {
      engine.execute(
          "COPY (SELECT * FROM read_json('%s', columns = {episode: 'BIGINT', step: 'BIGINT', day: 'DATE', days: 'BIGINT', vector: 'DOUBLE[]', v1: 'DOUBLE', v2: 'DOUBLE', lab: 'DOUBLE', new: 'BOOLEAN', action: 'VARCHAR', reward: 'DOUBLE', propensity: 'DOUBLE'})) TO '%s' (FORMAT parquet)"
              .formatted(json, file));
    }
    return file;
  }

  @Test
  void aDateIsItsDaysSince1970AndAListIsItsNumbers() throws IOException {
    Path log = log(-1);
    JsonNode written = json(log, "--features days,v1,v2" + PLAIN);
    JsonNode read = json(log, "--features day,vector" + PLAIN);
    assertThat(read.get("features").get("columns").toString())
        .isEqualTo("[\"day\",\"vector[1]\",\"vector[2]\"]");
    assertThat(read.get("steps")).isEqualTo(written.get("steps"));
    assertThat(read.get("total")).isEqualTo(written.get("total"));
  }

  @Test
  void parquetAndJsonSayTheSame() throws IOException {
    Path log = log(-1);
    String options = "--features day,vector,lab,new" + PLAIN + " --format json";
    assertThat(run(parquet(log), options).out()).isEqualTo(run(log, options).out());
  }

  @Test
  void aListOfAnotherLengthIsNamedWithItsRow() throws IOException {
    Run run = run(log(4), "--features vector" + PLAIN);
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err())
        .contains(
            "log4.jsonl:5: vector needs lists of one length, which is 2 in the first row, got 1");
  }

  /** Without the first step's rows the column would be the same at the second. */
  @Test
  void aColumnThatIsMissingAtAStepDropsOutThere() throws IOException {
    Path log = log(-1);
    JsonNode with = json(log, "--features v1,lab --interval efficient" + PLAIN);
    JsonNode without = json(log, "--features v1 --interval efficient" + PLAIN);
    // Q̂ of step 1 still sees V̂ of step 2, which the column changes; ω̂ of step 2 does too.
    assertThat(with.get("steps").get(1)).isNotEqualTo(without.get("steps").get(1));
    assertThat(with.get("warnings").toString()).doesNotContain("lab");
  }

  @Test
  void allTakesDatesAndListsAndNamesWhatHasProbabilities() throws IOException {
    String lines = Files.readString(log(-1));
    Path log =
        Files.writeString(
            folder.resolve("all.jsonl"),
            lines.replace("\"propensity\"", "\"b_u\":0.5,\"b_v\":0.5,\"propensity\""));
    JsonNode result = json(log, "--features all --behavior columns:b_" + PLAIN);
    assertThat(result.get("warnings").toString())
        .contains("column b_u has probabilities of a policy and is not used as a feature")
        .contains("features: day, days, vector, v1, v2, lab, new");
  }

  /** Names of episodes and clusters may be dates. */
  @Test
  void datesAreStillNames() throws IOException {
    StringBuilder rows = new StringBuilder("episode,step,cluster,x,action,reward,propensity\n");
    Random random = new Random(8);
    for (int i = 0; i < 200; i++) {
      rows.append(
          String.format(
              Locale.ROOT,
              "2024-01-%02dT%02d:00,1,2024-01-%02d,%s,%s,%d,0.5\n",
              1 + i / 8,
              i % 8,
              1 + i / 8,
              random.nextInt(9),
              random.nextBoolean() ? "u" : "v",
              random.nextInt(2)));
    }
    Path log = Files.writeString(folder.resolve("dates.csv"), rows);
    JsonNode result = json(log, "--features x" + PLAIN);
    assertThat(result.get("episodes").asInt()).isEqualTo(200);
    assertThat(result.get("total").toString()).contains("25 clusters");
  }

  @Test
  void withoutPropensitiesTheLoggedPolicyIsEstimated() throws IOException {
    String lines = Files.readString(log(-1));
    Path log =
        Files.writeString(folder.resolve("none.jsonl"), lines.replace("propensity", "other"));
    JsonNode result = json(log, "--features v1,new" + PLAIN);
    assertThat(result.get("provenance").get("behavior").asText()).isEqualTo("estimated");
    assertThat(result.get("warnings").toString())
        .contains("the log has no propensities")
        .contains("estimated by a logistic model");
    JsonNode asked = json(log(-1), "--features v1,new --behavior estimate" + PLAIN);
    assertThat(asked.get("steps")).isEqualTo(result.get("steps"));
  }

  /**
   * Fold a has a level and an action that no other fold has; its rows have known propensities or
   * estimated ones, and one more column each that does not vary, repeats another, or is empty.
   */
  @Test
  void whatOnlyOneFoldHasIsNoProblem() throws IOException {
    StringBuilder rows =
        new StringBuilder("episode,step,fold,kind,x,again,constant,empty,action,reward,p_u,p_w\n");
    Random random = new Random(9);
    for (int i = 0; i < 240; i++) {
      String fold = List.of("a", "b", "c").get(i / 2 % 3);
      boolean first = fold.equals("a");
      double x = random.nextInt(100) / 10.0;
      rows.append(
          String.format(
              Locale.ROOT,
              "%d,%d,%s,%s,%s,%s,7,,%s,%d,0.5,0.5\n",
              i / 2,
              1 + i % 2,
              fold,
              first ? "rare" : random.nextBoolean() ? "k" : "l",
              x,
              -2 * x,
              first && i % 4 < 2 ? "w" : random.nextBoolean() ? "u" : "v",
              random.nextInt(4)));
    }
    Path log = Files.writeString(folder.resolve("folds.csv"), rows);
    for (String basis : List.of("", " --basis plain --ridge 0,0", " --basis plain --ridge 1,1")) {
      JsonNode result =
          json(log, "--features kind,x,again,constant,empty --policy columns:p_" + basis);
      for (String kind : List.of("efficient", "robust")) {
        JsonNode interval = result.get("total").get("intervals").get(kind);
        assertThat(interval.get("estimate").asDouble()).isFinite();
        assertThat(interval.get("standardError").asDouble()).isPositive();
      }
      assertThat(result.get("features").get("folds").asInt()).isEqualTo(3);
      assertThat(result.get("warnings").toString()).contains("column empty is empty");
    }
  }

  @Test
  void probabilitiesOfThePolicyMustSumToOne() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("sum.csv"),
            "x,action,reward,propensity,p_u,p_v\n1,u,1,0.5,0.5,0.5\n2,v,0,0.5,0.9,0.3\n");
    Run run = run(log, "--features x --policy columns:p_");
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err())
        .contains("sum.csv:3: probabilities of the policy must be at least 0 and sum to 1");
  }

  /** Squares of squares of such numbers would be infinite, and with them all errors. */
  @Test
  void numbersThatAreTooLargeAreRefused() throws IOException {
    String head = "x,action,reward,propensity\n";
    String rows = "1,u,1,0.5\n2,v,0,0.5\n";
    Path feature = Files.writeString(folder.resolve("x.csv"), head + rows + "-1.7e308,u,1,0.5\n");
    Run refused = run(feature, "--features x" + PLAIN);
    assertThat(refused.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(refused.err())
        .contains(
            "column x: needs numbers of at most 1e50 in size, got 1 that are larger or infinite");
    Path reward = Files.writeString(folder.resolve("r.csv"), head + rows + "3,u,1e60,0.5\n");
    assertThat(run(reward, "--features x" + PLAIN).err())
        .contains("column reward: needs numbers of at most 1e50 in size, got 0 to 1.0E60");
  }

  /** A time in milliseconds is larger than the largest integer, and no level of a category. */
  @Test
  void largeNumbersAreNotPooled() throws IOException {
    StringBuilder rows = new StringBuilder("at,action,reward,propensity\n");
    for (int i = 0; i < 100; i++) {
      rows.append("%d,%s,%d,0.5\n".formatted(1_700_000_000_000L + i, "uv".charAt(i % 2), i % 3));
    }
    Path log = Files.writeString(folder.resolve("times.csv"), rows);
    Run run = run(log, "--features at" + PLAIN);
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out() + run.err()).doesNotContain("pooled");
  }

  @Test
  void listsOfTextAreRefused() throws IOException {
    String row = "{\"v\":[\"a\"],\"action\":\"u\",\"reward\":1,\"propensity\":0.5}\n";
    Path log = Files.writeString(folder.resolve("text.jsonl"), row + row.replace("u", "v"));
    Run refused = run(log, "--features v" + PLAIN);
    assertThat(refused.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(refused.err()).contains("text.jsonl:1: v needs a list of numbers, got");
  }

  @Test
  void aProbabilityThatIsNamedAsAFeatureIsSaid() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("both.csv"), "x,action,reward,b_u,b_v\n1,u,1,0.5,0.5\n2,v,0,0.5,0.5\n");
    Run refused = run(log, "--features x,b_u --behavior columns:b_" + PLAIN);
    assertThat(refused.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(refused.err())
        .contains("column b_u: is one of --features, and so not taken for a probability");
  }

  /** One row, one episode, one cluster, one action: a word, not a crash. */
  @Test
  void logsThatAreTooSmallAreRefusedInWords() throws IOException {
    String head = "user,x,action,reward,propensity\n";
    String one = "a,1,u,1,0.5\n";
    Path single = Files.writeString(folder.resolve("one.csv"), head + one);
    assertThat(run(single, "--features x" + PLAIN).err())
        .contains("log: needs at least two clusters to know an error, got 1");
    Path alike = Files.writeString(folder.resolve("alike.csv"), head + one + one.replace('a', 'b'));
    Run run = run(alike, "--features x" + PLAIN);
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    Path none = Files.writeString(folder.resolve("none.csv"), head);
    assertThat(run(none, "--features x" + PLAIN).exit()).isEqualTo(Main.BAD_DATA);
    Path words = Files.writeString(folder.resolve("words.csv"), (head + one).replace("0.5", "p"));
    assertThat(run(words, "--features x" + PLAIN).err())
        .contains("words.csv:2: propensity needs a number");
  }
}
