package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commands that are ended from outside while they work, and what they leave. */
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
class SignalTest {
  @TempDir Path folder;
  private Path scratch;
  private Path results;

  @BeforeEach
  void folders() throws IOException {
    scratch = Files.createDirectory(folder.resolve("scratch"));
    results = Files.createDirectory(folder.resolve("results"));
  }

  private Process start(String... args) throws IOException {
    return start(List.of(), args);
  }

  /**
   * @param before words that start another program, here a virtual machine
   */
  private Process start(List<String> before, String... args) throws IOException {
    List<String> words = new ArrayList<>(before);
    words.addAll(
        ShortJava.words(
            "-Djava.io.tmpdir=" + scratch,
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName()));
    words.addAll(List.of(args));
    return new ProcessBuilder(words).redirectErrorStream(true).start();
  }

  /** The file names below the folder for temporary files. */
  private List<String> temporary() {
    try (Stream<Path> files = Files.walk(scratch)) {
      return files.map(file -> scratch.relativize(file).toString()).toList();
    } catch (IOException | java.io.UncheckedIOException e) {
      return List.of(); // it changes while we look
    }
  }

  /** Waits until something is there, or the process ends; looking all the time takes a core. */
  private static void await(Process process, BooleanSupplier there) throws InterruptedException {
    boolean ended = false;
    while (!ended && !there.getAsBoolean()) {
      ended = process.waitFor(2, TimeUnit.MILLISECONDS);
    }
  }

  private void await(Process process, String part) throws InterruptedException {
    await(process, () -> temporary().stream().anyMatch(name -> name.contains(part)));
    assertThat(process.isAlive()).as("it works").isTrue();
  }

  private static String end(Process process) throws Exception {
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return said;
  }

  /** Ended as early as when DuckDB starts, and as late as when a log is written. */
  @Test
  void aSignalLeavesNothing() throws Exception {
    leavesNothing("TERM", 143, "duckdb-", List.of());
    leavesNothing("TERM", 143, "log.csv", List.of());
  }

  /** Builds in the background start processes that ignore Ctrl-C, unless told not to. */
  @Test
  void ctrlCLeavesNothing() throws Exception {
    List<String> heeding = List.of("env", "--default-signal=INT");
    assumeThat(ended(heeding, "true")).as("env can do that").isZero();
    leavesNothing("INT", 130, "log.csv", heeding);
  }

  private static int ended(List<String> before, String program) throws Exception {
    List<String> words = new ArrayList<>(before);
    words.add(program);
    return new ProcessBuilder(words).start().waitFor();
  }

  private void leavesNothing(String signal, int code, String part, List<String> before)
      throws Exception {
    String out = results.resolve("log.parquet").toString();
    Process process =
        start(before, "simulate", "chain-bandit", "--episodes", "50000000", "--out", out);
    await(process, part);
    new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start().waitFor();
    assertThat(end(process)).as("nothing is said").isEmpty();
    assertThat(process.exitValue()).isEqualTo(code);
    assertThat(temporary()).containsExactly("");
    assertThat(results).isEmptyDirectory();
  }

  @Test
  void whatAKilledProcessLeavesTheNextOneRemoves() throws Exception {
    Path csv = results.resolve("log.csv");
    Process process =
        start("simulate", "chain-bandit", "--episodes", "50000000", "--out", csv.toString());
    await(process, () -> hasContent(results));
    process.toHandle().destroyForcibly();
    end(process);
    assertThat(results).isNotEmptyDirectory();
    Process next = start("--version");
    assertThat(end(next)).startsWith("sluice ");
    assertThat(temporary()).containsExactly("");
    assertThat(results).isEmptyDirectory();
  }

  /** What a process leaves that was killed before it had loaded DuckDB's library. */
  @Test
  void anOldLibraryOfDuckDbIsRemovedAndAYoungOneIsNot() throws Exception {
    Path old = Files.createFile(scratch.resolve("libduckdb_java123.so"));
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(600)));
    Path other = Files.createFile(scratch.resolve("libduckdb_java.so_linux_amd64"));
    Files.setLastModifiedTime(other, FileTime.from(Instant.now().minusSeconds(600)));
    Path young = Files.createFile(scratch.resolve("libduckdb_java124.so"));
    end(start("--version"));
    assertThat(scratch).isDirectoryContaining(young::equals).isDirectoryContaining(other::equals);
    assertThat(old).doesNotExist();
  }

  /** Whether a draft is being filled; an empty one only tries whether there could be one. */
  private static boolean hasContent(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> file.toFile().length() > 0);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
