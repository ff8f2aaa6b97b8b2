package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.BadLogException;
import io.sluice.fit.LogData;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts whose footer is damaged, byte by byte: refused in our words, or none the worse. */
class CountsFileTest {
  @TempDir Path folder;

  private Path counted() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("log.csv"),
            "episode,step,state,action,reward,propensity\n1,1,s,a,0,0.5\n1,2,t,a,1,0.5\n2,1,s,b,1,0.25\n2,2,s,a,0,0.5\n");
    Path counts = folder.resolve("counts.parquet");
    try (DuckDb engine = DuckDb.start(1)) {
      LogOptions options = LogOptions.defaults().toKeep();
      CountsFile.write(LogReader.open(engine, List.of(log.toString()), options, Set.of()), counts);
    }
    return counts;
  }

  private static String read(Path counts) {
    LogData data =
        CountsFile.read(List.of(counts.toString()), Set.of(), OptionalLong.empty()).data();
    return "%s %s %s %s"
        .formatted(data.rows(), data.states().names(), data.observed(), data.fingerprint());
  }

  /** Every 23rd byte of pages, metadata and footer. */
  @Test
  void aChangedByteIsRefusedOrChangesNothing() throws IOException {
    Path counts = counted();
    byte[] sound = Files.readAllBytes(counts);
    String before = read(counts);
    int refused = 0;
    for (int at = 0; at < sound.length; at += 23) {
      byte[] damaged = sound.clone();
      damaged[at] ^= 1;
      Files.write(counts, damaged);
      try {
        assertThat(read(counts)).as("byte " + at).isEqualTo(before);
      } catch (BadLogException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(20);
  }

  @Test
  void aDamagedFooterIsRefusedInOurWords() throws IOException {
    Path counts = counted();
    byte[] sound = Files.readAllBytes(counts);
    int footer = ByteBuffer.wrap(sound).order(ByteOrder.LITTLE_ENDIAN).getInt(sound.length - 8);
    List<String> said = new ArrayList<>();
    for (int at = 1; at <= 40; at += 2) {
      byte[] damaged = sound.clone();
      damaged[sound.length - 8 - footer + at] ^= 0x0F;
      Files.write(counts, damaged);
      try {
        CountsFile.read(List.of(counts.toString()), Set.of(), OptionalLong.empty());
      } catch (BadLogException e) {
        said.add(e.getMessage());
      }
    }
    assertThat(said)
        .contains(counts + ": needs a readable parquet file, got: one that is broken inside")
        .allSatisfy(words -> assertThat(words).doesNotContain("Error"));
  }
}
