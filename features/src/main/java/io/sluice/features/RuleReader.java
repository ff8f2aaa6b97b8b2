package io.sluice.features;

import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import io.sluice.policy.StepModel.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        leaves(tree.root(), Map.of(), all);
      } else {
        for (int a = 0; a < policy.actions().size(); a++) {
          all.add(new Rule(List.of(), a));
        }
      }
      rules.add(all);
    }
  }

  /**
   * @param when what is left of the columns that were asked about, by their places
   */
  private void leaves(Node node, Map<Integer, Condition> when, List<Rule> all) {
    if (node instanceof Leaf leaf) {
      List<String> words =
          when.values().stream().map(Condition::words).flatMap(Optional::stream).toList();
      all.add(new Rule(words, leaf.action()));
    } else {
      leaves(node instanceof AtMost n ? n.yes() : ((OneOf) node).yes(), and(when, node, true), all);
      leaves(node instanceof AtMost n ? n.no() : ((OneOf) node).no(), and(when, node, false), all);
    }
  }

  private Map<Integer, Condition> and(Map<Integer, Condition> when, Node node, boolean yes) {
    Map<Integer, Condition> more = new LinkedHashMap<>(when);
    int column = Condition.column(node);
    Condition before =
        Optional.ofNullable(when.get(column))
            .orElseGet(() -> Condition.any(policy.columns().get(column)));
    more.put(column, before.and(node, yes));
    return more;
  }

  /** A question with its answer, in words. */
  public static String question(SavedPolicy policy, Node node, boolean yes) {
    return Condition.words(policy, node, yes);
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
