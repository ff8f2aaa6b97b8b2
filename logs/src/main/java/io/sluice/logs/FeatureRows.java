package io.sluice.logs;

import io.sluice.counts.EpisodeBlocks;
import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureColumn.Kind;
import io.sluice.features.FeatureEpisode;
import io.sluice.fit.BadLogException;
import io.sluice.mdp.Labels;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a log with feature columns, as SQL, and how rows become episodes; wherever that is
 * done.
 */
public final class FeatureRows implements Serializable {
  /** Step, action, reward, hash, cluster. */
  private static final int FIXED = 5;

  /** Where the judged policy's decisions come from. */
  private enum Decisions {
    LOGGED,
    COLUMNS,
    SAVED,
    UNIFORM,
    RULE,
    ALWAYS
  }

  /** For each action, the place of its column among those of the logged and the judged policy. */
  static final class Probabilities implements Serializable {
    private final int[] behavior;
    private final int[] policy;

    Probabilities(int[] behavior, int[] policy) {
      this.behavior = behavior;
      this.policy = policy;
    }

    /** Whether π_b of all actions has columns. */
    boolean knowsAll() {
      return behavior.length > 0;
    }

    private int policyColumns() {
      return (int) Arrays.stream(policy).filter(p -> p >= 0).count();
    }
  }

  private final OrderedRows query;
  private final int horizon;
  private final List<FeatureColumn> columns;
  private final List<Integer> lists;
  private final List<String> actions;
  private final List<String> foldNames;
  private final int folds;
  private final Probabilities probabilities;
  private final boolean estimated;
  private final boolean known;
  private final double share;
  private final Decisions decisions;
  private final String decided; // the action, or the saved policy's JSON
  private final int savedColumns;
  private final boolean ruled; // whether a rule's action is kept

  private FeatureRows(
      OrderedRows query,
      int horizon,
      List<FeatureColumn> columns,
      List<Integer> lists,
      List<String> actions,
      List<String> foldNames,
      int folds,
      Probabilities probabilities,
      boolean estimated,
      boolean known,
      RowPolicy policy) {
    this.query = query;
    this.horizon = horizon;
    this.columns = List.copyOf(columns);
    this.lists = List.copyOf(lists);
    this.actions = List.copyOf(actions);
    this.foldNames = List.copyOf(foldNames);
    this.folds = folds;
    this.probabilities = probabilities;
    this.estimated = estimated;
    this.known = known;
    share = policy.share();
    decisions = share == 0 ? Decisions.LOGGED : decisions(policy.proper());
    decided =
        policy.proper() instanceof RowPolicy.Always always
            ? always.action()
            : policy.proper() instanceof RowPolicy.Saved saved
                ? PolicyJson.text(saved.saved())
                : "";
    savedColumns = SavedColumns.count(policy);
    ruled = policy.proper() instanceof RowPolicy.Rule;
  }

  private static Decisions decisions(RowPolicy proper) {
    return proper instanceof RowPolicy.Columns || proper instanceof RowPolicy.Table
        ? Decisions.COLUMNS
        : proper instanceof RowPolicy.Saved
            ? Decisions.SAVED
            : proper instanceof RowPolicy.Uniform
                ? Decisions.UNIFORM
                : proper instanceof RowPolicy.Always ? Decisions.ALWAYS : Decisions.RULE;
  }

  /**
   * @param query with these columns kept
   * @param lists of every column of the log that is a feature, how many numbers its lists have, or
   *     0 if it has none
   * @param foldNames in a column; none if folds are by a hash
   * @param known whether π_b of every action is
   */
  static FeatureRows of(
      Function<List<String>, OrderedRows> query,
      int horizon,
      List<FeatureColumn> columns,
      List<Integer> lists,
      List<String> actions,
      List<String> foldNames,
      int folds,
      Probabilities probabilities,
      boolean estimated,
      boolean known,
      RowPolicy policy) {
    List<String> kept = new ArrayList<>();
    for (int j = 0; j < lists.size(); j++) {
      kept.add("x" + j);
    }
    for (int i = 0; i < probabilities.behavior.length + probabilities.policyColumns(); i++) {
      kept.add("q" + i);
    }
    if (policy.proper() instanceof RowPolicy.Rule) {
      kept.add("rule");
    }
    for (int j = 0; j < SavedColumns.count(policy); j++) {
      kept.add("s" + j);
    }
    if (!foldNames.isEmpty()) {
      kept.add("fold");
    }
    return new FeatureRows(
        query.apply(kept),
        horizon,
        columns,
        lists,
        actions,
        foldNames,
        folds,
        probabilities,
        estimated,
        known,
        policy);
  }

  /** All rows, episode after episode, in the order of blocks. */
  public OrderedRows query() {
    return query;
  }

  /** Puts rows together to episodes, each of which is valid until the next one is read. */
  public Reader reader(Consumer<FeatureEpisode> visitor) {
    return new Reader(visitor, this);
  }

