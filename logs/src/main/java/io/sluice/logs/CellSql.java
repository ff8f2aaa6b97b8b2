package io.sluice.logs;

import io.sluice.counts.ExactSum;
import io.sluice.fit.EpisodeEnds.Reading;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Segments;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Rows become cells: the last step from a file to counts. */
final class CellSql {
  static final String STATES = "sluice_states";
  static final String ACTIONS = "sluice_actions";
  private static final String EPISODES = "sluice_episodes";

  private static final String BLOCK = "substr(hash, 2, 2)";
  private static final String DIGITS = "substr(hash, 1, 3)";
  private static final String FOLD = "CASE WHEN substr(hash, 1, 1) < '8' THEN 0 ELSE 1 END";

  /** 2³¹ − 1: products of two remainders fit into 64 bits. */
  private static final long PRIME = Integer.MAX_VALUE;

  private final RowSql rows;
  private final SqlEngine engine;
  private final ColumnMap columns;

  private final Reading reading;
  private final boolean placed; // whether there is a table of episodes

  /**
   * @param reading of episodes of which the log does not say how they stop
   */
  CellSql(RowSql rows, Reading reading) {
    this.reading = reading;
    this.rows = rows;
    this.engine = rows.engine;
    this.columns = rows.columns;
    this.placed = engine.placesEpisodes() && columns.has(Role.EPISODE);
  }

  /**
   * Has an engine that wants it keep every episode once, with what is in its hash and its place
   * among all: rows are then grouped and sorted by whole numbers, and not hashed one by one.
   */
  void placeEpisodes(long seed) {
    if (!placed) {
      return;
    }
    boolean clustered = columns.has(Role.CLUSTER);
    String names =
        "SELECT episode, count(*) AS n%s FROM %s GROUP BY episode"
            .formatted(clustered ? ", min(cluster) AS cluster" : "", RowSql.ROWS);
    String order =
        "%s%s, %s".formatted(BLOCK, clustered ? ", cluster" : "", engine.asText("episode"));
    engine.keep(
        EPISODES,
        "SELECT episode AS name, n%s, %s AS digits, %s AS fold, %s AS number, row_number() OVER (ORDER BY %s) AS place FROM (SELECT *, %s AS hash FROM (%s) n) h"
            .formatted(
                clustered ? ", cluster AS of_cluster" : "",
                DIGITS,
                FOLD,
                number(),
                order,
                hash(seed),
                names));
  }

  private String number() {
    return engine.hexadecimal("substr(hash, 4, 15)");
  }

  /** Whether there is a table of episodes. */
  boolean hasPlaces() {
    return placed;
  }

  /** How many episodes that table has. */
  String placeCount() {
    return "SELECT count(*) FROM " + EPISODES;
  }

  /**
   * Of each episode in that table, what its hash begins with, how many rows it has, its cluster.
   */
  String places() {
    return "SELECT %s, n%s FROM %s ORDER BY place"
        .formatted(
            engine.hexadecimal("digits"),
            columns.has(Role.CLUSTER) ? ", of_cluster" : "",
            EPISODES);
  }

  /** The number of each episode in that table, in the order of {@link #episodes}. */
  String episodeNumbers() {
    return "SELECT number FROM %s ORDER BY place".formatted(EPISODES);
  }

  /**
   * The hash of a row as {@link #cells} takes it.
   *
   * @param number of its episode
   * @param propensity NaN if there is none
   */
  static long rowHash(long number, long cell, double unit, double propensity) {
    long content = cell % PRIME * 31 + ExactSum.toGrid(unit) % PRIME * 17;
    content += Double.isNaN(propensity) ? 0 : ExactSum.toGrid(propensity) % PRIME * 13;
    return number % PRIME * ((content + 7) % PRIME) % PRIME;
  }

  /** The names of all states that begin a row. */
  String stateNames() {
    return "SELECT DISTINCT state FROM " + RowSql.ROWS;
  }

  /**
   * The names of all next states before the last step.
   *
   * @param last the number of the last step
   */
  String nextStateNames(long last) {
    return "SELECT DISTINCT next_state FROM %s WHERE next_state IS NOT NULL AND step < %s"
        .formatted(RowSql.ROWS, last);
  }

  /** The names of all actions. */
  String actionNames() {
    return "SELECT DISTINCT action FROM " + RowSql.ROWS;
  }

  /** What follows the last row of an episode: nothing that matters after the last step. */
  private String afterLast(Shape shape, long base) {
    String after = EndSql.afterLast(columns, reading, shape.end());
    return "CASE WHEN step < %s THEN %s ELSE %s END"
        .formatted(base + shape.horizon() - 1, after, shape.end());
  }

