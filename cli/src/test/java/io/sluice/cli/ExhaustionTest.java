package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full and memory that is used up end a command with a message in one line: no stack
 * trace, nothing left behind, an older result as it was.
 *
 * <p>The disk is full as a child process sees it: {@code ulimit -f} lets no file of it grow beyond
 * so many kilobytes, and writes fail from there on.
 */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class ExhaustionTest {
  private static final int SOME = 100; // kilobytes: less than any result here, and any library

  @TempDir Path folder;
  private Path scratch;
  private Path result;

  private record Ended(int exit, String out, String err) {}

  @BeforeEach
  void folders() throws IOException {
    scratch = Files.createDirectory(folder.resolve("scratch"));
    Path results = Files.createDirectory(folder.resolve("results"));
    result = Files.writeString(results.resolve("result.csv"), "an older result");
  }

  /** 20 episodes of 300 steps. */
  private Path log() throws IOException {
    StringBuilder csv = new StringBuilder("episode,step,state,action,reward,propensity\n");
    for (int row = 0; row < 6000; row++) {
      String action = row * 7 % 11 < 5 ? "x" : "y";
      int step = row % 300 + 1;
      csv.append("%d,%d,s%d,%s,%d,0.5\n".formatted(row / 300, step, row % 3, action, row % 2));
    }
    return Files.writeString(folder.resolve("log.csv"), csv);
  }

  private Ended run(String limit, String to, String memory, String... args) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                "bash",
                "-c",
                limit + " exec \"$0\" \"$@\" > " + to,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                memory,
                "-Djava.io.tmpdir=" + scratch,
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName()));
    words.addAll(List.of(args));
    Path said = folder.resolve("said");
    Process process = new ProcessBuilder(words).redirectError(said.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
    return new Ended(process.exitValue(), out, Files.readString(said));
  }

  private Ended onAFullDisk(int kilobytes, String... args) throws Exception {
    return run("ulimit -f " + kilobytes + ";", "/dev/stdout", "-Xmx256m", args);
  }

  private void leftAsItWas() throws IOException {
    assertThat(scratch).isEmptyDirectory();
    assertThat(result).hasContent("an older result");
    try (Stream<Path> files = Files.list(result.getParent())) {
      assertThat(files).containsExactly(result);
    }
  }

  @Test
  void aResultThatDoesNotFitTheDiskLeavesTheOlderOne() throws Exception {
    String out = result.toString();
    Ended ended = onAFullDisk(SOME, "simulate", "chain-bandit", "--episodes", "9000", "--out", out);
    assertThat(ended.err())
        .isEqualTo(
            "--out %s: needs a file that can be written, got File too large\n".formatted(out));
    assertThat(ended.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(ended.out()).isEmpty();
    leftAsItWas();
  }

  /** DuckDB's driver leaves what it could not finish; we do not. */
  @Test
  void aTemporaryFolderThatHasNoSpaceForDuckDbIsNamed() throws Exception {
    Ended ended = onAFullDisk(SOME, "check", log().toString(), "--out", result.toString());
    assertThat(ended.err())
        .startsWith("temporary folder: needs about 100 MB for DuckDB's library")
        .contains("got a full disk")
        .hasLineCount(1);
    assertThat(ended.exit()).isEqualTo(Main.BAD_DATA);
    leftAsItWas();
  }

  @Test
  void aFullStandardOutputIsNoSuccess() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "a system without /dev/full");
    Ended ended = run("", "/dev/full", "-Xmx256m", "check", log().toString());
    assertThat(ended.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(ended.err()).isEqualTo(Console.UNWRITABLE + "\n");
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void memoryThatIsUsedUpIsSaidInOneLine() throws Exception {
    StringBuilder csv = new StringBuilder("episode,step,state,action,reward,propensity\n");
    for (int row = 0; row < 300_000; row++) { // so many different moves are more than 16 MB
      String line = "%d,%d,s%d,%d,1,0.5\n";
      csv.append(line.formatted(row / 10, row % 10 + 1, row * 7_919L % 10_007, row % 2));
    }
    Path large = Files.writeString(folder.resolve("large.csv"), csv);
    Ended ended =
        run(
            "",
            "/dev/stdout",
            "-Xmx16m",
            "evaluate",
            large.toString(),
            "--policy",
            "uniform",
            "--model",
            "pooled",
            "--out",
            result.toString());
    assertThat(ended.err()).startsWith("memory: needs more than 16 MB").hasLineCount(1);
    assertThat(ended.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(ended.out()).isEmpty();
    leftAsItWas();
  }
}
