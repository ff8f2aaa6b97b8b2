package io.sluice.policy;

import io.sluice.policy.Origin.Certificate;
import io.sluice.policy.PolicyColumn.Reading;
import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import io.sluice.policy.StepModel.Scores;
import io.sluice.policy.StepModel.Table;
import io.sluice.policy.StepModel.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A policy as a file: JSON of a version, described in {@code docs/policy-artifact.md}. Numbers are
 * written with as many digits as it takes to read the same double again, so that a policy that was
 * read is identical to the one that was written.
 */
public final class PolicyJson {
  static final String FORMAT = "sluice-policy";
  static final int VERSION = 1;
  static final String DAYS = "days since 1970-01-01";

  private PolicyJson() {}

  /** The file's text. */
  public static String text(SavedPolicy policy) {
    return new PolicyWriter(policy).text();
  }

  /**
   * @param where what to call the file in a message
   * @throws IllegalArgumentException if it is no such policy
   */
  public static SavedPolicy read(String text, String where) {
    try {
      return policy(new JsonField("policy", JsonParser.parse(text)));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("%s: %s".formatted(where, e.getMessage()), e);
    }
  }

  private static SavedPolicy policy(JsonField json) {
    JsonField format = json.at("format");
    if (!format.text().equals(FORMAT)) {
      throw format.needs("\"%s\"".formatted(FORMAT));
    }
    if (json.at("version").number() != VERSION) {
      throw json.at("version").needs("%s, the version that this program reads".formatted(VERSION));
    }
    List<String> actions = json.at("actions").list().stream().map(JsonField::text).toList();
    List<PolicyColumn> columns =
        json.at("columns").list().stream().map(PolicyJson::column).toList();
    Places places = new Places(actions, columns, new ArrayList<>());
    for (JsonField term : json.at("functions").list()) {
      places.terms.add(places.term(term));
    }
    List<StepModel> steps = json.at("steps").list().stream().map(places::step).toList();
    return new SavedPolicy(origin(json), firstStep(json), actions, columns, places.terms, steps);
  }

  /** The number of the first step: 1 where the file does not say. */
  private static int firstStep(JsonField json) {
    if (!json.has("firstStep")) {
      return 1;
    }
    int first = json.at("firstStep").whole();
    if (first != 0 && first != 1) {
      throw json.at("firstStep").needs("0 or 1");
    }
    return first;
  }

  private static Origin origin(JsonField json) {
    Map<String, String> settings = new LinkedHashMap<>();
    json.at("settings").fields().forEach((name, value) -> settings.put(name, value.text()));
    JsonField c = json.at("certificate");
    return new Origin(
        json.at("madeBy").text(),
        json.at("learner").text(),
        json.at("learnedFrom").text(),
        settings,
        c.isNull()
            ? Optional.empty()
            : Optional.of(
                new Certificate(
                    c.at("lower").number(),
                    c.at("estimate").number(),
                    c.at("delta").number(),
                    c.at("judge").text(),
                    c.at("guarantee").text(),
                    c.at("candidates").whole(),
                    (long) c.at("judgedOn").number())));
  }

  private static PolicyColumn column(JsonField json) {
    String name = json.at("name").text();
    return switch (json.at("kind").text()) {
      case "number" ->
          PolicyColumn.number(
              name, json.at("least").number(), json.at("most").number(), reading(json));
      case "category" ->
          PolicyColumn.category(
              name, json.at("levels").list().stream().map(JsonField::text).toList());
      default -> throw json.at("kind").needs("number or category");
    };
  }

  private static Reading reading(JsonField json) {
    if (json.has("date")) {
      if (!json.at("date").text().equals(DAYS)) {
        throw json.at("date").needs("\"%s\"".formatted(DAYS));
      }
      return new Reading.Days();
    }
    if (json.has("list")) {
      int place = json.at("element").whole();
      if (place < 1) {
        throw json.at("element").needs("a number from 1");
      }
      return new Reading.Element(json.at("list").text(), place);
    }
    return new Reading.Plain();
  }

  /** What names in the file stand for. */
  private record Places(List<String> actions, List<PolicyColumn> columns, List<Term> terms) {
    int action(JsonField json) {
      int place = actions.indexOf(json.text());
      if (place < 0) {
        throw json.needs("one of the actions " + String.join(", ", actions));
      }
      return place;
    }

