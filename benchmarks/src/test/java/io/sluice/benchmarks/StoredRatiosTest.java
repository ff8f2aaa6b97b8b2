package io.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredRatiosTest {
  @Test
  void whatWasWrittenIsRead(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("ratios");
    StoredRatios.store(file, Map.of("1000 states, random, vi", 2.25));
    assertThat(StoredRatios.read(Files.readAllLines(file)))
        .isEqualTo(Map.of("1000 states, random, vi", 2.25));
    StoredRatios.store(file, Map.of("1000 states, random, spvi", 7.5));
    StoredRatios.store(file, Map.of("1000 states, random, vi", 2.5));
    assertThat(StoredRatios.read(Files.readAllLines(file)))
        .isEqualTo(Map.of("1000 states, random, vi", 2.5, "1000 states, random, spvi", 7.5));
  }

  /** 3.1 is more than 1.5 times 2, 2.9 is not; what was not stored cannot have become slower. */
  @Test
  void onlyWhatHasBecomeSlowerIsNamed() {
    Map<String, Double> stored = Map.of("vi", 2.0, "spvi", 2.0);
    assertThat(StoredRatios.slower(stored, Map.of("vi", 3.1, "spvi", 2.9, "pvi", 9.0), 1.5))
        .singleElement()
        .asString()
        .startsWith("vi: 3.10 × probe");
  }

  @Test
  void aLineWithoutRatioIsRefused() {
    assertThatThrownBy(() -> StoredRatios.read(List.of("vi")))
        .hasMessage("stored ratios: needs name: ratio, got vi");
  }
}
