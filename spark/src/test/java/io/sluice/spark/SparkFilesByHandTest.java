package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.duckdb.FilesByHandTest;
import io.sluice.duckdb.Table;
import io.sluice.fit.BadLogException;
import io.sluice.logs.SqlEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;

/** Unusual files are the same to Spark, which reads folders, too. */
class SparkFilesByHandTest extends FilesByHandTest {
  private static final String ROW = "state,action,reward\n%s,a,0\n";

  @Override
  protected SqlEngine engine(int threads) {
    return SharedSpark.small();
  }

  /** Files that are hidden are left out of a folder, and so are empty ones. */
  @Test
  @Override
  protected void aFolderIsNoFileWhateverItsName() throws IOException {
    Path log = Files.createDirectories(folder.resolve("log.csv/state=z")).getParent();
    Table.write(log.resolve("a.csv"), ROW.formatted("s"));
    Table.write(log.resolve("state=z/b.csv"), ROW.formatted("t"));
    Table.write(log.resolve("_c.csv"), ROW.formatted("u"));
    Table.write(log.resolve(".d.csv"), ROW.formatted("v"));
    Table.write(log.resolve("e.csv"), "");
    columns(log.toString());
    assertThat(values("state")).containsExactly("s", "t");
    Path empty = Files.createDirectory(folder.resolve("empty.csv"));
    refused("F/empty.csv: needs a readable csv file, got: no file of that name", empty.toString());
  }

  /** Spark passes over a file that is called so, unless it has another name as well. */
  @Test
  void aHiddenFileThatIsNamedIsRead() {
    String hidden = write("_a+b.csv", ROW.formatted("s"));
    columns(hidden);
    assertThat(values("state", SqlEngine.FILE_COLUMN)).containsExactly("s file:" + hidden);
    assertThat(engine.line(hidden, 2)).isEqualTo(2);
    columns(write(".c.csv", ROW.formatted("t")));
    assertThat(values("state")).containsExactly("t");
  }

  @Test
  void aFileMustNotChangeWhileItIsRead() throws IOException {
    String log = write("log.csv", ROW.formatted("s"));
    Path file = Path.of(log);
    FileTime time = Files.getLastModifiedTime(file);
    columns(log);
    engine.requireUnchanged();
    Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() + 5000));
    changed(log);
    Files.writeString(file, ROW.formatted("ss"));
    Files.setLastModifiedTime(file, time);
    changed(log);
    Files.delete(file);
    changed(log);
  }

  private void changed(String log) {
    assertThatThrownBy(engine::requireUnchanged)
        .isInstanceOf(BadLogException.class)
        .hasMessageContaining(log)
        .hasMessageContaining("one that changed while it was read");
  }

  /** Spark would read nothing but missing values from such a column of Parquet. */
  @Test
  void aNameThatHadoopTakesForASettingIsRefused() {
    refused(
        "F/log.parquet: needs a readable parquet file, got: a column ${user.home}, which Hadoop takes for a setting (rename it)",
        parquet("log.parquet", "SELECT 's' AS state, 1 AS \"${user.home}\""));
  }

  /** Times of day, nanoseconds and UUIDs are read; intervals and nested times are left out. */
  @Test
  void columnsWithoutATypeOfSparksAreReadAsDuckDbReadsThem() {
    String file =
        parquet(
            "log.parquet",
            "SELECT TIME '01:02:03.5' AS \"a`b\", TIMESTAMP_NS '2020-01-02 03:04:05.000000007' AS at, UUID '00112233-4455-6677-8899-aabbccddeeff' AS id, INTERVAL 1 DAY AS gone, {'t': TIME '01:00:00'} AS inside, 7 AS n");
    assertThat(columns(file)).containsExactly("a`b", "at", "id", "n");
    assertThat(values("`a``b`", "at", "id", "n"))
        .containsExactly(
            "01:02:03.5 2020-01-02 03:04:05.000000007 00112233-4455-6677-8899-aabbccddeeff 7");
  }
}
