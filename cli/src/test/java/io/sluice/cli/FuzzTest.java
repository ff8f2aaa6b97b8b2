package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged input never ends a command in disorder: see {@link Fuzz}. As many mutations as fit into
 * the time, always the same ones; {@code -Dsluice.fuzz.mutations=10000 -Dsluice.fuzz.seconds=7200}
 * makes more of them, {@code -Dsluice.fuzz.seed} others, and {@code -Dsluice.fuzz.first} begins
 * with another number.
 */
class FuzzTest {
  private static final long MUTATIONS = Long.getLong("sluice.fuzz.mutations", 400);
  private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
  private static final long SECONDS = Long.getLong("sluice.fuzz.seconds", 60);
  private static final long FIRST = Long.getLong("sluice.fuzz.first", 0);

  @TempDir Path folder;

  @Test
  void damagedInputEndsInGoodOrder() throws IOException, InterruptedException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    Path said = folder.resolve("said");
    Process fuzz =
        new ProcessBuilder(
                ShortJava.words(
                    "-Xmx1g",
                    "-Djava.awt.headless=true",
                    "-Djava.io.tmpdir=" + temporary,
                    "-cp",
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    Fuzz.class.getName(),
                    folder.resolve("work").toString(),
                    String.valueOf(MUTATIONS),
                    String.valueOf(SEED),
                    String.valueOf(SECONDS),
                    String.valueOf(FIRST)))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertThat(fuzz.waitFor(SECONDS + 600, TimeUnit.SECONDS)).isTrue();
    } finally {
      fuzz.destroyForcibly().waitFor();
    }
    String output = Files.readString(said, StandardCharsets.UTF_8);
    output.lines().filter(line -> line.startsWith("mutations")).forEach(System.out::println);
    assertThat(output).containsPattern("mutations [1-9]\\d*, faults 0\n").doesNotContain("FAULT");
    assertThat(fuzz.exitValue()).as(output).isZero();
  }
}
