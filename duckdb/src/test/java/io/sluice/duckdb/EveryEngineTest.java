package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.LoggedData;
import io.sluice.logs.SqlEngine;
import io.sluice.mdp.RewardRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
              ReferenceLog.all().map(r -> new Case(r.name(), r.table(), RewardRange.UNIT)),
              Stream.of(
                  new Case("awkward", RandomLog.of(20_000, 7), RewardRange.UNIT),
                  new Case("scaled", wide(RandomLog.of(20_000, 8)), WIDE)))
          .toList();

  @TempDir Path folder;

  /** A new engine. */
  protected abstract SqlEngine engine(int threads);

  /** A log, and the range of its rewards. */
  private record Case(String name, Table log, RewardRange range) {
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
    for (Case c : CASES) {
      List<String> paths =
          spelling.write().apply(c.log(), Files.createDirectory(folder.resolve(c.name())));
      LoggedData read = read(2, paths, c.options(false));
      assertThat(read.counts())
          .as("%s as %s", c.name(), spelling)
          .isEqualTo(InMemory.counts(c.log(), c.range()));
      assertThat(read.rows()).isEqualTo(c.log().rows().size());
      assertThat(read.fingerprint()).isEqualTo(plain(c).fingerprint());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void threadsChangeNothing(int threads) {
    for (Case c : CASES) {
      List<String> paths = List.of(c.log().shuffled(9).toParquet(folder.resolve("log.parquet")));
      for (int run = 0; run < 3; run++) {
        LoggedData read = read(threads, paths, c.options(false));
        assertThat(read.counts()).isEqualTo(InMemory.counts(c.log(), c.range()));
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
    assertThat(java.util.Arrays.stream(sums).distinct().count()).isGreaterThan(1);
  }

  @Test
  void halvesAreTheSameInEveryOrderAndAddUp() {
    for (Case c : CASES) {
      Table other = c.log().shuffled(10);
      LoggedData first = read(1, List.of(c.log().toCsv(folder.resolve("a.csv"))), c.options(true));
      LoggedData again =
          read(4, List.of(other.toParquet(folder.resolve("a.parquet"))), c.options(true));
      LoggedData.Halves halves = first.halves().orElseThrow();
      assertThat(again.halves()).contains(halves);
      assertThat(halves.inputs().plus(halves.holdout())).isEqualTo(first.counts());
      assertThat((double) halves.inputs().episodes() / first.episodes()).isBetween(0.45, 0.55);
    }
  }

  private LoggedData plain(Case c) {
    return read(1, List.of(c.log().toCsv(folder.resolve("plain.csv"))), c.options(false));
  }

  private LoggedData read(int threads, List<String> paths, LogOptions options) {
    try (SqlEngine engine = engine(threads)) {
      return LogReader.open(engine, paths, options, Set.of()).data();
    }
  }
}