    int column(JsonField json, boolean number) {
      for (int j = 0; j < columns.size(); j++) {
        if (columns.get(j).name().equals(json.text()) && columns.get(j).isNumber() == number) {
          return j;
        }
      }
      throw json.needs(number ? "a column of numbers" : "a column of categories");
    }

    int anyColumn(JsonField json) {
      for (int j = 0; j < columns.size(); j++) {
        if (columns.get(j).name().equals(json.text())) {
          return j;
        }
      }
      throw json.needs("a column");
    }

    /** A level, null for all others. */
    int level(int column, JsonField json) {
      List<String> levels = columns.get(column).levels();
      int place = json.isNull() ? levels.size() : levels.indexOf(json.text());
      if (place < 0) {
        throw json.needs("a level of " + columns.get(column).name());
      }
      return place;
    }

    Term term(JsonField json) {
      return switch (json.at("kind").text()) {
        case "constant" -> new Term.Constant();
        case "number" -> number(json);
        case "missing" -> new Term.Missing(anyColumn(json.at("column")));
        case "level" -> {
          int column = column(json.at("column"), false);
          yield new Term.Level(column, level(column, json.at("level")));
        }
        case "hinge" -> new Term.Hinge(number(json), json.at("knot").number());
        case "square" -> new Term.Square(number(json));
        case "product" -> {
          List<JsonField> of = json.at("of").list();
          yield new Term.Product(terms.get(of.get(0).whole()), terms.get(of.get(1).whole()));
        }
        default -> throw json.at("kind").needs("a kind of function");
      };
    }

    private Term.Number number(JsonField json) {
      double scale = json.at("scale").number();
      if (!(scale > 0)) {
        throw json.at("scale").needs("a number above 0");
      }
      return new Term.Number(column(json.at("column"), true), json.at("center").number(), scale);
    }

    StepModel step(JsonField json) {
      return switch (json.at("model").text()) {
        case "tree" -> new Tree(node(json.at("tree")));
        case "scores" -> scores(json);
        case "table" -> table(json);
        default -> throw json.at("model").needs("tree, scores or table");
      };
    }

    private Node node(JsonField json) {
      if (json.has("action")) {
        return new Leaf(action(json.at("action")));
      }
      boolean missing = json.at("missing").text().equals("yes");
      if (json.has("atMost")) {
        int column = column(json.at("column"), true);
        double threshold = json.at("atMost").number();
        return new AtMost(column, threshold, missing, node(json.at("yes")), node(json.at("no")));
      }
      int column = column(json.at("column"), false);
      List<Integer> levels = json.at("oneOf").list().stream().map(l -> level(column, l)).toList();
      return new OneOf(column, levels, missing, node(json.at("yes")), node(json.at("no")));
    }

    private StepModel scores(JsonField json) {
      List<Score> scores = new ArrayList<>();
      for (JsonField one : json.at("scores").list()) {
        if (action(one.at("action")) != scores.size()) {
          throw one.at("action").needs("the actions in their order");
        }
        double[] weights = one.at("weights").numbers();
        if (weights.length != terms.size()) {
          throw one.at("weights")
              .needs("a number for each of %s functions".formatted(terms.size()));
        }
        scores.add(new Score(weights, one.at("penalty").numbers(), one.at("carried").numbers()));
      }
      if (scores.size() != actions.size()) {
        throw json.at("scores").needs("a score for each action");
      }
      return new Scores(scores);
    }

    private StepModel table(JsonField json) {
      Map<String, List<Double>> states = new LinkedHashMap<>();
      json.at("states").fields().forEach((name, row) -> states.put(name, probabilities(row)));
      return new Table(states, probabilities(json.at("fallback")));
    }

    private List<Double> probabilities(JsonField json) {
      List<Double> row = new ArrayList<>();
      double sum = 0;
      for (double p : json.numbers()) {
        row.add(p);
        sum += p;
      }
      if (row.size() != actions.size() || !(Math.abs(sum - 1) < 1e-6)) {
        throw json.needs("a probability for each action, which sum to 1");
      }
      return row;
    }
  }
}