  /**
   * The cells: rows grouped by packed key, in its order, with their number and exact sums split at
   * 2⁶²; then least and most of propensities if the log has them, and the sum of its rows' hashes
   * if that is asked for. With halves, the half comes first, in the result and in its order.
   *
   * <p>Names become numbers before anything is grouped or sorted, which makes both cheap.
   *
   * @param seed by which halves are told apart, if they are to be
   * @param hashed whether to take the hash of what the rows say; only with halves
   */
  String cells(Shape shape, long base, RewardRange range, OptionalLong seed, boolean hashed) {
    boolean logged = columns.has(Role.PROPENSITY);
    List<String> sums = new ArrayList<>();
    List<String> select = new ArrayList<>();
    String key = seed.isPresent() ? "fold, cell" : "cell";
    select.addAll(List.of(key, "n"));
    sums.add("count(*) AS n");
    sums.add(engine.exactSum(engine.grid("unit")) + " AS rewards");
    sums.add(engine.exactSum(engine.grid("unit * unit")) + " AS squares");
    select.addAll(List.of(engine.high("rewards"), engine.low("rewards")));
    select.addAll(List.of(engine.high("squares"), engine.low("squares")));
    if (logged) {
      sums.addAll(List.of("min(propensity) AS least", "max(propensity) AS most"));
      select.addAll(List.of("least", "most"));
    }
    if (hashed) {
      sums.add(engine.exactSum(rowHash(logged)) + " AS hashes");
      select.addAll(List.of(engine.high("hashes"), engine.low("hashes")));
    }
    return "SELECT %s FROM (SELECT %s, %s FROM (%s) r GROUP BY %s) c ORDER BY %s"
        .formatted(
            String.join(", ", select),
            key,
            String.join(", ", sums),
            keyed(shape, base, range, seed),
            key,
            key);
  }

  /**
   * The exact sums of propensities of those (step, state, action) whose rows differ in them, in no
   * order.
   */
  String varyingPropensities(Shape shape, long base) {
    String pairs =
        "SELECT %s AS pair, propensity FROM (%s) d"
            .formatted(pair(shape, base), decoded(OptionalLong.empty()));
    return "SELECT pair, %s, %s FROM (SELECT pair, %s AS sums FROM (%s) p GROUP BY pair HAVING min(propensity) <> max(propensity)) s"
        .formatted(
            engine.high("sums"),
            engine.low("sums"),
            engine.exactSum(engine.grid("propensity")),
            pairs);
  }

  /** Rows with their packed keys; with a seed, also with the hash of their names and their half. */
  private String keyed(Shape shape, long base, RewardRange range, OptionalLong seed) {
    List<String> select = new ArrayList<>();
    if (seed.isPresent()) {
      select.add(placed ? "number, fold" : "hash, " + FOLD + " AS fold");
    }
    select.add(key(shape, base) + " AS cell");
    select.add(unit(range) + " AS unit");
    if (columns.has(Role.PROPENSITY)) {
      select.add("propensity");
    }
    return "SELECT %s FROM (%s) d%s"
        .formatted(
            String.join(", ", select),
            decoded(seed),
            columns.has(Role.EPISODE)
                ? " WINDOW w AS (PARTITION BY %s ORDER BY step)"
                    .formatted(placed && seed.isPresent() ? "place" : "episode")
                : "");
  }

  /**
   * A number for all that is counted of a row and for whose row it is: a product modulo a prime, so
   * that no two parts of it can be exchanged between rows unnoticed.
   */
  private String rowHash(boolean logged) {
    String name = placed ? "number" : number();
    String content =
        "(cell %% %1$s) * 31 + (%2$s %% %1$s) * 17".formatted(PRIME, engine.grid("unit"));
    String propensity =
        logged ? " + (%2$s %% %1$s) * 13".formatted(PRIME, engine.grid("propensity")) : "";
    return "((%2$s %% %1$s) * ((%3$s%4$s + 7) %% %1$s)) %% %1$s"
        .formatted(PRIME, name, content, propensity);
  }

  /**
   * Rows with numbers for names.
   *
   * @param seed for a hash of the name of each row's cluster or episode, if it is wanted
   */
  private String decoded(OptionalLong seed) {
    return decoded(seed, false);
  }

  private String decoded(OptionalLong seed, boolean segments) {
    boolean given = columns.has(Role.NEXT_STATE);
    List<String> select = new ArrayList<>();
    boolean join = placed && seed.isPresent();
    seed.ifPresent(s -> select.add(placed ? "digits, fold, number, place" : hash(s) + " AS hash"));
    select.addAll(List.of("episode", "step", "s.id AS state_id", "a.id AS action_id", "reward"));
    if (given) {
      select.add("x.id AS next_id");
    }
    if (columns.has(Role.PROPENSITY)) {
      select.add("propensity");
    }
    if (columns.has(Role.CLUSTER)) {
      select.add("cluster");
    }
    if (segments) {
      select.add(SegmentColumns.SEGMENT);
    }
    if (columns.has(Role.END)) {
      select.add("ended");
    }
    if (columns.has(Role.TRUNCATED)) {
      select.add("truncated");
    }
    // Names fit into memory, so they can be sent to the rows, however many rows one name has.
    return "SELECT %s %s FROM %s r JOIN %s s ON r.state = s.label JOIN %s a ON r.action = a.label%s%s"
        .formatted(
            engine.smallTables(given ? List.of("s", "a", "x") : List.of("s", "a")),
            String.join(", ", select),
            RowSql.ROWS,
            STATES,
            ACTIONS,
            given ? " LEFT JOIN %s x ON r.next_state = x.label".formatted(STATES) : "",
            join ? " JOIN %s e ON r.episode = e.name".formatted(EPISODES) : "");
  }

