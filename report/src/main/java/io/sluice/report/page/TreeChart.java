package io.sluice.report.page;

import io.sluice.features.RuleReader;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import io.sluice.policy.StepModel.Tree;
import io.sluice.report.page.Block.Chart;
import io.sluice.report.page.Block.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A policy's tree of one step, drawn. */
final class TreeChart {
  private TreeChart() {}

  static Chart of(SavedPolicy policy, Tree tree, int step, Table numbers) {
    Map<String, Object> series = new LinkedHashMap<>();
    series.put("type", "tree");
    series.put("data", List.of(node(policy, tree.root())));
    series.put("orient", "LR");
    series.put("left", "18%");
    series.put("right", "18%");
    series.put("symbolSize", 9);
    series.put("expandAndCollapse", false);
    series.put("animation", false);
    series.put("label", Map.of("position", "top", "fontSize", 12));
    series.put("leaves", Map.of("label", Map.of("position", "right", "align", "left")));
    Map<String, Object> option = new LinkedHashMap<>();
    option.put("series", List.of(series));
    return new Chart(
        "tree-" + step,
        "Step %s: questions from left to right, the upper branch where the answer is yes; the actions are at the right"
            .formatted(step),
        90 + 46 * leaves(tree.root()),
        option,
        numbers);
  }

  private static int leaves(Node node) {
    if (node instanceof AtMost n) {
      return leaves(n.yes()) + leaves(n.no());
    }
    return node instanceof OneOf n ? leaves(n.yes()) + leaves(n.no()) : 1;
  }

  private static Map<String, Object> node(SavedPolicy policy, Node node) {
    Map<String, Object> json = new LinkedHashMap<>();
    if (node instanceof Leaf leaf) {
      json.put("name", policy.actions().get(leaf.action()));
      return json;
    }
    Node yes = node instanceof AtMost n ? n.yes() : ((OneOf) node).yes();
    Node no = node instanceof AtMost n ? n.no() : ((OneOf) node).no();
    json.put("name", RuleReader.question(policy, node, true) + "?");
    json.put("children", List.of(node(policy, yes), node(policy, no)));
    return json;
  }
}
