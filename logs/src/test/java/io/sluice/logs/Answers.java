package io.sluice.logs;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An engine that gives prepared answers, one to each query; SQL is left as it is. */
final class Answers {
  private Answers() {}

  /**
   * @param answers of each query its rows, separated by semicolons, with bars between values
   */
  static SqlEngine of(String... answers) {
    Deque<String> left = new ArrayDeque<>(List.of(answers));
    return (SqlEngine)
        Proxy.newProxyInstance(
            Answers.class.getClassLoader(),
            new Class<?>[] {SqlEngine.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("line")) {
                return arguments[1]; // of a row the line is its number
              }
              if (!method.getName().equals("query")) {
                return arguments[0]; // a name or an expression
              }
              for (String row : left.remove().split(";")) {
                if (!row.isEmpty()) {
                  ((SqlEngine.RowVisitor) arguments[1])
                      .visit(new Values(Arrays.asList(row.split("\\|", -1))));
                }
              }
              return null;
            });
  }

  private record Values(List<String> values) implements SqlEngine.Row {
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
}
