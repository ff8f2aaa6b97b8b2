package io.sluice.cli;

import static io.sluice.cli.CoverageRuns.few;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code coverage} writes, whole or not at all, and what it refuses. */
class CoverageOutputTest {
  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void aLog() throws IOException {
    log = CoverageRuns.log(folder);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> !file.equals(folder))
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void theSeedDecidesEveryByteWhateverTheThreads() throws Exception {
    List<String> outputs = new ArrayList<>();
    for (int threads : new int[] {1, 4}) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      try {
        Path out = folder.resolve("on" + threads);
        String[] args = {
          "coverage", log.toString(), "--policy", "uniform", "--out", out.toString()
        };
        outputs.add(pool.submit(() -> few(args)).get().out());
      } finally {
        pool.shutdown();
      }
    }
    assertThat(outputs.get(1)).isEqualTo(outputs.get(0));
    for (String name : List.of("coverage.csv", "coverage.txt", "coverage.svg", "coverage.png")) {
      assertThat(folder.resolve("on4").resolve(name))
          .hasSameBinaryContentAs(folder.resolve("on1").resolve(name));
    }
    Run other = few("coverage", log.toString(), "--policy", "uniform", "--seed", "2");
    assertThat(other.out()).isNotEqualTo(outputs.get(0));
  }

  @Test
  void theFolderHoldsTheTextTheNumbersAndThePicture() throws IOException {
    Path out = folder.resolve("not/yet/there");
    Run run = few("coverage", "grid-world", "--out", out.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(out.resolve("coverage.txt")).hasContent(run.out());
    List<String> rows = Files.readAllLines(out.resolve("coverage.csv"));
    assertThat(rows).hasSize(1 + 3 * 10); // steps × intervals
    assertThat(rows.get(1)).startsWith("1,").contains(",standard,0.9333333333333333,12,12,1.0,");
    assertThat(Files.readString(out.resolve("coverage.svg")))
        .contains("grid-world: how often", "theorem-per-state", "mean width");
    assertThat(out.resolve("coverage.png")).isNotEmptyFile();
    try (Stream<Path> files = Files.list(out)) {
      assertThat(files).hasSize(4);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"grid-world", "LOG --policy uniform"})
  void aFileInTheFoldersPlaceIsReportedBeforeAnyWorkAndKept(String about) throws IOException {
    Path file = Files.writeString(folder.resolve("taken"), "mine");
    String[] args =
        ("coverage " + about.replace("LOG", log.toString()) + " --out " + file).split(" ");
    Run run = few(args);
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err())
        .isEqualTo("--out %s: needs a folder that can be written to, got a file\n".formatted(file));
    assertThat(run.out()).isEmpty();
    assertThat(file).hasContent("mine");
    assertThat(files()).containsExactly("log.csv", "taken");
  }

  @Test
  void nothingIsWrittenWhereAFileCannotTakeItsPlace() throws IOException {
    Files.createDirectories(folder.resolve("out/coverage.png"));
    Run run = few("coverage", "grid-world", "--out", folder.resolve("out").toString());
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).contains("needs a folder that can be written to").contains("in the way");
    assertThat(run.out()).isEmpty();
    assertThat(files()).containsExactly("log.csv", "out", "out/coverage.png");
  }

  @Test
  void aBadLogIsRefusedAndLeavesNothing() throws IOException {
    Files.writeString(log, "episode,step,state,action,reward\n1,1,home,x,7\n");
    Path out = folder.resolve("out");
    Run run = few("coverage", log.toString(), "--policy", "uniform", "--out", out.toString());
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).startsWith("column reward: must lie in [0, 1]");
    assertThat(run.out()).isEmpty();
    assertThat(files()).containsExactly("log.csv");
  }

  @Test
  void aLogOfOneEpisodeHasNoHoldout() throws IOException {
    Files.writeString(log, "episode,step,state,action,reward\n1,1,home,x,1\n");
    Run run = Run.of("coverage", log.toString(), "--policy", "uniform");
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err())
        .isEqualTo("log: needs at least 2 episodes to be simulated, got 1 (say --episodes)\n");
    Run more = few("coverage", log.toString(), "--policy", "uniform");
    assertThat(more.exit()).as(more.err()).isEqualTo(Main.DONE);
  }

  @Test
  void onlyATerminalSeesProgressAndItIsWipedAgain() {
    String[] args = {"coverage", "grid-world", "--runs", "5", "--episodes", "20"};
    Run piped = Run.of(args);
    Run watched = Run.onTerminal(args);
    assertThat(piped.err()).isEmpty();
    assertThat(watched.out()).isEqualTo(piped.out()).doesNotContain("\r");
    assertThat(watched.err()).contains("simulating").contains("100%").endsWith(" \r");
  }
}
