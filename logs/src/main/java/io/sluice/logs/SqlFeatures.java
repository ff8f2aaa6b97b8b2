package io.sluice.logs;

import io.sluice.assumptions.Finding;
import io.sluice.features.FeatureAccumulator;
import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureEpisode;
import io.sluice.features.FeatureSource;
import io.sluice.logs.LogReader.CheckedRows;
import io.sluice.mdp.Labels;
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
  private final FeatureRows.Probabilities probabilities;
  private final boolean estimated;
  private final Finding complete;
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
      FeatureRows.Probabilities probabilities,
      boolean estimated,
      Finding complete,
      List<String> notes) {
    this.engine = engine;
    this.sql = sql;
    this.options = options;
    this.rows = rows;
    this.columns = columns;
    this.lists = lists;
    this.actions = actions;
    this.folds = folds;
    this.probabilities = probabilities;
    this.estimated = estimated;
    this.complete = complete;
    this.notes = notes;
    if (options.policy().share() < 1 && !knowsBehavior()) {
      throw new SettingException(
          "policy",
          "needs the logged policy's probabilities of all actions to judge it or a mixture with it, got "
              + (estimated
                  ? "none, and an estimate will not do (log them in columns, and pass `behavior` columns:PREFIX)"
                  : "those of the chosen ones only"));
    }
  }

  /**
   * The same rows with another policy to judge, if they hold what it needs; nothing is read again.
   */
  Optional<FeatureSource> judging(RowPolicy policy) {
    RowPolicy kept = options.policy().proper();
    RowPolicy asked = policy.proper();
    if (!asked.equals(kept) && !(needsNoColumns(asked) && needsNoColumns(kept))) {
      return Optional.empty();
    }
    FeatureReader.requireKnown(policy, actions);
    return Optional.of(
        new SqlFeatures(
            engine,
            sql,
            options.with(policy),
            rows,
            columns,
            lists,
            actions,
            folds,
            probabilities,
            estimated,
            complete,
            notes));
  }

  private static boolean needsNoColumns(RowPolicy proper) {
    return proper instanceof RowPolicy.Uniform
        || proper instanceof RowPolicy.Logged
        || proper instanceof RowPolicy.Always;
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
    return !estimated && (probabilities.knowsAll() || actions.size() <= 2);
  }

  @Override
  public boolean estimatesBehavior() {
    return estimated;
  }

  @Override
  public Optional<String> policyLearnedFrom() {
    return options.policy().proper() instanceof RowPolicy.Saved saved
        ? Optional.of(saved.saved().origin().learnedFrom())
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
        kept ->
            sql.decisions(
                rows.typed(), rows.base(), options.log().seed(), propensities ? with(kept) : kept),
        rows.horizon(),
        columns,
        lists,
        actions.names(),
        folds.map(Labels::names).orElse(List.of()),
        folds(),
        probabilities,
        estimated,
        knowsBehavior(),
        options.policy());
  }

  private static List<String> with(List<String> kept) {
    return Stream.concat(kept.stream(), Stream.of("propensity")).toList();
  }
}
