package io.sluice.logs;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureComparison.Group;
import io.sluice.features.FeatureSource;
import io.sluice.fit.BadLogException;
import io.sluice.logs.LogReader.CheckedRows;
import io.sluice.mdp.Labels;
import io.sluice.mdp.SettingException;
import io.sluice.policy.PolicyColumn.Reading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a log with feature columns through an engine: finds its columns and checks every row. */
public final class FeatureReader {
  /** The name of the column that divides a log for cross-fitting. */
  static final String FOLD = "fold";

  /** What a user writes for every column that can be a feature. */
  private static final String ALL = "all";

  private static final String NEXT = "next_";

  /** The segment of a row, beside all columns of the log. */
  private static final String SEGMENT = "sluice_segment";

  /** How far from 1 the probabilities of a row may sum, for rounding in files. */
  private static final double TOLERANCE = 1e-3;

  /** Levels of a category that are rarer are pooled, and so are all but the most frequent. */
  private static final int LEAST_ROWS = 20;

  private static final int MOST_LEVELS = 30;
  private static final int MOST_FOLDS = 50;

  private final SqlEngine engine;
  private final FeatureSql sql;
  private final FeatureOptions options;
  private final List<RowPolicy> policies;
  private final List<String> available;
  private final ColumnMap columns;
  private final List<String> features;
  private final Optional<SegmentColumns> by;
  private final List<String> notes = new ArrayList<>();

  private FeatureReader(
      SqlEngine engine,
      List<String> available,
      FeatureOptions options,
      List<RowPolicy> policies,
      List<String> said) {
    notes.addAll(said);
    this.engine = engine;
    this.sql = new FeatureSql(engine, RowSql.INPUT, options.log().where().isPresent());
    this.options = options;
    this.available = available;
    this.policies =
        policies.stream().map(p -> StatePolicy.named(p, available, this::states)).toList();
    this.columns = ColumnMap.withFeatures(available, options.log().columns());
    this.features =
        options.features().equals(List.of(ALL)) && !available.contains(ALL)
            ? AllFeatures.of(engine, columns, candidates(), notes)
            : (options.features().isEmpty()
                    ? ColumnMap.resolve(available, options.log().columns()).of(Role.STATE)
                    : options.features())
                .stream().map(this::feature).distinct().toList();
    this.by = options.by().map(b -> b.in(available, columns));
    by.ifPresent(this::requireEarlier);
  }

  /** The columns of states, if there are any. */
  private List<String> states() {
    return ColumnMap.of(Role.STATE, available, options.log().columns());
  }

  private void requireEarlier(SegmentColumns segments) {
    segments.names().stream()
        .filter(this::isLater)
        .findFirst()
        .ifPresent(
            name -> {
              throw new SettingException(
                  segments.setting() + " " + name,
                  "needs a column that was known before the decision, got a next state");
            });
  }

  /**
   * Reads and checks a log.
   *
   * @param paths files or globs
   * @throws BadLogException if anything is wrong with the data
   */
  public static FeatureSource open(SqlEngine engine, List<String> paths, FeatureOptions options) {
    return open(engine, paths, options, List.of(options.policy())).orElseThrow();
  }

  /**
   * Reads a log once for several policies.
   *
   * @return none if they have different actions, so that they are not judged as one at a time
   */
  private static Optional<FeatureSource> open(
      SqlEngine engine, List<String> paths, FeatureOptions options, List<RowPolicy> policies) {
    List<String> notes = new ArrayList<>();
    LogOptions log = options.log();
    List<RowPolicy> known = policies.stream().map(p -> StatePolicy.read(engine, p)).toList();
    List<String> available =
        RowFilter.open(engine, view -> engine.open(paths, view), log.where(), log.columns(), notes);
    return new FeatureReader(engine, available, options, known, notes).read(paths);
  }

