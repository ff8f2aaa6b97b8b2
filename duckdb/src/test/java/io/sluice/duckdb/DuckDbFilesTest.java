package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as DuckDB reads them, where their names, columns or types are unusual. */
class DuckDbFilesTest {
  private static final String H = "episode,step,state,action,reward\n";

  @TempDir Path folder;
  private DuckDb engine;

  @BeforeEach
  void start() {
    engine = DuckDb.start(1);
  }

  @AfterEach
  void end() {
    engine.close();
  }

  private String write(String name, String text) {
    return Table.write(folder.resolve(name), text);
  }

  private String parquet(String name, String select) {
    String file = folder.resolve(name).toString();
    engine.execute("COPY (%s) TO '%s' (FORMAT parquet)".formatted(select, file));
    return file;
  }

  private List<String> columns(String... paths) {
    return engine.open(List.of(paths), "v");
  }

  /** What is readable of a column, in order. */
  private List<String> values(String column) {
    List<String> values = new ArrayList<>();
    engine.query(
        "SELECT CAST(%s AS VARCHAR) FROM v ORDER BY 1".formatted(column),
        row -> values.add(row.text(0)));
    return values;
  }

  private void refused(String message, String... paths) {
    assertThatThrownBy(() -> columns(paths)).hasMessage(message.replace("F/", folder + "/"));
  }

  @Test
  void aFolderIsNoFileWhateverItsName() throws IOException {
    Path named = Files.createDirectory(folder.resolve("log.csv"));
    refused("F/log.csv: needs a readable csv file, got: a folder", named.toString());
  }

  @Test
  void everyFileOfAPatternHasToHaveRows() {
    write("a.csv", H + "1,1,s,a,0\n");
    write("b.csv", "");
    refused("F/b.csv: needs at least one row, got an empty file", folder + "/?.csv");
    refused("F/*.json: needs a readable json file, got: no file of that name", folder + "/*.json");
  }

  @Test
  void linesOfJsonHaveDifferentColumns() {
    String one = write("a.json", "{\"x\": 1}\n");
    String other = write("b.json", "{\"X\": 1}\n");
    refused(
        "a.json: needs columns of different names, upper and lower case being alike, got x and X",
        one,
        other);
    refused("F/c.json: needs at least one row, got an empty file", write("c.json", "{}\n"));
  }

  /** Fields of nested columns are none of the file's, however deep they are. */
  @Test
  void nestedColumnsAreLeftOut() {
    String nested =
        "SELECT {'x': 1, 'y': {'z': 1, 'x': 2}, 'w': 3} AS s, 'a' AS x, 1 AS y, [1, 2] AS z, {'q': 1} AS t, 4 AS q";
    assertThat(columns(parquet("a.parquet", nested))).containsExactly("x", "y", "z", "q");
  }

  /** 2⁵³ and 2⁵³ + 1 are one fraction. */
  @Test
  void typesOfAColumnMayDiffer() {
    String whole = parquet("a.parquet", "SELECT 1::INTEGER AS id, 1::INTEGER AS x, 'p' AS y");
    String large = parquet("b.parquet", "SELECT 9007199254740993 AS id, 0.5::DOUBLE AS X, 2 AS y");
    columns(whole, large);
    assertThat(values("id")).containsExactly("1", "9007199254740993");
    assertThat(values("x")).containsExactly("0.5", "1.0");
    assertThat(values("y")).containsExactly("2", "p");
    String list = parquet("c.parquet", "SELECT 3 AS id, {'a': 1} AS x, 'q' AS y");
    columns(whole, list);
    assertThat(values("x")).containsExactly("1", null);
  }

  /** A row of Parquet has a number and no line, whatever its bytes look like. */
  @Test
  void linesAreThoseOfAnEditor() {
    String csv = write("log.csv", H + "1,1,\"s\n\",a,0\n\n2,1,s,a,x\n");
    String parquet =
        parquet(
            "log.parquet", "SELECT '\n\n\n' AS state, 'a' AS action, unnest(['0', 'x']) AS reward");
    assertThatThrownBy(() -> open(csv)).hasMessage("log.csv:5: reward needs a number, got \"x\"");
    assertThatThrownBy(() -> open(parquet))
        .hasMessage("log.parquet:2: reward needs a number, got \"x\"");
  }

  private SqlLog open(String path) {
    return LogReader.open(engine, List.of(path), LogOptions.defaults(), Set.of());
  }

  @Test
  void whatAColumnHoldsIsKnownByItsType() {
    for (String number :
        List.of("TINYINT", "UBIGINT", "HUGEINT", "INTEGER", "DECIMAL(18, 3)", "FLOAT")) {
      assertThat(ColumnTypes.isLeftOut(number)).as(number).isFalse();
      assertThat(ColumnTypes.isVector(number)).as(number).isFalse();
      assertThat(ColumnTypes.isVector(number + "[]")).as(number).isTrue();
      assertThat(ColumnTypes.isVector(number + "[3]")).as(number).isTrue();
      assertThat(ColumnTypes.isLeftOut(number + "[3]")).as(number).isFalse();
    }
    for (String other : List.of("INTERVAL", "STRUCT(a INTEGER)", "VARCHAR[]", "INTEGER[][]")) {
      assertThat(ColumnTypes.isLeftOut(other)).as(other).isTrue();
    }
    assertThat(ColumnTypes.isLeftOut("VARCHAR")).isFalse();
    assertThat(ColumnTypes.areAlike(Set.of("INTEGER", "UBIGINT"))).isTrue();
    assertThat(ColumnTypes.areAlike(Set.of("DATE"))).isTrue();
    assertThat(ColumnTypes.areAlike(Set.of("INTEGER", "DOUBLE"))).isFalse();
    assertThat(ColumnTypes.common(Set.of("INTEGER", "DECIMAL(5,2)", "DOUBLE"))).isEqualTo("DOUBLE");
    assertThat(ColumnTypes.common(Set.of("INTEGER", "DATE"))).isEqualTo("VARCHAR");
  }
}
