package io.sluice.logs;

import io.sluice.assumptions.SharedColumn;
import io.sluice.assumptions.SharedColumn.Outcome;
import io.sluice.assumptions.SharedValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Columns without a role that may say whose an episode is, such as {@code customer}: are episodes
 * that share a value alike?
 *
 * <p>At most {@value SharedColumn#MOST} columns are kept with the rows and compared, those with the
 * name of an identifier first. One counts if it does not change within an episode and its values
 * repeat. Numbers with fractions are measured and do not count. Of whole numbers without such a
 * name, only neighbors are compared, two and two: if they measure something, neighbors are alike.
 */
final class UndeclaredColumns {
  private static final String PREFIX = "shared_";

  /** How many values of a column are compared; of more, some by a hash. */
  private static final long MOST_VALUES = 20_000;

  /** Returns become whole numbers, so that their sums are exact in every order. */
  private static final int UNITS = 1 << 20;

  private static final int BINS = 4;

  private final SqlEngine engine;
  private final RowSql rows;
  private final List<String> columns;
  private final List<String> left; // with the name of an identifier, and yet too many
  private final boolean mayTakeCluster;

  private UndeclaredColumns(RowSql rows, List<String> candidates, boolean mayTakeCluster) {
    this.mayTakeCluster = mayTakeCluster;
    this.engine = rows.engine;
    this.rows = rows;
    List<String> ordered = new ArrayList<>(candidates);
    ordered.sort(
        Comparator.comparing((String c) -> !UnitNames.isUnit(c))
            .thenComparing(c -> !UnitNames.isIdentifier(c)));
    int kept = Math.min(SharedColumn.MOST, ordered.size());
    this.columns = List.copyOf(ordered.subList(0, kept));
    this.left =
        ordered.subList(kept, ordered.size()).stream().filter(UnitNames::isIdentifier).toList();
  }

  /**
   * @param candidates columns of the log
   * @param options with the user's own mapping of columns; if it says anything of clusters, there
   *     is nothing to find. Counts that are to be added to others take no cluster by themselves,
   *     because the others may not have it
   */
  static UndeclaredColumns of(RowSql rows, List<String> candidates, LogOptions options) {
    boolean declared =
        rows.columns.has(Role.CLUSTER) || options.columns().containsKey(Role.CLUSTER);
    Set<String> roles = rows.columns.all();
    return new UndeclaredColumns(
        rows,
        declared
            ? List.of()
            : candidates.stream()
                .filter(c -> !roles.contains(c) && !FoldColumn.isNamed(c))
                .toList(),
        !options.hashed());
  }

  /** Columns to keep with the rows. */
  List<String> kept() {
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      kept.add("%s AS %s".formatted(rows.shared(columns.get(i)), PREFIX + i));
    }
    return kept;
  }

  /**
   * Compares episodes by the kept columns.
   *
   * @param base the first step
   * @param largest the largest reward but for its sign
   */
  List<SharedColumn> compare(long base, int horizon, double largest) {
    List<SharedColumn> found = new ArrayList<>();
    if (!columns.isEmpty() && largest > 0 && Double.isFinite(largest)) {
      String episodes = episodes(base, horizon, largest);
      Summary summary = summary(episodes);
      List<Candidate> candidates = candidates(episodes, summary);
      if (!candidates.isEmpty()) {
        String binned = binned(episodes, summary, horizon);
        List<String> complete = new ArrayList<>();
        for (Candidate one : candidates) {
          compare(one, binned, summary.episodes()).ifPresent(found::add);
          if (one.complete()) {
            complete.add(one.name());
          }
        }
        takeCluster(found, complete);
      }
      left.forEach(c -> found.add(SharedColumn.notCompared(c)));
    }
    return List.copyOf(found);
  }

  /**
   * Of the columns whose episodes are alike, one becomes the cluster, if every episode has a value
   * of it: names of units first, then of identifiers, then what is most alike.
   */
  private void takeCluster(List<SharedColumn> found, List<String> complete) {
    if (mayTakeCluster) {
      found.stream()
          .filter(c -> c.is(Outcome.ALIKE) && complete.contains(c.name()))
          .min(
              Comparator.comparing((SharedColumn c) -> !UnitNames.isUnit(c.name()))
                  .thenComparing(c -> !UnitNames.isIdentifier(c.name()))
                  .thenComparing(c -> -c.z()))
          .ifPresent(c -> found.set(found.indexOf(c), c.asCluster(UnitNames.isUnit(c.name()))));
    }
  }

  /** An episode a row: its return, how often it took the usual action, its values if constant. */
  private String episodes(long base, int horizon, double largest) {
    List<String> select = new ArrayList<>();
    String units =
        "CAST(floor(reward / %s * %s) AS BIGINT)".formatted(RowSql.literal(largest), UNITS);
    boolean single = horizon == 1;
    for (int i = 0; i < columns.size(); i++) {
      String own = PREFIX + i;
      select.add(
          single
              ? own + ", 0 AS differs_" + i
              : "CASE WHEN count(%1$s) = count(*) AND min(%1$s) = max(%1$s) THEN min(%1$s) END AS %1$s, CASE WHEN min(%1$s) <> max(%1$s) THEN 1 ELSE 0 END AS differs_%2$s"
                  .formatted(own, i));
    }
    boolean states = rows.columns.has(Role.STATE);
    if (single) {
      select.add(units + " AS earned, action" + (states ? ", state" : ""));
      return "SELECT %s FROM %s".formatted(String.join(", ", select), RowSql.ROWS);
    }
    select.add("CAST(sum(%s) AS BIGINT) AS earned, count(*) AS n".formatted(units));
    select.add("count(CASE WHEN action = %s THEN 1 END) AS usual".formatted(usualAction()));
    return "SELECT %s%s%s FROM %s GROUP BY episode"
        .formatted(
            String.join(", ", select),
            first(base, "action"),
            states ? first(base, "state") : "",
            RowSql.ROWS);
  }

  private static String first(long base, String column) {
    return ", max(CASE WHEN step = %1$s THEN %2$s END) AS %2$s".formatted(base, column);
  }

  private String usualAction() {
    String[] most = new String[1];
    engine.query(
        "SELECT action, count(*) AS n FROM %s GROUP BY action ORDER BY n DESC, action LIMIT 1"
            .formatted(RowSql.ROWS),
        row -> most[0] = row.text(0));
    return engine.text(String.valueOf(most[0]));
  }

  /** Of all episodes: how many there are, their sum, and which columns may count. */
  private record Summary(long episodes, long earned, List<Integer> open, List<Integer> whole) {
    double mean() {
      return earned / (double) episodes;
    }
  }

  private Summary summary(String episodes) {
    List<String> select = new ArrayList<>(List.of("count(*)", "CAST(sum(earned) AS BIGINT)"));
    for (int i = 0; i < columns.size(); i++) {
      String number = engine.number(PREFIX + i);
      select.add("count(CASE WHEN differs_%s = 1 THEN 1 END)".formatted(i));
      select.add("count(%s)".formatted(PREFIX + i));
      select.add("count(%s)".formatted(number));
      select.add("count(CASE WHEN %s <> floor(%s) THEN 1 END)".formatted(number, number));
    }
    List<Integer> open = new ArrayList<>();
    List<Integer> whole = new ArrayList<>();
    long[] all = new long[2];
    engine.query(
        "SELECT %s FROM (%s) e".formatted(String.join(", ", select), episodes),
        row -> {
          all[0] = row.integer(0);
          all[1] = row.integer(1);
          for (int i = 0; i < columns.size(); i++) {
            long values = row.integer(3 + 4 * i);
            if (row.integer(2 + 4 * i) == 0 && row.integer(5 + 4 * i) == 0) {
              open.add(i);
              if (row.integer(4 + 4 * i) == values) {
                whole.add(i);
              }
            }
          }
        });
    return new Summary(all[0], all[1], open, whole);
  }

  /**
   * A column to compare.
   *
   * @param different how many values it has
   * @param whole whether they are whole numbers
   * @param complete whether every episode has a value
   */
  private record Candidate(
      int place, String name, long different, boolean whole, boolean complete) {
    String column() {
      return PREFIX + place;
    }
  }

  private List<Candidate> candidates(String episodes, Summary summary) {
    List<Candidate> candidates = new ArrayList<>();
    if (summary.open().isEmpty()) {
      return candidates;
    }
    List<String> select = new ArrayList<>();
    for (int i : summary.open()) {
      select.add("count(DISTINCT %1$s%2$s), count(%1$s%2$s)".formatted(PREFIX, i));
    }
    engine.query(
        "SELECT %s FROM (%s) e".formatted(String.join(", ", select), episodes),
        row -> {
          for (int j = 0; j < summary.open().size(); j++) {
            int i = summary.open().get(j);
            String name = columns.get(i);
            long different = row.integer(2 * j);
            boolean repeats =
                UnitNames.isIdentifier(name)
                    ? different < row.integer(2 * j + 1)
                    : 2 * different <= summary.episodes();
            if (different >= 2 && repeats) {
              boolean complete = row.integer(2 * j + 1) == summary.episodes();
              candidates.add(
                  new Candidate(i, name, different, summary.whole().contains(i), complete));
            }
          }
        });
    return candidates;
  }

  /**
   * Episodes with the bin of their return, cut at the mean and at the means of what is below and
   * above it, and with what they are compared within: their action, or, of several steps, whether
   * they took the usual action more often than usual.
   */
  private String binned(String episodes, Summary summary, int horizon) {
    double[] cuts = {summary.mean(), summary.mean(), summary.mean()};
    String mean = RowSql.literal(summary.mean());
    long[] usual = new long[2];
    engine.query(
        "SELECT CAST(sum(CASE WHEN earned <= %1$s THEN earned END) AS BIGINT), count(CASE WHEN earned <= %1$s THEN 1 END), CAST(sum(CASE WHEN earned > %1$s THEN earned END) AS BIGINT), count(CASE WHEN earned > %1$s THEN 1 END)%2$s FROM (%3$s) e"
            .formatted(
                mean,
                horizon == 1 ? "" : ", CAST(sum(usual) AS BIGINT), CAST(sum(n) AS BIGINT)",
                episodes),
        row -> {
          cuts[0] = row.integer(0) / (double) row.integer(1);
          cuts[2] = row.integer(3) == 0 ? cuts[2] : row.integer(2) / (double) row.integer(3);
          if (horizon > 1) {
            usual[0] = row.integer(4);
            usual[1] = row.integer(5);
          }
        });
    String within =
        horizon == 1
            ? "action"
            : "CASE WHEN usual * %s >= n * %s THEN 'more' ELSE 'less' END"
                .formatted(usual[1], usual[0]);
    return "SELECT e.*, %s AS compared, CASE WHEN earned <= %s THEN 0 WHEN earned <= %s THEN 1 WHEN earned <= %s THEN 2 ELSE 3 END AS bin FROM (%s) e"
        .formatted(
            within,
            RowSql.literal(cuts[0]),
            RowSql.literal(cuts[1]),
            RowSql.literal(cuts[2]),
            episodes);
  }

  /** How many episodes have a value and a bin, among those they are compared with. */
  private record Cell(String compared, String value, int bin, int n) {}

  private Optional<SharedColumn> compare(Candidate one, String binned, long episodes) {
    String column = one.column();
    long parts = (one.different() + MOST_VALUES - 1) / MOST_VALUES;
    String some =
        parts == 1
            ? ""
            : " AND %s %% %s = 0"
                .formatted(engine.hexadecimal("substr(md5(%s), 1, 15)".formatted(column)), parts);
    List<Cell> cells = new ArrayList<>();
    engine.query(
        "SELECT compared, %1$s, bin, count(*) FROM (%2$s) b WHERE %1$s IS NOT NULL%3$s GROUP BY compared, %1$s, bin ORDER BY compared, %1$s, bin"
            .formatted(column, binned, some),
        row ->
            cells.add(
                new Cell(
                    String.valueOf(row.text(0)),
                    String.valueOf(row.text(1)),
                    (int) row.integer(2),
                    (int) row.integer(3))));
    boolean identifier = UnitNames.isIdentifier(one.name());
    SharedValues values = values(cells, one.whole() && !identifier);
    boolean unit = UnitNames.isUnit(one.name());
    if (!unit && values.areFew()) {
      return Optional.empty();
    }
    SharedColumn found = values.column(one.name());
    boolean said =
        found.outcome() == Outcome.ALIKE && !unit && isSaidOtherwise(column, binned, episodes);
    return said || found.outcome() == Outcome.NOT_COMPARED && !identifier
        ? Optional.empty()
        : Optional.of(found);
  }

  /**
   * @param neighbors whether values are numbers of which only neighbors are compared
   */
  private static SharedValues values(List<Cell> cells, boolean neighbors) {
    List<String> names =
        new ArrayList<>(new LinkedHashSet<>(cells.stream().map(Cell::value).toList()));
    names.sort(
        neighbors ? Comparator.comparingDouble(Double::parseDouble) : Comparator.naturalOrder());
    Map<String, Integer> numbers = new HashMap<>();
    IntStream.range(0, names.size()).forEach(i -> numbers.put(names.get(i), i));
    List<String> compared = cells.stream().map(Cell::compared).distinct().toList();
    Map<String, Integer> tables = new HashMap<>();
    IntStream.range(0, compared.size()).forEach(i -> tables.put(compared.get(i), i));
    int pairs = neighbors ? Math.max(1, names.size() / 2) : 1;
    SharedValues values = new SharedValues(names.size(), BINS);
    for (Cell cell : cells) {
      int value = numbers.getOrDefault(cell.value(), 0);
      int pair = Math.min(value / 2, pairs - 1);
      values.add(
          (long) tables.getOrDefault(cell.compared(), 0) * pairs + pair,
          value,
          cell.bin(),
          cell.n());
    }
    return values;
  }

  /** Whether the action, or a state that is not nearly every episode's own, says the value. */
  private boolean isSaidOtherwise(String column, String episodes, long all) {
    List<String> by = new ArrayList<>(List.of("action"));
    if (rows.columns.has(Role.STATE)) {
      by.add("state");
    }
    return by.stream().anyMatch(what -> says(what, column, episodes, all));
  }

  private boolean says(String what, String column, String episodes, long all) {
    long[] found = new long[2];
    engine.query(
        "SELECT count(*), count(CASE WHEN least <> most THEN 1 END) FROM (SELECT min(%s) AS least, max(%s) AS most FROM (%s) b GROUP BY %s) g"
            .formatted(column, column, episodes, what),
        row -> {
          found[0] = row.integer(0);
          found[1] = row.integer(1);
        });
    return found[1] == 0 && 4 * found[0] <= all;
  }
}
