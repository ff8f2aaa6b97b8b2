package io.sluice.duckdb;

import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureLearning;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureTable;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.PolicyColumn.Reading;
import io.sluice.policy.RowText;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.Score;
import io.sluice.policy.StepModel;
import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import io.sluice.policy.StepModel.Scores;
import io.sluice.policy.StepModel.Tree;
import io.sluice.policy.Term;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Policies with every kind of question and function, and rows with everything that rows have. All
 * tests of exports decide with the same policies, {@link #all}.
 */
public final class RandomPolicies {
  /** In the order of the columns of rows. */
  public static final List<PolicyColumn> COLUMNS =
      List.of(
          PolicyColumn.number("price", -2, 7.25),
          PolicyColumn.number("Rec \"ency\"", 0, 1),
          PolicyColumn.category("device", List.of("it's", "phone", "ta\\b\"let")),
          PolicyColumn.number("day", 19_000, 20_000.5, new Reading.Days()),
          PolicyColumn.number("taste[2]", -1, 1, new Reading.Element("taste", 2)));

  public static final List<String> ACTIONS = List.of("no'ne", "disc\\ount", "\"mail\"");

  /** How many steps the policies of {@link #all} have. */
  static final int STEPS = 4;

  private static final List<SavedPolicy> ALL =
      List.of(of(1, STEPS), of(2, STEPS), of(3, STEPS), of(7, STEPS), learned());

  private RandomPolicies() {}

  /** Made at random, some with steps from 0; the last one was learned. */
  public static List<SavedPolicy> all() {
    return ALL;
  }

  /** What messages call the policies of {@link #all}, by their places. */
  public static String name(int place) {
    return "policy %d of all()".formatted(place + 1);
  }

  /** Rows to decide, others for each policy of {@link #all}. */
  public static List<Map<String, @Nullable Object>> rows(int place, int count) {
    SavedPolicy policy = all().get(place);
    SplittableRandom random = new SplittableRandom(101 + place);
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(row(random, policy));
    }
    return rows;
  }

  /**
   * Trees at odd steps and pessimistic scores at even ones, learned from a small log of such rows,
   * with values that are missing and levels that are none of the policy's.
   */
  private static SavedPolicy learned() {
    SavedPolicy steps = of(1, STEPS);
    List<FeatureColumn> columns = new ArrayList<>();
    for (PolicyColumn column : COLUMNS) {
      columns.add(
          column.kind() == PolicyColumn.Kind.NUMBER
              ? FeatureColumn.number(column.name(), column.reading())
              : FeatureColumn.category(column.name(), column.levels()));
    }
    FeatureTable log = new FeatureTable(columns, ACTIONS, STEPS, 3, false);
    SplittableRandom random = new SplittableRandom(21);
    double[] even = {0.25, 0.25, 0.5};
    for (int e = 0; e < 150; e++) {
      log.begin(e, e % 3);
      for (int k = 0; k < STEPS; k++) {
        Map<String, @Nullable Object> row = row(random, steps);
        double[] x =
            COLUMNS.stream().mapToDouble(c -> RowText.value(c, row.get(c.source()))).toArray();
        int action = Math.min(2, random.nextInt(4));
        boolean better = x[0] > 1 ? action == 0 : x[2] == 3 ? action == 1 : action == 2;
        log.row(x, action, random.nextDouble() < (better ? 0.9 : 0.1) ? 1 : 0, even, even);
      }
    }
    Map<String, SavedPolicy> both =
        FeatureLearning.learned(log, FeatureSettings.defaults(), List.of("spvi", "tree-3"));
    SavedPolicy scores = Objects.requireNonNull(both.get("spvi"));
    List<StepModel> trees = Objects.requireNonNull(both.get("tree-3")).steps();
    List<StepModel> models = new ArrayList<>(scores.steps());
    for (int k = 0; k < STEPS; k += 2) {
      models.set(k, trees.get(k));
    }
    return new SavedPolicy(
        scores.origin(), scores.actions(), scores.columns(), scores.terms(), models);
  }

  /** A tree at odd steps and scores at even ones; of an even seed, steps count from 0. */
  public static SavedPolicy of(long seed, int horizon) {
    SplittableRandom random = new SplittableRandom(seed);
    Term.Number price = new Term.Number(0, 1.1, 2.3);
    Term.Number recency = new Term.Number(1, 0.4, 1 / 3.0);
    Term.Level phone = new Term.Level(2, 1);
    Term.Number day = new Term.Number(3, 19_500, 300);
    Term.Number taste = new Term.Number(4, 0, 0.7);
    List<Term> terms =
        List.of(
            new Term.Constant(),
            price,
            new Term.Missing(0),
            recency,
            new Term.Level(2, 0),
            phone,
            new Term.Level(2, 3),
            new Term.Missing(2),
            new Term.Square(price),
            new Term.Hinge(recency, -0.3),
            new Term.Product(price, recency),
            new Term.Product(price, phone),
            day,
            new Term.Missing(3),
            taste,
            new Term.Hinge(taste, 0.1));
    List<StepModel> steps = new ArrayList<>();
    for (int k = 1; k <= horizon; k++) {
      steps.add(k % 2 == 1 ? new Tree(node(random, 3)) : scores(random, terms.size()));
    }
    Origin.Certificate certificate =
        new Origin.Certificate(0.1, 0.3, 0.05, "efficient", "asymptotic", 7, 500);
    Origin origin =
        new Origin("1", "tree 2", "0123abcd", Map.of("seed", "1"), Optional.of(certificate));
    int firstStep = seed % 2 == 0 ? 0 : 1;
    return new SavedPolicy(origin, firstStep, ACTIONS, COLUMNS, terms, steps);
  }

  private static Node node(SplittableRandom random, int depth) {
    if (depth == 0) {
      return new Leaf(random.nextInt(ACTIONS.size()));
    }
    boolean missing = random.nextBoolean();
    Node yes = node(random, depth - 1);
    Node no = node(random, depth - 1);
    int column = random.nextInt(COLUMNS.size());
    if (column == 2) {
      return new OneOf(2, random.nextBoolean() ? List.of(0, 3) : List.of(1, 2), missing, yes, no);
    }
    double threshold =
        switch (column) {
          case 0 -> random.nextInt(5) + 0.1;
          case 3 -> 19_000 + random.nextInt(1_000) + 0.25;
          default -> random.nextDouble();
        };
    return new AtMost(column, threshold, missing, yes, no);
  }

  private static Scores scores(SplittableRandom random, int size) {
    List<Score> scores = new ArrayList<>();
    for (int a = 0; a < ACTIONS.size(); a++) {
      boolean plain = a == 2;
      scores.add(
          new Score(
              random.doubles(size, -1, 1).toArray(),
              plain ? new double[0] : random.doubles(size * (size + 1) / 2, 0, 0.05).toArray(),
              plain ? new double[0] : random.doubles(size, -0.2, 0.2).toArray()));
    }
    // Equal scores, so that ties are seen to.
    scores.set(1, random.nextBoolean() ? scores.get(0) : scores.get(1));
    return new Scores(scores);
  }

  /** A row with values that are missing, beyond the range, at thresholds, or never seen. */
  public static Map<String, @Nullable Object> row(SplittableRandom random, SavedPolicy policy) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("step", policy.firstStep() + random.nextInt(policy.horizon()));
    row.put(
        "price",
        switch (random.nextInt(8)) {
          case 0 -> null;
          case 1 -> random.nextInt(5) + 0.1;
          case 2 -> 1e200;
          case 3 -> Double.NaN;
          case 4 -> Double.NEGATIVE_INFINITY;
          default -> random.nextGaussian() * 3;
        });
    row.put("Rec \"ency\"", random.nextInt(5) == 0 ? null : random.nextDouble());
    String[] levels = {"it's", "phone", "ta\\b\"let", "watch", "", "N/A", " none ", "Phone"};
    int level = random.nextInt(levels.length + 1);
    row.put("device", level == levels.length ? null : levels[level]);
    LocalDateTime at = LocalDate.ofEpochDay(18_900 + random.nextInt(1_200)).atStartOfDay();
    row.put(
        "day",
        switch (random.nextInt(5)) {
          case 0 -> null;
          case 1 -> "n/a";
          case 2 -> at.plusSeconds(random.nextInt(86_400)).plusNanos(1_000).toString();
          case 3 -> at.plusHours(6).plusSeconds(1).toString().replace('T', ' ');
          default -> at.toLocalDate().toString();
        });
    row.put(
        "taste",
        switch (random.nextInt(5)) {
          case 0 -> null;
          case 1 -> "[]";
          case 2 -> "[1, NaN, 2]";
          default -> "[7,%s , -1e3]".formatted(random.nextGaussian());
        });
    return row;
  }
}
