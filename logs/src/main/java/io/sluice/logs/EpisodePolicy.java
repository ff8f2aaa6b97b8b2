package io.sluice.logs;

import io.sluice.fit.BadLogException;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * A policy from a file that has probabilities for every decision of a log by itself: {@code
 * episode, step, action, probability}. It is kept as a table with one row per decision, to be
 * joined to the log.
 */
final class EpisodePolicy {
  private static final String FILE = "sluice_episode_policy";
  private static final String KEPT = "sluice_decision_policy";

  private final SqlEngine engine;
  private final String file;
  private final List<String> actions;

  private EpisodePolicy(SqlEngine engine, String file, List<String> actions) {
    this.engine = engine;
    this.file = file;
    this.actions = actions;
  }

  /** Whether a file has episodes and no states. */
  static boolean isOne(SqlEngine engine, String file) {
    List<String> available = engine.open(List.of(file), FILE);
    return find(available, names(Role.EPISODE)).size() == 1
        && find(available, names(Role.STATE)).isEmpty();
  }

  /** Whether a file has states and no episodes. */
  static boolean hasStates(SqlEngine engine, String file) {
    List<String> available = engine.open(List.of(file), FILE);
    return find(available, names(Role.STATE)).size() == 1
        && find(available, names(Role.EPISODE)).isEmpty();
  }

  /**
   * Reads and checks it.
   *
   * @param tolerance how far from 1 the probabilities of a decision may sum
   */
  static EpisodePolicy read(SqlEngine engine, String file, double tolerance) {
    List<String> available = engine.open(List.of(file), FILE);
    String episode = one(file, available, names(Role.EPISODE), "episode");
    String step = one(file, available, names(Role.STEP), "step");
    String action = engine.asText(column(engine, file, available, Role.ACTION));
    String probability =
        engine.number(
            engine.identifier(one(file, available, PolicyTable.PROBABILITY, "probability")));
    Set<String> actions = new TreeSet<>();
    engine.query(
        "SELECT DISTINCT %s FROM %s WHERE %s IS NOT NULL".formatted(action, FILE, action),
        row -> actions.add(Objects.requireNonNull(row.text(0))));
    List<String> names = List.copyOf(actions);
    List<String> select = new ArrayList<>();
    for (int a = 0; a < names.size(); a++) {
      select.add(
          "coalesce(sum(CASE WHEN %s = %s THEN %s END), 0) AS p%s"
              .formatted(action, engine.text(names.get(a)), probability, a));
    }
    String bad =
        "CASE WHEN count(*) > count(%1$s) OR count(*) > count(%2$s) OR count(*) > count(DISTINCT %2$s) OR min(%1$s) < 0 OR abs(sum(%1$s) - 1) > %3$s OR isnan(sum(%1$s)) THEN 1 ELSE 0 END AS bad"
            .formatted(probability, action, RowSql.literal(tolerance));
    String name = plain(engine, engine.asText(engine.identifier(episode)));
    String number = engine.number(engine.identifier(step));
    engine.keep(
        KEPT,
        "SELECT %s AS policy_episode, %s AS policy_step, %s, sum(%s) AS total, count(*) - count(%s) AS nameless, count(*) - count(DISTINCT %s) AS again, %s FROM %s GROUP BY %s, %s"
            .formatted(
                name,
                number,
                String.join(", ", select.isEmpty() ? List.of("0 AS p0") : select),
                probability,
                action,
                action,
                bad,
                FILE,
                name,
                number));
    EpisodePolicy policy = new EpisodePolicy(engine, file, names);
    policy.check();
    return policy;
  }

  private static String column(SqlEngine engine, String file, List<String> available, Role role) {
    return engine.identifier(one(file, available, names(role), role.columnName()));
  }

  private static Set<String> names(Role role) {
    Set<String> names = new TreeSet<>(role.aliases());
    names.add(role.columnName());
    return names;
  }

  private static List<String> find(List<String> available, Set<String> names) {
    return available.stream().filter(c -> names.contains(c.toLowerCase(Locale.ROOT))).toList();
  }

  private static String one(String file, List<String> available, Set<String> names, String role) {
    List<String> found = find(available, names);
    if (found.size() != 1) {
      throw new BadLogException(
          "%s: needs columns episode, step, action and probability, one of each, got %s for %s among %s"
              .formatted(
                  file,
                  found.isEmpty() ? "none" : String.join(" and ", found),
                  role,
                  String.join(", ", available)));
    }
    return found.get(0);
  }

  private void check() {
    List<String> errors = new ArrayList<>();
    long[] bad = new long[1];
    engine.query(
        "SELECT policy_episode, %s, total, again, nameless FROM %s WHERE bad = 1 ORDER BY policy_episode, policy_step"
            .formatted(engine.asText("policy_step"), KEPT),
        row -> {
          if (bad[0]++ < BadLogException.SHOWN) {
            errors.add(
                "%s, episode %s, step %s: %s"
                    .formatted(
                        file,
                        row.text(0),
                        String.valueOf(row.text(1)).replaceFirst("\\.0$", ""),
                        row.integer(4) > 0
                            ? "needs an action in every row, got none"
                            : row.integer(3) > 0
                                ? "needs every action once, got one again"
                                : "probabilities must be at least 0 and sum to 1, got a sum of "
                                    + (row.isMissing(2) ? "nothing" : Bins.number(row.number(2)))));
          }
        });
    if (bad[0] > 0) {
      throw new BadLogException(errors, bad[0]);
    }
  }

  /** The actions that it has probabilities of. */
  List<String> actions() {
    return actions;
  }

  /** The probability of its i-th action, in {@link #joined}. */
  static String probability(int i) {
    return "p" + i;
  }

  /** Rows with the probabilities of their decisions. */
  String joined(String rows, ColumnMap columns) {
    if (!columns.has(Role.EPISODE)) {
      throw new SettingException(
          "policy " + file, "needs a log with episodes and steps, got rows alone");
    }
    if (columns.of(Role.EPISODE).size() > 1) {
      throw new SettingException(
          "policy " + file, "needs a log whose episodes are one column, got several");
    }
    return "(SELECT * FROM %s LEFT JOIN %s ON %s = policy_episode AND %s = policy_step) joined"
        .formatted(
            rows,
            KEPT,
            plain(engine, engine.asText(engine.identifier(columns.of(Role.EPISODE).get(0)))),
            engine.number(engine.identifier(columns.of(Role.STEP).get(0))));
  }

  /** That every decision of the log has probabilities. */
  void requireAll(String firstProbability) {
    List<String> errors = new ArrayList<>();
    long[] bad = new long[1];
    engine.query(
        "SELECT %s, %s FROM %s WHERE %s IS NULL ORDER BY episode, step"
            .formatted(
                engine.asText("episode"), engine.asText("step"), RowSql.ROWS, firstProbability),
        row -> {
          if (bad[0]++ < BadLogException.SHOWN) {
            errors.add(
                "%s: needs probabilities for episode %s, step %s of the log, got none"
                    .formatted(file, row.text(0), row.text(1)));
          }
        });
    if (bad[0] > 0) {
      throw new BadLogException(errors, bad[0]);
    }
  }

  /** 1.0 is 1, because some formats know one kind of number. */
  private static String plain(SqlEngine engine, String text) {
    return "CASE WHEN %1$s LIKE '%%.0' AND %2$s IS NOT NULL THEN substr(%1$s, 1, length(%1$s) - 2) ELSE %1$s END"
        .formatted(text, engine.number(text));
  }
}
