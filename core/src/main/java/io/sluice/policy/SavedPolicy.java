package io.sluice.policy;

import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import io.sluice.policy.StepModel.Scores;
import io.sluice.policy.StepModel.Table;
import io.sluice.policy.StepModel.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A learned policy that decides on its own: read it from its file, pass a row, get an action.
 *
 * <pre>
 * SavedPolicy policy = SavedPolicy.read(Path.of("policy.json"));
 * String action = policy.choose(Map.of("step", 1, "price", 12.5, "device", "phone"));
 * </pre>
 *
 * <p>What is missing or unknown never fails: a number that is missing or not finite counts as
 * missing, one outside the log's range as the nearer end of it, and a level that the log did not
 * have as one of the rare ones. Of equal scores the action that comes first is taken.
 *
 * @param firstStep the number of the first step in the log that it was learned from: 0 or 1
 * @param actions in the order of their labels
 * @param terms the functions that scores are made of; none where no step has scores
 * @param steps how it decides at each step
 */
public record SavedPolicy(
    Origin origin,
    int firstStep,
    List<String> actions,
    List<PolicyColumn> columns,
    List<Term> terms,
    List<StepModel> steps) {
  /** The column with the step of a row. */
  public static final String STEP = "step";

  public SavedPolicy {
    actions = List.copyOf(actions);
    columns = List.copyOf(columns);
    terms = List.copyOf(terms);
    steps = List.copyOf(steps);
    if (actions.isEmpty() || steps.isEmpty()) {
      throw new IllegalArgumentException("policy: needs an action and a step, got none");
    }
    if (firstStep != 0 && firstStep != 1) {
      throw new IllegalArgumentException("policy: needs steps from 0 or 1, got " + firstStep);
    }
  }

  /** A policy whose steps are counted from 1. */
  public SavedPolicy(
      Origin origin,
      List<String> actions,
      List<PolicyColumn> columns,
      List<Term> terms,
      List<StepModel> steps) {
    this(origin, 1, actions, columns, terms, steps);
  }

  /** The same policy, of which more is known. */
  public SavedPolicy withOrigin(Origin other) {
    return new SavedPolicy(other, firstStep, actions, columns, terms, steps);
  }

  /**
   * Reads a file that {@link PolicyJson} wrote.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static SavedPolicy read(Path file) throws IOException {
    return PolicyJson.read(Files.readString(file), file.toString());
  }

  public int horizon() {
    return steps.size();
  }

  /** The number of the last step, as rows count them. */
  public int lastStep() {
    return firstStep + steps.size() - 1;
  }

  /**
   * The action for a row: the one with the highest probability, the first of equal ones.
   *
   * @param row values by column: numbers, texts, booleans, or nothing; {@value #STEP} as in the log
   *     that it was learned from, from {@link #firstStep}, which may be left out where there is one
   *     step only
   */
  public String choose(Map<String, ?> row) {
    double[] probabilities = probabilities(stepOf(row), RowText.values(columns, row));
    int best = 0;
    for (int a = 1; a < probabilities.length; a++) {
      best = probabilities[a] > probabilities[best] ? a : best;
    }
    return actions.get(best);
  }

  /** The probability of every action in a row. */
  public Map<String, Double> probabilities(Map<String, ?> row) {
    double[] all = probabilities(stepOf(row), RowText.values(columns, row));
    Map<String, Double> named = new LinkedHashMap<>();
    for (int a = 0; a < all.length; a++) {
      named.put(actions.get(a), all[a]);
    }
    return named;
  }

  /** The place of a row's step, from 1. */
  private int stepOf(Map<String, ?> row) {
    Object step = row.get(STEP);
    if (step == null && steps.size() == 1) {
      return 1;
    }
    double number = step instanceof Number n ? n.doubleValue() : RowText.number(step);
    if (!(number >= firstStep && number <= lastStep() && number == Math.rint(number))) {
      throw new IllegalArgumentException(
          "%s: needs a whole number from %s to %s, got %s"
              .formatted(STEP, firstStep, lastStep(), step));
    }
    return (int) number - firstStep + 1;
  }

  /**
   * The probability of every action.
   *
   * @param step its place, from 1 whatever rows count from
   * @param x the columns of a row, as {@link PolicyColumn} reads them
   */
  public double[] probabilities(int step, double[] x) {
    StepModel model = steps.get(step - 1);
    double[] all = new double[actions.size()];
    if (model instanceof Table table) {
      List<Double> row = rowOf(table, x[0]);
      Arrays.setAll(all, row::get);
    } else {
      all[choose(step, x)] = 1;
    }
    return all;
  }

  private List<Double> rowOf(Table table, double state) {
    List<String> levels = columns.get(0).levels();
    boolean known = state >= 0 && state < levels.size();
    List<Double> row = known ? table.states().get(levels.get((int) state)) : null;
    return row == null ? table.fallback() : row;
  }

  /** The action of a deterministic policy. */
  public int choose(int step, double[] x) {
    StepModel model = steps.get(step - 1);
    if (model instanceof Tree tree) {
      return leaf(tree.root(), x).action();
    }
    if (model instanceof Scores scores) {
      return highest(scores.scores(), x);
    }
    double[] all = probabilities(step, x);
    int best = 0;
    for (int a = 1; a < all.length; a++) {
      best = all[a] > all[best] ? a : best;
    }
    return best;
  }

  /** The leaf of a tree that a row reaches. */
  public static Leaf leaf(Node root, double[] x) {
    Node at = root;
    while (true) {
      if (at instanceof AtMost node) {
        at = answer(node, x) ? node.yes() : node.no();
      } else if (at instanceof OneOf node) {
        at = answer(node, x) ? node.yes() : node.no();
      } else {
        return (Leaf) at;
      }
    }
  }

  /** A row's answer to the question of a node. */
  public static boolean answer(Node node, double[] x) {
    if (node instanceof AtMost n) {
      double value = x[n.column()];
      return Double.isNaN(value) ? n.missing() : value <= n.threshold();
    }
    OneOf n = (OneOf) node;
    double value = x[n.column()];
    return Double.isNaN(value) ? n.missing() : n.levels().contains((int) value);
  }

  private int highest(List<Score> scores, double[] x) {
    double[] f = new double[terms.size()];
    for (int i = 0; i < f.length; i++) {
      f[i] = terms.get(i).of(x);
    }
    return Score.highest(scores, f);
  }

  /** Whether the policy is deterministic at every step. */
  public boolean isDeterministic() {
    return steps.stream().noneMatch(s -> s instanceof Table);
  }
}
