package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first minute with Sluice. */
class QuickstartTest {
  @TempDir Path folder;

  @Test
  void itPrintsVerdictsLeavesItsFilesAndCanBeRepeatedAnywhere() throws IOException {
    Path first = folder.resolve("not/there/yet");
    Path second = folder.resolve("other");
    Run one = Run.of("quickstart", "--out", first.toString());
    assertThat(one.exit()).as(one.err()).isEqualTo(Main.DONE);
    assertThat(one.err()).isEmpty();
    assertThat(one.out())
        .contains("planning: actions move the next state")
        .contains(
            "efficient [", "BETTER", "certified, from 20,000 episodes", "certified: at least +")
        .contains("Next, with your own log");
    try (var files = Files.list(first)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("search-log.csv", "proposed.csv", "learned.csv");
    }
    Path page = folder.resolve("page.html");
    Run two = Run.of("quickstart", "--out", second.toString(), "--report", page.toString());
    assertThat(
            two.out().replace(" --report " + page, "").replace(second.toString(), first.toString()))
        .isEqualTo(one.out());
    assertThat(page).content().contains("$ sluice evaluate " + second.resolve("search-log.csv"));
    for (String name : new String[] {"search-log.csv", "proposed.csv", "learned.csv"}) {
      assertThat(second.resolve(name)).hasSameBinaryContentAs(first.resolve(name));
    }
  }

  @Test
  void aFileInPlaceOfItsFolderIsBadData() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "mine");
    Run run = Run.of("quickstart", "--out", file.toString());
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).contains("--out " + file + ": needs a folder that can be written to");
    assertThat(file).hasContent("mine");
  }
}
