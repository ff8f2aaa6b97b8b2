package io.sluice.logs;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An engine with one table of texts, which answers {@code SELECT [DISTINCT] … FROM …}. */
final class TextTable implements SqlEngine {
  private final List<String> columns;
  private final List<List<String>> rows;
  private boolean checked;

  /**
   * @param lines header and rows, with commas between their fields; empty ones are missing
   */
  TextTable(String... lines) {
    List<List<String>> all =
        Arrays.stream(lines).map(line -> List.of(line.split(",", -1))).toList();
    columns = all.get(0);
    rows = all.subList(1, all.size());
  }

  /** Whether it was asked for changes since files were opened. */
  boolean isChecked() {
    return checked;
  }

  @Override
  public List<String> open(List<String> paths, String view) {
    if (paths.get(0).contains("missing")) {
      throw new io.sluice.fit.BadLogException(paths.get(0) + ": not found");
    }
    return columns;
  }

  @Override
  public void query(String sql, RowVisitor visitor) {
    String selected = sql.substring("SELECT ".length(), sql.lastIndexOf(" FROM "));
    boolean distinct = selected.startsWith("DISTINCT ");
    List<String> expressions =
        List.of((distinct ? selected.substring("DISTINCT ".length()) : selected).split(", "));
    Set<List<String>> seen = new LinkedHashSet<>();
    for (List<String> row : rows) {
      List<String> values = expressions.stream().map(e -> value(e, row)).toList();
      if (seen.add(values) || !distinct) {
        visitor.visit(new Texts(values));
      }
    }
  }

  private String value(String expression, List<String> row) {
    if (expression.matches("'?0'?")) {
      return "0";
    }
    boolean number = expression.startsWith("number(");
    String column = expression.substring(expression.indexOf('(') + 1, expression.length() - 1);
    String value = row.get(columns.indexOf(column));
    return number && !value.matches("-?[0-9.]+") ? "" : value;
  }

  private record Texts(List<String> values) implements Row {
    @Override
    public long integer(int column) {
      return Long.parseLong(values.get(column));
    }

    @Override
    public double number(int column) {
      return Double.parseDouble(values.get(column));
    }

    @Override
    public @Nullable String text(int column) {
      return isMissing(column) ? null : values.get(column);
    }

    @Override
    public boolean isMissing(int column) {
      return values.get(column).isEmpty();
    }
  }

  @Override
  public String identifier(String name) {
    return name;
  }

  @Override
  public String asText(String value) {
    return "text(" + value + ")";
  }

  @Override
  public String number(String value) {
    return "number(" + value + ")";
  }

  @Override
  public void requireUnchanged() {
    checked = true;
  }

  @Override
  public void keep(String name, String sql) {
    throw new UnsupportedOperationException(sql);
  }

  @Override
  public void table(String name, List<String> labels, int[] ids) {
    throw new UnsupportedOperationException(name);
  }

  @Override
  public String text(String value) {
    throw new UnsupportedOperationException(value);
  }

  @Override
  public String grid(String value) {
    throw new UnsupportedOperationException(value);
  }

  @Override
  public String exactSum(String value) {
    throw new UnsupportedOperationException(value);
  }

  @Override
  public String high(String sum) {
    throw new UnsupportedOperationException(sum);
  }

  @Override
  public String low(String sum) {
    throw new UnsupportedOperationException(sum);
  }

  @Override
  public String days(String text) {
    throw new UnsupportedOperationException(text);
  }

  @Override
  public String hexadecimal(String digits) {
    throw new UnsupportedOperationException(digits);
  }

  @Override
  public String numbered(String view) {
    throw new UnsupportedOperationException(view);
  }

  @Override
  public void close() {}
}
