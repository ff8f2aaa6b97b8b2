package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.BadLogException;
import io.sluice.logs.LogFiles;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What DuckDB says, in words that all engines share. */
class DuckDbFaultsTest {
  private static final String NEEDS = ": needs a readable parquet file, got: ";
  private static final DuckDbFaults ONE = new DuckDbFaults(List.of("a.parquet"), "parquet");
  private static final DuckDbFaults TWO =
      new DuckDbFaults(List.of("a.parquet", "b.parquet"), "parquet");

  /** While a query runs. */
  private static void says(DuckDbFaults faults, String said, String message) {
    assertThat(faults.failure(new SQLException(said)))
        .isInstanceOf(BadLogException.class)
        .hasMessage(message);
  }

  @Test
  void whatMachinesLackIsSaidAsSuch() {
    String full = LogFiles.diskFull().getMessage();
    String memory =
        "memory: needs more than this machine has free for this log, got: Out of Memory Error: too much";
    for (String disk : List.of("IO Error: No space left on device", "max_temp_directory_size")) {
      says(ONE, disk, full);
      assertThat(ONE.unreadable(new SQLException(disk))).hasMessage(full);
    }
    says(ONE, "Out of Memory Error: too much", memory);
    assertThat(ONE.unreadable(new SQLException("Out of Memory Error: too much")))
        .hasMessage(memory);
  }

  @Test
  void whatIsNotAboutTheDataIsOurFault() {
    SQLException ours = new SQLException("Binder Error: no such column");
    assertThat(ONE.failure(ours)).isInstanceOf(IllegalStateException.class).hasCause(ours);
    // but when a file is opened, it is what is wrong
    assertThat(ONE.unreadable(ours))
        .isInstanceOf(BadLogException.class)
        .hasMessage("a.parquet" + NEEDS + "Binder Error: no such column");
  }

  @Test
  void faultsHaveWordsOfTheirOwn() {
    says(ONE, "IO Error: No files found that match", "a.parquet" + NEEDS + "no file of that name");
    for (String said :
        List.of("IO Error: No magic bytes found", "IO Error: too small to be a Parquet file")) {
      says(ONE, said, "a.parquet" + NEEDS + "no Parquet, or a file that was cut off");
    }
    for (String said :
        List.of(
            "Invalid Error: vector",
            "Could not read enough bytes",
            "Information loss on integer cast")) {
      says(ONE, said, "a.parquet" + NEEDS + "one that is broken inside");
    }
    says(
        new DuckDbFaults(List.of("a.csv"), "csv"),
        "Invalid Error: vector",
        "a.csv: needs a readable csv file, got: Invalid Error: vector");
  }

  @Test
  void ofSeveralFilesTheOneThatIsNamedIsToBlame() {
    says(
        TWO,
        "IO Error: magic bytes in b.parquet",
        "b.parquet" + NEEDS + "no Parquet, or a file that was cut off");
    says(
        TWO,
        "IO Error: magic bytes",
        "a.parquet, b.parquet" + NEEDS + "no Parquet, or a file that was cut off");
    says(
        TWO,
        "IO Error: magic bytes in a.parquet or b.parquet",
        "a.parquet, b.parquet" + NEEDS + "no Parquet, or a file that was cut off");
  }

  @Test
  void adviceOnOthersOptionsIsLeftOut() {
    says(
        ONE,
        "Conversion Error: bad value\n\n  on Line: 3\nPossible solutions:\nset all_varchar\n  file = a.parquet\n",
        "a.parquet" + NEEDS + "Conversion Error: bad value, on Line: 3, file = a.parquet");
    says(
        ONE,
        "Invalid Input Error: Failed to read Parquet file \"x\": odd\nLINE 1: SELECT",
        "a.parquet" + NEEDS + "odd");
  }
}
