package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.EpisodeSource;
import io.sluice.counts.Halves;
import io.sluice.counts.RewardHistogram;
import io.sluice.counts.TransitionCounts;
import io.sluice.fit.LogData;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.RewardRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every engine must do: one log, however it is written down, gives the counts that counting it
 * row by row in memory gives, to the last bit.
 */
public abstract class EveryEngineTest {
  private static final RewardRange WIDE = new RewardRange(-1, 3);
  private static final List<Case> CASES =
      Stream.concat(
              ReferenceLog.all().map(r -> Case.of(r.name(), r.table(), RewardRange.UNIT)),
              Stream.of(
                  Case.of("awkward", RandomLog.of(20_000, 7), RewardRange.UNIT),
                  Case.of("scaled", wide(RandomLog.of(20_000, 8)), WIDE)))
          .toList();

  /** An awkward one and two small ones, for time. */
  private static final List<Case> SPELLED = List.of(CASES.get(3), CASES.get(0), CASES.get(1));

  @TempDir Path folder;

  /** A new engine. */
  protected abstract SqlEngine engine(int threads);

  /** How many logs are written down in every way: fewer for an engine that takes its time. */
  protected int spelledLogs() {
    return SPELLED.size();
  }

  /** How often a log is read by as many threads: once by an engine that takes its time. */
  protected int readings() {
    return 2;
  }

  /** A log, and the range of its rewards. */
  private record Case(String name, Table log, RewardRange range, TransitionCounts inMemory) {
    static Case of(String name, Table log, RewardRange range) {
      return new Case(name, log, range, InMemory.counts(log, range));
    }

    LogOptions options(boolean split) {
      Optional<RewardRange> declared =
          range.equals(RewardRange.UNIT) ? Optional.empty() : Optional.of(range);
      return new LogOptions(Map.of(), List.of(), declared, Optional.empty(), split, 11);
    }
  }

  private static Table wide(Table log) {
    return log.mapped("reward", r -> Double.toString(4 * Double.parseDouble(r) - 1));
  }

