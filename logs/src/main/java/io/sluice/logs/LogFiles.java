package io.sluice.logs;

import io.sluice.fit.BadLogException;
import java.util.List;
import java.util.Locale;

/**
 * What a log's files may be, and the message when they are not: one place for every engine, so that
 * the same fault has the same message.
 */
public final class LogFiles {
  /** What is wrong with a file, in words that do not depend on who reads it. */
  public enum Fault {
    ABSENT("no file of that name"),
    RAGGED("a row that does not have as many fields as the first line, or a stray quote"),
    NO_JSON("a line that is not JSON"),
    NO_PARQUET("no Parquet, or a file that was cut off"),
    NO_GZIP("no GZIP stream, or one that was cut off");

    private final String words;

    Fault(String words) {
      this.words = words;
    }
  }

  private LogFiles() {}

  /** csv, parquet or json, by the names of files. */
  public static String format(List<String> paths) {
    List<String> formats = paths.stream().map(LogFiles::format).distinct().toList();
    if (formats.size() != 1) {
      throw new BadLogException(
          "%s: needs files of one format, got %s".formatted(String.join(", ", paths), formats));
    }
    return formats.get(0);
  }

  private static String format(String path) {
    String name = path.toLowerCase(Locale.ROOT).replaceAll("(\\.gz)?/*$", "");
    if (name.endsWith(".csv") || name.endsWith(".tsv") || name.endsWith(".txt")) {
      return "csv";
    }
    if (name.endsWith(".parquet")) {
      return "parquet";
    }
    if (name.endsWith(".json") || name.endsWith(".jsonl") || name.endsWith(".ndjson")) {
      return "json";
    }
    throw new BadLogException(
        "%s: needs a file ending in .csv, .tsv, .parquet, .json, .jsonl or .ndjson, also with .gz"
            .formatted(path));
  }

  /** Which of the usual separators a header line has most of. */
  public static char separator(String header) {
    char separator = ',';
    for (char candidate : new char[] {';', '\t', '|'}) {
      separator = count(header, candidate) > count(header, separator) ? candidate : separator;
    }
    return separator;
  }

  private static long count(String text, char sought) {
    return text.chars().filter(c -> c == sought).count();
  }

  /** Refuses columns that could be taken for ours. */
  public static List<String> requireNoneOfOurs(List<String> paths, List<String> columns) {
    if (columns.stream().anyMatch(c -> c.toLowerCase(Locale.ROOT).startsWith("sluice_"))) {
      throw new BadLogException(
          "%s: needs columns whose names do not begin with sluice_, got %s"
              .formatted(String.join(", ", paths), String.join(", ", columns)));
    }
    return columns;
  }

  public static BadLogException empty(String path) {
    return new BadLogException(path + ": needs at least one row, got an empty file");
  }

  public static BadLogException notObjects(List<String> paths) {
    return new BadLogException(
        "%s: needs one JSON object per line, got something else"
            .formatted(String.join(", ", paths)));
  }

  public static BadLogException unreadable(List<String> paths, String format, Fault fault) {
    return unreadable(paths, format, fault.words);
  }

  /** The same for a fault that only the reader has words for. */
  public static BadLogException unreadable(List<String> paths, String format, String said) {
    return new BadLogException(
        "%s: needs a readable %s file, got: %s".formatted(String.join(", ", paths), format, said));
  }
}
