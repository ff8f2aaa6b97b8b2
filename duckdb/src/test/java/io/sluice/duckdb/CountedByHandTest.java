package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.Halves;
import io.sluice.counts.PropensityTable;
import io.sluice.counts.TransitionCounts;
import io.sluice.fit.BadLogException;
import io.sluice.fit.LogData;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Episode;
import io.sluice.mdp.RewardRange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small logs whose counts, propensities, halves, hashes and episodes are known. */
class CountedByHandTest {
  private static final String H = "episode,step,state,action,reward,propensity,user\n";

  @TempDir Path folder;

  /** One episode of two steps, and forty of one, whose propensities differ. */
  private static List<String> rows() {
    List<String> rows = new ArrayList<>(List.of("e,1,s,a,0.5,0.25,u", "e,2,t,b,1,0.5,u"));
    for (int i = 0; i < 40; i++) {
      rows.add("f%d,1,t,a,1,%s,u%d".formatted(i, i % 2 == 0 ? "0.25" : "0.75", i / 4));
    }
    return rows;
  }

  private static final LogOptions KEPT = LogOptions.defaults().toKeep();

  private <T> T read(
      String header,
      List<String> rows,
      LogOptions options,
      java.util.function.Function<SqlLog, T> then) {
    String path = Table.write(folder.resolve("log.csv"), header + String.join("\n", rows) + "\n");
    try (DuckDb engine = DuckDb.start(1)) {
      return then.apply(LogReader.open(engine, List.of(path), options, Set.of()));
    }
  }

  private LogData data(LogOptions options) {
    return read(H, rows(), options, SqlLog::data);
  }

  /** Sums above 16 need both words of a sum: 2⁶⁴ is 16 on the grid of 2⁶⁰. */
  @Test
  void countsByHand() {
    for (LogOptions options : List.of(LogOptions.defaults(), KEPT)) {
      LogData data = data(options);
      TransitionCounts counts = data.counts();
      assertThat(data.rows()).isEqualTo(42);
      assertThat(data.states().names()).containsExactly("s", "t");
      int end = data.shape().end();
      assertThat(counts.cells()).isEqualTo(3);
      assertThat(counts.count(counts.cell(1, 0, 0, 1))).isEqualTo(1);
      assertThat(counts.rewardSum(counts.cell(1, 0, 0, 1))).isEqualTo(0.5);
      assertThat(counts.count(counts.cell(1, 1, 0, end))).isEqualTo(40);
      assertThat(counts.rewardSum(counts.cell(1, 1, 0, end))).isEqualTo(40);
      assertThat(counts.squareSum(counts.cell(1, 1, 0, end))).isEqualTo(40);
      assertThat(counts.count(counts.cell(2, 1, 1, end))).isEqualTo(1);
    }
  }