  static Stream<Spelling> spellings() {
    return Spelling.all();
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void everySpellingGivesTheCountsOfMemory(Spelling spelling) throws IOException {
    try (SqlEngine engine = engine(2)) {
      for (Case c : SPELLED.subList(0, spelledLogs())) {
        Path mine = Files.createDirectory(folder.resolve(c.name()));
        LogData read = read(engine, spelling.write().apply(c.log(), mine), c.options(false));
        assertThat(read.counts()).as("%s as %s", c.name(), spelling).isEqualTo(c.inMemory());
        assertThat(read.rows()).isEqualTo(c.log().rows().size());
      }
    }
  }

  /** The rewards of an awkward log are seven numbers; cut in three, from 0 to 1. */
  @Test
  void rewardsAreCountedByValueOrInBins() {
    Table log = RandomLog.of(20_000, 7);
    Map<Double, Long> expected = new TreeMap<>();
    log.rows().forEach(row -> expected.merge(Double.parseDouble(row.get(4)), 1L, Long::sum));
    long[] thirds = new long[3];
    expected.forEach((reward, n) -> thirds[(int) Math.min(2, Math.floor(reward / (1.0 / 3)))] += n);
    try (SqlEngine engine = engine(2)) {
      SqlLog open =
          LogReader.open(
              engine,
              List.of(log.toCsv(folder.resolve("log.csv"))),
              LogOptions.defaults(),
              Set.of());
      Map<Double, Long> seen = new TreeMap<>();
      bins(open, 7).forEach(bin -> seen.put(bin.low(), bin.rows()));
      assertThat(seen).hasSize(7).isEqualTo(expected);
      assertThat(bins(open, 3).stream().map(RewardHistogram.Bin::rows))
          .containsExactly(thirds[0], thirds[1], thirds[2]);
    }
  }

  @Test
  void theFingerprintDependsOnWhatWasCountedAndNotOnFiles() {
    Case c = CASES.get(0);
    Table other = c.log().mapped("state", s -> s.equals("top1") ? "start" : s);
    try (SqlEngine engine = engine(2)) {
      LogOptions options = c.options(false);
      String csv = read(engine, path(c.log(), "a.csv"), options).fingerprint();
      String parquet =
          read(engine, List.of(c.log().shuffled(1).toParquet(folder.resolve("a.parquet"))), options)
              .fingerprint();
      assertThat(parquet).isEqualTo(csv);
      assertThat(read(engine, path(other, "b.csv"), options).fingerprint()).isNotEqualTo(csv);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void threadsChangeNothing(int threads) {
    try (SqlEngine engine = engine(threads)) {
      for (Case c : CASES.subList(2, CASES.size())) {
        List<String> paths = List.of(c.log().shuffled(9).toParquet(folder.resolve("log.parquet")));
        for (int run = 0; run < readings(); run++) {
          assertThat(read(engine, paths, c.options(false)).counts()).isEqualTo(c.inMemory());
        }
      }
    }
  }

  /** The control: added up as doubles, these rewards do depend on the order of rows. */
  @Test
  void addedAsDoublesTheRewardsWouldDifferBetweenOrders() {
    Table log = CASES.get(CASES.size() - 1).log();
    double[] sums = new double[20];
    for (int i = 0; i < sums.length; i++) {
      for (List<String> row : log.shuffled(i).rows()) {
        sums[i] += Double.parseDouble(log.at(row, "reward"));
      }
    }
    assertThat(Arrays.stream(sums).distinct().count()).isGreaterThan(1);
  }

  @Test
  void halvesAreTheSameInEveryOrderAndAddUp() {
    for (Case c : CASES.subList(2, 4)) {
      LogData first = halves(1, c, c.log(), "a.csv");
      LogData again = halves(4, c, c.log().shuffled(10), "b.csv");
      Halves halves = first.halves().orElseThrow();
      assertThat(again.halves()).contains(halves);
      assertThat(halves.inputs().plus(halves.holdout())).isEqualTo(first.counts());
      assertThat((double) halves.inputs().episodes() / first.episodes()).isBetween(0.45, 0.55);
    }
  }

  private LogData halves(int threads, Case c, Table log, String file) {
    try (SqlEngine engine = engine(threads)) {
      return read(engine, path(log, file), c.options(true));
    }
  }

  /** Rows without episodes are dealt out one by one, so that both halves know every pair. */
  @Test
  void rowsWithoutEpisodesAreHalvedToo() {
    Table log =
        Table.parse("state,action,reward")
            .with(Collections.nCopies(500, List.of("x", "a", "0")))
            .with(Collections.nCopies(500, List.of("x", "b", "1")));
    Case c = new Case("rows", log, RewardRange.UNIT, null);
    LogData read = halves(2, c, log, "a.csv");
    Halves halves = read.halves().orElseThrow();
    assertThat(halves(1, c, log.shuffled(1), "b.csv").halves()).contains(halves);
    for (int cell = 0; cell < 2; cell++) {
      assertThat(halves.inputs().count(cell)).isBetween(200L, 300L);
      assertThat(halves.holdout().count(cell)).isEqualTo(500 - halves.inputs().count(cell));
    }
  }

  private static List<RewardHistogram.Bin> bins(SqlLog log, int most) {
    double least = log.data().observed().get(0);
    double largest = log.data().observed().get(1);
    EpisodeSource episodes = log.episodes().orElseThrow();
    return episodes.collect(new RewardHistogram(least, largest, most)).bins();
  }

  private List<String> path(Table log, String file) {
    return List.of(log.toCsv(folder.resolve(file)));
  }

  private static LogData read(SqlEngine engine, List<String> paths, LogOptions options) {
    return LogReader.open(engine, paths, options, Set.of()).data();
  }
}
