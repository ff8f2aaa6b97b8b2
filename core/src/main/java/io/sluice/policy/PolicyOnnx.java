package io.sluice.policy;

import io.sluice.policy.OnnxGraph.Type;
import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import io.sluice.policy.StepModel.Scores;
import io.sluice.policy.StepModel.Table;
import io.sluice.policy.StepModel.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A policy as an ONNX model, with the decisions of {@link SavedPolicy#choose}: all numbers are
 * double, and sums are formed in the same order by plain operators, which no runtime may reorder.
 *
 * <p>Inputs are vectors with a value for every row: {@code step} where there are several (int64, as
 * in the log that the policy was learned from), numbers as double with NaN where they are missing,
 * dates among them as days since 1970-01-01, elements of lists each by itself, categories as
 * string. The output {@value #ACTION} has the actions' labels. A step that the policy does not have
 * is an error of the runtime. It takes operator set 20 of ONNX and set 2 of {@code ai.onnx.ml}.
 */
public final class PolicyOnnx {
  /** The output. */
  public static final String ACTION = PolicySql.ACTION;

  /** What {@link String#strip} removes. */
  private static final String SPACE =
      "[\\t-\\r\\x1c-\\x20\\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200a}\\x{2028}\\x{2029}\\x{205f}\\x{3000}]*";

  private final SavedPolicy policy;
  private final OnnxGraph graph = new OnnxGraph();
  private final List<String> missing = new ArrayList<>(); // by column
  private final List<String> x = new ArrayList<>(); // a number, or the place of a level
  private final List<String> functions = new ArrayList<>(); // each in a column of its own

  private PolicyOnnx(SavedPolicy policy) {
    this.policy = policy;
  }

  /** The bytes of a model. */
  public static byte[] model(SavedPolicy policy) {
    if (policy.columns().isEmpty()) {
      throw new IllegalArgumentException("onnx: needs a policy that looks at a column, got none");
    }
    return new PolicyOnnx(policy).model();
  }

  private byte[] model() {
    boolean several = policy.horizon() > 1;
    String step = several ? graph.input(SavedPolicy.STEP, Type.WHOLE) : "";
    policy.columns().forEach(this::read);
    if (policy.steps().stream().anyMatch(s -> s instanceof Scores)) {
      policy.terms().forEach(t -> functions.add(column(term(t))));
    }
    String everywhere = graph.apply("Or", missing.get(0), graph.apply("Not", missing.get(0)));
    String action = graph.whole(policy.actions().size()); // beyond the labels, hence an error
    for (int k = policy.horizon(); k >= 1; k--) {
      String here =
          several
              ? graph.apply("Equal", step, graph.whole(policy.firstStep() + k - 1))
              : everywhere;
      action = graph.apply("Where", here, decision(policy.steps().get(k - 1)), action);
    }
    graph.name(graph.gather(graph.texts(policy.actions()), action, 0), ACTION);
    Origin origin = policy.origin();
    Map<String, String> about = new TreeMap<>();
    about.put("learner", origin.learner());
    about.put("learnedFrom", origin.learnedFrom());
    return graph.model(ACTION, Type.TEXT, origin.version(), about);
  }

  private void read(PolicyColumn column) {
    if (column.isNumber()) {
      String given = graph.input(column.name(), Type.NUMBER);
      String none = graph.apply("Or", graph.apply("IsNaN", given), graph.apply("IsInf", given));
      String least = graph.numbers(column.least());
      String finite = graph.apply("Where", none, least, given);
      String within = graph.apply("Max", least, finite);
      missing.add(none);
      x.add(graph.apply("Min", graph.numbers(column.most()), within));
    } else {
      String given = graph.input(column.name(), Type.TEXT);
      String words = String.join("|", RowText.MISSING.stream().sorted().toList());
      missing.add(graph.matches(given, "(?i)%s(%s)%s".formatted(SPACE, words, SPACE)));
      x.add(graph.place(given, column.levels()));
    }
  }

  private String column(String vector) {
    return graph.apply("Unsqueeze", vector, graph.wholes(1));
  }

  private String flag(String condition) {
    return graph.apply("Where", condition, graph.numbers(1), graph.numbers(0));
  }

  private String term(Term term) {
    if (term instanceof Term.Constant) {
      return flag(graph.apply("Or", missing.get(0), graph.apply("Not", missing.get(0))));
    } else if (term instanceof Term.Number n) {
      String off = graph.apply("Sub", x.get(n.column()), graph.numbers(n.center()));
      String z = graph.apply("Div", off, graph.numbers(n.scale()));
      return graph.apply("Where", missing.get(n.column()), graph.numbers(0), z);
    } else if (term instanceof Term.Missing m) {
      return flag(missing.get(m.column()));
    } else if (term instanceof Term.Level l) {
      String same = graph.apply("Equal", x.get(l.column()), graph.whole(l.level()));
      return flag(graph.apply("And", graph.apply("Not", missing.get(l.column())), same));
    } else if (term instanceof Term.Hinge h) {
      String above = graph.apply("Sub", term(h.number()), graph.numbers(h.knot()));
      return graph.apply("Max", graph.numbers(0), above);
    } else if (term instanceof Term.Square s) {
      String z = term(s.number());
      return graph.apply("Mul", z, z);
    }
    Term.Product p = (Term.Product) term;
    return graph.apply("Mul", term(p.first()), term(p.second()));
  }

  /** The place of the action in every row. */
  private String decision(StepModel model) {
    if (model instanceof Tree tree) {
      return node(tree.root());
    }
    return model instanceof Table table ? table(table) : highest(((Scores) model).scores());
  }

  private String node(Node node) {
    if (node instanceof Leaf leaf) {
      return graph.whole(leaf.action());
    }
    if (node instanceof AtMost n) {
      String low = graph.apply("LessOrEqual", x.get(n.column()), graph.numbers(n.threshold()));
      return question(n.column(), low, n.missing(), n.yes(), n.no());
    }
    OneOf n = (OneOf) node;
    boolean[] in = new boolean[policy.columns().get(n.column()).levels().size() + 1];
    n.levels().forEach(l -> in[l] = true);
    String one = graph.gather(graph.flags(in), x.get(n.column()), 0);
    return question(n.column(), one, n.missing(), n.yes(), n.no());
  }

  private String question(int column, String holds, boolean ifMissing, Node yes, Node no) {
    String none = missing.get(column);
    String answer =
        ifMissing
            ? graph.apply("Or", none, holds)
            : graph.apply("And", graph.apply("Not", none), holds);
    return graph.apply("Where", answer, node(yes), node(no));
  }

  private String table(Table table) {
    List<String> levels = policy.columns().get(0).levels();
    long[] actions = new long[levels.size() + 1];
    Arrays.fill(actions, PolicySql.first(table.fallback()));
    table.states().forEach((s, p) -> actions[levels.indexOf(s)] = PolicySql.first(p));
    String known = graph.gather(graph.wholes(actions), x.get(0), 0);
    return graph.apply("Where", missing.get(0), graph.whole(actions[levels.size()]), known);
  }

  private String highest(List<Score> scores) {
    String best = graph.whole(0);
    String high = "";
    for (int a = 0; a < scores.size(); a++) {
      String score = score(scores.get(a));
      String more = a == 0 ? "" : graph.apply("Greater", score, high);
      best = a == 0 ? best : graph.apply("Where", more, graph.whole(a), best);
      high = a == 0 ? score : graph.apply("Where", more, score, high);
    }
    String flat = graph.wholes(1);
    return scores.size() == 1 ? best : graph.apply("Squeeze", best, flat);
  }

  /** A score, in a column. */
  private String score(Score score) {
    String sum = dot(score.weights());
    if (!score.penalty().isEmpty()) {
      String square = graph.apply("Max", graph.numbers(0), square(score.penalty()));
      sum = graph.apply("Sub", sum, graph.apply("Sqrt", square));
    }
    if (!score.carried().isEmpty()) {
      String carried = graph.apply("Max", graph.numbers(0), dot(score.carried()));
      sum = graph.apply("Sub", sum, carried);
    }
    return sum;
  }

  private String dot(List<Double> weights) {
    String sum = "";
    for (int i = 0; i < weights.size(); i++) {
      String one = graph.apply("Mul", graph.numbers(weights.get(i)), functions.get(i));
      sum = i == 0 ? one : graph.apply("Add", sum, one);
    }
    return sum;
  }

  /**
   * Σ_i f_i Σ_{j≤i} m_ij f_j: first all inner sums side by side, one function after the other.
   * Where j > i it is 0·f_j that is added, which changes nothing.
   */
  private String square(List<Double> triangle) {
    int size = functions.size();
    String rows = "";
    for (int j = 0; j < size; j++) {
      double[] m = new double[size];
      for (int i = j; i < size; i++) {
        m[i] = triangle.get(i * (i + 1) / 2 + j);
      }
      String one = graph.apply("Mul", graph.numbers(m), functions.get(j));
      rows = j == 0 ? one : graph.apply("Add", rows, one);
    }
    String sum = "";
    for (int i = 0; i < size; i++) {
      String row = graph.gather(rows, graph.wholes(i), 1);
      String one = graph.apply("Mul", functions.get(i), row);
      sum = i == 0 ? one : graph.apply("Add", sum, one);
    }
    return sum;
  }
}
