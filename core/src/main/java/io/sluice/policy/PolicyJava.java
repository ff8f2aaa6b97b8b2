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
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A policy as the source of a Java class that needs nothing but the JDK: {@code String
 * choose(Map<String, ?> row)}, with the decisions of {@link SavedPolicy#choose}.
 */
public final class PolicyJava {
  /** A string constant may have 65,535 bytes. */
  private static final int LONGEST = 2_000;

  private final SavedPolicy policy;
  private final StringBuilder java = new StringBuilder();

  private PolicyJava(SavedPolicy policy) {
    this.policy = policy;
  }

  /**
   * @param name of the class
   */
  public static String source(SavedPolicy policy, String name) {
    if (!name.matches("[A-Za-z_$][\\w$]*")) {
      throw new IllegalArgumentException("class: needs a Java name, got " + name);
    }
    return new PolicyJava(policy).source(name);
  }

  private String source(String name) {
    java.append(
        """
        import java.time.LocalDate;
        import java.time.LocalDateTime;
        import java.time.temporal.ChronoUnit;
        import java.util.Arrays;
        import java.util.List;
        import java.util.Locale;
        import java.util.Map;

        /** A learned policy. Generated; its decisions are those of the policy file. */
        public final class %s {
          private %s() {}

        """
            .formatted(name, name));
    line("  private static final List<String> ACTIONS = List.of(%s);", strings(policy.actions()));
    categories();
    for (int k = 0; k < policy.horizon(); k++) {
      numbers(k);
    }
    choose();
    functions();
    for (int k = 0; k < policy.horizon(); k++) {
      step(k);
    }
    java.append(RUNTIME);
    return java.append("}\n").toString();
  }

  /** The number that rows have at a step, counted from 0. */
  private int number(int k) {
    return policy.firstStep() + k;
  }

  private void line(String format, Object... words) {
    java.append(String.format(Locale.ROOT, format, words)).append('\n');
  }

  private static String string(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < 0x20) {
        quoted.append(
            "\\%03o".formatted((int) c)); // other escapes of a line break would end the line
      } else if (c > 0x7e) {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  private static String strings(List<String> texts) {
    return String.join(", ", texts.stream().map(PolicyJava::string).toList());
  }

  private void categories() {
    for (int j = 0; j < policy.columns().size(); j++) {
      PolicyColumn column = policy.columns().get(j);
      if (!column.isNumber()) {
        line("  private static final List<String> LEVELS_%d =", j);
        line("      Arrays.asList(%s);", strings(column.levels()));
      }
    }
  }

  private void numbers(int k) {
    if (policy.steps().get(k) instanceof Scores scores) {
      for (int a = 0; a < scores.scores().size(); a++) {
        Score score = scores.scores().get(a);
        constant("WEIGHTS_%s_%s".formatted(number(k), a), score.weights());
        constant("PENALTY_%s_%s".formatted(number(k), a), score.penalty());
        constant("CARRIED_%s_%s".formatted(number(k), a), score.carried());
      }
    }
  }

  private void constant(String name, List<Double> values) {
    List<String> parts = new ArrayList<>();
    for (int from = 0; from < values.size(); from += LONGEST) {
      parts.add(
          string(
              String.join(
                  " ",
                  values.subList(from, Math.min(values.size(), from + LONGEST)).stream()
                      .map(PolicyWriter::number)
                      .toList())));
    }
    line("  private static final double[] %s = numbers(%s);", name, String.join(", ", parts));
  }

  private void choose() {
    line("");
    line(
        "  /** What to do in a row: numbers, texts or nothing by column, and the step from %d. */",
        policy.firstStep());
    line("  public static String choose(Map<String, ?> row) {");
    line("    double[] x = new double[%d];", policy.columns().size());
    for (int j = 0; j < policy.columns().size(); j++) {
      PolicyColumn c = policy.columns().get(j);
      String value = "row.get(%s)".formatted(string(c.source()));
      if (c.reading() instanceof PolicyColumn.Reading.Days) {
        value = "days(%s)".formatted(value);
      } else if (c.reading() instanceof PolicyColumn.Reading.Element element) {
        value = "element(%s, %s)".formatted(value, element.place());
      }
      if (c.isNumber()) {
        line("    x[%d] = number(%s, %s, %s);", j, value, c.least(), c.most());
      } else {
        line("    x[%d] = level(%s, LEVELS_%d);", j, value, j);
      }
    }
    line("    Object step = row.get(\"step\");");
    line(
        "    int at = step == null && %d == 1 ? %d : Integer.parseInt(String.valueOf(step).strip());",
        policy.horizon(), policy.firstStep());
    line("    return ACTIONS.get(");
    line("        switch (at) {");
    for (int k = 0; k < policy.horizon(); k++) {
      line("          case %d -> step%d(x);", number(k), number(k));
    }
    line(
        "          default -> throw new IllegalArgumentException(\"step: needs a number from %d to %d, got \" + at);",
        policy.firstStep(), policy.lastStep());
    line("        });");
    line("  }");
  }

  private void functions() {
    line("");
    line("  private static double[] functions(double[] x) {");
    line("    double[] f = new double[%d];", policy.terms().size());
    for (int i = 0; i < policy.terms().size(); i++) {
      line("    f[%d] = %s;", i, term(policy.terms().get(i)));
    }
    line("    return f;");
    line("  }");
  }

  private static String term(Term term) {
    if (term instanceof Term.Constant) {
      return "1";
    } else if (term instanceof Term.Number n) {
      return "standardized(x[%s], %s, %s)".formatted(n.column(), n.center(), n.scale());
    } else if (term instanceof Term.Missing m) {
      return "Double.isNaN(x[%s]) ? 1 : 0".formatted(m.column());
    } else if (term instanceof Term.Level l) {
      return "x[%s] == %s ? 1 : 0".formatted(l.column(), l.level());
    } else if (term instanceof Term.Hinge h) {
      return "Math.max(0, %s - %s)".formatted(term(h.number()), "(" + h.knot() + ")");
    } else if (term instanceof Term.Square s) {
      return "%s * %s".formatted(term(s.number()), term(s.number()));
    }
    Term.Product p = (Term.Product) term;
    return "(%s) * (%s)".formatted(term(p.first()), term(p.second()));
  }

  private void step(int k) {
    line("");
    line("  private static int step%d(double[] x) {", number(k));
    StepModel model = policy.steps().get(k);
    if (model instanceof Tree tree) {
      line("    return %s;", node(tree.root()));
    } else if (model instanceof Table table) {
      line("    int state = Double.isNaN(x[0]) ? -1 : (int) x[0];");
      line("    return switch (state) {");
      List<String> levels = policy.columns().get(0).levels();
      for (Map.Entry<String, List<Double>> one : new TreeMap<>(table.states()).entrySet()) {
        line("      case %d -> %d;", levels.indexOf(one.getKey()), PolicySql.first(one.getValue()));
      }
      line("      default -> %d;", PolicySql.first(table.fallback()));
      line("    };");
    } else {
      scores(k);
    }
    line("  }");
  }

  private void scores(int k) {
    line("    double[] f = functions(x);");
    line("    int best = 0;");
    line("    double high = Double.NEGATIVE_INFINITY;");
    line("    double score;");
    for (int a = 0; a < policy.actions().size(); a++) {
      String id = "_%s_%s".formatted(number(k), a);
      line("    score = score(WEIGHTS%s, PENALTY%s, CARRIED%s, f);", id, id, id);
      line("    if (score > high) {");
      line("      best = %d;", a);
      line("      high = score;");
      line("    }");
    }
    line("    return best;");
  }

  private static String node(Node node) {
    if (node instanceof Leaf leaf) {
      return String.valueOf(leaf.action());
    }
    if (node instanceof AtMost n) {
      // A comparison with NaN is false.
      String holds =
          n.missing()
              ? "!(x[%s] > %s)".formatted(n.column(), n.threshold())
              : "x[%s] <= %s".formatted(n.column(), n.threshold());
      return "(%s ? %s : %s)".formatted(holds, node(n.yes()), node(n.no()));
    }
    OneOf n = (OneOf) node;
    List<String> any = new ArrayList<>();
    if (n.missing()) {
      any.add("Double.isNaN(x[%s])".formatted(n.column()));
    }
    n.levels().forEach(l -> any.add("x[%s] == %s".formatted(n.column(), l)));
    String holds = any.isEmpty() ? "false" : String.join(" || ", any);
    return "(%s ? %s : %s)".formatted(holds, node(n.yes()), node(n.no()));
  }

  private static final String RUNTIME =
      """

        private static double standardized(double x, double center, double scale) {
          return Double.isNaN(x) ? 0 : (x - center) / scale;
        }

        private static double score(double[] weights, double[] penalty, double[] carried, double[] f) {
          double square = 0;
          int place = 0;
          for (int i = 0; place < penalty.length; i++) {
            double row = 0;
            for (int j = 0; j <= i; j++) {
              row += penalty[place++] * f[j];
            }
            square += f[i] * row;
          }
          return dot(weights, f)
              - Math.sqrt(Math.max(0, square))
              - (carried.length == 0 ? 0 : Math.max(0, dot(carried, f)));
        }

        private static double dot(double[] weights, double[] f) {
          double sum = 0;
          for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * f[i];
          }
          return sum;
        }

        private static double[] numbers(String... parts) {
          return parts.length == 0
              ? new double[0]
              : Arrays.stream(String.join(" ", parts).split(" ")).mapToDouble(Double::parseDouble).toArray();
        }

        private static boolean isMissing(String text) {
          return List.of("", "na", "n/a", "nan", "null", "none")
              .contains(text.strip().toLowerCase(Locale.ROOT));
        }

        private static double number(Object value, double least, double most) {
          if (value == null || !(value instanceof Number) && isMissing(value.toString())) {
            return Double.NaN;
          }
          double number =
              value instanceof Number n ? n.doubleValue() : Double.parseDouble(value.toString().strip());
          return Double.isNaN(number) || Double.isInfinite(number)
              ? Double.NaN
              : Math.min(most, Math.max(least, number));
        }

        private static Object days(Object value) {
          if (value == null || value instanceof Number || isMissing(value.toString())) {
            return value;
          }
          String text = value.toString().strip().replace(' ', 'T');
          LocalDateTime at =
              text.length() > 10 ? LocalDateTime.parse(text) : LocalDate.parse(text).atStartOfDay();
          return ChronoUnit.MICROS.between(LocalDate.EPOCH.atStartOfDay(), at) / 1e6 / 86400.0;
        }

        private static Object element(Object value, int place) {
          if (value == null || isMissing(value.toString())) {
            return null;
          }
          String text = value.toString().strip();
          String[] parts = text.substring(1, text.length() - 1).split(",", -1);
          return place <= parts.length ? parts[place - 1] : null;
        }

        private static double level(Object value, List<String> levels) {
          if (value == null || isMissing(value.toString())) {
            return Double.NaN;
          }
          int place = levels.indexOf(value.toString());
          return place < 0 ? levels.size() : place;
        }
      """;
}
