package io.sluice.policy;

import io.sluice.policy.Origin.Certificate;
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

/** Writes a policy as JSON, the same bytes on every machine. */
final class PolicyWriter {
  private final SavedPolicy policy;
  private final StringBuilder json = new StringBuilder();

  PolicyWriter(SavedPolicy policy) {
    this.policy = policy;
  }

  String text() {
    Origin origin = policy.origin();
    json.append("{\n");
    field("format", text(PolicyJson.FORMAT));
    field("version", String.valueOf(PolicyJson.VERSION));
    field("madeBy", text(origin.version()));
    field("learner", text(origin.learner()));
    field("learnedFrom", text(origin.learnedFrom()));
    List<String> settings = new ArrayList<>();
    origin.settings().forEach((name, value) -> settings.add(text(name) + ": " + text(value)));
    field("settings", "{" + String.join(", ", settings) + "}");
    field("certificate", origin.certificate().map(PolicyWriter::certificate).orElse("null"));
    field("firstStep", String.valueOf(policy.firstStep()));
    field(
        "actions",
        "[" + String.join(", ", policy.actions().stream().map(this::text).toList()) + "]");
    field("columns", lines(policy.columns().stream().map(this::column).toList()));
    field("functions", lines(policy.terms().stream().map(this::term).toList()));
    json.append("  \"steps\": ");
    json.append(lines(policy.steps().stream().map(this::step).toList())).append("\n}\n");
    return json.toString();
  }

  private void field(String name, String value) {
    json.append("  ").append(text(name)).append(": ").append(value).append(",\n");
  }

  private String text(String value) {
    return JsonParser.quoted(value);
  }

  private static String lines(List<String> values) {
    return values.isEmpty() ? "[]" : "[\n    " + String.join(",\n    ", values) + "\n  ]";
  }

  private static String certificate(Certificate c) {
    return "{\"lower\": %s, \"estimate\": %s, \"delta\": %s, \"judge\": %s, \"guarantee\": %s, \"candidates\": %s, \"judgedOn\": %s}"
        .formatted(
            number(c.lower()),
            number(c.estimate()),
            number(c.delta()),
            JsonParser.quoted(c.judge()),
            JsonParser.quoted(c.guarantee()),
            c.candidates(),
            c.judgedOn());
  }

  /** The shortest decimal that reads as the same double. */
  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : Double.toString(value);
  }

  private static String numbers(List<Double> values) {
    return "[" + String.join(", ", values.stream().map(PolicyWriter::number).toList()) + "]";
  }

  private String column(PolicyColumn c) {
    return c.isNumber()
        ? "{\"name\": %s, \"kind\": \"number\", \"least\": %s, \"most\": %s%s}"
            .formatted(text(c.name()), number(c.least()), number(c.most()), reading(c))
        : "{\"name\": %s, \"kind\": \"category\", \"levels\": [%s]}"
            .formatted(
                text(c.name()), String.join(", ", c.levels().stream().map(this::text).toList()));
  }

  private String reading(PolicyColumn c) {
    if (c.reading() instanceof PolicyColumn.Reading.Element element) {
      return ", \"list\": %s, \"element\": %s".formatted(text(element.column()), element.place());
    }
    return c.reading() instanceof PolicyColumn.Reading.Days
        ? ", \"date\": " + text(PolicyJson.DAYS)
        : "";
  }

  private String name(int column) {
    return text(policy.columns().get(column).name());
  }

  private String level(int column, int level) {
    List<String> levels = policy.columns().get(column).levels();
    return level < levels.size() ? text(levels.get(level)) : "null";
  }

  private String term(Term term) {
    if (term instanceof Term.Constant) {
      return "{\"kind\": \"constant\"}";
    } else if (term instanceof Term.Number n) {
      return "{\"kind\": \"number\", %s}".formatted(standardized(n));
    } else if (term instanceof Term.Missing m) {
      return "{\"kind\": \"missing\", \"column\": %s}".formatted(name(m.column()));
    } else if (term instanceof Term.Level l) {
      return "{\"kind\": \"level\", \"column\": %s, \"level\": %s}"
          .formatted(name(l.column()), level(l.column(), l.level()));
    } else if (term instanceof Term.Hinge h) {
      return "{\"kind\": \"hinge\", %s, \"knot\": %s}"
          .formatted(standardized(h.number()), number(h.knot()));
    } else if (term instanceof Term.Square s) {
      return "{\"kind\": \"square\", %s}".formatted(standardized(s.number()));
    }
    Term.Product p = (Term.Product) term;
    return "{\"kind\": \"product\", \"of\": [%s, %s]}"
        .formatted(policy.terms().indexOf(p.first()), policy.terms().indexOf(p.second()));
  }

  private String standardized(Term.Number n) {
    return "\"column\": %s, \"center\": %s, \"scale\": %s"
        .formatted(name(n.column()), number(n.center()), number(n.scale()));
  }

  private String step(StepModel step) {
    if (step instanceof Tree tree) {
      return "{\"model\": \"tree\", \"tree\": %s}".formatted(node(tree.root(), "      "));
    }
    if (step instanceof Scores scores) {
      List<String> all = new ArrayList<>();
      for (Score score : scores.scores()) {
        all.add(
            "\n      {\"action\": %s, \"weights\": %s, \"penalty\": %s, \"carried\": %s}"
                .formatted(
                    text(policy.actions().get(all.size())),
                    numbers(score.weights()),
                    numbers(score.penalty()),
                    numbers(score.carried())));
      }
      return "{\"model\": \"scores\", \"scores\": [%s\n    ]}".formatted(String.join(",", all));
    }
    Table table = (Table) step;
    List<String> states = new ArrayList<>();
    for (Map.Entry<String, List<Double>> one : new TreeMap<>(table.states()).entrySet()) {
      states.add("\n      " + text(one.getKey()) + ": " + numbers(one.getValue()));
    }
    return "{\"model\": \"table\", \"states\": {%s\n    }, \"fallback\": %s}"
        .formatted(String.join(",", states), numbers(table.fallback()));
  }

  private String node(Node node, String indent) {
    if (node instanceof Leaf leaf) {
      return "{\"action\": %s}".formatted(text(policy.actions().get(leaf.action())));
    }
    String deeper = indent + "  ";
    if (node instanceof AtMost n) {
      return "{\"column\": %s, \"atMost\": %s, \"missing\": %s,\n%s\"yes\": %s,\n%s\"no\": %s}"
          .formatted(
              name(n.column()),
              number(n.threshold()),
              n.missing() ? "\"yes\"" : "\"no\"",
              indent,
              node(n.yes(), deeper),
              indent,
              node(n.no(), deeper));
    }
    OneOf n = (OneOf) node;
    List<String> levels = n.levels().stream().map(l -> level(n.column(), l)).toList();
    return "{\"column\": %s, \"oneOf\": [%s], \"missing\": %s,\n%s\"yes\": %s,\n%s\"no\": %s}"
        .formatted(
            name(n.column()),
            String.join(", ", levels),
            n.missing() ? "\"yes\"" : "\"no\"",
            indent,
            node(n.yes(), deeper),
            indent,
            node(n.no(), deeper));
  }
}
