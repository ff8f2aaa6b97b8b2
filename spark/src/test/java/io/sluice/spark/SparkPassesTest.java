package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.duckdb.DuckDb;
import io.sluice.duckdb.RandomLog;
import io.sluice.duckdb.Table;
import io.sluice.fit.AnytimeResult;
import io.sluice.fit.AnytimeTotal;
import io.sluice.fit.Comparison;
import io.sluice.fit.ComparisonResult;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.fit.SegmentResult;
import io.sluice.fit.Sensitivity;
import io.sluice.fit.SensitivityResult;
import io.sluice.fit.WithinSegments;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Episodes that are added up in executors give the same results, to the last bit, as on one
 * machine, in any number of partitions: intervals, baselines, tests of assumptions, and what is
 * asked after the first answer.
 */
class SparkPassesTest {
  private static final List<IntervalKind> KINDS =
      List.of(
          IntervalKind.EFFICIENT,
          IntervalKind.ROBUST,
          IntervalKind.SHARP,
          IntervalKind.DR,
          IntervalKind.WPDIS,
          IntervalKind.MIS);

  private static final int GIANT = 20_000;

  @TempDir Path folder;

  private static EvaluationResult result(SqlEngine engine, String file) {
    LogOptions options =
        new LogOptions(
            Map.of(), List.of(), Optional.of(RewardRange.UNIT), Optional.empty(), false, 5);
    SqlLog log = LogReader.open(engine, List.of(file), options, Set.of());
    Policy policy = Policy.everywhere(log.data().shape(), 0.4, 0.3, 0.2, 0.1);
    return EvaluationResult.of(Fit.of(log).judge(policy), KINDS);
  }

  private static void isTheSameInAnyNumberOfPartitions(String file) {
    EvaluationResult expected;
    try (SqlEngine one = DuckDb.start(1)) {
      expected = result(one, file);
    }
    assertThat(expected.steps()).isNotEmpty();
    try (SqlEngine spark = SharedSpark.distributed(3)) {
      assertThat(result(spark, file)).as("3 partitions").isEqualTo(expected);
    }
    try (SqlEngine spark = SharedSpark.distributed(32, 0)) { // 32 sums, 2, 1
      assertThat(result(spark, file)).as("32 partitions, sums by tasks").isEqualTo(expected);
    }
  }

  private static Table log() {
    return RandomLog.of(600, 22).added("propensity", row -> "0.25"); // 4 actions, uniformly
  }

  @Test
  void byEpisode() {
    isTheSameInAnyNumberOfPartitions(log().toCsv(folder.resolve("log.csv")));
  }

  /** One cluster has a third of the episodes, so one partition has most of the work. */
  @Test
  void byCluster() {
    Table log = log();
    Table clusters =
        log.added(
            "cluster",
            row -> {
              int digit = Math.floorMod(log.at(row, "episode").hashCode(), 30);
              return digit < 10 ? "one" : "user " + digit;
            });
    isTheSameInAnyNumberOfPartitions(clusters.toCsv(folder.resolve("clusters.csv")));
  }

  /** Two actions, one of which pays on phones, so that verdicts are settled; 30 days. */
  private String settled() throws IOException {
    StringBuilder rows =
        new StringBuilder("episode,step,state,action,reward,propensity,device,day\n");
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 600; i++) {
      for (int h = 1; h <= 2; h++) {
        boolean rare = random.nextDouble() < 0.25;
        boolean phone = i % 3 == 0;
        double reward = random.nextDouble() * (rare && phone ? 1 : 0.4);
        rows.append("e%d,%d,s%d,%s,%s,".formatted(i, h, i % 2, rare ? "y" : "x", reward));
        rows.append("%s,%s,".formatted(rare ? 0.25 : 0.75, phone ? "phone" : "desktop"));
        rows.append("2024-01-%02d\n".formatted(1 + i / 20));
      }
    }
    return Files.writeString(folder.resolve("settled.csv"), rows).toString();
  }

  private static SqlLog open(SqlEngine engine, String file, SegmentColumns by) {
    LogOptions options =
        new LogOptions(
            Map.of(), List.of(), Optional.of(RewardRange.UNIT), Optional.empty(), true, 5);
    return LogReader.open(engine, List.of(file), options, Set.of(), by);
  }

  /** Policies compared, also by segment; segments, drift, the total at every look; bounds. */
  private static List<Record> followUps(SqlEngine engine, String file) {
    List<IntervalKind> kinds = List.of(IntervalKind.ROBUST);
    Fit byDevice = Fit.of(open(engine, file, new SegmentColumns(List.of("device"), false)));
    Judgment judgment = byDevice.judge(state -> "y");
    Map<String, Judgment> policies = new LinkedHashMap<>();
    policies.put("y", judgment);
    policies.put("by state", byDevice.judge(state -> state.equals("s0") ? "x" : "y"));
    ComparisonResult compared = Comparison.of(policies, kinds);
    SensitivityResult sensitivity = Sensitivity.of(judgment, EvaluationResult.of(judgment, kinds));
    Fit overDays = Fit.of(open(engine, file, new SegmentColumns(List.of("day"), true)));
    Judgment daily = overDays.judge(state -> "y");
    SegmentResult drift = WithinSegments.of(daily, kinds);
    AnytimeResult anytime = AnytimeTotal.of(daily);
    assertThat(compared.segments()).hasSize(2);
    assertThat(sensitivity.steps()).isNotEmpty();
    assertThat(drift.ordered()).isTrue();
    assertThat(anytime.looks()).isNotEmpty();
    return List.of(compared, sensitivity, drift, anytime);
  }

  @Test
  void followUpQuestions() throws IOException {
    String file = settled();
    List<Record> expected;
    try (SqlEngine one = DuckDb.start(1)) {
      expected = followUps(one, file);
    }
    try (SqlEngine spark = SharedSpark.distributed(3)) {
      assertThat(followUps(spark, file)).as("3 partitions").isEqualTo(expected);
    }
    try (SqlEngine spark = SharedSpark.distributed(32, 0)) {
      assertThat(followUps(spark, file)).as("32 partitions").isEqualTo(expected);
    }
  }

  /** One episode has most of the rows, and they are in one task. */
  @Test
  void withOneGiantEpisode() {
    SplittableRandom random = new SplittableRandom(5);
    List<List<String>> giant = new ArrayList<>();
    for (int step = 1; step <= GIANT; step++) {
      giant.add(
          List.of(
              "giant",
              Integer.toString(step),
              "s" + random.nextInt(30),
              "a" + random.nextInt(4),
              Double.toString(random.nextDouble()),
              "0.25"));
    }
    String file = log().with(giant).toCsv(folder.resolve("giant.csv"));
    TransitionCounts expected;
    try (SqlEngine one = DuckDb.start(1)) {
      expected = counted(one, file);
    }
    assertThat(expected.shape().horizon()).isEqualTo(GIANT);
    try (SqlEngine spark = SharedSpark.distributed(4)) {
      assertThat(counted(spark, file)).isEqualTo(expected);
    }
  }

  /** From episodes, and the same from cells. */
  private static TransitionCounts counted(SqlEngine engine, String file) {
    LogOptions options =
        new LogOptions(
            Map.of(), List.of(), Optional.of(RewardRange.UNIT), Optional.empty(), false, 5);
    SqlLog log = LogReader.open(engine, List.of(file), options, Set.of());
    TransitionCounts fromEpisodes =
        log.episodes().orElseThrow().collect(new CountsAccumulator(log.data().shape())).toCounts();
    assertThat(fromEpisodes).isEqualTo(log.data().counts());
    return fromEpisodes;
  }
}
