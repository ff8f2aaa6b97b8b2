package io.sluice.logs;

import io.sluice.counts.EpisodeBlocks;
import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureColumn.Kind;
import io.sluice.features.FeatureEpisode;
import io.sluice.fit.BadLogException;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Segments;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

  /** Where a judged policy's decisions come from. */
  private enum Decisions {
    LOGGED,
    COLUMNS,
    SAVED,
    UNIFORM,
    RULE,
    ALWAYS
  }

  /** How a judged policy decides. */
  private static final class Judged implements Serializable {
    private final double share;
    private final Decisions decisions;
    private final String decided; // the action, or the saved policy's JSON
    private final KeptDecisions.Place place;

    Judged(RowPolicy policy, KeptDecisions kept) {
      RowPolicy proper = policy.proper();
      share = policy.share();
      decisions = share == 0 ? Decisions.LOGGED : decisions(proper);
      decided =
          proper instanceof RowPolicy.Always always
              ? always.action()
              : proper instanceof RowPolicy.Saved saved ? PolicyJson.text(saved.saved()) : "";
      place = kept.place(proper).orElseGet(() -> new KeptDecisions.Place(0, new int[0]));
    }

    @Nullable SavedPolicy saved() {
      return decisions == Decisions.SAVED ? PolicyJson.read(decided, "policy") : null;
    }
  }

  private final OrderedRows query;
  private final int horizon;
  private final List<FeatureColumn> columns;
  private final List<Integer> lists;
  private final List<String> actions;
  private final List<String> foldNames;
  private final int folds;
  private final KeptDecisions kept;
  private final boolean estimated;
  private final boolean known;
  private final List<Judged> policies;
  private final @Nullable Segments segments;
  private final int first; // place of the first kept column

  private FeatureRows(
      OrderedRows query,
      int horizon,
      List<FeatureColumn> columns,
      List<Integer> lists,
      List<String> actions,
      List<String> foldNames,
      int folds,
      KeptDecisions kept,
      boolean estimated,
      boolean known,
      List<RowPolicy> policies,
      Optional<Segments> segments) {
    this.query = query;
    this.segments = segments.orElse(null);
    first = FIXED + (segments.isPresent() ? 1 : 0);
    this.horizon = horizon;
    this.columns = List.copyOf(columns);
    this.lists = List.copyOf(lists);
    this.actions = List.copyOf(actions);
    this.foldNames = List.copyOf(foldNames);
    this.folds = folds;
    this.kept = kept;
    this.estimated = estimated;
    this.known = known;
    this.policies = policies.stream().map(p -> new Judged(p, kept)).toList();
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
   * @param decisions what is kept for policies
   * @param known whether π_b of every action is
   * @param segments if rows are assigned to some, in a column before those that are kept
   */
  static FeatureRows of(
      Function<List<String>, OrderedRows> query,
      int horizon,
      List<FeatureColumn> columns,
      List<Integer> lists,
      List<String> actions,
      List<String> foldNames,
      int folds,
      KeptDecisions decisions,
      boolean estimated,
      boolean known,
      List<RowPolicy> policies,
      Optional<Segments> segments) {
    List<String> kept = new ArrayList<>();
    for (int j = 0; j < lists.size(); j++) {
      kept.add("x" + j);
    }
    for (int i = 0; i < decisions.probabilities(); i++) {
      kept.add("q" + i);
    }
    for (int i = 0; i < decisions.rules(); i++) {
      kept.add("rule" + i);
    }
    for (int j = 0; j < decisions.saved(); j++) {
      kept.add(SavedColumns.name(j));
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
        decisions,
        estimated,
        known,
        policies,
        segments);
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
    private final List<Optional<SavedPolicy>> saved;
    private final List<List<Map<String, Integer>>> places; // of levels of saved policies
    private final double[] x;
    private final double[] behavior;
    private final double[] evaluated;
    private final int firstProbability;
    private final int firstRule;
    private final int firstSaved;
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
      saved = rows.policies.stream().map(p -> Optional.ofNullable(p.saved())).toList();
      places = saved.stream().map(p -> p.map(SavedColumns::places).orElse(List.of())).toList();
      writer =
          new FeatureEpisode.Writer(
              rows.horizon, rows.columns.size(), actions.size(), rows.policies.size());
      x = new double[rows.columns.size()];
      behavior = new double[actions.size()];
      evaluated = new double[actions.size()];
      firstProbability = rows.first + rows.lists.size();
      firstRule = firstProbability + rows.kept.probabilities();
      firstSaved = firstRule + rows.kept.rules();
      fold = firstSaved + rows.kept.saved();
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
      evaluate(row, 0);
      writer.row(x, action, row.number(2), taken, behavior, evaluated);
      for (int p = 1; p < rows.policies.size(); p++) {
        evaluate(row, p);
        writer.evaluated(p, evaluated);
      }
      if (rows.segments != null) {
        writer.segment(rows.segments, Objects.requireNonNull(row.text(FIXED)));
      }
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
          EpisodeBlocks.block(hash),
          Long.parseLong(hash, 0, 8, 16));
    }

    /** Writes the i-th column of the log from place j on, and says where the next begins. */
    private int readFeature(SqlEngine.Row row, int i, int j) {
      int length = rows.lists.get(i);
      int width = Math.max(1, length);
      FeatureColumn column = rows.columns.get(j);
      if (row.isMissing(rows.first + i)) {
        Arrays.fill(x, j, j + width, Double.NaN);
      } else if (length > 0) {
        FeatureKinds.write(Objects.requireNonNull(row.text(rows.first + i)), x, j);
      } else if (column.kind() == Kind.NUMBER) {
        x[j] = row.number(rows.first + i);
      } else {
        int level = levels.get(j).id(Objects.requireNonNull(row.text(rows.first + i)));
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
      if (rows.kept.knowsAll()) {
        write(row, firstProbability, rows.kept.behavior, behavior);
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

    private void evaluate(SqlEngine.Row row, int policy) {
      Judged judged = rows.policies.get(policy);
      switch (judged.decisions) {
        case LOGGED -> System.arraycopy(behavior, 0, evaluated, 0, evaluated.length);
        case COLUMNS -> write(row, firstProbability, judged.place.ofActions, evaluated);
        case SAVED ->
            SavedColumns.write(
                saved.get(policy).orElseThrow(),
                places.get(policy),
                row,
                firstSaved + judged.place.first,
                actions,
                evaluated);
        case UNIFORM -> Arrays.fill(evaluated, 1.0 / evaluated.length);
        case RULE, ALWAYS -> {
          Arrays.fill(evaluated, 0);
          evaluated[chosen(row, judged)] = 1;
        }
      }
      double share = judged.share;
      for (int a = 0; share > 0 && share < 1 && a < evaluated.length; a++) {
        evaluated[a] = share * evaluated[a] + (1 - share) * behavior[a];
      }
    }

    private int chosen(SqlEngine.Row row, Judged judged) {
      String name =
          judged.decisions == Decisions.ALWAYS
              ? judged.decided
              : row.text(firstRule + judged.place.first);
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
