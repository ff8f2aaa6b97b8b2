package io.sluice.features;

import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the questions of a tree leave of one column: a range of its numbers or some of its levels,
 * and what is missing or not.
 *
 * @param above numbers are above this
 * @param most and at most this
 * @param levels places of levels of a category, their number standing for all others
 * @param missing whether a missing value is among them
 */
record Condition(
    PolicyColumn column, double above, double most, List<Integer> levels, boolean missing) {
  /** The threshold below which no number lies: the question is whether a value is missing. */
  private static final double NONE = -Double.MAX_VALUE;

  /** Whatever a column may hold. */
  static Condition any(PolicyColumn column) {
    List<Integer> all = IntStream.rangeClosed(0, column.levels().size()).boxed().toList();
    return new Condition(column, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, all, true);
  }

  /** The place of the column that a node asks about. */
  static int column(Node node) {
    return node instanceof AtMost n ? n.column() : ((OneOf) node).column();
  }

  /** One question with its answer. */
  static String words(SavedPolicy policy, Node node, boolean yes) {
    Condition any = any(policy.columns().get(column(node)));
    return any.and(node, yes).words().orElse("always");
  }

  /** What is left after another question about the column. */
  Condition and(Node node, boolean yes) {
    if (node instanceof AtMost n) {
      return new Condition(
          column,
          yes ? above : Math.max(above, n.threshold()),
          yes ? Math.min(most, n.threshold()) : most,
          levels,
          missing && n.missing() == yes);
    }
    OneOf n = (OneOf) node;
    return new Condition(
        column,
        above,
        most,
        levels.stream().filter(l -> n.levels().contains(l) == yes).toList(),
        missing && n.missing() == yes);
  }

  /** In words; nothing where every value is left. */
  Optional<String> words() {
    Optional<String> values =
        column.kind() == PolicyColumn.Kind.NUMBER ? numbers() : Optional.of(levelWords());
    boolean all =
        column.kind() == PolicyColumn.Kind.NUMBER
            ? above <= NONE && most == Double.POSITIVE_INFINITY
            : levels.size() == column.levels().size() + 1;
    if (all) {
      return missing ? Optional.empty() : Optional.of(column.name() + " is not missing");
    }
    if (values.isEmpty() || values.get().isEmpty()) {
      return Optional.of(column.name() + (missing ? " is missing" : " is nothing"));
    }
    return values;
  }

  /** The range; nothing if it holds no number. */
  private Optional<String> numbers() {
    if (most == NONE || most <= above) {
      return Optional.empty();
    }
    String range =
        above <= NONE
            ? "%s ≤ %s".formatted(column.name(), shown(most))
            : most == Double.POSITIVE_INFINITY
                ? "%s > %s".formatted(column.name(), shown(above))
                : "%s < %s ≤ %s".formatted(shown(above), column.name(), shown(most));
    return Optional.of(range + (missing ? " or missing" : ""));
  }

  /** The levels, or those that are not among them where all others are; empty if there are none. */
  private String levelWords() {
    List<String> names = column.levels();
    if (!levels.contains(names.size())) {
      String are = String.join(", ", levels.stream().map(names::get).toList());
      return levels.isEmpty()
          ? ""
          : "%s is %s%s".formatted(column.name(), are, missing ? " or missing" : "");
    }
    String others =
        String.join(
            ", ",
            IntStream.range(0, names.size())
                .filter(l -> !levels.contains(l))
                .mapToObj(names::get)
                .toList());
    return "%s is %snot %s".formatted(column.name(), missing ? "missing or " : "", others);
  }

  private static String shown(double number) {
    String four = String.format(Locale.ROOT, "%.4g", number);
    return four.contains(".") && !four.contains("e")
        ? four.replaceAll("0+$", "").replaceAll("\\.$", "")
        : four;
  }
}
