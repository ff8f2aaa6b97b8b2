package io.sluice.logs;

import io.sluice.features.FeatureComparison.Group;
import io.sluice.features.FeatureSource;
import io.sluice.fit.BadLogException;
import io.sluice.logs.LogReader.CheckedRows;
import io.sluice.mdp.Labels;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log with feature columns through an engine: finds the columns of features, of decisions
 * and of folds, keeps them of every row, and checks the rows.
 */
public final class FeatureReader {
  /** The segment of a row, beside all columns of the log. */
  private static final String SEGMENT = "sluice_segment";

  private final OpenedLog log;
  private final List<RowPolicy> policies;
  private final List<String> features;
  private final List<String> mistaken; // features that are named like probabilities
  private final Optional<SegmentColumns> by;
  private final List<String> notes;

  private FeatureReader(OpenedLog log, List<RowPolicy> given, List<String> notes) {
    this.log = log;
    this.notes = notes;
    policies = given.stream().map(p -> StatePolicy.named(p, log.available(), log::states)).toList();
    List<String> prefixes =
        Stream.concat(
                log.options().behavior().stream(),
                policies.stream().flatMap(p -> p.prefix().stream()))
            .toList();
    features = FeatureChoice.of(log, prefixes, notes);
    mistaken = features.stream().filter(c -> prefixes.stream().anyMatch(c::startsWith)).toList();
    by = log.options().by().map(b -> b.in(log.available(), log.columns()));
    by.ifPresent(this::requireEarlier);
  }

  private void requireEarlier(SegmentColumns segments) {
    segments.names().stream()
        .filter(log::isLater)
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
    return new FeatureReader(OpenedLog.of(engine, available, options), known, notes).read(paths);
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

  private Optional<FeatureSource> read(List<String> paths) {
    requireFeatures();
    FeatureColumns columns = FeatureColumns.of(log, features, policies);
    DecisionColumns decisions = new DecisionColumns(log, policies, features);
    if (log.lacksPropensities() && !log.options().estimate()) {
      notes.add("the log has no propensities");
    }
    decisions.check(mistaken);
    Optional<FoldColumn> fold = FoldColumn.of(log, features);
    fold.ifPresent(f -> notes.add(f.note()));
    CheckedRows rows = check(paths, columns, decisions, fold);
    notes.addAll(rows.notes());
    decisions.requireDecisions(rows);
    Optional<Labels> folds = fold.map(FoldColumn::folds);
    return decisions
        .actions()
        .map(actions -> decisions.judged(rows, actions, notes))
        .map(judged -> source(rows, columns, judged, folds));
  }

  private void requireFeatures() {
    for (Bins cut : log.options().log().bins()) {
      if (!log.columns().of(Role.ACTION).contains(cut.column())) {
        throw new SettingException(
            "bins " + cut.column(),
            "needs a column of the action, because states need no bins here, got another");
      }
    }
    if (features.isEmpty()) {
      throw new SettingException("features", "needs a column, got none that can be one");
    }
  }

  /** Keeps what is needed of every row, and checks the rows. */
  private CheckedRows check(
      List<String> paths,
      FeatureColumns columns,
      DecisionColumns decisions,
      Optional<FoldColumn> fold) {
    List<String> keep = new ArrayList<>(columns.kept());
    keep.addAll(decisions.probabilities());
    String typed = typed(columns.kinds(), decisions);
    by.ifPresent(b -> keep.add(SEGMENT + " AS " + SegmentColumns.SEGMENT));
    keep.addAll(decisions.lookedAt(typed, columns.kinds()));
    fold.ifPresent(f -> keep.add(f.kept()));
    return LogReader.check(
        log.engine(),
        log.columns(),
        paths,
        log.options().log(),
        decisions.joined(typed),
        keep,
        others());
  }

  /** The rows with all columns of the log, their segments and their states. */
  private String typed(FeatureKinds kinds, DecisionColumns decisions) {
    Set<String> roles = new HashSet<>(log.columns().all());
    features.forEach(roles::remove);
    RowSql raw = new RowSql(log.engine(), log.columns(), Map.of());
    List<String> more = new ArrayList<>();
    by.ifPresent(b -> more.add(b.value(raw, log.engine()) + " AS " + SEGMENT));
    decisions.state(raw).ifPresent(more::add);
    return log.sql().typed(log.available(), kinds, roles, more);
  }

  /** Columns without a use, which may say whose an episode is. */
  private List<String> others() {
    List<String> used = by.map(SegmentColumns::names).orElse(List.of());
    return log.available().stream()
        .filter(c -> !features.contains(c) && !used.contains(c))
        .filter(c -> !log.isLater(c) && !Role.STATE.isName(c))
        .toList();
  }

  private FeatureSource source(
      CheckedRows rows, FeatureColumns columns, JudgedPolicies judged, Optional<Labels> folds) {
    return new SqlFeatures(
        log,
        rows,
        columns.features(),
        columns.lengths(),
        judged,
        folds,
        WholeEpisodes.of(log, rows),
        by.map(b -> b.read(log.engine(), log.columns().has(Role.EPISODE), rows.base())),
        notes);
  }
}
