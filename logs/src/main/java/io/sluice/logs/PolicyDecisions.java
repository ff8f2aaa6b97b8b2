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
 * every action. Rows need no action and no reward, and count steps as the log did that the policy
 * was learned from.
 */
public final class PolicyDecisions {
  /** Places in a row: the step as it is written, and the first column of the policy. */
  private static final int WRITTEN = 4;

  private static final int VALUES = 5;

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
          "step", "needs a column, because the policy has %s steps".formatted(policy.horizon()));
    }
    int first = policy.firstStep();
    String written = step.map(engine::identifier).orElse(String.valueOf(first));
    List<String> select = new ArrayList<>();
    select.add("%s AS place".formatted(engine.number(written)));
    select.add(
        episode.map(e -> engine.asText(engine.identifier(e))).orElse(engine.text("")) + " AS name");
    select.add(SqlEngine.FILE_COLUMN);
    select.add("sluice_row");
    select.add(engine.asText(written) + " AS written");
    select.addAll(SavedColumns.of(new RowPolicy.Saved(file, policy), available, kinds, sql, 0));
    List<Map<String, Integer>> places = SavedColumns.places(policy);
    header(policy, episode.isPresent(), line);
    long[] rows = new long[1];
    engine.query(
        "SELECT %s FROM (%s) n ORDER BY %s, sluice_row"
            .formatted(
                String.join(", ", select), engine.numbered(RowSql.INPUT), SqlEngine.FILE_COLUMN),
        row -> {
          double at = row.isMissing(0) ? Double.NaN : row.number(0);
          if (!(at >= first && at <= policy.lastStep() && at == Math.rint(at))) {
            throw new BadLogException(
                "%s: needs a step of the policy, %s, got %s"
                    .formatted(
                        LogReader.place(engine, row, 2),
                        policy.horizon() == 1
                            ? "which is " + first
                            : "from %s to %s".formatted(first, policy.lastStep()),
                        row.isMissing(WRITTEN) ? "nothing" : row.text(WRITTEN)));
          }
          double[] all =
              policy.probabilities(
                  (int) at - first + 1, SavedColumns.values(policy, places, row, VALUES));
          line.accept(decision(policy, episode.isPresent(), row, all));
          rows[0]++;
        });
    return rows[0];
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
