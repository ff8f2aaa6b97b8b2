package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
  @TempDir Path folder;

  @Test
  void helpNamesTheCommands() {
    Run run = Run.of("--help");
    assertThat(run.exit()).isEqualTo(Main.DONE);
    assertThat(run.out()).contains("reproduce").contains("--debug");
  }

  @Test
  void withoutACommandItSaysWhichThereAreAndWhereToBegin() {
    Run run = Run.of();
    assertThat(run.exit()).isEqualTo(Main.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("needs a command, one of quickstart, check,", "begin with: sluice quickstart")
        .endsWith("help: sluice --help\n");
  }

  @Test
  void aMistypedCommandIsWrongUsageWithASuggestion() {
    Run run = Run.of("reprodce");
    assertThat(run.exit()).isEqualTo(Main.USAGE);
    assertThat(run.err()).contains("reprodce").contains("reproduce");
  }

  @Test
  void zeroRunsAreWrongUsage() {
    Run run = Run.of("reproduce", "--runs", "0", "--out", folder.toString());
    assertThat(run.exit()).isEqualTo(Main.USAGE);
    assertThat(run.err()).contains("--runs: needs at least 1, got 0");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anUnknownVariantIsWrongUsageThatNamesTheKnownOnes() {
    Run run = Run.of("reproduce", "--variant", "mine");
    assertThat(run.exit()).isEqualTo(Main.USAGE);
    assertThat(run.err()).containsIgnoringCase("paper").containsIgnoringCase("released");
  }

  @Test
  void anUnwritableFolderIsBadDataAndLeavesNothing() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "mine");
    Run run = Run.of("reproduce", "--runs", "1", "--out", file.toString());
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).contains("--out " + file + ": needs a folder that can be written to");
    assertThat(run.err()).doesNotContain("\tat ");
    assertThat(file).hasContent("mine");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  void debugShowsTheStackTrace() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "mine");
    Run run = Run.of("reproduce", "--debug", "--runs", "1", "--out", file.toString());
    assertThat(run.err()).contains("\tat ");
  }

  @Test
  void inAPipeReproduceIsSilentButForItsResult() {
    Run run = Run.of("reproduce", "--runs", "1", "--out", folder.toString());
    assertThat(run.exit()).isEqualTo(Main.DONE);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("results.md").doesNotContain("\r");
  }

  @Test
  void onATerminalTheProgressBarFillsUp() {
    Run run = Run.onTerminal("reproduce", "--runs", "1", "--out", folder.toString());
    assertThat(run.err()).contains("reproducing").contains("100%");
  }

  @Test
  void theSeedDecidesEveryByte() throws IOException {
    Run.of("reproduce", "--runs", "2", "--out", folder.resolve("a").toString());
    Run.of("reproduce", "--runs", "2", "--out", folder.resolve("b").toString());
    Run.of("reproduce", "--runs", "2", "--seed", "9", "--out", folder.resolve("c").toString());
    try (Stream<Path> files = Files.list(folder.resolve("a"))) {
      for (Path file : files.toList()) {
        assertThat(folder.resolve("b").resolve(file.getFileName())).hasSameBinaryContentAs(file);
      }
    }
    assertThat(Files.readString(folder.resolve("c/chain-bandit-effect.csv")))
        .isNotEqualTo(Files.readString(folder.resolve("a/chain-bandit-effect.csv")));
  }
}