  @Test
  void propensitiesByHand() {
    for (LogOptions options : List.of(LogOptions.defaults(), KEPT)) {
      PropensityTable found = data(options).propensities().orElseThrow();
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < found.size(); i++) {
        lines.add(
            "%d %d %d: %d rows, mean %s, %s"
                .formatted(
                    found.step(i),
                    found.state(i),
                    found.action(i),
                    found.count(i),
                    found.mean(i),
                    found.isConstant(i)));
      }
      assertThat(lines)
          .containsExactlyInAnyOrder(
              "1 0 0: 1 rows, mean 0.25, true",
              "1 1 0: 40 rows, mean 0.5, false",
              "2 1 1: 1 rows, mean 0.5, true");
    }
    assertThat(read("state,action,reward\n", List.of("s,a,1"), KEPT, SqlLog::data).propensities())
        .isEmpty();
  }

  /** Sixty episodes of three steps in clusters of two: as many first steps as second and third. */
  @Test
  void halvesHoldWholeClusters() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 180; i++) {
      rows.add("e%d,%d,s,a,1,1,u%d".formatted(i / 3, i % 3 + 1, i / 6));
    }
    Halves halves = read(H, rows, KEPT, SqlLog::data).halves().orElseThrow();
    long[] steps = new long[3];
    for (int h = 1; h <= 3; h++) {
      TransitionCounts half = halves.inputs();
      for (int i = 0; i < half.cells(); i++) {
        steps[h - 1] += half.step(i) == h ? half.count(i) : 0;
      }
    }
    assertThat(steps[0]).isBetween(10L, 50L).isEven().isEqualTo(steps[1]).isEqualTo(steps[2]);
    assertThat(read(H, rows, LogOptions.defaults(), SqlLog::data).halves()).isEmpty();
  }

  private String hash(List<String> rows, LogOptions options) {
    return read(H, rows, options, log -> log.origin().orElseThrow().inputs().get(0));
  }

  @Test
  void theHashOfALogIsThatOfWhatItSays() {
    String hash = hash(rows(), KEPT);
    List<String> turned = new ArrayList<>(rows());
    java.util.Collections.reverse(turned);
    assertThat(hash(turned, KEPT)).isEqualTo(hash);
    for (String other :
        List.of(
            "e,2,t,b,1,0.75,u", // another propensity
            "e,2,t,b,0.5,0.5,u",
            "e,2,t,a,1,0.5,u",
            "e,2,s,b,1,0.5,u")) {
      List<String> changed = new ArrayList<>(rows());
      changed.set(1, other);
      assertThat(hash(changed, KEPT)).as(other).isNotEqualTo(hash);
    }
    LogOptions wider =
        new LogOptions(
                Map.of(), List.of(), Optional.of(new RewardRange(0, 2)), Optional.empty(), false, 1)
            .toKeep();
    assertThat(hash(rows(), wider)).isNotEqualTo(hash);
  }

  @Test
  void namesHaveALimit() {
    assertThat(data(LogOptions.defaults().withMostNames(2)).states().size()).isEqualTo(2);
    assertThatThrownBy(() -> data(LogOptions.defaults().withMostNames(1)))
        .isInstanceOf(BadLogException.class)
        .hasMessageStartingWith(
            "states: need at most 1 different names to fit into memory, got more");
  }

  /** Keeps episodes as lines. */
  private static final class Lines implements EpisodeAccumulator<Lines> {
    private static final long serialVersionUID = 1;
    private final ArrayList<String> lines = new ArrayList<>();
    private final ArrayList<Integer> parts = new ArrayList<>();
    private final ArrayList<Long> clusters = new ArrayList<>();

    @Override
    public Lines empty() {
      return new Lines();
    }

    @Override
    public void add(Episode e) {
      StringBuilder line = new StringBuilder();
      for (int h = 1; h <= e.length(); h++) {
        line.append(
            "%d,%d,%d,%s,%s "
                .formatted(e.state(h), e.action(h), e.next(h), e.reward(h), e.propensity(h)));
      }
      lines.add(line.toString().trim());
      parts.add(e.part());
      clusters.add(e.cluster());
    }

    @Override
    public Lines plus(Lines later) {
      lines.addAll(later.lines);
      parts.addAll(later.parts);
      clusters.addAll(later.clusters);
      return this;
    }
  }

  private Lines episodes(String header, List<String> rows) {
    return read(
        header,
        rows,
        LogOptions.defaults(),
        log -> log.episodes().orElseThrow().collect(new Lines()));
  }

  @Test
  void episodesByHand() {
    List<String> found = episodes(H, rows()).lines;
    assertThat(found).hasSize(41).contains("0,0,1,0.5,0.25 1,1,2,1.0,0.5");
    assertThat(found.stream().filter("1,0,2,1.0,0.25"::equals)).hasSize(20);
    assertThat(found.stream().filter("1,0,2,1.0,0.75"::equals)).hasSize(20);
    // without probabilities
    assertThat(episodes("state,action,reward\n", List.of("s,a,1", "t,a,0")).lines)
        .containsExactlyInAnyOrder("0,0,2,1.0,NaN", "1,0,2,0.0,NaN");
  }

  /** Rows of a user are in one part; forty equal rows of nobody are in many. */
  @Test
  void partsAreThoseOfClustersOrOfRows() {
    List<String> users = new ArrayList<>();
    List<String> nobody = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      users.add("s,a,%s,0.5,u".formatted(i / 40.0));
      nobody.add("s,a,1,0.5");
    }
    assertThat(episodes("state,action,reward,propensity,user\n", users).parts.stream().distinct())
        .hasSize(1);
    Lines rows = episodes("state,action,reward,propensity\n", nobody);
    assertThat(rows.parts.stream().distinct().count()).isGreaterThan(5);
    assertThat(rows.lines).containsOnly("0,0,1,1.0,0.5");
    assertThat(data(LogOptions.defaults()).clustered()).isTrue();
    assertThat(data(LogOptions.defaults()).meanReturn()).isCloseTo(41.5 / 41, within(1e-12));
  }

  /**
   * Sixty users, each with three episodes that are far apart in the file and go back from t to s.
   */
  @Test
  void episodesOfAClusterComeOneAfterTheOther() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 180; i++) {
      rows.add("e%d,1,t,a,0,0.5,u%d".formatted(i, i % 60));
      rows.add("e%d,2,s,b,1,0.5,u%d".formatted(i, i % 60));
    }
    Lines found = episodes(H, rows);
    assertThat(found.lines).hasSize(180).containsOnly("1,0,0,0.0,0.5 0,1,2,1.0,0.5");
    assertThat(found.clusters.stream().distinct()).hasSize(60);
  }
}
