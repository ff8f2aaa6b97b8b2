package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.duckdb.DuckDb;
import io.sluice.duckdb.RandomLog;
import io.sluice.duckdb.Table;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Episodes that are added up in executors give the same results, to the last bit, as on one
 * machine, in any number of partitions: intervals, baselines and tests of assumptions.
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
