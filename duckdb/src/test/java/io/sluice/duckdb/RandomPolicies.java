package io.sluice.duckdb;

import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.PolicyColumn.Reading;
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
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Policies with every kind of question and function, and rows with everything that rows have. */
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

  private RandomPolicies() {}

  /** A tree at odd steps and scores at even ones. */
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
    return new SavedPolicy(origin, ACTIONS, COLUMNS, terms, steps);
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
  public static Map<String, @Nullable Object> row(SplittableRandom random, int horizon) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("step", 1 + random.nextInt(horizon));
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
