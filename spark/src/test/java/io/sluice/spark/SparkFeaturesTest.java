package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.duckdb.DuckDb;
import io.sluice.features.FeatureCheck;
import io.sluice.features.FeatureComparison;
import io.sluice.features.FeatureEvaluation;
import io.sluice.features.FeatureLearning;
import io.sluice.features.FeatureLearningResult;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSettings.NuisanceChoice;
import io.sluice.features.FeatureSource;
import io.sluice.features.TreeBooster;
import io.sluice.fit.AnytimeResult;
import io.sluice.fit.BadLogException;
import io.sluice.fit.ComparisonResult;
import io.sluice.fit.FollowUps;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.LogOptions;
import io.sluice.logs.Role;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlEngine;
import io.sluice.mdp.SettingException;
import io.sluice.policy.PolicyJson;
import io.sluice.report.json.FeatureCheckJson;
import io.sluice.report.json.FeatureJson;
import io.sluice.report.json.FeatureLearningJson;
import io.sluice.report.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
        new StringBuilder(
            "user,crowd,episode,step,price,device,action,reward,end,b_a,b_b,p_a,p_b\n");
    for (int i = 0; i < 300; i++) {
      int length = 1 + random.nextInt(3);
      for (int h = 1; h <= length; h++) {
        double b = 0.2 + 0.6 * random.nextDouble();
        double p = random.nextDouble();
        boolean first = random.nextDouble() < b;
        rows.append(
            "u%d,%s,e%d,%d,%s,%s,%s,%s,%d,%s,%s,%s,%s\n"
                .formatted(
                    i / 3,
                    i % 3 == 0 ? "one" : "u" + i / 3,
                    i,
                    h,
                    random.nextInt(12) == 0 ? "NaN" : random.nextDouble() * 1e3,
                    DEVICES[random.nextInt(DEVICES.length)],
                    first ? "a" : "b",
                    random.nextDouble() - (first ? 0 : 0.3),
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
    return FeatureReader.open(engine, List.of(log.toString()), options(columns, policy));
  }

  private static FeatureOptions options(Map<Role, List<String>> columns, String policy) {
    return new FeatureOptions(
        new LogOptions(columns, List.of(), Optional.empty(), Optional.empty(), false, 3),
        List.of("price", "device"),
        Optional.of("b_"),
        false,
        RowPolicy.parse(policy, true),
        FeatureOptions.FOLDS);
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

  /** One cluster has a third of the episodes. */
  @Test
  void soAreThoseByClusterAndOfARule() {
    Map<Role, List<String>> users = Map.of(Role.CLUSTER, List.of("crowd"));
    String rule = "mix:0.5:sql:CASE WHEN price > 500 THEN 'a' ELSE 'b' END";
    assertThat(evaluated(SharedSpark.small(2), users, rule))
        .isEqualTo(evaluated(DuckDb.start(), users, rule));
  }

  @Test
  void soAreSegmentsAndWhatWouldOverturnAVerdict() {
    assertThat(followUps(SharedSpark.small(4))).isEqualTo(followUps(DuckDb.start()));
  }

  private static String followUps(SqlEngine engine) {
    try (engine) {
      FeatureSource source =
          FeatureReader.open(
              engine,
              List.of(log.toString()),
              options(Map.of(), "always:a")
                  .by(Optional.of(new SegmentColumns(List.of("device"), false))));
      FeatureEvaluation evaluation =
          FeatureEvaluation.evaluated(source, FeatureSettings.defaults());
      FollowUps more =
          evaluation.followUps(evaluation.result(FeatureSettings.USUAL), List.of(), true);
      assertThat(more.segments().orElseThrow().ofEpisodes()).isFalse();
      assertThat(more.sensitivity().orElseThrow().steps()).isNotEmpty();
      return more.toString();
    }
  }

  /** 450 episodes of 45 days: values come from earlier ones, wherever these are. */
  @Test
  void soAreIntervalsForRepeatedLooks() throws IOException {
    SplittableRandom random = new SplittableRandom(6);
    StringBuilder rows = new StringBuilder("episode,step,price,day,action,reward,propensity\n");
    for (int i = 0; i < 450; i++) {
      for (int h = 1; h <= 2; h++) {
        boolean first = random.nextBoolean();
        double price = random.nextDouble();
        double reward = price * random.nextDouble() + (first ? 0.2 : 0);
        rows.append(
            "e%d,%d,%s,%d,%s,%s,0.5\n".formatted(i, h, price, i / 10, first ? "a" : "b", reward));
      }
    }
    Path days = Files.writeString(folder.resolve("days.csv"), rows);
    AnytimeResult expected = anytime(DuckDb.start(), days);
    assertThat(expected.looks()).hasSizeGreaterThan(5);
    assertThat(anytime(SharedSpark.small(3), days)).isEqualTo(expected);
  }

  private static AnytimeResult anytime(SqlEngine engine, Path days) {
    try (engine) {
      FeatureOptions options =
          new FeatureOptions(
                  new LogOptions(Map.of(), List.of(), Optional.empty(), Optional.empty(), false, 3),
                  List.of("price"),
                  Optional.empty(),
                  false,
                  RowPolicy.parse("always:a", true),
                  FeatureOptions.FOLDS)
              .by(Optional.of(new SegmentColumns(List.of("day"), true)));
      FeatureSource source = FeatureReader.open(engine, List.of(days.toString()), options);
      FeatureEvaluation evaluation =
          FeatureEvaluation.evaluated(source, FeatureSettings.defaults());
      return evaluation
          .followUps(evaluation.result(FeatureSettings.USUAL), List.of(), false)
          .anytime()
          .orElseThrow();
    }
  }

  /** Three policies, one of them in columns: one read of the log, whose scores are kept here. */
  @Test
  void soAreComparisons() {
    ComparisonResult expected = compared(DuckDb.start());
    assertThat(expected.segments()).hasSize(3);
    assertThat(compared(SharedSpark.distributed(4))).isEqualTo(expected);
  }

  private static ComparisonResult compared(SqlEngine engine) {
    Map<String, RowPolicy> policies = new LinkedHashMap<>();
    policies.put("columns", RowPolicy.parse("columns:p_", true));
    policies.put("a", RowPolicy.parse("always:a", true));
    policies.put("half", RowPolicy.parse("mix:0.5:uniform", true));
    try (engine) {
      FeatureOptions options =
          options(Map.of(), "uniform")
              .by(Optional.of(new SegmentColumns(List.of("device"), false)));
      return FeatureComparison.of(
          List.copyOf(policies.keySet()),
          FeatureReader.groups(engine, List.of(log.toString()), options, policies),
          FeatureSettings.defaults(),
          List.of());
    }
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

  /** The sample is drawn, and what is learned is judged, where the rows are. */
  @Test
  void soIsWhatIsLearnedFromASample() {
    String expected = learned(DuckDb.start(), "certified", NuisanceChoice.RIDGE);
    assertThat(expected).contains("\"drawn\"");
    assertThat(learned(SharedSpark.distributed(4), "certified", NuisanceChoice.RIDGE))
        .isEqualTo(expected);
  }

  @Test
  void soIsAPolicyTreeWithBoostedRegressions() {
    assumeTrue(boosts(), "skipped: XGBoost's native library cannot be loaded here");
    String expected = learned(DuckDb.start(), "tree-2", NuisanceChoice.BOOSTED);
    assertThat(expected).contains("\"drawn\"", "XGBoost");
    assertThat(learned(SharedSpark.distributed(4), "tree-2", NuisanceChoice.BOOSTED))
        .isEqualTo(expected);
  }

  private static boolean boosts() {
    try {
      return TreeBooster.found().fit(new float[] {0, 1}, 1, new float[] {0, 1}, 1).size() == 1;
    } catch (SettingException e) {
      return false;
    }
  }

  private static String learned(SqlEngine engine, String learner, NuisanceChoice choice) {
    Map<Role, List<String>> users = Map.of(Role.CLUSTER, List.of("user"));
    try (engine) {
      FeatureLearningResult result =
          FeatureLearning.of(
              open(engine, users, "uniform"),
              FeatureSettings.defaults().with(choice),
              learner,
              200);
      return Json.text(FeatureLearningJson.of(result))
          + Json.text(FeatureJson.of(result.judgment()))
          + result.candidates().stream().map(c -> PolicyJson.text(c.policy())).toList()
          + result.policy().map(PolicyJson::text);
    }
  }

  private static String checked(SqlEngine engine) {
    return Json.text(
        FeatureCheckJson.of(
            FeatureCheck.of(open(engine, Map.of(), "behavior"), FeatureSettings.defaults(), 0.05)));
  }
}
