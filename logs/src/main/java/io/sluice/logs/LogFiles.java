package io.sluice.logs;

import io.sluice.fit.BadLogException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a log's files may be, and the message when they are not: one place for every engine, so that
 * the same fault has the same message.
 */
public final class LogFiles {
  /** What is wrong with a file, in words that do not depend on who reads it. */
  public enum Fault {
    ABSENT("no file of that name"),
    FOLDER("a folder"),
    NO_PARQUET("no Parquet, or a file that was cut off"),
    BROKEN("one that is broken inside"),
    CHANGED("one that changed while it was read");

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

  static String format(String path) {
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

  /** Refuses names that an engine could not tell apart: upper and lower case are alike. */
  public static void requireDifferent(String file, List<String> columns) {
    Map<String, String> seen = new HashMap<>();
    for (String column : columns) {
      String before = column.isEmpty() ? null : seen.put(column.toLowerCase(Locale.ROOT), column);
      if (before != null) {
        throw new BadLogException(
            "%s: needs columns of different names, upper and lower case being alike, got %s and %s"
                .formatted(shortName(file), before, column));
      }
    }
  }

  /** Columns without a name, such as that of row numbers, get one by their place. */
  public static List<String> named(List<String> columns) {
    List<String> named = new ArrayList<>();
    for (String column : columns) {
      named.add(column.isEmpty() ? "column" + named.size() : column);
    }
    return named;
  }

  static boolean isGzip(String path) {
    return path.toLowerCase(Locale.ROOT).endsWith(".gz");
  }

  /** The last part of a path. */
  static String shortName(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }

  /** For what has no format by its name, as a pipe: by how it begins. */
  static String formatOf(byte[] begin) {
    String text = new String(begin, StandardCharsets.ISO_8859_1).strip();
    return text.startsWith("PAR1") ? "parquet" : text.startsWith("{") ? "json" : "csv";
  }

  /** What no engine can work without. */
  public static BadLogException diskFull() {
    return new BadLogException(
        "temporary folder %s: needs more space, got a full disk (set java.io.tmpdir to another)"
            .formatted(System.getProperty("java.io.tmpdir")));
  }

  /** Whether a message is about a disk, or a share of it, that has no more space. */
  public static boolean isDiskFull(String message) {
    return message.contains("No space left")
        || message.contains("File too large")
        || message.contains("Disk quota exceeded")
        || message.contains("max_temp_directory_size");
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
