package io.sluice.logs;

import io.sluice.assumptions.Finding;
import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureColumn.Kind;
import io.sluice.features.FeatureEpisode;
import io.sluice.features.FeatureSource;
import io.sluice.fit.BadLogException;
import io.sluice.logs.LogReader.CheckedRows;
import io.sluice.mdp.Labels;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The episodes of a log with feature columns, by a query, one at a time in memory. */
final class SqlFeatures implements FeatureSource {
  /** Step, action, reward, hash, cluster. */
  private static final int FIXED = 5;

  private final SqlEngine engine;
  private final FeatureSql sql;
  private final FeatureOptions options;
  private final CheckedRows rows;
  private final List<FeatureColumn> columns;
  private final List<Integer> lists;
  private final List<Labels> levels = new ArrayList<>();
  private final Labels actions;
  private final Optional<Labels> folds;
  private final Probabilities probabilities;
  private final boolean estimated;
  private final Finding complete;
  private final List<String> notes;

  /** For each action, the place of its column among those of the logged and the judged policy. */
  static final class Probabilities {
    private final int[] behavior;
    private final int[] policy;

    Probabilities(int[] behavior, int[] policy) {
      this.behavior = behavior;
      this.policy = policy;
    }
  }

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
      Probabilities probabilities,
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
    columns.forEach(c -> levels.add(Labels.inOrder(c.levels())));
    if (options.policy().share() < 1 && !knowsBehavior()) {
      throw new SettingException(
          "policy",
          "needs the logged policy's probabilities of all actions to judge it or a mixture with it, got "
              + (estimated
                  ? "none, and an estimate will not do (log them in columns, and pass `behavior` columns:PREFIX)"
                  : "those of the chosen ones only"));
    }
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
    return !estimated && (probabilities.behavior.length > 0 || actions.size() <= 2);
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
  public void forEach(Consumer<FeatureEpisode> visitor) {
    Reader reader = new Reader(visitor);
    List<String> kept = new ArrayList<>();
    for (int j = 0; j < lists.size(); j++) {
      kept.add("x" + j);
    }
    for (int i = 0; i < probabilities.behavior.length + reader.policyColumns; i++) {
      kept.add("q" + i);
    }
    if (options.policy().proper() instanceof RowPolicy.Rule) {
      kept.add("rule");
    }
    for (int j = 0; j < SavedColumns.count(options.policy()); j++) {
      kept.add("s" + j);
    }
    if (folds.isPresent()) {
      kept.add("fold");
    }
    if (!estimated && rows.typed().columns.has(Role.PROPENSITY)) {
      kept.add("propensity");
    }
    engine.query(sql.decisions(rows.typed(), rows.base(), options.log().seed(), kept), reader::row);
    reader.finish();
  }

  /** Puts rows together to episodes. */
  private final class Reader {
    private final Consumer<FeatureEpisode> visitor;
    private final FeatureEpisode.Writer writer;
    private final double[] x = new double[columns.size()];
    private final double[] behavior = new double[actions.size()];
    private final double[] evaluated = new double[actions.size()];
    private final int policyColumns =
        (int) Arrays.stream(probabilities.policy).filter(p -> p >= 0).count();
    private final int firstProbability = FIXED + lists.size();
    private final int rule = firstProbability + probabilities.behavior.length + policyColumns;
    private final int saved = rule + (options.policy().proper() instanceof RowPolicy.Rule ? 1 : 0);
    private final int fold = saved + SavedColumns.count(options.policy());
    private final int propensity = fold + (folds.isPresent() ? 1 : 0);
    private long cluster = -1;
    private @Nullable String clusterName;

    Reader(Consumer<FeatureEpisode> visitor) {
      this.visitor = visitor;
      this.writer = new FeatureEpisode.Writer(rows.horizon(), columns.size(), actions.size());
    }

    void row(SqlEngine.Row row) {
      if (row.integer(0) == 1) {
        finish();
        begin(row);
      }
      int action = actions.id(Objects.requireNonNull(row.text(1)));
      for (int i = 0, j = 0; i < lists.size(); i++) {
        j = readFeature(row, i, j);
      }
      double taken = behavior(row, action);
      evaluate(row);
      writer.row(x, action, row.number(2), taken, behavior, evaluated);
    }

