package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.duckdb.DuckDb;
import io.sluice.duckdb.RandomLog;
import io.sluice.features.FeatureAccumulator;
import io.sluice.features.FeatureEpisode;
import io.sluice.features.FeatureSource;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Episode;
import io.sluice.mdp.RewardRange;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.TaskContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every task of a pass fails once, after some episodes; what it had added up is gone with it, and
 * the sum has the same bits. Sums are of thirds, so that order and repetition would show.
 */
class SparkRetriesTest {
  private static final AtomicInteger FAILED = new AtomicInteger();
  private static final int PARTITIONS = 4;

  @TempDir Path folder;

  /** Σ (return + 1/3), and how many. */
  private static final class Sum implements Serializable {
    private double sum;
    private long episodes;

    void add(double reward) {
      if (episodes > 0 && TaskContext.get() != null && TaskContext.get().attemptNumber() == 0) {
        FAILED.incrementAndGet();
        throw new IllegalStateException("made to fail");
      }
      sum += reward + 1 / 3.0;
      episodes++;
    }

    void plus(Sum later) {
      sum += later.sum;
      episodes += later.episodes;
    }

    List<Number> numbers() {
      return List.of(sum, episodes);
    }
  }

  private static final class OfTables implements EpisodeAccumulator<OfTables> {
    private final Sum sum = new Sum();

    @Override
    public OfTables empty() {
      return new OfTables();
    }

    @Override
    public void add(Episode episode) {
      sum.add(episode.totalReward());
    }

    @Override
    public OfTables plus(OfTables later) {
      sum.plus(later.sum);
      return this;
    }
  }

  private static final class OfFeatures implements FeatureAccumulator<OfFeatures> {
    private final Sum sum = new Sum();

    @Override
    public OfFeatures empty() {
      return new OfFeatures();
    }

    @Override
    public int blocks() {
      return 16;
    }

    @Override
    public void add(FeatureEpisode episode) {
      sum.add(episode.reward(1));
    }

    @Override
    public OfFeatures plus(OfFeatures later) {
      sum.plus(later.sum);
      return this;
    }
  }

  private String log() {
    return RandomLog.of(2_000, 22)
        .added("propensity", row -> "0.25")
        .toCsv(folder.resolve("log.csv"));
  }

  private static List<Number> ofTables(SqlEngine engine, String file) {
    LogOptions options =
        new LogOptions(
            Map.of(), List.of(), Optional.of(RewardRange.UNIT), Optional.empty(), false, 5);
    try (engine) {
      SqlLog log = LogReader.open(engine, List.of(file), options, Set.of());
      return log.episodes().orElseThrow().collect(new OfTables()).sum.numbers();
    }
  }

  private static List<Number> ofFeatures(SqlEngine engine, String file) {
    LogOptions options =
        new LogOptions(Map.of(), List.of(), Optional.empty(), Optional.empty(), false, 5);
    try (engine) {
      FeatureSource log =
          FeatureReader.open(
              engine,
              List.of(file),
              new FeatureOptions(
                  options,
                  List.of("state"),
                  Optional.empty(),
                  false,
                  RowPolicy.parse("uniform", true),
                  FeatureOptions.FOLDS));
      return log.collect(new OfFeatures()).sum.numbers();
    }
  }

  @Test
  void tasksThatFailOnceChangeNoBit() {
    FAILED.set(0);
    String file = log();
    List<Number> expected = ofTables(DuckDb.start(1), file);
    assertThat(expected.get(1).longValue()).isGreaterThan(400);
    assertThat(ofTables(SharedSpark.distributed(PARTITIONS), file)).isEqualTo(expected);
    assertThat(FAILED).hasValue(PARTITIONS);
  }

  @Test
  void norDoTheyWithFeatures() {
    FAILED.set(0);
    String file = log();
    List<Number> expected = ofFeatures(DuckDb.start(1), file);
    assertThat(ofFeatures(SharedSpark.distributed(PARTITIONS), file)).isEqualTo(expected);
    assertThat(FAILED).hasValue(PARTITIONS);
  }
}
