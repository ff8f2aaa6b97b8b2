package io.sluice.logs;

import io.sluice.fit.BadLogException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What columns hold, by all of their values: numbers, dates, lists of numbers, or else names. Files
 * of text do not say, so values do, in every format alike.
 */
final class FeatureKinds {
  /** What the values of a column are. */
  enum Kind {
    NUMBER,
    DATE,
    LIST,
    NAME
  }

  private final SqlEngine engine;
  private final FeatureSql sql;
  private final Map<String, Kind> kinds = new HashMap<>();
  private final Map<String, Integer> lengths = new HashMap<>();

  private FeatureKinds(SqlEngine engine, FeatureSql sql) {
    this.engine = engine;
    this.sql = sql;
  }

  /**
   * @param features those of these columns that are features: their numbers must be finite, and
   *     their lists equally long
   */
  static FeatureKinds of(
      SqlEngine engine, FeatureSql sql, List<String> columns, List<String> features) {
    FeatureKinds found = new FeatureKinds(engine, sql);
    if (!columns.isEmpty()) {
      engine.query(sql.kinds(columns), row -> found.read(columns, Set.copyOf(features), row));
    }
    features.stream().filter(c -> found.of(c) == Kind.LIST).forEach(found::readLists);
    return found;
  }

  private void read(List<String> columns, Set<String> features, SqlEngine.Row row) {
    for (int i = 0; i < columns.size(); i++) {
      String column = columns.get(i);
      int at = FeatureSql.KINDS * i;
      long values = row.integer(at);
      boolean isNumber = values == row.integer(at + 1);
      if (features.contains(column) && isNumber && row.integer(at + 2) > 0) {
        throw new BadLogException(
            "column %s: needs numbers of at most 1e50 in size, got %s that are larger or infinite"
                .formatted(column, row.integer(at + 2)));
      }
      kinds.put(
          column,
          isNumber
              ? Kind.NUMBER
              : values == row.integer(at + 3)
                  ? Kind.DATE
                  : values == row.integer(at + 4) ? Kind.LIST : Kind.NAME);
    }
  }

  /** Holds every list against the first. */
  private void readLists(String column) {
    List<String> errors = new ArrayList<>();
    long[] bad = new long[1];
    engine.query(
        sql.lists(column),
        row -> {
          String written = String.valueOf(row.text(2));
          int length = length(written);
          int first = lengths.computeIfAbsent(column, c -> length);
          if ((length != first || length <= 0) && bad[0]++ < BadLogException.SHOWN) {
            errors.add(
                "%s: %s %s, got %s"
                    .formatted(
                        LogReader.place(engine, row),
                        column,
                        length <= 0
                            ? "needs a list of numbers"
                            : "needs lists of one length, which is %s in the first row"
                                .formatted(first),
                        length <= 0 ? '"' + written + '"' : String.valueOf(length)));
          }
        });
    if (bad[0] > 0) {
      throw new BadLogException(errors, bad[0]);
    }
  }

  /** How many numbers are in a list; 0 of an empty one, −1 if something else is in it. */
  private static int length(String written) {
    String[] parts = parts(written);
    for (String part : parts) {
      try {
        double value = number(part);
        if (Math.abs(value) > FeatureSql.LARGEST) {
          return -1;
        }
      } catch (NumberFormatException e) {
        return parts.length == 1 && part.isBlank() ? 0 : -1;
      }
    }
    return parts.length;
  }

  private static String[] parts(String written) {
    String text = written.trim();
    return text.substring(1, text.length() - 1).split(",", -1);
  }

  private static double number(String part) {
    String text = part.trim();
    return FeatureSql.isMissing(text) && !text.isEmpty() ? Double.NaN : Double.parseDouble(text);
  }

  /** Writes the numbers of a list, from a place on. */
  static void write(String written, double[] into, int from) {
    String[] parts = parts(written);
    for (int i = 0; i < parts.length; i++) {
      into[from + i] = number(parts[i]);
    }
  }

  Kind of(String column) {
    return kinds.getOrDefault(column, Kind.NAME);
  }

  /** How many numbers the lists of a column have. */
  int length(String column, int otherwise) {
    return lengths.getOrDefault(column, otherwise);
  }
}
