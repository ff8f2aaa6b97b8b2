package io.sluice.duckdb;

import io.sluice.fit.BadLogException;
import io.sluice.logs.LogFiles;
import io.sluice.logs.LogFiles.Fault;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What DuckDB says about files that cannot be read, in the words that all engines share.
 *
 * @param files what was opened
 * @param format of the files
 */
record DuckDbFaults(List<String> files, String format) {
  private static final List<String> OF_THE_DATA =
      List.of(
          "Invalid Input",
          "Invalid Error",
          "IO Error",
          "Conversion Error",
          "Parquet",
          "JSON",
          "CSV");

  /** Of lengths and places in a file's footer that cannot be. */
  private static final List<String> BROKEN =
      List.of("Invalid Error", "Could not read enough bytes", "Information loss on integer cast");

  /** Files are read while a query runs, so a broken one is found only then. */
  RuntimeException failure(SQLException e) {
    String message = String.valueOf(e.getMessage());
    if (LogFiles.isDiskFull(message)) {
      return LogFiles.diskFull();
    }
    if (message.contains("Out of Memory")) {
      return new BadLogException(
          "memory: needs more than this machine has free for this log, got: %s"
              .formatted(said(message)));
    }
    boolean ofTheData =
        Stream.concat(OF_THE_DATA.stream(), BROKEN.stream()).anyMatch(message::contains);
    return ofTheData ? broken(e) : new IllegalStateException(e);
  }

  RuntimeException unreadable(SQLException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("Out of Memory") || LogFiles.isDiskFull(message)
        ? failure(e)
        : broken(e);
  }

  private BadLogException broken(SQLException e) {
    String message = String.valueOf(e.getMessage());
    return fault(message)
        .map(fault -> LogFiles.unreadable(culprit(message), format, fault))
        .orElseGet(() -> LogFiles.unreadable(culprit(message), format, said(message)));
  }

  private Optional<Fault> fault(String message) {
    if (format.equals("parquet") && BROKEN.stream().anyMatch(message::contains)) {
      return Optional.of(Fault.BROKEN); // of the code that reads a footer, in words about itself
    }
    if (message.contains("No files found")) {
      return Optional.of(Fault.ABSENT);
    }
    return message.contains("magic bytes") || message.contains("too small to be a Parquet")
        ? Optional.of(Fault.NO_PARQUET)
        : Optional.empty();
  }

  /** The file that DuckDB names, if it names one of several. */
  private List<String> culprit(String message) {
    List<String> named = files.stream().filter(message::contains).toList();
    return named.size() == 1 ? named : files;
  }

  /** What DuckDB says, without the query and without advice on options that are not the user's. */
  private static String said(String message) {
    List<String> lines =
        message
            .lines()
            .map(
                line ->
                    line.strip()
                        .replaceFirst(
                            "^Invalid Input Error: Failed to read Parquet file \".*?\": ", ""))
            .toList();
    Stream<String> what =
        lines.stream().takeWhile(l -> !l.startsWith("Possible ") && !l.startsWith("LINE "));
    Stream<String> file = lines.stream().filter(l -> l.startsWith("file = "));
    return String.join(", ", Stream.concat(what, file).filter(l -> !l.isEmpty()).toList());
  }
}
