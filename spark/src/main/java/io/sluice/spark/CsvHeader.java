package io.sluice.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The first record of a CSV file, which may have quoted names and ends of lines in them. */
final class CsvHeader {
  private static final char MARK = '\uFEFF'; // some programs begin a file with it

  private CsvHeader() {}

  /** The first record, which goes on while a quote is open. */
  static String record(BufferedReader lines) throws IOException {
    StringBuilder record = new StringBuilder();
    String line = lines.readLine();
    while (line != null) {
      record.append(line);
      if (record.chars().filter(c -> c == '"').count() % 2 == 0) {
        break;
      }
      record.append('\n');
      line = lines.readLine();
    }
    boolean marked = record.length() > 0 && record.charAt(0) == MARK;
    return marked ? record.substring(1) : record.toString();
  }

  /** The names of columns; one that was there before gets a number, as DuckDB gives it. */
  static List<String> names(String record, char separator) {
    List<String> names = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (String field : fields(record, separator)) {
      int times = seen.merge(field.toLowerCase(Locale.ROOT), 1, Integer::sum) - 1;
      names.add(times == 0 ? field : field + "_" + times);
    }
    return names;
  }

  private static List<String> fields(String record, char separator) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < record.length(); i++) {
      char c = record.charAt(i);
      boolean doubled =
          quoted && c == '"' && i + 1 < record.length() && record.charAt(i + 1) == '"';
      if (doubled) {
        field.append('"');
        i++;
      } else if (c == '"' && (quoted || field.isEmpty())) {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
