package io.sluice.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.simulation.study.Progress;
import io.sluice.simulation.study.Reproduction;
import io.sluice.simulation.study.Reproduction.Learning;
import io.sluice.simulation.study.Reproduction.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the files of a reproduction come into their folder. */
class ReproductionFilesTest {
  private static final Reproduction PAPER = run();

  @TempDir private Path folder;

  private static Reproduction run() {
    return Reproduction.run(Variant.PAPER, 3, 2, 1, Progress.SILENT);
  }

  @Test
  void theSameSeedWritesTheSameBytesOnAnyNumberOfThreads() throws Exception {
    for (int threads : new int[] {1, 4}) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      try {
        Reproduction result = pool.submit(ReproductionFilesTest::run).get();
        ReproductionReport.write(result, folder.resolve("on" + threads));
      } finally {
        pool.shutdown();
      }
    }
    requireSameFiles(bytes(folder.resolve("on4")), bytes(folder.resolve("on1")));
  }

  @Test
  void runningAgainReplacesTheFilesAndLeavesOthersAlone() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "mine");
    Files.writeString(folder.resolve("results.md"), "old");
    Files.writeString(folder.resolve("chain-bandit-effect.png"), "old");
    ReproductionReport.write(PAPER, folder);
    Map<String, byte[]> first = bytes(folder);
    assertThat(first).hasSize(14 + 1);
    assertThat(first.get("notes.txt")).asString().isEqualTo("mine");
    assertThat(first.get("results.md")).asString().startsWith("# The paper, reproduced");
    assertThat(first.get("chain-bandit-effect.png")).hasSizeGreaterThan(1_000);
    ReproductionReport.write(PAPER, folder);
    requireSameFiles(bytes(folder), first);
  }

  private static void requireSameFiles(Map<String, byte[]> files, Map<String, byte[]> others) {
    assertThat(files.keySet()).isEqualTo(others.keySet());
    files.forEach((name, file) -> assertThat(file).as(name).isEqualTo(others.get(name)));
  }

  @Test
  void nothingHiddenStaysWhenAFileCannotTakeItsPlace() throws IOException {
    Path inTheWay = Files.createDirectories(folder.resolve("results.md"));
    Files.writeString(inTheWay.resolve("mine.txt"), "mine");
    assertThatThrownBy(() -> ReproductionReport.write(PAPER, folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("results.md");
    assertThat(names(folder)).noneMatch(name -> name.startsWith("."));
    assertThat(inTheWay.resolve("mine.txt")).hasContent("mine");
  }

  @Test
  void nothingAtAllIsWrittenWhenTheNumbersAreIncomplete() throws IOException {
    Learning whole = PAPER.gridLearning();
    Learning cut =
        new Learning(
            whole.points().stream().filter(p -> p.episodes() != 500).toList(),
            whole.optimum(),
            whole.behavior());
    assertThatThrownBy(() -> ReproductionReport.write(Doctored.gridLearning(PAPER, cut), folder))
        .isInstanceOf(NoSuchElementException.class);
    assertThat(names(folder)).isEmpty();
  }

  @Test
  void aFileInTheFoldersPlaceIsReportedAndKept() throws IOException {
    Path file = Files.writeString(folder.resolve("taken"), "mine");
    assertThatThrownBy(() -> ReproductionReport.write(PAPER, file)).isInstanceOf(IOException.class);
    assertThat(file).hasContent("mine");
    assertThat(names(folder)).containsExactly("taken");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  /** All files of a folder, hidden ones too. */
  private static Map<String, byte[]> bytes(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    for (String name : names(folder)) {
      files.put(name, Files.readAllBytes(folder.resolve(name)));
    }
    return files;
  }
}
