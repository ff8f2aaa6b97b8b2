package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.LogOptions;
import io.sluice.logs.SqlLog;
import io.sluice.spark.SharedSpark;
import io.sluice.spark.Sluice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables of a catalog, partitioned, are the log that was written to them. With the Maven profile
 * {@code delta}, Delta tables too.
 */
class SparkTablesTest {
  private static final String TABLE = "stored_visits";
  private static final String VIEW = "seen_visits";

  private final SparkSession session = SharedSpark.session();

  @TempDir Path folder;

  static Stream<String> formats() {
    return Stream.of(System.getProperty("sluice.tables", "parquet").split(","));
  }

  private Dataset<Row> rows() {
    return session
        .range(400)
        .selectExpr(
            "id div 2 AS episode",
            "CAST(1 + id % 2 AS INT) AS step",
            "concat('s', id % 3) AS state",
            "concat('a', hash(id) & 1) AS action",
            "CAST(hash(id, 1) & 1 AS DOUBLE) AS reward",
            "0.5D AS propensity");
  }

  private Path stored(String format) {
    Path place = folder.resolve(format);
    rows()
        .write()
        .format(format)
        .partitionBy("state")
        .option("path", place.toUri().toString())
        .saveAsTable(TABLE);
    return place;
  }

  @AfterEach
  void drop() {
    session.sql("DROP VIEW IF EXISTS " + VIEW);
    session.sql("DROP TABLE IF EXISTS " + TABLE);
  }

  private SqlLog log(String name) {
    return Sluice.on(session).log(List.of(name), LogOptions.defaults());
  }

  private static Interval robust(SqlLog log) {
    return EvaluationResult.of(Fit.of(log).judge(state -> "a1"), List.of(IntervalKind.ROBUST))
        .total()
        .get(IntervalKind.ROBUST);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void aTableIsTheSameLogByItsNameItsPathAndThroughAView(String format) {
    Interval expected = robust(Sluice.on(session).log(rows()));
    Path place = stored(format);
    session.sql("CREATE VIEW %s AS SELECT * FROM %s".formatted(VIEW, TABLE));
    assertThat(robust(Sluice.on(session).log(session.table(TABLE)))).isEqualTo(expected);
    assertThat(robust(Sluice.on(session).log(session.read().format(format).load(place.toString()))))
        .isEqualTo(expected);
    assertThat(robust(log("table:" + TABLE))).isEqualTo(expected);
    assertThat(robust(log("table:default." + VIEW))).isEqualTo(expected);
    assertThat(robust(log("table:%s.`%s`".formatted(format, place)))).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void theCommandReadsATableByItsName(String format) {
    stored(format);
    Run run = Run.of("evaluate", "table:" + TABLE, "--policy", "uniform", "--engine", "spark");
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isEqualTo(Main.DONE);
    assertThat(run.out()).startsWith("200 episodes, 2 steps, 3 states, 2 actions;");
  }

  /** Not even by what Spark cannot parse. */
  @ParameterizedTest
  @ValueSource(strings = {"nowhere", "no such name", "nowhere.`/a/path`", "text.`/no/such/path`"})
  void aNameThatIsNoTableIsBadData(String name) {
    Run run = Run.of("check", "table:" + name, "--engine", "spark");
    assertThat(run.err())
        .startsWith("table:" + name + ": needs a readable table file, got: ")
        .doesNotContain("Exception");
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
  }

  /** It may hold files of rows that were deleted since. */
  @Test
  void theFolderOfADeltaTableIsNotReadAsFiles() throws IOException {
    Path table = folder.resolve("visits.parquet");
    rows().write().parquet(table.toString());
    Files.createDirectory(table.resolve("_delta_log"));
    Run run = Run.of("check", table.toString(), "--engine", "spark");
    assertThat(run.err())
        .contains("got: a Delta table")
        .contains("read table:delta.`%s`".formatted(table));
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
  }

  @Test
  @EnabledIfSystemProperty(named = "sluice.tables", matches = ".*delta.*")
  void anEarlierVersionOfADeltaTableIsPassedAsADataFrame() {
    Interval before = robust(Sluice.on(session).log(rows()));
    String place = stored("delta").toString();
    session.sql("DELETE FROM %s WHERE episode >= 100".formatted(TABLE));
    assertThat(log("table:" + TABLE).data().rows()).isEqualTo(200);
    Dataset<Row> first = session.read().format("delta").option("versionAsOf", 0).load(place);
    assertThat(robust(Sluice.on(session).log(first))).isEqualTo(before);
  }
}