  /**
   * Policies to compare, in groups that are judged together: all but those whose decisions are in a
   * file by episode and step, with which the log is read for each.
   *
   * @param options for any of them
   */
  public static List<Group> groups(
      SqlEngine engine,
      List<String> paths,
      FeatureOptions options,
      Map<String, RowPolicy> policies) {
    Map<String, RowPolicy> known = new LinkedHashMap<>();
    policies.forEach((name, policy) -> known.put(name, StatePolicy.read(engine, policy)));
    List<String> together =
        known.keySet().stream().filter(name -> !isTable(known.get(name))).toList();
    List<Group> groups = new ArrayList<>();
    List<String> alone = new ArrayList<>(known.keySet());
    if (together.size() > 1) {
      open(engine, paths, options, together.stream().map(known::get).toList())
          .ifPresent(
              source -> {
                groups.add(new Group(together, () -> source));
                alone.removeAll(together);
              });
    }
    for (String name : alone) {
      FeatureOptions own = options.with(Objects.requireNonNull(known.get(name)));
      groups.add(new Group(List.of(name), () -> open(engine, paths, own)));
    }
    return List.copyOf(groups);
  }

  private static boolean isTable(@Nullable RowPolicy policy) {
    return policy != null && policy.proper() instanceof RowPolicy.Table;
  }

  /**
   * A log that was read, with other policies to judge, without reading it again; none if one of
   * them needs columns of the log that were not kept.
   */
  public static Optional<FeatureSource> judging(FeatureSource read, List<RowPolicy> policies) {
    return read instanceof SqlFeatures rows ? rows.judging(policies) : Optional.empty();
  }

  private String feature(String asked) {
    String column =
        available.stream()
            .filter(c -> c.equals(asked))
            .findFirst()
            .or(() -> available.stream().filter(c -> c.equalsIgnoreCase(asked)).findFirst())
            .orElseThrow(
                () ->
                    new SettingException(
                        "features " + asked,
                        "needs a column of the log, which has " + String.join(", ", available)));
    for (Role role : List.of(Role.ACTION, Role.REWARD, Role.PROPENSITY, Role.EPISODE)) {
      if (columns.of(role).contains(column)) {
        throw new SettingException(
            "features " + asked,
            "needs a column that was known before the decision, got the column of "
                + role.columnName());
      }
    }
    if (isNextState(column)) {
      throw new SettingException(
          "features " + asked,
          "needs a column that was known before the decision, got a next state");
    }
    return column;
  }

  /** Columns without a role; notes name what is left out of them. */
  private List<String> candidates() {
    Set<String> roles = columns.all();
    List<String> open =
        available.stream().filter(c -> !roles.contains(c) && !c.equalsIgnoreCase(FOLD)).toList();
    List<String> after = open.stream().filter(this::isLater).toList();
    leftOut(after, "is known after the decision only");
    String action = AllFeatures.action(engine, columns);
    Set<String> probabilities = ProbabilityColumns.of(engine, sql, action, open, TOLERANCE);
    List<String> given =
        open.stream().filter(c -> isProbability(c) || probabilities.contains(c)).toList();
    leftOut(given, "has probabilities of a policy");
    return open.stream().filter(c -> !after.contains(c) && !given.contains(c)).toList();
  }

  private void leftOut(List<String> left, String why) {
    left.forEach(c -> notes.add("column %s %s and is not used as a feature".formatted(c, why)));
  }

  private boolean isProbability(String column) {
    return options.behavior().filter(column::startsWith).isPresent()
        || policies.stream().anyMatch(p -> p.prefix().filter(column::startsWith).isPresent());
  }

  /** Whether a name says that a column is known after the decision: next_price beside price. */
  private boolean isLater(String column) {
    String name = column.toLowerCase(Locale.ROOT);
    return isNextState(column)
        || name.startsWith(NEXT)
            && available.stream().anyMatch(c -> name.equalsIgnoreCase(NEXT + c));
  }

