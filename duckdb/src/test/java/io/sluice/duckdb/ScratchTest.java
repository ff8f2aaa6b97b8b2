package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.fit.BadLogException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DuckDB leaves nothing behind. */
class ScratchTest {
  @TempDir Path folder;

  @Test
  void afterAnErrorNothingRemainsInTheTemporaryFolder() {
    String path =
        Table.write(folder.resolve("log.csv"), "episode,step,state,action,reward\n1,1,s,a,x\n");
    List<String> scratch = new ArrayList<>();
    try (DuckDb engine = DuckDb.start(2)) {
      engine.query("SELECT current_setting('temp_directory')", row -> scratch.add(row.text(0)));
      assertThat(Path.of(scratch.get(0))).isDirectory();
      assertThatExceptionOfType(BadLogException.class).isThrownBy(() -> Opened.log(engine, path));
    }
    assertThat(Files.exists(Path.of(scratch.get(0)))).isFalse();
    assertThat(folder).isDirectoryContaining("glob:**log.csv");
    assertThat(folder.toFile().list()).hasSize(1);
  }
}
