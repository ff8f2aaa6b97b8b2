package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fit.BadLogException;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are broken, absent or of the wrong kind. */
public class BadFilesTest {
  @TempDir Path folder;

  /** A new engine; another engine's test says another. */
  protected SqlEngine engine(int threads) {
    return DuckDb.start(threads);
  }

  private AbstractThrowableAssert<?, ? extends Throwable> reading(Path... files) {
    try (SqlEngine engine = engine(2)) {
      List<String> paths = Arrays.stream(files).map(Path::toString).toList();
      return assertThatThrownBy(
              () -> LogReader.open(engine, paths, LogOptions.defaults(), Set.of()))
          .isInstanceOf(BadLogException.class);
    }
  }

  private Path cut(Path file, double share) throws IOException {
    byte[] all = Files.readAllBytes(file);
    return Files.write(file, Arrays.copyOf(all, (int) (share * all.length)));
  }

  @Test
  void aTruncatedParquetFileIsNamed() throws IOException {
    Path file = folder.resolve("log.parquet");
    RandomLog.of(5_000, 1).toParquet(file);
    reading(cut(file, 0.9))
        .hasMessage(
            "%s: needs a readable parquet file, got: no Parquet, or a file that was cut off", file);
  }

  @Test
  void aParquetFileThatIsBrokenInsideIsFoundWhenItIsRead() throws IOException {
    Path file = folder.resolve("log.parquet");
    RandomLog.of(20_000, 1).toParquet(file);
    byte[] all = Files.readAllBytes(file);
    for (int i = 10; i < all.length / 2; i++) {
      all[i] ^= 0x5a;
    }
    Files.write(file, all);
    reading(file).hasMessageContaining("got: ").hasMessageNotContaining("SELECT");
  }

  @Test
  void aParquetFileWithoutRowsIsAnEmptyLog() {
    Path file = folder.resolve("log.parquet");
    try (DuckDb made = DuckDb.start()) {
      made.execute(
          "COPY (SELECT 's' AS state, 'a' AS action, 1 AS reward WHERE false) TO %s (FORMAT parquet)"
              .formatted(made.text(file.toString())));
    }
    reading(file).hasMessage("%s: needs at least one row, got an empty log", file);
  }

  @Test
  void aFileThatChangesWhileItIsReadIsRefused() throws IOException {
    String sound = "state,action,reward\na,x,1\nb,y,0\n";
    Path file = Files.writeString(folder.resolve("log.csv"), sound);
    try (SqlEngine engine = engine(2)) {
      engine.open(List.of(file.toString()), "rows_of_it");
      engine.requireUnchanged();
      Files.writeString(file, sound + "a,y,1\n");
      assertThatThrownBy(engine::requireUnchanged)
          .isInstanceOf(BadLogException.class)
          .hasMessageContaining("log.csv: needs a readable csv file, got: one that changed while");
    }
  }

  @Test
  void aNameThatIsEmptyIsRefused() {
    reading(Path.of("")).hasMessage("needs the name of a file, got an empty one");
  }

  @Test
  void aTruncatedOrCorruptGzipFileIsNamed() throws IOException {
    Path file = folder.resolve("log.csv.gz");
    RandomLog.of(20_000, 2).toCsv(file);
    reading(cut(file, 0.5))
        .hasMessageMatching(
            "log.csv.gz:\\d+: needs a whole GZIP stream, got one that was cut off here");
    Files.writeString(file, "episode,step,state,action,reward\n");
    reading(file).hasMessage("log.csv.gz:1: needs a GZIP stream, got something else");
    Path json = folder.resolve("log.jsonl.gz");
    Table.write(json, RandomLog.of(20_000, 3).json());
    reading(cut(json, 0.5))
        .hasMessageStartingWith("log.jsonl.gz:")
        .hasMessageEndingWith(": needs a whole GZIP stream, got one that was cut off here");
  }

  /** A changed byte that makes other text is damage of the stream, not a ragged row. */
  @Test
  void aDamagedGzipFileIsNotTakenForABadRow() throws IOException {
    Path file = folder.resolve("log.csv.gz");
    for (int place : new int[] {3, 2}) {
      RandomLog.of(2_000, 2).toCsv(file);
      byte[] all = Files.readAllBytes(file);
      for (int i = 0; i < 8; i++) {
        all[all.length / place + i] ^= 0x55;
      }
      Files.write(file, all);
      reading(file).hasMessageMatching("log.csv.gz:\\d+: needs a (whole )?GZIP stream.*");
    }
  }

  @Test
  void aFileThatIsNamedTwiceIsRefused() throws IOException {
    Path file = folder.resolve("log.csv");
    Files.writeString(file, "state,action,reward\na,x,1\nb,y,0\n");
    reading(file, file).hasMessage("log.csv: needs every file of a log once, got it twice");
    reading(file, folder.resolve("./log.csv"))
        .hasMessage("log.csv: needs every file of a log once, got it twice");
    Path link = Files.createSymbolicLink(folder.resolve("other.csv"), file);
    reading(file, link)
        .hasMessage("log.csv: needs every file of a log once, got it again as other.csv");
  }

  @Test
  void aFolderIsNamed() {
    reading(folder)
        .hasMessage("%1$s: needs files, got a folder (name them, such as %1$s/*.csv)", folder);
  }

  @Test
  void aBrokenLineOfJsonIsNamed() throws IOException {
    Path file = folder.resolve("log.jsonl");
    Files.writeString(file, RandomLog.of(10, 1).json() + "{\"episode\": 1,\n");
    long lines = RandomLog.of(10, 1).json().lines().count();
    reading(file).hasMessage("log.jsonl:%d: needs JSON, got a line that is not JSON", lines + 1);
  }

  @Test
  void jsonThatIsNotAnObjectPerLineIsRefused() throws IOException {
    Path file = folder.resolve("log.json");
    Files.writeString(file, "[{\"state\": 1, \"action\": 2, \"reward\": 0}]\n");
    reading(file).hasMessage("log.json:1: needs one JSON object per line, got something else");
  }

  @Test
  void aMissingFileOrAGlobWithoutFilesIsNamed() {
    for (String name : List.of("none.csv", "none*.parquet", "none.jsonl")) {
      Path file = folder.resolve(name);
      reading(file)
          .hasMessageStartingWith(file + ": needs a readable ")
          .hasMessageEndingWith(" file, got: no file of that name");
    }
  }

  @Test
  void formatsAreNotMixedAndUnknownOnesRefused() {
    reading(Path.of("a.csv"), Path.of("b.parquet"))
        .hasMessage("a.csv, b.parquet: needs files of one format, got [csv, parquet]");
    reading(Path.of("a.xlsx"))
        .hasMessage(
            "a.xlsx: needs a file ending in .csv, .tsv, .parquet, .json, .jsonl or .ndjson, also with .gz");
  }

  @Test
  void filesWhoseTypesDifferAreReadAsText() {
    String one = Table.parse("state,action,reward\n5,1,0.5").toParquet(folder.resolve("1.parquet"));
    String two = Table.parse("state,action,reward\nx,1.5,1").toParquet(folder.resolve("2.parquet"));
    try (SqlEngine engine = engine(2)) {
      var log = LogReader.open(engine, List.of(one, two), LogOptions.defaults(), Set.of()).data();
      assertThat(log.states().names()).containsExactly("5", "x");
      assertThat(log.actions().names()).containsExactly("1", "1.5");
    }
  }
}