  private static boolean isNextState(String column) {
    String name = column.toLowerCase(Locale.ROOT);
    return name.equals(Role.NEXT_STATE.columnName()) || Role.NEXT_STATE.aliases().contains(name);
  }

  private Optional<FeatureSource> read(List<String> paths) {
    for (Bins cut : options.log().bins()) {
      if (!columns.of(Role.ACTION).contains(cut.column())) {
        throw new SettingException(
            "bins " + cut.column(),
            "needs a column of the action, because states need no bins here, got another");
      }
    }
    if (features.isEmpty()) {
      throw new SettingException("features", "needs a column, got none that can be one");
    }
    FeatureKinds kinds = kinds();
    List<String> behavior = withPrefix("behavior", options.behavior());
    Map<RowPolicy, List<String>> columnsOf = new LinkedHashMap<>(); // of probabilities
    for (RowPolicy policy : policies) {
      columnsOf.put(policy.proper(), withPrefix("policy", policy.prefix()));
    }
    Optional<EpisodePolicy> byEpisode =
        policies.get(0).proper() instanceof RowPolicy.Table table
            ? Optional.of(EpisodePolicy.read(engine, table.file(), TOLERANCE))
            : Optional.empty();
    boolean unknown = options.behavior().isEmpty() && !columns.has(Role.PROPENSITY);
    if (unknown && !options.estimate()) {
      notes.add("the log has no propensities");
    }
    checkProbabilities("behavior", behavior);
    columnsOf.values().forEach(of -> checkProbabilities("policy", of));
    Optional<String> fold = foldColumn();
    List<String> keep = new ArrayList<>();
    for (int j = 0; j < features.size(); j++) {
      keep.add(sql.feature(features.get(j), kinds.of(features.get(j)), j));
    }
    List<String> probabilities = new ArrayList<>();
    behavior.forEach(c -> probabilities.add(sql.probability(c, "q" + probabilities.size())));
    Map<RowPolicy, List<String>> actionsOf = new LinkedHashMap<>();
    for (RowPolicy policy : policies) {
      List<String> own = columnsOf.getOrDefault(policy.proper(), List.of());
      if (actionsOf.put(policy.proper(), named(own, policy.prefix())) == null) {
        own.forEach(c -> probabilities.add(sql.probability(c, "q" + probabilities.size())));
      }
    }
    byEpisode.ifPresent(
        p -> {
          actionsOf.put(policies.get(0).proper(), p.actions());
          for (int i = 0; i < p.actions().size(); i++) {
            probabilities.add(EpisodePolicy.probability(i) + " AS q" + probabilities.size());
          }
        });
    keep.addAll(probabilities);
    Set<String> roles = new HashSet<>(columns.all());
    features.forEach(roles::remove);
    RowSql raw = new RowSql(engine, columns, Map.of());
    List<String> more = new ArrayList<>();
    by.ifPresent(b -> more.add(b.value(raw, engine) + " AS " + SEGMENT));
    actionsOf.keySet().stream()
        .filter(proper -> proper instanceof RowPolicy.ByState)
        .map(proper -> StatePolicy.requireState((RowPolicy.ByState) proper, states()))
        .findFirst()
        .ifPresent(column -> more.add(raw.raw(column) + " AS " + StatePolicy.STATE));
    String typed = sql.typed(available, kinds, roles, more);
    by.ifPresent(b -> keep.add(SEGMENT + " AS " + SegmentColumns.SEGMENT));
    KeptDecisions counted = new KeptDecisions(new int[0]);
    for (RowPolicy proper : actionsOf.keySet()) {
      if (proper instanceof RowPolicy.Rule rule) {
        requireRule(rule, typed);
        keep.add(sql.rule(rule.sql(), counted.rules()));
      }
      if (proper instanceof RowPolicy.Saved saved) {
        keep.addAll(SavedColumns.of(saved, available, kinds, sql, counted.saved()));
      }
      if (proper instanceof RowPolicy.ByState) {
        keep.add(StatePolicy.STATE + " AS " + SavedColumns.name(counted.saved()));
      }
      counted.add(proper, new int[0]);
    }
    fold.ifPresent(c -> keep.add(engine.asText(engine.identifier(c)) + " AS fold"));
    String from = byEpisode.map(p -> p.joined(typed, columns)).orElse(typed);
    List<String> used = by.map(SegmentColumns::names).orElse(List.of());
    List<String> others =
        available.stream()
            .filter(c -> !features.contains(c) && !used.contains(c))
            .filter(c -> !isLater(c) && !Role.STATE.isName(c))
            .toList();
    CheckedRows rows = LogReader.check(engine, columns, paths, options.log(), from, keep, others);
    byEpisode.ifPresent(p -> p.requireAll("q" + behavior.size()));
    notes.addAll(rows.notes());
    for (RowPolicy proper : actionsOf.keySet()) {
      if (proper instanceof RowPolicy.Saved saved) {
        SavedColumns.requireSteps(saved.file(), saved.saved(), rows.base(), rows.horizon());
      }
    }
    Optional<Labels> folds = fold.map(this::folds);
    List<String> logged = named(behavior, options.behavior());
    Set<String> seen =
        CellReader.names(
            engine, "SELECT DISTINCT action FROM " + RowSql.ROWS, "actions", options.log());
    List<Labels> labels =
        actionsOf.entrySet().stream()
            .map(of -> actions(seen, logged, of.getKey(), of.getValue()))
            .toList();
    Labels actions = labels.get(0);
    if (!labels.stream().allMatch(l -> l.names().equals(actions.names()))) {
      if (!columns.has(Role.EPISODE)) { // rows would be in another order for each of them
        throw new SettingException(
            "policy", "needs an episode column to compare policies with different actions");
      }
      return Optional.empty();
    }
    policies.forEach(policy -> requireKnown(policy, actions));
    KeptDecisions kept = new KeptDecisions(placed(actions, logged, options.behavior()));
    Map<RowPolicy, RowPolicy> judged = new LinkedHashMap<>(); // as executors are to have them
    actionsOf.forEach(
        (proper, names) -> {
          RowPolicy ready =
              proper instanceof RowPolicy.ByState table
                  ? StatePolicy.on(table, engine, rows, kept.saved(), actions, options.log(), notes)
                  : proper;
          kept.add(ready, placed(actions, names, Optional.empty()));
          judged.put(proper, ready);
        });
    return Optional.of(
        new SqlFeatures(
            engine,
            sql,
            options,
            rows,
            featureColumns(kinds),
            features.stream()
                .map(f -> kinds.of(f) == FeatureKinds.Kind.LIST ? kinds.length(f, 0) : 0)
                .toList(),
            actions,
            folds,
            kept,
            policies.stream()
                .map(p -> p.with(Objects.requireNonNull(judged.get(p.proper()))))
                .toList(),
            unknown || options.estimate(),
            complete(rows),
            by.map(b -> b.read(engine, columns.has(Role.EPISODE), rows.base())),
            List.copyOf(notes)));
  }

