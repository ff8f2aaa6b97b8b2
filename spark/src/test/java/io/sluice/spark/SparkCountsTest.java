package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.counts.Halves;
import io.sluice.counts.TransitionCounts;
import io.sluice.duckdb.DuckDb;
import io.sluice.duckdb.InMemory;
import io.sluice.duckdb.RandomLog;
import io.sluice.duckdb.Table;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.LogData;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.Bins;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Spark has beyond files: DataFrames, tables and folders; and logs that are not even. */
class SparkCountsTest {
  private static final LogOptions DEFAULTS = LogOptions.defaults();

  @TempDir Path folder;

  /** As users have it, with queries compiled. */
  private static LogData spark(List<String> paths, LogOptions options) {
    return read(SharedSpark.engine(4), paths, options);
  }

  /** Where no query is the point: without the time that compiling them takes. */
  private static LogData withSmallEngine(List<String> paths, LogOptions options) {
    return read(SharedSpark.small(4), paths, options);
  }

  private static LogData read(SqlEngine engine, List<String> paths, LogOptions options) {
    try (engine) {
      return LogReader.open(engine, paths, options, Set.of()).data();
    }
  }

  private static LogData duckDb(String path, LogOptions options) {
    try (SqlEngine engine = DuckDb.start(2)) {
      return LogReader.open(engine, List.of(path), options, Set.of()).data();
    }
  }

  private Dataset<Row> frame(SparkSession session, Table log) {
    return session.read().parquet(log.toParquet(folder.resolve("frame.parquet")));
  }

  @Test
  void aDataFrameATableAndAFolderGiveTheCountsOfMemory() {
    Table log = RandomLog.of(2_000, 3);
    TransitionCounts expected = InMemory.counts(log, RewardRange.UNIT);
    SparkSession session = SharedSpark.session().newSession();
    Dataset<Row> rows = frame(session, log);
    assertThat(Sluice.on(session).log(rows, "visits", DEFAULTS).data().counts())
        .isEqualTo(expected);
    rows.createOrReplaceTempView("visits");
    List<String> table = List.of("table:visits");
    assertThat(Sluice.on(session).log(table, DEFAULTS).data().counts()).isEqualTo(expected);
    String parts = folder.resolve("visits.parquet").toString();
    rows.repartition(3).write().parquet(parts);
    assertThat(spark(List.of(parts), DEFAULTS).counts()).isEqualTo(expected);
    String texts = folder.resolve("visits.csv").toString();
    rows.repartition(2).write().option("header", "true").csv(texts);
    assertThat(spark(List.of(texts), DEFAULTS).counts()).isEqualTo(expected);
  }

