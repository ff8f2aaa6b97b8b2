package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged logs and policies are the same to both engines: see {@link SparkFuzz}. As many mutations
 * as fit into the time, which {@code -Dsluice.fuzz.seconds} says; {@code -Dsluice.fuzz.seed} makes
 * others, and {@code -Dsluice.fuzz.first} begins with another number.
 */
class SparkFuzzTest {
  private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
  private static final long SECONDS = Long.getLong("sluice.fuzz.seconds", 15);
  private static final long FIRST = Long.getLong("sluice.fuzz.first", 0);

  @TempDir Path folder;

  @Test
  void damagedInputIsTheSameToBothEngines() throws IOException, InterruptedException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    Path said = folder.resolve("said");
    List<String> command = ShortJava.words();
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(word -> word.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-Xmx2g",
            "-Djava.awt.headless=true",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            SparkFuzz.class.getName(),
            folder.resolve("work").toString(),
            String.valueOf(SEED),
            String.valueOf(SECONDS),
            String.valueOf(FIRST)));
    Process fuzz =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      assertThat(fuzz.waitFor(SECONDS + 600, TimeUnit.SECONDS)).isTrue();
    } finally {
      fuzz.destroyForcibly().waitFor();
    }
    String output = Files.readString(said, StandardCharsets.UTF_8);
    output.lines().filter(line -> line.startsWith("mutations")).forEach(System.out::println);
    assertThat(output).containsPattern("mutations [1-9].*, faults 0\n").doesNotContain("FAULT");
    assertThat(fuzz.exitValue()).as(output).isZero();
  }
}