  /**
   * What columns hold: features, what saved policies look at, and columns without a role, which
   * rules may compare.
   */
  private FeatureKinds kinds() {
    Set<String> roles = columns.all();
    Set<String> needed = new HashSet<>(features);
    for (RowPolicy policy : policies) {
      if (policy.proper() instanceof RowPolicy.Saved saved) {
        saved.saved().columns().forEach(column -> needed.add(column.source()));
      }
    }
    List<String> asked =
        available.stream()
            .filter(c -> !roles.contains(c) && !c.equalsIgnoreCase(FOLD) || needed.contains(c))
            .toList();
    return FeatureKinds.of(engine, sql, asked, features);
  }

  /** The features; a list is as many of them as it has numbers. */
  private List<FeatureColumn> featureColumns(FeatureKinds kinds) {
    List<FeatureColumn> all = new ArrayList<>();
    for (String name : features) {
      switch (kinds.of(name)) {
        case NUMBER -> all.add(FeatureColumn.number(name));
        case DATE -> all.add(FeatureColumn.number(name, new Reading.Days()));
        case LIST -> {
          for (int i = 1; i <= kinds.length(name, 0); i++) {
            all.add(
                FeatureColumn.number("%s[%s]".formatted(name, i), new Reading.Element(name, i)));
          }
        }
        case NAME -> {
          List<String> levels = new ArrayList<>();
          engine.query(
              sql.levels(name, MOST_LEVELS, LEAST_ROWS),
              row -> levels.add(Objects.requireNonNull(row.text(0))));
          all.add(FeatureColumn.category(name, Labels.of(levels).names()));
        }
      }
    }
    return List.copyOf(all);
  }

