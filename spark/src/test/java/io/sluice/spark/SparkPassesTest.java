package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    for (int partitions : List.of(3, 16)) {
      try (SqlEngine spark = SharedSpark.distributed(partitions)) {
        assertThat(result(spark, file)).as("%d partitions", partitions).isEqualTo(expected);
      }
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
}