    private void begin(SqlEngine.Row row) {
      String hash = Objects.requireNonNull(row.text(3));
      String name = row.text(4);
      if (name == null || !Objects.equals(name, clusterName)) {
        cluster++;
        clusterName = name;
      }
      // Digits after those of the block, so that a fold has episodes of all blocks.
      int byHash = Integer.parseInt(hash, 3, 8, 16);
      writer.begin(
          cluster,
          folds
              .map(labels -> labels.id(Objects.requireNonNull(row.text(fold))))
              .orElse(byHash % options.folds()));
    }

    /** Writes the i-th column of the log from place j on, and says where the next begins. */
    private int readFeature(SqlEngine.Row row, int i, int j) {
      int width = Math.max(1, lists.get(i));
      if (row.isMissing(FIXED + i)) {
        Arrays.fill(x, j, j + width, Double.NaN);
      } else if (lists.get(i) > 0) {
        FeatureKinds.write(Objects.requireNonNull(row.text(FIXED + i)), x, j);
      } else if (columns.get(j).kind() == Kind.NUMBER) {
        x[j] = row.number(FIXED + i);
      } else {
        int level = levels.get(j).id(Objects.requireNonNull(row.text(FIXED + i)));
        x[j] = level < 0 ? columns.get(j).levels().size() : level;
      }
      return j + width;
    }

    /** Writes π_b; NaN for actions of which it is not known. */
    private double behavior(SqlEngine.Row row, int action) {
      if (estimated) {
        Arrays.fill(behavior, Double.NaN);
        return Double.NaN;
      }
      if (probabilities.behavior.length > 0) {
        write(row, firstProbability, probabilities.behavior, behavior);
        if (behavior[action] == 0) {
          throw new BadLogException(
              "logged policy: an action that was taken had some probability, got 0 for %s"
                  .formatted(actions.name(action)));
        }
        return behavior[action];
      }
      double taken = row.number(propensity);
      Arrays.fill(behavior, knowsBehavior() ? 1 - taken : Double.NaN);
      behavior[action] = taken;
      return taken;
    }

    /** Probabilities that sum to 1 but for rounding are made to. */
    private void write(SqlEngine.Row row, int first, int[] places, double[] into) {
      double sum = 0;
      for (int a = 0; a < into.length; a++) {
        into[a] = places[a] < 0 ? 0 : row.number(first + places[a]);
        sum += into[a];
      }
      for (int a = 0; a < into.length && Math.abs(sum - 1) > 1e-12; a++) {
        into[a] /= sum;
      }
    }

    private void evaluate(SqlEngine.Row row) {
      RowPolicy proper = options.policy().proper();
      double share = options.policy().share();
      if (share == 0) {
        System.arraycopy(behavior, 0, evaluated, 0, evaluated.length);
      } else if (proper instanceof RowPolicy.Columns || proper instanceof RowPolicy.Table) {
        int first = firstProbability + probabilities.behavior.length;
        write(row, first, probabilities.policy, evaluated);
      } else if (proper instanceof RowPolicy.Saved policy) {
        SavedColumns.write(policy.saved(), row, saved, actions, evaluated);
      } else if (proper instanceof RowPolicy.Uniform) {
        Arrays.fill(evaluated, 1.0 / evaluated.length);
      } else {
        Arrays.fill(evaluated, 0);
        evaluated[chosen(row, proper)] = 1;
      }
      for (int a = 0; share > 0 && share < 1 && a < evaluated.length; a++) {
        evaluated[a] = share * evaluated[a] + (1 - share) * behavior[a];
      }
    }

    private int chosen(SqlEngine.Row row, RowPolicy proper) {
      String name = proper instanceof RowPolicy.Always always ? always.action() : row.text(rule);
      int action = name == null ? -1 : actions.id(name);
      if (action < 0) {
        throw new BadLogException(
            "policy sql: must give one of the actions %s, got %s"
                .formatted(
                    String.join(", ", actions.names()),
                    name == null ? "nothing" : '"' + name + '"'));
      }
      return action;
    }

    void finish() {
      if (writer.length() > 0) {
        visitor.accept(writer.episode());
      }
    }
  }
}