  private List<String> withPrefix(String setting, Optional<String> prefix) {
    if (prefix.isEmpty()) {
      return List.of();
    }
    Set<String> roles = columns.all();
    List<String> found =
        available.stream()
            .filter(c -> c.startsWith(prefix.get()) && c.length() > prefix.get().length())
            .filter(c -> !roles.contains(c) && !features.contains(c))
            .toList();
    if (found.isEmpty()) {
      throw new SettingException(
          "%s columns:%s".formatted(setting, prefix.get()),
          "needs columns %s<action>, got only %s"
              .formatted(prefix.get(), String.join(", ", available)));
    }
    return found;
  }

  private void checkProbabilities(String what, List<String> of) {
    if (of.isEmpty()) {
      return;
    }
    long[] bad = new long[1];
    engine.query(sql.badProbabilities(of, TOLERANCE), row -> bad[0] = row.integer(0));
    if (bad[0] == 0) {
      return;
    }
    List<String> errors = new ArrayList<>();
    features.stream()
        .filter(this::isProbability)
        .map("column %s: is one of `features`, and so not taken for a probability"::formatted)
        .forEach(errors::add);
    int hints = errors.size();
    engine.query(
        sql.listedProbabilities(of, TOLERANCE),
        row -> {
          List<String> written = new ArrayList<>();
          for (int i = 0; i < of.size(); i++) {
            written.add(of.get(i) + " = " + (row.isMissing(i + 2) ? "nothing" : row.text(i + 2)));
          }
          errors.add(
              "%s: probabilities of the %s must be at least 0 and sum to 1, got %s"
                  .formatted(
                      LogReader.place(engine, row),
                      what.equals("policy") ? "policy" : "logged policy",
                      String.join(", ", written)));
        });
    throw new BadLogException(errors, bad[0] + hints);
  }

  private void requireRule(RowPolicy.Rule rule, String typed) {
    try {
      engine.query(
          "SELECT count(v) FROM (SELECT (%s) AS v FROM %s) q".formatted(rule.sql(), typed),
          row -> {});
    } catch (RuntimeException e) {
      throw new BadSqlException("policy sql:" + rule.sql(), "an SQL expression", available, e);
    }
  }

  private Optional<String> foldColumn() {
    Optional<String> column =
        available.stream()
            .filter(c -> c.equalsIgnoreCase(FOLD) && !features.contains(c))
            .findFirst();
    column.ifPresent(c -> notes.add("folds for cross-fitting are those of column " + c));
    return column;
  }

