package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fit.BadLogException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a log's files may be. */
class LogFilesTest {
  @ParameterizedTest
  @CsvSource({
    "a.csv, csv",
    "a.TSV, csv",
    "a.txt, csv",
    "a.csv.gz, csv",
    "a.parquet, parquet",
    "days.parquet/, parquet",
    "a.json, json",
    "a.jsonl.GZ, json",
    "a.ndjson, json"
  })
  void theNameTellsTheFormat(String path, String format) {
    assertThat(LogFiles.format(path)).isEqualTo(format);
    assertThat(LogFiles.format(List.of(path, path))).isEqualTo(format);
  }

  @Test
  void filesOfOneLogHaveOneFormat() {
    assertThatThrownBy(() -> LogFiles.format(List.of("a.csv", "b.json")))
        .isInstanceOf(BadLogException.class)
        .hasMessage("a.csv, b.json: needs files of one format, got [csv, json]");
    assertThatThrownBy(() -> LogFiles.format("a.xlsx"))
        .hasMessage(
            "a.xlsx: needs a file ending in .csv, .tsv, .parquet, .json, .jsonl or .ndjson, also with .gz");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {"a,b!,", "a;b,c!,", "a;b;c,d!;", "a|b!|", "a\tb!\t", "a!,"})
  void theSeparatorIsTheMostFrequent(String header, String separator) {
    assertThat(LogFiles.separator(header))
        .isEqualTo(separator == null ? '\t' : separator.charAt(0));
  }

  @Test
  void columnsOfOurNamesAreRefused() {
    List<String> columns = List.of("state", "not_sluice_x");
    assertThat(LogFiles.requireNoneOfOurs(List.of("a.csv"), columns)).isEqualTo(columns);
    assertThatThrownBy(
            () -> LogFiles.requireNoneOfOurs(List.of("a.csv"), List.of("state", "Sluice_row")))
        .hasMessage(
            "a.csv: needs columns whose names do not begin with sluice_, got state, Sluice_row");
  }

  @Test
  void columnsAreDifferentWhateverTheirCase() {
    LogFiles.requireDifferent("/x/a.csv", List.of("a", "", "", "b"));
    assertThatThrownBy(() -> LogFiles.requireDifferent("/x/a.csv", List.of("a", "b", "A")))
        .hasMessage(
            "a.csv: needs columns of different names, upper and lower case being alike, got a and A");
  }

  @Test
  void columnsWithoutANameAreNamedByTheirPlace() {
    assertThat(LogFiles.named(List.of("", "a", ""))).containsExactly("column0", "a", "column2");
  }

  @Test
  void theLastPartOfAPathIsShown() {
    assertThat(LogFiles.shortName("/x/y/a.csv")).isEqualTo("a.csv");
    assertThat(LogFiles.shortName("C:\\x\\a.csv")).isEqualTo("a.csv");
    assertThat(LogFiles.shortName("a.csv")).isEqualTo("a.csv");
    assertThat(LogFiles.isGzip("A.CSV.GZ")).isTrue();
    assertThat(LogFiles.isGzip("a.csv")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"PAR1x, parquet", "' {\"a\": 1}', json", "'a,b', csv", "'', csv"})
  void whatHasNoNameIsToldByItsBeginning(String begin, String format) {
    assertThat(LogFiles.formatOf(begin.getBytes(StandardCharsets.UTF_8))).isEqualTo(format);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x: No space left on device",
        "File too large",
        "Disk quota exceeded",
        "try to set max_temp_directory_size"
      })
  void aFullDiskIsRecognized(String message) {
    assertThat(LogFiles.isDiskFull(message)).isTrue();
    assertThat(LogFiles.isDiskFull("no such file")).isFalse();
    assertThat(LogFiles.diskFull()).hasMessageContaining("needs more space, got a full disk");
  }

  @Test
  void faultsHaveOneMessage() {
    assertThat(LogFiles.unreadable(List.of("a.csv", "b.csv"), "csv", LogFiles.Fault.FOLDER))
        .hasMessage("a.csv, b.csv: needs a readable csv file, got: a folder");
    assertThat(LogFiles.empty("a.csv"))
        .hasMessage("a.csv: needs at least one row, got an empty file");
  }
}