  /** Puts rows together to episodes. */
  public static final class Reader {
    private final Consumer<FeatureEpisode> visitor;
    private final FeatureRows rows;
    private final FeatureEpisode.Writer writer;
    private final Labels actions;
    private final Labels folds;
    private final List<Labels> levels;
    private final @Nullable SavedPolicy policy;
    private final double[] x;
    private final double[] behavior;
    private final double[] evaluated;
    private final int firstProbability;
    private final int rule;
    private final int saved;
    private final int fold;
    private final int propensity;
    private long cluster = -1;
    private @Nullable String clusterName;

    private Reader(Consumer<FeatureEpisode> visitor, FeatureRows rows) {
      this.visitor = visitor;
      this.rows = rows;
      actions = Labels.inOrder(rows.actions);
      folds = Labels.inOrder(rows.foldNames);
      levels = rows.columns.stream().map(c -> Labels.inOrder(c.levels())).toList();
      policy = rows.decisions == Decisions.SAVED ? PolicyJson.read(rows.decided, "policy") : null;
      writer = new FeatureEpisode.Writer(rows.horizon, rows.columns.size(), actions.size());
      x = new double[rows.columns.size()];
      behavior = new double[actions.size()];
      evaluated = new double[actions.size()];
      firstProbability = FIXED + rows.lists.size();
      rule =
          firstProbability
              + rows.probabilities.behavior.length
              + rows.probabilities.policyColumns();
      saved = rule + (rows.ruled ? 1 : 0);
      fold = saved + rows.savedColumns;
      propensity = fold + (rows.foldNames.isEmpty() ? 0 : 1);
    }

    /** Rows come in order. */
    public void row(SqlEngine.Row row) {
      if (row.integer(0) == 1) {
        finish();
        begin(row);
      }
      int action = actions.id(Objects.requireNonNull(row.text(1)));
      for (int i = 0, j = 0; i < rows.lists.size(); i++) {
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
          rows.foldNames.isEmpty()
              ? byHash % rows.folds
              : folds.id(Objects.requireNonNull(row.text(fold))),
          EpisodeBlocks.block(hash));
    }

    /** Writes the i-th column of the log from place j on, and says where the next begins. */
    private int readFeature(SqlEngine.Row row, int i, int j) {
      int length = rows.lists.get(i);
      int width = Math.max(1, length);
      FeatureColumn column = rows.columns.get(j);
      if (row.isMissing(FIXED + i)) {
        Arrays.fill(x, j, j + width, Double.NaN);
      } else if (length > 0) {
        FeatureKinds.write(Objects.requireNonNull(row.text(FIXED + i)), x, j);
      } else if (column.kind() == Kind.NUMBER) {
        x[j] = row.number(FIXED + i);
      } else {
        int level = levels.get(j).id(Objects.requireNonNull(row.text(FIXED + i)));
        x[j] = level < 0 ? column.levels().size() : level;
      }
      return j + width;
    }

    /** Writes π_b; NaN for actions of which it is not known. */
    private double behavior(SqlEngine.Row row, int action) {
      if (rows.estimated) {
        Arrays.fill(behavior, Double.NaN);
        return Double.NaN;
      }
      if (rows.probabilities.knowsAll()) {
        write(row, firstProbability, rows.probabilities.behavior, behavior);
        if (behavior[action] == 0) {
          throw new BadLogException(
              "logged policy: an action that was taken had some probability, got 0 for %s"
                  .formatted(actions.name(action)));
        }
        return behavior[action];
      }
      double taken = row.number(propensity);
      Arrays.fill(behavior, rows.known ? 1 - taken : Double.NaN);
      behavior[action] = taken;
      return taken;
    }

    /** Probabilities that sum to 1 but for rounding are made to. */
    private static void write(SqlEngine.Row row, int first, int[] places, double[] into) {
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
      switch (rows.decisions) {
        case LOGGED -> System.arraycopy(behavior, 0, evaluated, 0, evaluated.length);
        case COLUMNS ->
            write(
                row,
                firstProbability + rows.probabilities.behavior.length,
                rows.probabilities.policy,
                evaluated);
        case SAVED ->
            SavedColumns.write(Objects.requireNonNull(policy), row, saved, actions, evaluated);
        case UNIFORM -> Arrays.fill(evaluated, 1.0 / evaluated.length);
        case RULE, ALWAYS -> {
          Arrays.fill(evaluated, 0);
          evaluated[chosen(row)] = 1;
        }
      }
      double share = rows.share;
      for (int a = 0; share > 0 && share < 1 && a < evaluated.length; a++) {
        evaluated[a] = share * evaluated[a] + (1 - share) * behavior[a];
      }
    }

    private int chosen(SqlEngine.Row row) {
      String name = rows.decisions == Decisions.ALWAYS ? rows.decided : row.text(rule);
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

    /** After the last row. */
    public void finish() {
      if (writer.length() > 0) {
        visitor.accept(writer.episode());
      }
    }
  }
}