  private Labels folds(String column) {
    if (columns.has(Role.CLUSTER) || columns.has(Role.EPISODE)) {
      boolean clustered = columns.has(Role.CLUSTER);
      List<String> errors = new ArrayList<>();
      long[] total = new long[1];
      engine.query(
          sql.twoFolds(clustered ? "cluster" : "episode"),
          row -> {
            if (total[0]++ < BadLogException.SHOWN) {
              errors.add(
                  "%s %s: needs one %s, got \"%s\" and \"%s\""
                      .formatted(
                          clustered ? "cluster" : "episode",
                          row.text(0),
                          column,
                          row.text(1),
                          row.text(2)));
            }
          });
      if (total[0] > 0) {
        throw new BadLogException(errors, total[0]);
      }
    }
    Set<String> names = new LinkedHashSet<>();
    engine.query(
        "SELECT DISTINCT fold FROM " + RowSql.ROWS,
        row -> {
          String name = row.text(0);
          if (name == null) {
            throw new BadLogException("column %s: needs a value in every row".formatted(column));
          }
          names.add(name);
        });
    if (names.size() < 2 || names.size() > MOST_FOLDS) {
      throw new BadLogException(
          "column %s: needs from 2 to %s different folds, got %s"
              .formatted(column, MOST_FOLDS, names.size()));
    }
    return Labels.of(names);
  }

  /** What follows the prefix. */
  private static List<String> named(List<String> of, Optional<String> prefix) {
    return of.stream().map(c -> c.substring(prefix.orElseThrow().length())).toList();
  }

  private static Labels actions(
      Set<String> seen, List<String> behavior, RowPolicy proper, List<String> policy) {
    Set<String> all = new LinkedHashSet<>(seen);
    all.addAll(behavior);
    all.addAll(policy);
    if (proper instanceof RowPolicy.Saved saved) {
      all.addAll(saved.saved().actions());
    }
    if (proper instanceof RowPolicy.ByState table) {
      all.addAll(table.table().actions());
    }
    return Labels.of(all);
  }

  static void requireKnown(RowPolicy policy, Labels actions) {
    if (policy.proper() instanceof RowPolicy.Always always && actions.id(always.action()) < 0) {
      throw new SettingException(
          "policy always:" + always.action(),
          "needs one of the actions " + String.join(", ", actions.names()));
    }
  }

  /**
   * For each action the place of its column, −1 for a policy that never takes it.
   *
   * @param needed the beginning of the names of columns that every action must have
   */
  private static int[] placed(Labels actions, List<String> of, Optional<String> needed) {
    int[] places = new int[of.isEmpty() ? 0 : actions.size()];
    Arrays.fill(places, -1);
    for (int i = 0; i < of.size(); i++) {
      places[actions.id(of.get(i))] = i;
    }
    for (int a = 0; a < places.length && needed.isPresent(); a++) {
      if (places[a] < 0) {
        throw new SettingException(
            "behavior columns:" + needed.get(),
            "needs a column %s%s for the action %s, got none"
                .formatted(needed.get(), actions.name(a), actions.name(a)));
      }
    }
    return places;
  }

  private Finding complete(CheckedRows rows) {
    Assumption assumption = Assumption.COMPLETE_EPISODES;
    long last = rows.base() + rows.horizon() - 1;
    long[] found = new long[2];
    if (columns.has(Role.EPISODE)) {
      engine.query(
          sql.ends(columns, last),
          row -> {
            found[0] = row.integer(0);
            found[1] = row.integer(1);
          });
    }
    if (found[1] > 0) {
      return Finding.known(
              assumption,
              Verdict.CONTRADICTED,
              "episodes cut off",
              "Log episodes to their ends: intervals on feature columns need whole episodes. If the log was exported while they went on, keep those that began early enough to have ended (where).")
          .with(found[1]);
    }
    return found[0] == 0 || EndSql.isMarked(columns)
        ? Finding.known(
            assumption,
            Verdict.HOLDS,
            found[0] == 0 ? "all episodes have all steps" : "no episode was cut off",
            "Nothing to do.")
        : Finding.unknown(
                assumption,
                "episodes that end early; no column says that they were not cut off",
                "Add an end or truncated column: they count as ended, and if some were cut off, values and effects are wrong.")
            .with(found[0]);
  }
}
