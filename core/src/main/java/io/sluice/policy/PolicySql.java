package io.sluice.policy;

import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import io.sluice.policy.StepModel.Scores;
import io.sluice.policy.StepModel.Table;
import io.sluice.policy.StepModel.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A policy as a query: all columns of a table, and the action in a column {@value #ACTION}. Its
 * decisions are those of {@link SavedPolicy#choose}, bit for bit: numbers are read from decimal
 * texts, and sums are formed in the same order.
 *
 * <p>Columns of numbers must be numbers, or texts that can be cast; steps are counted as in the log
 * that the policy was learned from. A step that the policy does not have gives null. A policy of
 * one step does not look at the step. Policies that mix actions have no action for certain: the
 * most probable one is given.
 */
public final class PolicySql {
  /** The column that the query adds. */
  public static final String ACTION = "policy_action";

  private final SavedPolicy policy;
  private final SqlDialect dialect;

  private PolicySql(SavedPolicy policy, SqlDialect dialect) {
    this.policy = policy;
    this.dialect = dialect;
  }

  /**
   * @param table its name, or a query in parentheses
   */
  public static String query(SavedPolicy policy, SqlDialect dialect, String table) {
    return new PolicySql(policy, dialect).query(table);
  }

  private String query(String table) {
    List<String> x = new ArrayList<>(List.of(dialect.wholeRow() + " AS sluice_row", step()));
    for (int j = 0; j < policy.columns().size(); j++) {
      x.add(column(policy.columns().get(j)) + " AS x" + j);
    }
    String from = select(x, table + " l");
    int scored = (int) policy.steps().stream().filter(s -> s instanceof Scores).count();
    if (scored > 0) {
      List<String> f = new ArrayList<>(List.of("*"));
      for (int i = 0; i < policy.terms().size(); i++) {
        f.add(term(policy.terms().get(i)) + " AS f" + i);
      }
      from = select(f, "(\n" + from + dialect.once() + "\n) r");
      List<String> q = new ArrayList<>(List.of("sluice_row", "sluice_step"));
      for (int j = 0; j < policy.columns().size(); j++) {
        q.add("x" + j);
      }
      for (int a = 0; a < policy.actions().size(); a++) {
        q.add(scores(a) + " AS q" + a);
      }
      from = select(q, "(\n" + from + dialect.once() + "\n) f");
    }
    return select(
        List.of(dialect.expanded("d.sluice_row"), decision() + " AS " + ACTION),
        "(\n" + from + dialect.once() + "\n) d");
  }

  private static String select(List<String> columns, String from) {
    return "SELECT\n  %s\nFROM %s".formatted(String.join(",\n  ", columns), from);
  }

  private String step() {
    return policy.horizon() == 1
        ? policy.firstStep() + " AS sluice_step"
        : "CAST(l.%s AS INTEGER) AS sluice_step".formatted(dialect.identifier(SavedPolicy.STEP));
  }

  /** A column as the policy sees it: null where it is missing. */
  private String column(PolicyColumn column) {
    String name = "l." + dialect.identifier(column.source());
    if (column.isNumber()) {
      String number =
          column.reading() instanceof PolicyColumn.Reading.Days
              ? dialect.days(dialect.asText(name))
              : column.reading() instanceof PolicyColumn.Reading.Element element
                  ? element(dialect.asText(name), element.place())
                  : dialect.asNumber(name);
      return "CASE WHEN abs(%s) < %s THEN least(%s, greatest(%s, %s)) END"
          .formatted(
              number,
              dialect.asNumber("'Infinity'"),
              dialect.number(column.most()),
              dialect.number(column.least()),
              number);
    }
    return present(dialect.asText(name), dialect.asText(name));
  }

  /** Something of a text, null where the text says that it is missing. */
  private String present(String text, String then) {
    List<String> missing = RowText.MISSING.stream().sorted().map(dialect::text).toList();
    return "CASE WHEN lower(trim(%s)) NOT IN (%s) THEN %s END"
        .formatted(text, String.join(", ", missing), then);
  }

  /** A number of a list that is written between brackets. */
  private String element(String list, int place) {
    String part = "split_part(translate(%s, '[]{}', ''), ',', %s)".formatted(list, place);
    return present(part, dialect.asNumber("trim(%s)".formatted(part)));
  }

  private String term(Term term) {
    if (term instanceof Term.Constant) {
      return dialect.number(1);
    } else if (term instanceof Term.Number n) {
      return "coalesce((x%s - %s) / %s, %s)"
          .formatted(
              n.column(), dialect.number(n.center()), dialect.number(n.scale()), dialect.number(0));
    } else if (term instanceof Term.Missing m) {
      return flag("x%s IS NULL".formatted(m.column()));
    } else if (term instanceof Term.Level l) {
      return flag(isLevel(l.column(), List.of(l.level())));
    } else if (term instanceof Term.Hinge h) {
      return "greatest(%s, %s - %s)"
          .formatted(dialect.number(0), term(h.number()), dialect.number(h.knot()));
    } else if (term instanceof Term.Square s) {
      return "%s * %s".formatted(term(s.number()), term(s.number()));
    }
    Term.Product p = (Term.Product) term;
    return "%s * %s".formatted(term(p.first()), term(p.second()));
  }

  private String flag(String condition) {
    return "CASE WHEN %s THEN %s ELSE %s END"
        .formatted(condition, dialect.number(1), dialect.number(0));
  }

  /** Whether a category that is not missing has one of these levels. */
  private String isLevel(int column, List<Integer> places) {
    List<String> levels = policy.columns().get(column).levels();
    List<String> named =
        places.stream()
            .filter(l -> l < levels.size())
            .map(l -> dialect.text(levels.get(l)))
            .toList();
    List<String> any = new ArrayList<>();
    if (!named.isEmpty()) {
      any.add("x%s IN (%s)".formatted(column, String.join(", ", named)));
    }
    if (named.size() < places.size()) {
      String all = String.join(", ", levels.stream().map(dialect::text).toList());
      any.add(
          levels.isEmpty()
              ? "x%s IS NOT NULL".formatted(column)
              : "x%s NOT IN (%s)".formatted(column, all));
    }
    return any.isEmpty() ? "1 = 0" : "(" + String.join(" OR ", any) + ")";
  }

  /** The score of an action, by step. */
  private String scores(int action) {
    StringBuilder cases = new StringBuilder("CASE sluice_step");
    for (int k = 0; k < policy.horizon(); k++) {
      if (policy.steps().get(k) instanceof Scores scores) {
        cases.append(
            "\n    WHEN %s THEN %s"
                .formatted(policy.firstStep() + k, score(scores.scores().get(action))));
      }
    }
    return cases.append("\n  END").toString();
  }

  private String score(Score score) {
    StringBuilder sql = new StringBuilder(sum(score.weights(), 0, score.weights().size()));
    if (!score.penalty().isEmpty()) {
      List<String> rows = new ArrayList<>();
      int place = 0;
      for (int i = 0; i < score.weights().size(); i++) {
        rows.add("f%s * (%s)".formatted(i, sum(score.penalty(), place, i + 1)));
        place += i + 1;
      }
      sql.append(
          " - sqrt(greatest(%s, %s))".formatted(dialect.number(0), String.join(" + ", rows)));
    }
    if (!score.carried().isEmpty()) {
      sql.append(
          " - greatest(%s, %s)"
              .formatted(dialect.number(0), sum(score.carried(), 0, score.carried().size())));
    }
    return sql.toString();
  }

  private String sum(List<Double> weights, int from, int size) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      parts.add("%s * f%s".formatted(dialect.number(weights.get(from + i)), i));
    }
    return String.join(" + ", parts);
  }

  private String decision() {
    StringBuilder cases = new StringBuilder("CASE sluice_step");
    for (int k = 0; k < policy.horizon(); k++) {
      cases.append(
          "\n    WHEN %s THEN %s"
              .formatted(policy.firstStep() + k, decision(policy.steps().get(k))));
    }
    return cases.append("\n  END").toString();
  }

  private String decision(StepModel model) {
    if (model instanceof Tree tree) {
      return node(tree.root());
    }
    return model instanceof Table table ? table(table) : highest();
  }

  private String action(int action) {
    return dialect.text(policy.actions().get(action));
  }

  /** The first action whose score is at least that of every later one. */
  private String highest() {
    int actions = policy.actions().size();
    StringBuilder cases = new StringBuilder("CASE");
    for (int a = 0; a < actions - 1; a++) {
      List<String> all = new ArrayList<>();
      for (int b = a + 1; b < actions; b++) {
        all.add("q%s >= q%s".formatted(a, b));
      }
      cases.append(" WHEN %s THEN %s".formatted(String.join(" AND ", all), action(a)));
    }
    return actions == 1
        ? action(0)
        : cases.append(" ELSE %s END".formatted(action(actions - 1))).toString();
  }

  private String node(Node node) {
    if (node instanceof Leaf leaf) {
      return action(leaf.action());
    }
    if (node instanceof AtMost n) {
      String holds = "x%s <= %s".formatted(n.column(), dialect.number(n.threshold()));
      return question(n.column(), holds, n.missing(), n.yes(), n.no());
    }
    OneOf n = (OneOf) node;
    return question(n.column(), isLevel(n.column(), n.levels()), n.missing(), n.yes(), n.no());
  }

  private String question(int column, String holds, boolean missing, Node yes, Node no) {
    // A comparison with null is not true, so that what is missing goes to ELSE.
    String condition = missing ? "x%s IS NULL OR %s".formatted(column, holds) : holds;
    return "CASE WHEN %s THEN %s ELSE %s END".formatted(condition, node(yes), node(no));
  }

  private String table(Table table) {
    StringBuilder cases = new StringBuilder("CASE");
    for (Map.Entry<String, List<Double>> one : new TreeMap<>(table.states()).entrySet()) {
      cases.append(
          " WHEN x0 = %s THEN %s"
              .formatted(dialect.text(one.getKey()), action(first(one.getValue()))));
    }
    return cases.append(" ELSE %s END".formatted(action(first(table.fallback())))).toString();
  }

  static int first(List<Double> probabilities) {
    int best = 0;
    for (int a = 1; a < probabilities.size(); a++) {
      best = probabilities.get(a) > probabilities.get(best) ? a : best;
    }
    return best;
  }
}