  /** ((step − 1)·|X| + state)·|A| + action. */
  private static String pair(Shape shape, long base) {
    return "((CAST(step AS BIGINT) - %s) * %s + state_id) * %s + action_id"
        .formatted(base, shape.states(), shape.actions());
  }

  /** The packed key of {@link io.sluice.counts.CellWriter}. */
  private String key(Shape shape, long base) {
    String nextOrEnd =
        columns.has(Role.EPISODE)
            ? "coalesce(lead(state_id) OVER w, %s)".formatted(afterLast(shape, base))
            : String.valueOf(shape.end());
    return "(%s) * %s + %s".formatted(pair(shape, base), shape.states() + 1, nextOrEnd);
  }

  static String unit(RewardRange range) {
    return range.equals(RewardRange.UNIT)
        ? "reward"
        : "(reward - %s) / %s"
            .formatted(RowSql.literal(range.low()), RowSql.literal(range.width()));
  }

  /**
   * A hash of the name of each cluster, or else each episode, with the seed; the same on every
   * engine: {@link io.sluice.counts.EpisodeBlocks}. Rows that are episodes of their own have no
   * name: they are told apart by what they say and, among rows that say the same, by a number,
   * which of them gets it being no matter.
   */
  private String hash(long seed) {
    return "md5(%s || %s)".formatted(engine.text(seed + ":"), name());
  }

  private String name() {
    if (columns.has(Role.CLUSTER) || columns.has(Role.EPISODE)) {
      return rows.plain(columns.has(Role.CLUSTER) ? "cluster" : engine.asText("episode"));
    }
    String propensity = columns.has(Role.PROPENSITY) ? "propensity" : "1";
    String same = "state, action, reward, " + propensity;
    return "concat_ws('/', state, action, %s, %s, %s)"
        .formatted(
            engine.asText("reward"),
            engine.asText(propensity),
            engine.asText("row_number() OVER (PARTITION BY %s ORDER BY state)".formatted(same)));
  }

  boolean hasPropensities() {
    return columns.has(Role.PROPENSITY);
  }

  boolean hasClusters() {
    return columns.has(Role.CLUSTER);
  }

  /**
   * Every decision with numbers for names: step from 1, state, action, what follows if it is the
   * last of its episode, reward, propensity, hash, cluster. Episodes come block by block, those of
   * a cluster one after the other, in an order that depends on what rows say and on nothing else;
   * without clusters, on rewards only through the hash.
   */
  EpisodeRows episodes(
      Shape shape, RewardRange range, long base, long seed, Optional<Segments> segments) {
    List<String> order = new ArrayList<>(List.of(placed ? "place" : BLOCK));
    if (hasClusters() && !placed) {
      order.add("cluster");
    }
    if (placed) {
      order.add("step");
    } else if (columns.has(Role.EPISODE)) {
      order.addAll(List.of(engine.asText("episode"), "step"));
    } else if (hasClusters()) {
      order.addAll(List.of("state_id", "action_id", "reward", propensity()));
    } else {
      order.add("hash"); // not by what rows earned: bets are made in this order
    }
    String selected =
        "%s, %s, %s%s"
            .formatted(
                decision(shape, base),
                placed ? "digits" : DIGITS,
                hasClusters() ? "cluster" : engine.asText("NULL"),
                segments.isPresent() ? ", " + SegmentColumns.SEGMENT : "");
    String from = "(%s) d".formatted(decoded(OptionalLong.of(seed), segments.isPresent()));
    return new EpisodeRows(
        selected, from, order, shape, range, hasPropensities(), segments.orElse(null));
  }

  private String propensity() {
    return columns.has(Role.PROPENSITY) ? "propensity" : "CAST(NULL AS DOUBLE)";
  }

  private String decision(Shape shape, long base) {
    return "step - %s, state_id, action_id, %s, reward, %s"
        .formatted(base - 1, afterLast(shape, base), propensity());
  }

  /** The same without hash and cluster, but with the place of the episode, and in no order. */
  String placedRows(Shape shape, long base, boolean segments) {
    return "SELECT place, %s%s FROM (%s) d"
        .formatted(
            decision(shape, base),
            segments ? ", " + SegmentColumns.SEGMENT : "",
            decoded(OptionalLong.of(0), segments)); // the table of episodes has hashes already
  }
}
