package io.sluice.logs;

import io.sluice.assumptions.Finding;
import io.sluice.assumptions.SharedColumn;
import io.sluice.features.FeatureAccumulator;
import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureEpisode;
import io.sluice.features.FeatureSource;
import io.sluice.logs.LogReader.CheckedRows;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The episodes of a log with feature columns, by a query, one at a time in memory. */
final class SqlFeatures implements FeatureSource {
  private final SqlEngine engine;
  private final FeatureSql sql;
  private final FeatureOptions options;
  private final CheckedRows rows;
  private final List<FeatureColumn> columns;
  private final List<Integer> lists;
  private final Labels actions;
  private final Optional<Labels> folds;
  private final KeptDecisions kept;
  private final List<RowPolicy> policies;
  private final boolean estimated;
  private final Finding complete;
  private final Optional<Segments> segments;
  private final List<String> notes;

  /**
   * @param lists of every column of the log that is a feature, how many numbers its lists have, or
   *     0 if it has none
   */
  SqlFeatures(
      SqlEngine engine,
      FeatureSql sql,
      FeatureOptions options,
      CheckedRows rows,
      List<FeatureColumn> columns,
      List<Integer> lists,
      Labels actions,
      Optional<Labels> folds,
      KeptDecisions kept,
      List<RowPolicy> policies,
      boolean estimated,
      Finding complete,
      Optional<Segments> segments,
      List<String> notes) {
    this.engine = engine;
    this.sql = sql;
    this.options = options;
    this.rows = rows;
    this.columns = columns;
    this.lists = lists;
    this.actions = actions;
    this.folds = folds;
    this.kept = kept;
    this.policies = List.copyOf(policies);
    this.estimated = estimated;
    this.complete = complete;
    this.segments = segments;
    this.notes = notes;
    if (policies.stream().anyMatch(p -> p.share() < 1) && !knowsBehavior()) {
      throw new SettingException(
          "policy",
          "needs the logged policy's probabilities of all actions to judge it or a mixture with it, got "
              + (estimated
                  ? "none, and an estimate will not do (log them in columns, and pass `behavior` columns:PREFIX)"
                  : "those of the chosen ones only"));
    }
  }

  /**
   * The same rows with other policies to judge, if they hold what those need; nothing is read
   * again.
   */
  Optional<FeatureSource> judging(List<RowPolicy> asked) {
    boolean held =
        asked.stream()
            .map(RowPolicy::proper)
            .allMatch(p -> needsNoColumns(p) || kept.place(p).isPresent());
    // Without names of episodes, what is kept of a row is part of its name.
    if (!held || !policies.stream().map(RowPolicy::proper).allMatch(p -> isKept(p, asked))) {
      return Optional.empty();
    }
    asked.forEach(policy -> FeatureReader.requireKnown(policy, actions));
    return Optional.of(
        new SqlFeatures(
            engine, sql, options, rows, columns, lists, actions, folds, kept, asked, estimated,
            complete, segments, notes));
  }

  private static boolean isKept(RowPolicy proper, List<RowPolicy> asked) {
    return needsNoColumns(proper) || asked.stream().anyMatch(a -> a.proper().equals(proper));
  }

  private static boolean needsNoColumns(RowPolicy proper) {
    return proper instanceof RowPolicy.Uniform
        || proper instanceof RowPolicy.Logged
        || proper instanceof RowPolicy.Always;
  }

  @Override
  public int policies() {
    return policies.size();
  }

  @Override
  public List<FeatureColumn> columns() {
    return columns;
  }

  @Override
  public List<String> actions() {
    return actions.names();
  }

  @Override
  public int horizon() {
    return rows.horizon();
  }

  @Override
  public int firstStep() {
    return (int) rows.base();
  }

  @Override
  public int folds() {
    return folds.map(Labels::size).orElse(options.folds());
  }

  @Override
  public boolean hasClusters() {
    return rows.typed().columns.has(Role.CLUSTER);
  }

  /** Of two actions, one probability says both. */
  @Override
  public boolean knowsBehavior() {
    return !estimated && (kept.knowsAll() || actions.size() <= 2);
  }

  @Override
  public boolean estimatesBehavior() {
    return estimated;
  }

  @Override
  public Optional<String> policyLearnedFrom(int policy) {
    return policies.get(policy).proper() instanceof RowPolicy.Saved saved
        ? Optional.of(saved.saved().origin().learnedFrom()).filter(log -> !log.isEmpty())
        : Optional.empty();
  }

  @Override
  public String behaviorSource() {
    return estimated ? "estimated" : options.behavior().map(p -> "columns " + p).orElse("logged");
  }

  @Override
  public Finding completeEpisodes() {
    return complete;
  }

  @Override
  public List<SharedColumn> sharedColumns() {
    return rows.shared();
  }

  @Override
  public Optional<Segments> segments() {
    return segments;
  }

  @Override
  public List<String> notes() {
    return notes;
  }

  @Override
  public <A extends FeatureAccumulator<A>> A collect(A empty) {
    return engine.collect(featureRows(), empty);
  }

  @Override
  public void forEach(Consumer<FeatureEpisode> visitor) {
    FeatureRows all = featureRows();
    FeatureRows.Reader reader = all.reader(visitor);
    engine.query(all.query().inOrder(), reader::row);
    reader.finish();
  }

  private FeatureRows featureRows() {
    boolean propensities = !estimated && rows.typed().columns.has(Role.PROPENSITY);
    return FeatureRows.of(
        columnsKept ->
            sql.decisions(
                rows.typed(),
                rows.base(),
                options.log().seed(),
                segments.isPresent(),
                propensities ? with(columnsKept) : columnsKept),
        rows.horizon(),
        columns,
        lists,
        actions.names(),
        folds.map(Labels::names).orElse(List.of()),
        folds(),
        kept,
        estimated,
        knowsBehavior(),
        policies,
        segments);
  }

  private static List<String> with(List<String> kept) {
    return Stream.concat(kept.stream(), Stream.of("propensity")).toList();
  }
}
