package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.duckdb.DuckDb;
import io.sluice.features.FeatureCheck;
import io.sluice.features.FeatureEvaluation;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.fit.BadLogException;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.LogOptions;
import io.sluice.logs.Role;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SqlEngine;
import io.sluice.report.json.FeatureCheckJson;
import io.sluice.report.json.FeatureJson;
import io.sluice.report.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A log with feature columns gives the same bytes on Spark as on DuckDB, in any number of
 * partitions: moments, scores and tests are added up in executors.
 */
class SparkFeaturesTest {
  private static final String[] DEVICES = {"phone", "Laptop", "", "été", "NA", "tv"};

  @TempDir static Path folder;
  private static Path log;

  @BeforeAll
  static void write() throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    StringBuilder rows =
        new StringBuilder("user,episode,step,price,device,action,reward,end,b_a,b_b,p_a,p_b\n");
    for (int i = 0; i < 300; i++) {
      int length = 1 + random.nextInt(3);
      for (int h = 1; h <= length; h++) {
        double b = 0.2 + 0.6 * random.nextDouble();
        double p = random.nextDouble();
        boolean first = random.nextDouble() < b;
        rows.append(
            "u%d,e%d,%d,%s,%s,%s,%s,%d,%s,%s,%s,%s\n"
                .formatted(
                    i / 3,
                    i,
                    h,
                    random.nextInt(12) == 0 ? "NaN" : random.nextDouble() * 1e3,
                    DEVICES[random.nextInt(DEVICES.length)],
                    first ? "a" : "b",
                    random.nextDouble() - 0.3,
                    h == length ? 1 : 0,
                    b,
                    1 - b,
                    p,
                    1 - p));
      }
    }
    log = Files.writeString(folder.resolve("log.csv"), rows);
  }

  private static FeatureSource open(
      SqlEngine engine, Map<Role, List<String>> columns, String policy) {
    LogOptions options =
        new LogOptions(columns, List.of(), Optional.empty(), Optional.empty(), false, 3);
    return FeatureReader.open(
        engine,
        List.of(log.toString()),
        new FeatureOptions(
            options,
            List.of("price", "device"),
            Optional.of("b_"),
            false,
            RowPolicy.parse(policy, true),
            FeatureOptions.FOLDS));
  }

  private static String evaluated(
      SqlEngine engine, Map<Role, List<String>> columns, String policy) {
    try (engine) {
      return Json.text(
          FeatureJson.of(
              FeatureEvaluation.of(
                  open(engine, columns, policy),
                  FeatureSettings.defaults(),
                  FeatureSettings.INTERVALS)));
    }
  }

  @Test
  void evaluationsAreTheSame() {
    assertThat(evaluated(SharedSpark.small(8), Map.of(), "columns:p_"))
        .isEqualTo(evaluated(DuckDb.start(), Map.of(), "columns:p_"));
  }

  @Test
  void soAreThoseByClusterAndOfARule() {
    Map<Role, List<String>> users = Map.of(Role.CLUSTER, List.of("user"));
    String rule = "mix:0.5:sql:CASE WHEN price > 500 THEN 'a' ELSE 'b' END";
    assertThat(evaluated(SharedSpark.small(2), users, rule))
        .isEqualTo(evaluated(DuckDb.start(), users, rule));
  }

  /** It is found in an executor, and said as on one machine. */
  @Test
  void aRuleThatGivesNoActionIsRefusedInTheSameWords() {
    String rule = "sql:CASE WHEN price > 500 THEN 'a' ELSE 'c' END";
    assertThatThrownBy(() -> evaluated(SharedSpark.small(3), Map.of(), rule))
        .isInstanceOf(BadLogException.class)
        .hasMessage("policy sql: must give one of the actions a, b, got \"c\"");
  }

  @Test
  void soAreChecks() {
    try (SqlEngine spark = SharedSpark.small(2);
        SqlEngine duckDb = DuckDb.start()) {
      assertThat(checked(spark)).isEqualTo(checked(duckDb));
    }
  }

  private static String checked(SqlEngine engine) {
    return Json.text(
        FeatureCheckJson.of(
            FeatureCheck.of(open(engine, Map.of(), "behavior"), FeatureSettings.defaults(), 0.05)));
  }
}
