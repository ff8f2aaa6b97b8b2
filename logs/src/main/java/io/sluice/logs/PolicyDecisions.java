package io.sluice.logs;

import io.sluice.fit.BadLogException;
import io.sluice.mdp.SettingException;
import io.sluice.policy.SavedPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a saved policy does in every row of files, in their order: lines of CSV with the episode (or
 * the file and line where there is none), the step, the most probable action and the probability of
 * every action. Rows need no action and no reward.
 */
public final class PolicyDecisions {
  private PolicyDecisions() {}

  /**
   * @param asked columns by role, where names are not the usual ones
   * @param line takes the header and every line, without its end
   * @return how many rows there are
   */
  public static long write(
      SavedPolicy policy,
      String file,
      SqlEngine engine,
      List<String> paths,
      Map<Role, List<String>> asked,
      Consumer<String> line) {
    List<String> available = engine.open(paths, RowSql.INPUT);
    FeatureSql sql = new FeatureSql(engine, RowSql.INPUT, false);
    List<String> wanted =
        policy.columns().stream()
            .map(c -> c.source())
            .filter(available::contains)
            .distinct()
            .toList();
    FeatureKinds kinds = FeatureKinds.of(engine, sql, wanted, List.of());
    Optional<String> step = column(Role.STEP, available, asked);
    Optional<String> episode = column(Role.EPISODE, available, asked);
    if (step.isEmpty() && policy.horizon() > 1) {
      throw new SettingException(
          "step", "needs a column, because the policy has %d steps".formatted(policy.horizon()));
    }
    String number = step.map(s -> engine.number(engine.identifier(s))).orElse("1");
    double[] base = {1};
    engine.query(
        "SELECT min(%s) FROM %s".formatted(number, RowSql.INPUT),
        row -> base[0] = row.isMissing(0) || row.number(0) >= 1 ? 1 : row.number(0));
    List<String> select = new ArrayList<>();
    select.add("%s AS place".formatted(number));
    select.add(
        episode.map(e -> engine.asText(engine.identifier(e))).orElse(engine.text("")) + " AS name");
    select.add(SqlEngine.FILE_COLUMN);
    select.add("sluice_row");
    select.addAll(SavedColumns.of(new RowPolicy.Saved(file, policy), available, kinds, sql, 0));
    List<String> typed = new ArrayList<>(select);
    for (int j = 0; j < policy.columns().size(); j++) {
      String name = policy.columns().get(j).source();
      if (SavedColumns.kind(policy.columns().get(j)) == FeatureKinds.Kind.NUMBER) {
        typed.set(4 + j, "%s AS s%d".formatted(engine.number(engine.identifier(name)), j));
      }
    }
    List<Map<String, Integer>> places = SavedColumns.places(policy);
    header(policy, episode.isPresent(), line);
    long[] rows = new long[1];
    engine.query(
        "SELECT %s FROM (%s) n ORDER BY %s, sluice_row"
            .formatted(
                String.join(", ", typed), engine.numbered(RowSql.INPUT), SqlEngine.FILE_COLUMN),
        row -> {
          double at = row.isMissing(0) ? Double.NaN : row.number(0) - base[0] + 1;
          if (!(at >= 1 && at <= policy.horizon() && at == Math.rint(at))) {
            throw new BadLogException(
                "%s: needs a step from %s to %s, got %s"
                    .formatted(
                        LogReader.place(engine, row(row)),
                        (long) base[0],
                        (long) base[0] + policy.horizon() - 1,
                        row.isMissing(0) ? "nothing" : row.text(0)));
          }
          double[] all =
              policy.probabilities((int) at, SavedColumns.values(policy, places, row, 4));
          line.accept(decision(policy, episode.isPresent(), row, all));
          rows[0]++;
        });
    return rows[0];
  }

  /** The same row from its file on. */
  private static SqlEngine.Row row(SqlEngine.Row row) {
    return new SqlEngine.Row() {
      @Override
      public long integer(int column) {
        return row.integer(column + 2);
      }

      @Override
      public double number(int column) {
        return row.number(column + 2);
      }

      @Override
      public @org.jspecify.annotations.Nullable String text(int column) {
        return row.text(column + 2);
      }

      @Override
      public boolean isMissing(int column) {
        return row.isMissing(column + 2);
      }
    };
  }

  private static Optional<String> column(
      Role role, List<String> available, Map<Role, List<String>> asked) {
    if (asked.containsKey(role)) {
      return asked.get(role).stream().filter(available::contains).findFirst();
    }
    List<String> names = new ArrayList<>(List.of(role.columnName()));
    names.addAll(role.aliases());
    return names.stream()
        .flatMap(n -> available.stream().filter(c -> c.equalsIgnoreCase(n)))
        .findFirst();
  }

  private static void header(SavedPolicy policy, boolean named, Consumer<String> line) {
    List<String> names = new ArrayList<>(named ? List.of("episode") : List.of("file", "line"));
    names.add("step");
    names.add("action");
    policy.actions().forEach(a -> names.add(quoted("p_" + a)));
    line.accept(String.join(",", names));
  }

  private static String decision(
      SavedPolicy policy, boolean named, SqlEngine.Row row, double[] all) {
    List<String> cells = new ArrayList<>();
    if (named) {
      cells.add(quoted(String.valueOf(row.text(1))));
    } else {
      cells.add(quoted(String.valueOf(row.text(2))));
      cells.add(String.valueOf(row.integer(3)));
    }
    cells.add(String.valueOf((long) row.number(0)));
    int best = 0;
    for (int a = 1; a < all.length; a++) {
      best = all[a] > all[best] ? a : best;
    }
    cells.add(quoted(policy.actions().get(best)));
    for (double p : all) {
      cells.add(p == 1 ? "1" : p == 0 ? "0" : Double.toString(p));
    }
    return String.join(",", cells);
  }

  private static String quoted(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain && !text.isEmpty() ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
