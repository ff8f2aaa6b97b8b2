package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.logs.SqlEngine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Files whose names, columns or types are unusual. */
public class FilesByHandTest {
  private static final String H = "episode,step,state,action,reward\n";

  @TempDir protected Path folder;
  protected SqlEngine engine;

  /** A new engine; another engine's test says another. */
  protected SqlEngine engine(int threads) {
    return DuckDb.start(threads);
  }

  @BeforeEach
  void start() {
    engine = engine(1);
  }

  @AfterEach
  void end() {
    engine.close();
  }

  protected String write(String name, String text) {
    return Table.write(folder.resolve(name), text);
  }

  protected String parquet(String name, String select) {
    String file = folder.resolve(name).toString();
    try (DuckDb duck = DuckDb.start(1)) {
      duck.execute("COPY (%s) TO '%s' (FORMAT parquet)".formatted(select, file));
    }
    return file;
  }

  protected List<String> columns(String... paths) {
    return engine.open(List.of(paths), "v");
  }

  /** What is readable of columns, row by row, sorted. */
  protected List<String> values(String... columns) {
    String texts = Arrays.stream(columns).map(engine::asText).collect(Collectors.joining(", "));
    List<String> rows = new ArrayList<>();
    engine.query(
        "SELECT %s FROM v".formatted(texts),
        row -> {
          List<String> values = new ArrayList<>();
          for (int i = 0; i < columns.length; i++) {
            values.add(String.valueOf(row.text(i)));
          }
          rows.add(String.join(" ", values));
        });
    return rows.stream().sorted().toList();
  }

  protected void refused(String message, String... paths) {
    assertThatThrownBy(() -> columns(paths)).hasMessage(message.replace("F/", folder + "/"));
  }

  @Test
  protected void aFolderIsNoFileWhateverItsName() throws IOException {
    Path named = Files.createDirectory(folder.resolve("log.csv"));
    refused("F/log.csv: needs a readable csv file, got: a folder", named.toString());
  }

  @Test
  void everyFileOfAPatternHasToHaveRows() {
    write("a.csv", H + "1,1,s,a,0\n");
    write("b.csv", "");
    refused("F/b.csv: needs at least one row, got an empty file", folder + "/?.csv");
    refused("F/*.json: needs a readable json file, got: no file of that name", folder + "/*.json");
    refused(
        "F/c.csv: needs a readable csv file, got: no file of that name",
        folder + "/a.csv",
        folder + "/c.csv");
    refused(
        "a.csv: needs every file of a log once, got it twice",
        folder + "/a.csv",
        folder + "/a.csv");
    write("d.parquet", "");
    refused("F/d.parquet: needs at least one row, got an empty file", folder + "/*.parquet");
  }

  @Test
  void filesOfAPatternMustNotChangeWhileTheyAreRead() throws IOException {
    Path file = Path.of(write("a.csv", H + "1,1,s,a,0\n"));
    columns(write("b[1].csv", H)); // a name before it is a pattern
    columns(folder + "/?.csv");
    engine.requireUnchanged();
    Files.writeString(file, H + "1,1,s,a,0.5\n");
    assertThatThrownBy(engine::requireUnchanged)
        .hasMessage(file + ": needs a readable csv file, got: one that changed while it was read");
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

  /** Texts and lists are as they are written, and numbers as DuckDB writes them. */
  @Test
  @ResourceLock("System.in")
  void valuesOfJsonAreTexts() {
    InputStream before = System.in;
    byte[] lines = "{\"x\": \"007\", \"v\": [1,2]}\n".getBytes(StandardCharsets.UTF_8);
    System.setIn(new ByteArrayInputStream(lines));
    try {
      columns("-");
    } finally {
      System.setIn(before);
    }
    assertThat(values("x", "v")).containsExactly("007 [1,2]");
    columns(write("a.json", "{\"x\": 1.50}\n\n{\"x\": 1e1}\n"));
    assertThat(values("x")).containsExactly("1.5", "10.0");
  }

  /** Fields of nested columns are none of the file's, however deep they are. */
  @Test
  void nestedColumnsAreLeftOut() throws IOException {
    String nested =
        "SELECT {'x': 1, 'y': {'z': 1, 'x': 2}, 'w': 3} AS s, 'a' AS x, 1 AS y, [1, 2] AS z, {'q': 1} AS t, 4 AS q";
    assertThat(columns(parquet("a.parquet", nested))).containsExactly("x", "y", "z", "q");
    Path twins = Path.of(parquet("b.parquet", nested + ", 1 AS twina, 2 AS twinb"));
    String bytes = new String(Files.readAllBytes(twins), StandardCharsets.ISO_8859_1);
    Files.writeString(twins, bytes.replace("twinb", "TWINA"), StandardCharsets.ISO_8859_1);
    refused(
        "b.parquet: needs columns of different names, upper and lower case being alike, got twina and TWINA",
        twins.toString());
  }

  /** 2⁵³ and 2⁵³ + 1 are one fraction. */
  @Test
  void typesOfAColumnMayDiffer() {
    String whole = parquet("a.parquet", "SELECT 1::INTEGER AS id, 1::INTEGER AS x, 'p' AS y");
    String large = parquet("b.parquet", "SELECT 9007199254740993 AS id, 0.5::DOUBLE AS X, 2 AS y");
    columns(whole, large);
    assertThat(values("id", "x", "y")).containsExactly("1 1.0 p", "9007199254740993 0.5 2");
    String list = parquet("c.parquet", "SELECT 3 AS id, {'a': 1} AS x, 'q' AS y");
    columns(whole, list);
    assertThat(values("x")).containsExactly("1", "null");
  }

  /** Of CSV the header is row 1; a row of Parquet has a number and no line. */
  @Test
  void linesAreThoseOfAnEditor() {
    String csv = write("log.csv", H + "1,1,\"s\n\",a,0\n\n2,1,s,a,x\n");
    columns(csv);
    assertThat(engine.line(csv, 2)).isEqualTo(2);
    assertThat(engine.line(csv, 3)).isEqualTo(5);
    String other = write("other.csv", H + "\n1,1,s,a,0\n");
    columns(csv, other);
    assertThat(engine.line(csv, 3)).isEqualTo(5);
    assertThat(engine.line(other, 2)).isEqualTo(3);
    String semicolons = write("log;.csv", "a;b\n1;\",\"\"\n\"\n\n2;3\n");
    columns(semicolons);
    assertThat(engine.line(semicolons, 3)).isEqualTo(5);
    String json = write("log.json", "\n{\"x\": 1}\n\n{\"x\": 2}\n");
    columns(json);
    assertThat(engine.line(json, 2)).isEqualTo(4);
    String parquet = parquet("log.parquet", "SELECT 1 AS x");
    columns(parquet);
    assertThat(engine.line(parquet, 40)).isEqualTo(40);
  }
}
