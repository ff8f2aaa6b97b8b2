package io.sluice.features;

import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import io.sluice.policy.StepModel.Tree;
import java.util.ArrayList;
import java.util.List;

/** The rules of a policy: the leaves of trees, and elsewhere the actions. */
public final class RuleReader {
  private final SavedPolicy policy;
  private final List<List<Rule>> rules = new ArrayList<>();

  /** A rule without figures. */
  public record Rule(List<String> when, int action) {}

  public RuleReader(SavedPolicy policy) {
    this.policy = policy;
    for (int k = 1; k <= policy.horizon(); k++) {
      List<Rule> all = new ArrayList<>();
      if (policy.steps().get(k - 1) instanceof Tree tree) {
        leaves(tree.root(), List.of(), all);
      } else {
        for (int a = 0; a < policy.actions().size(); a++) {
          all.add(new Rule(List.of(), a));
        }
      }
      rules.add(all);
    }
  }

  private void leaves(Node node, List<String> when, List<Rule> all) {
    if (node instanceof Leaf leaf) {
      all.add(new Rule(when, leaf.action()));
    } else if (node instanceof AtMost n) {
      leaves(n.yes(), with(when, question(policy, n, true)), all);
      leaves(n.no(), with(when, question(policy, n, false)), all);
    } else if (node instanceof OneOf n) {
      leaves(n.yes(), with(when, question(policy, n, true)), all);
      leaves(n.no(), with(when, question(policy, n, false)), all);
    }
  }

  private static List<String> with(List<String> when, String more) {
    List<String> all = new ArrayList<>(when);
    all.add(more);
    return List.copyOf(all);
  }

  /** A question with its answer, in words. */
  public static String question(SavedPolicy policy, Node node, boolean yes) {
    if (node instanceof AtMost n) {
      PolicyColumn column = policy.columns().get(n.column());
      String missing = n.missing() == yes ? " or missing" : "";
      return n.threshold() == -Double.MAX_VALUE
          ? column.name() + (yes ? " is missing" : " is not missing")
          : "%s %s %s%s".formatted(column.name(), yes ? "≤" : ">", shown(n.threshold()), missing);
    }
    OneOf n = (OneOf) node;
    PolicyColumn column = policy.columns().get(n.column());
    List<String> levels = new ArrayList<>();
    for (int l : n.levels()) {
      levels.add(l < column.levels().size() ? column.levels().get(l) : "any other");
    }
    String missing = n.missing() == yes ? " or missing" : "";
    return levels.isEmpty()
        ? column.name() + (yes ? " is missing" : " is not missing")
        : "%s is %s%s%s"
            .formatted(column.name(), yes ? "" : "not ", String.join(", ", levels), missing);
  }

  private static String shown(double number) {
    String four = String.format(java.util.Locale.ROOT, "%.4g", number);
    return four.contains(".") && !four.contains("e")
        ? four.replaceAll("0+$", "").replaceAll("\\.$", "")
        : four;
  }

  /** The rules of a step. */
  public List<Rule> at(int step) {
    return rules.get(step - 1);
  }

  /** Which of them decides a row. */
  public int rule(int step, double[] x) {
    if (policy.steps().get(step - 1) instanceof Tree tree) {
      return leafIndex(tree.root(), x);
    }
    return policy.choose(step, x);
  }

  /** The place of the leaf that a row reaches, leaves counted from the left. */
  private static int leafIndex(Node root, double[] x) {
    int place = 0;
    Node at = root;
    while (!(at instanceof Leaf)) {
      boolean yes = SavedPolicy.answer(at, x);
      Node left = at instanceof AtMost n ? n.yes() : ((OneOf) at).yes();
      Node right = at instanceof AtMost n ? n.no() : ((OneOf) at).no();
      place += yes ? 0 : leaves(left);
      at = yes ? left : right;
    }
    return place;
  }

  private static int leaves(Node node) {
    if (node instanceof AtMost n) {
      return leaves(n.yes()) + leaves(n.no());
    }
    return node instanceof OneOf n ? leaves(n.yes()) + leaves(n.no()) : 1;
  }
}