  @Test
  void aDataFrameIsJudgedAndTheResultIsOne() {
    Table log = RandomLog.of(300, 3).added("propensity", row -> "0.25");
    SparkSession session = SharedSpark.session().newSession();
    Sluice sluice = Sluice.on(session);
    SqlLog open = sluice.log(frame(session, log));
    Policy policy = Policy.everywhere(open.data().shape(), 0.4, 0.3, 0.2, 0.1);
    List<IntervalKind> kinds = List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST);
    EvaluationResult result = EvaluationResult.of(Fit.of(open).judge(policy), kinds);
    List<Row> rows = sluice.steps(result).collectAsList();
    assertThat(rows).hasSize(2 * result.horizon());
    EvaluationResult.StepAnswer first = result.steps().get(0);
    Interval robust = first.interval(IntervalKind.ROBUST).orElseThrow();
    assertThat(rows)
        .filteredOn(r -> r.getInt(0) == 1 && r.getString(1).equals("robust"))
        .singleElement()
        .satisfies(r -> assertThat(r.getDouble(3)).isEqualTo(robust.lower()))
        .satisfies(r -> assertThat(r.getString(6)).isEqualTo(first.verdict().kind().toString()));
    List<Row> decisions = sluice.decisions(result).collectAsList();
    assertThat(decisions).hasSize(result.horizon() + 1);
    assertThat(decisions.get(0).getString(1)).isEqualTo(first.verdict().kind().toString());
    assertThat(decisions.get(result.horizon()).isNullAt(0)).isTrue();
  }

  @Test
  void whereRowsHaveNoNumberTheirEpisodeAndStepAreNamed() {
    SparkSession session = SharedSpark.session().newSession();
    Table log =
        Table.parse(
            "episode,step,state,action,reward,propensity\n7,1,s,a,0,0.5\n7,2,s,b,1,0.5\n8,1,s,a,0,1.5");
    Dataset<Row> rows = frame(session, log);
    assertThatThrownBy(() -> Sluice.on(session).log(rows, "visits", DEFAULTS))
        .hasMessage("visits, episode 8, step 1: propensity must lie in (0, 1], got \"1.5\"");
    assertThatThrownBy(
            () ->
                Sluice.on(session)
                    .log(
                        rows.where("propensity < 1 AND step = 2 OR episode = 8 AND propensity < 0")
                            .union(rows.where("step = 1 AND episode = 7"))
                            .union(rows.where("step = 2")),
                        "visits",
                        DEFAULTS))
        .hasMessage("visits: episode 7 must have each step once, got step 2 twice");
    assertThatThrownBy(() -> Sluice.on(session).log(List.of("table:nowhere"), DEFAULTS))
        .hasMessageStartingWith("table:nowhere: needs a readable table file, got: ");
  }

  /** Nearly all rows in one state, with one action: an executor must not have to take them all. */
  @Test
  void aHotStateChangesNothing() {
    Table even = RandomLog.of(20_000, 5);
    Table hot = even.mapped("state", s -> s.equals("s0") ? s : "s1").mapped("action", a -> "a");
    String file = hot.toParquet(folder.resolve("hot.parquet"));
    assertThat(spark(List.of(file), DEFAULTS).counts())
        .isEqualTo(InMemory.counts(hot, RewardRange.UNIT));
  }

  @Test
  void oneEpisodeThatHoldsEverythingChangesNothing() {
    Table even = RandomLog.of(20_000, 6);
    List<List<String>> rows = new ArrayList<>();
    for (List<String> row : even.rows()) {
      rows.add(List.of("1", "" + (rows.size() + 1), row.get(2), row.get(3), row.get(4)));
    }
    Table giant = new Table(even.columns(), rows);
    String file = giant.shuffled(1).toParquet(folder.resolve("giant.parquet"));
    assertThat(spark(List.of(file), DEFAULTS).counts())
        .isEqualTo(InMemory.counts(giant, RewardRange.UNIT));
  }

  @Test
  void oneClusterThatHoldsEverythingGoesToOneHalf() {
    Table log = RandomLog.of(5_000, 7).added("user", row -> "all");
    LogOptions halved =
        new LogOptions(Map.of(), List.of(), Optional.empty(), Optional.empty(), true, 1);
    LogData data = spark(List.of(log.toParquet(folder.resolve("one.parquet"))), halved);
    Halves halves = data.halves().orElseThrow();
    assertThat(Math.min(halves.inputs().cells(), halves.holdout().cells())).isZero();
    assertThat(data.counts()).isEqualTo(InMemory.counts(log, RewardRange.UNIT));
  }

  @Test
  void tooManyNamesAreRefusedWithAWayOut() {
    String file = RandomLog.of(2_000, 8).toParquet(folder.resolve("log.parquet"));
    String message =
        "states: need at most 29 different names to fit into memory, got more (cut numbers with `bins` COLUMN=q20, put names into buckets with `bins` COLUMN=h1000, or choose fewer columns)";
    LogOptions few = DEFAULTS.withMostNames(29);
    assertThatThrownBy(() -> withSmallEngine(List.of(file), few)).hasMessage(message);
    assertThatThrownBy(() -> duckDb(file, few)).hasMessage(message);
    LogOptions bucketed =
        new LogOptions(
                Map.of(),
                List.of(Bins.parse("state=h7")),
                Optional.empty(),
                Optional.empty(),
                true,
                1)
            .withMostNames(29);
    LogData data = withSmallEngine(List.of(file), bucketed);
    assertThat(data.states().names()).hasSize(7).allMatch(name -> name.matches("#[0-6]"));
    assertThat(data.bins()).hasToString("[state=h7]");
    assertThat(data.counts()).isEqualTo(duckDb(file, bucketed).counts());
  }

  /** Numbers as names: spelled one way, whoever reads them. */
  @Test
  void floatingPointNamesAreThoseOfDuckDb() {
    List<List<String>> rows = new ArrayList<>();
    for (String number :
        List.of(
            "1e-5", "0.0001", "1e9", "1e15", "1e16", "5.684341886080802E-14", "1.5e300", "2E23")) {
      rows.add(List.of("x", number, "a", "0.5", number));
      rows.add(List.of("y", "-" + number, "b", "1", number));
    }
    Table log =
        Table.of("place", "load", "action", "reward", "episode")
            .with(rows)
            .added("step", r -> "" + (r.get(0).equals("x") ? 1 : 2));
    String file = log.toParquet(folder.resolve("log.parquet"));
    LogOptions options =
        new LogOptions(
            Map.of(io.sluice.logs.Role.STATE, List.of("place", "load")),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            true,
            3);
    LogData spark = withSmallEngine(List.of(file), options);
    LogData duckDb = duckDb(file, options);
    assertThat(spark.states().names()).isEqualTo(duckDb.states().names()).contains("x|1e-05");
    assertThat(spark.halves()).isEqualTo(duckDb.halves());
  }

  @Test
  void nothingRemainsInTheFolder() throws java.io.IOException {
    String file = RandomLog.of(200, 9).toCsv(folder.resolve("log.csv"));
    withSmallEngine(List.of(file), DEFAULTS);
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }
}
