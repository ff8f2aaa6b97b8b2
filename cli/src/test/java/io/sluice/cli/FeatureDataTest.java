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
        .contains("column b_u has probabilities of a policy and is no feature")
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
}
