package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.spark.SharedSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged logs are the same to both engines: exit code and message. The mutations of {@link Fuzz},
 * as many as fit into the time, which {@code -Dsluice.fuzz.seconds} says.
 */
class SparkFuzzTest {
  private static final long SECONDS = Long.getLong("sluice.fuzz.seconds", 15);

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    SharedSpark.session();
  }

  @Test
  void damagedLogsAreTheSameToBothEngines() throws IOException {
    Fuzz fuzz = new Fuzz(folder.resolve("fuzz"), 1);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    for (long i = 0; System.nanoTime() < end; i++) {
      Fuzz.Case c = fuzz.damaged(i);
      if (c.command().contains("--counts") || c.command().size() > 4) {
        continue;
      }
      Path place = Files.createDirectories(folder.resolve("case" + i));
      for (Map.Entry<String, byte[]> file : c.files().entrySet()) {
        Files.write(place.resolve(file.getKey()), file.getValue());
      }
      List<String> words =
          c.command().stream()
              .map(w -> c.files().containsKey(w) ? place.resolve(w).toString() : w)
              .toList();
      String[] command = words.toArray(String[]::new);
      Run duckdb = Run.of(command);
      Run spark = Run.on(new String[] {"--engine", "spark"}, command);
      assertThat(spark.exit())
          .as("%s %s%n%s%n%s", i, words, duckdb.err(), spark.err())
          .isEqualTo(duckdb.exit());
      if (!words.get(1).endsWith(".parquet")) { // what is broken inside, each says in its words
        assertThat(spark.err()).as("%s %s", i, words).isEqualTo(duckdb.err());
        assertThat(spark.out()).as("%s %s", i, words).isEqualTo(duckdb.out());
      }
    }
  }
}
