package io.sluice.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.simulation.study.CoverageReading;
import io.sluice.simulation.study.CoverageStudy.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a coverage study, whole or not at all. */
class CoverageReportTest {
  private static final CoverageReading READING =
      CoverageReading.of(
          List.of(new Point("wide", 1, 0.95, 10, 10, 4), new Point("narrow", 1, 0.95, 10, 0, 0.5)));

  @TempDir Path folder;

  private List<String> names(Path of) throws IOException {
    try (Stream<Path> files = Files.list(of)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theNumbersAreThoseOfTheReading() throws IOException {
    CoverageReport.write(READING, List.of(0.25), "a problem", "words\n", folder);
    assertThat(names(folder))
        .containsExactly("coverage.csv", "coverage.png", "coverage.svg", "coverage.txt");
    List<String> rows = Files.readAllLines(folder.resolve("coverage.csv"));
    // One step, so the band leaves 0.025 to each side: 0.025^(1/10) = 0.6915…
    assertThat(rows).hasSize(3);
    assertThat(rows.get(1))
        .startsWith("1,0.25,wide,0.95,10,10,1.0,0.69150289218")
        .endsWith(",1.0,true,4.0,1.0");
    assertThat(rows.get(2))
        .startsWith("1,0.25,narrow,0.95,10,0,0.0,0.0,0.30849710781")
        .endsWith(",false,0.5,0.125");
    assertThat(folder.resolve("coverage.txt")).hasContent("words");
    assertThat(Files.readString(folder.resolve("coverage.svg")))
        .contains(
            "a problem: how often intervals contain the truth, 10 logs", ">wide<", ">narrow<");
  }

  @Test
  void nothingIsWrittenWhereAFileCannotTakeItsPlace() throws IOException {
    Files.createDirectories(folder.resolve("coverage.txt"));
    assertThatThrownBy(() -> CoverageReport.write(READING, List.of(0.25), "w", "text", folder))
        .isInstanceOf(IOException.class);
    assertThat(names(folder)).containsExactly("coverage.txt");
  }
}
