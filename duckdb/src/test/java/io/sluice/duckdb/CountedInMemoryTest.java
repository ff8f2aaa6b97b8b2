package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.PropensityTable;
import io.sluice.fit.EpisodeEnds;
import io.sluice.fit.LogData;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Episode;
import io.sluice.mdp.RewardRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Episodes in memory give the counts and the hash that come of grouping rows by SQL. */
class CountedInMemoryTest {
  private static final LogOptions SPLIT =
      new LogOptions(
          Map.of(), List.of(), Optional.of(new RewardRange(-1, 2)), Optional.empty(), true, 7);

  @TempDir Path folder;

  private LogData inMemory(LogOptions options) {
    return Opened.data(folder.resolve("log.csv").toString(), options);
  }

  private LogData grouped(LogOptions options) {
    try (DuckDb engine = DuckDb.start(2, 0)) {
      return Opened.data(engine, folder.resolve("log.csv").toString(), options);
    }
  }

  private List<String> hash(long rowsCounted) {
    try (DuckDb engine = DuckDb.start(2, rowsCounted)) {
      List<String> paths = List.of(folder.resolve("log.csv").toString());
      SqlLog log = LogReader.open(engine, paths, SPLIT.toKeep(), Set.of());
      return log.origin().orElseThrow().inputs();
    }
  }

  private static List<String> pairs(PropensityTable table) {
    List<String> pairs = new ArrayList<>();
    table.forEachPair(
        0,
        table.size(),
        (i, pair, n, high, low, least, most) ->
            pairs.add("%s %s %s %s %s %s".formatted(pair, n, high, low, least, most)));
    return pairs;
  }

  @ParameterizedTest
  @CsvSource({
    "'episode,step,state,action,reward', ENDED",
    "'episode,step,state,action,reward,propensity', ENDED",
    "'episode,step,state,action,reward,propensity,cluster', ENDED",
    "'episode,step,state,action,reward,cluster,next_state', ENDED",
    "'episode,step,state,action,reward,next_state', CUT",
    "'state,action,reward,propensity', ENDED",
    "'state,action,reward,cluster', ENDED",
  })
  void bothAreTheSame(String header, EpisodeEnds.Reading ends) throws IOException {
    write(header);
    LogOptions options = SPLIT.withEnds(ends);
    LogData memory = inMemory(options);
    LogData grouped = grouped(options);
    assertThat(memory.counts()).isEqualTo(grouped.counts());
    assertThat(memory.halves()).isEqualTo(grouped.halves()).isNotEmpty();
    assertThat(memory.propensities().map(CountedInMemoryTest::pairs))
        .isEqualTo(grouped.propensities().map(CountedInMemoryTest::pairs));
    assertThat(memory.fingerprint()).isEqualTo(grouped.fingerprint());
    assertThat(hash(Long.MAX_VALUE)).isEqualTo(hash(0)).hasSize(1);
  }

  @Test
  void wholeLogsAreTheSameWithoutHalves() throws IOException {
    write("episode,step,state,action,reward,propensity");
    LogOptions whole =
        new LogOptions(Map.of(), List.of(), SPLIT.rewardRange(), Optional.empty(), false, 7);
    assertThat(inMemory(whole).counts()).isEqualTo(grouped(SPLIT).counts());
    assertThat(inMemory(whole).halves()).isEmpty();
  }

  /** Every episode with all that it says, in the order in which it is shown. */
  private static final class Lines implements EpisodeAccumulator<Lines> {
    private final List<String> lines = new ArrayList<>();

    @Override
    public Lines empty() {
      return new Lines();
    }

    @Override
    public void add(Episode e) {
      StringBuilder line = new StringBuilder("%s %s %s".formatted(e.cluster(), e.part(), e.look()));
      for (int h = 1; h <= e.length(); h++) {
        line.append(", %s %s %s".formatted(e.state(h), e.action(h), e.next(h)));
        line.append(" %s %s %s".formatted(e.reward(h), e.propensity(h), e.segment(h)));
      }
      lines.add(line.toString());
    }

    @Override
    public Lines plus(Lines later) {
      lines.addAll(later.lines);
      return this;
    }
  }

  private List<String> episodes(long rowsCounted, Optional<SegmentColumns> by) {
    try (DuckDb engine = DuckDb.start(2, rowsCounted)) {
      List<String> paths = List.of(folder.resolve("log.csv").toString());
      SqlLog log =
          by.isPresent()
              ? LogReader.open(engine, paths, SPLIT, Set.of(), by.get())
              : LogReader.open(engine, paths, SPLIT, Set.of());
      return log.episodes().orElseThrow().collect(new Lines()).lines;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'episode,step,state,action,reward', '', false",
    "'episode,step,state,action,reward,propensity,cluster,next_state', '', false",
    "'episode,step,state,action,reward,propensity,cluster', state, false",
    "'episode,step,state,action,reward,propensity,cluster', cluster, false",
    "'episode,step,state,action,reward,cluster', cluster, true",
  })
  void episodesThatArePlacedAreThoseThatAreSorted(String header, String column, boolean over)
      throws IOException {
    write(header);
    Optional<SegmentColumns> by =
        column.isEmpty()
            ? Optional.empty()
            : Optional.of(new SegmentColumns(List.of(column), over));
    assertThat(episodes(Long.MAX_VALUE, by)).isEqualTo(episodes(0, by)).hasSize(150);
  }

  /** The control: other halves are seen. */
  @Test
  void anotherSeedGivesOtherHalves() throws IOException {
    write("episode,step,state,action,reward,propensity");
    LogOptions other =
        new LogOptions(Map.of(), List.of(), SPLIT.rewardRange(), Optional.empty(), true, 8);
    assertThat(inMemory(SPLIT).halves()).isNotEqualTo(grouped(other).halves());
  }

  private void write(String header) throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    List<String> lines = new ArrayList<>(List.of(header));
    for (int episode = 0; episode < 150; episode++) {
      int length = 1 + random.nextInt(4);
      String state = "s" + random.nextInt(6);
      for (int step = 1; step <= length; step++) {
        String next = "s" + random.nextInt(6);
        int action = random.nextInt(3);
        Map<String, String> row =
            Map.of(
                "episode", "e" + episode,
                "step", "" + step,
                "state", state,
                "action", "a" + action,
                "reward", "" + (random.nextInt(30) - 10) / 10.0,
                "propensity", "" + (action == 0 ? 0.25 : (1 + random.nextInt(9)) / 10.0),
                "cluster", "c" + episode / 3,
                "next_state", next);
        lines.add(String.join(",", List.of(header.split(",")).stream().map(row::get).toList()));
        state = next;
      }
    }
    Files.write(folder.resolve("log.csv"), lines);
  }
}
