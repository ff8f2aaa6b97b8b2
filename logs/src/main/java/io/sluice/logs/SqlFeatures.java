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
  private final OpenedLog log;
  private final CheckedRows rows;
  private final List<FeatureColumn> columns;
  private final List<Integer> lists;
  private final JudgedPolicies judged;
  private final Optional<Labels> folds;
  private final Finding complete;
  private final Optional<Segments> segments;
  private final List<String> notes;

  /**
   * @param lists of every column of the log that is a feature, how many numbers its lists have, or
   *     0 if it has none
   */
  SqlFeatures(
      OpenedLog log,
      CheckedRows rows,
      List<FeatureColumn> columns,
      List<Integer> lists,
      JudgedPolicies judged,
      Optional<Labels> folds,
      Finding complete,
      Optional<Segments> segments,
      List<String> notes) {
    this.log = log;
    this.rows = rows;
    this.columns = columns;
    this.lists = lists;
    this.judged = judged;
    this.folds = folds;
    this.complete = complete;
    this.segments = segments;
    this.notes = List.copyOf(notes);
    if (judged.policies().stream().anyMatch(p -> p.share() < 1) && !knowsBehavior()) {
      throw new SettingException(
          "policy",
          "needs the logged policy's probabilities of all actions to judge it or a mixture with it, got "
              + (estimatesBehavior()
                  ? "none, and an estimate will not do (log them in columns, and pass `behavior` columns:PREFIX)"
                  : "those of the chosen ones only"));
    }
  }

  /**
   * The same rows with other policies to judge, if they hold what those need; nothing is read
   * again.
   */
  Optional<FeatureSource> judging(List<RowPolicy> asked) {
    return judged
        .with(asked)
        .map(
            others ->
                new SqlFeatures(
                    log, rows, columns, lists, others, folds, complete, segments, notes));
  }

  @Override
  public int policies() {
    return judged.policies().size();
  }

  @Override
  public List<FeatureColumn> columns() {
    return columns;
  }

  @Override
  public List<String> actions() {
    return judged.actions().names();
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
    return folds.map(Labels::size).orElse(log.options().folds());
  }

  @Override
  public boolean hasClusters() {
    return rows.typed().columns.has(Role.CLUSTER);
  }

  /** Of two actions, one probability says both. */
  @Override
  public boolean knowsBehavior() {
    return !estimatesBehavior() && (judged.kept().knowsAll() || judged.actions().size() <= 2);
  }

  @Override
  public boolean estimatesBehavior() {
    return log.options().estimate() || log.lacksPropensities();
  }

  @Override
  public Optional<String> policyLearnedFrom(int policy) {
    return judged.policies().get(policy).proper() instanceof RowPolicy.Saved saved
        ? Optional.of(saved.saved().origin().learnedFrom()).filter(log -> !log.isEmpty())
        : Optional.empty();
  }

  @Override
  public String behaviorSource() {
    return estimatesBehavior()
        ? "estimated"
        : log.options().behavior().map(p -> "columns " + p).orElse("logged");
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
    return log.engine().collect(featureRows(), empty);
  }

  @Override
  public void forEach(Consumer<FeatureEpisode> visitor) {
    FeatureRows all = featureRows();
    FeatureRows.Reader reader = all.reader(visitor);
    log.engine().query(all.query().inOrder(), reader::row);
    reader.finish();
  }

  private FeatureRows featureRows() {
    boolean propensities = !estimatesBehavior() && rows.typed().columns.has(Role.PROPENSITY);
    return FeatureRows.of(
        columnsKept ->
            log.sql()
                .decisions(
                    rows.typed(),
                    rows.base(),
                    log.options().log().seed(),
                    segments.isPresent(),
                    propensities ? with(columnsKept) : columnsKept),
        rows.horizon(),
        columns,
        lists,
        judged.actions().names(),
        folds.map(Labels::names).orElse(List.of()),
        folds(),
        judged.kept(),
        estimatesBehavior(),
        knowsBehavior(),
        judged.policies(),
        segments);
  }

  private static List<String> with(List<String> kept) {
    return Stream.concat(kept.stream(), Stream.of("propensity")).toList();
  }
}
