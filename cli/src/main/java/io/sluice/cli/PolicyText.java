package io.sluice.cli;

import io.sluice.features.RuleReader;
import io.sluice.policy.Origin;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.Score;
import io.sluice.policy.StepModel;
import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import io.sluice.policy.StepModel.Scores;
import io.sluice.policy.StepModel.Table;
import io.sluice.policy.StepModel.Tree;
import io.sluice.policy.Term;
import io.sluice.report.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A saved policy in words. */
final class PolicyText {
  private static final int SHOWN = 5;

  private final SavedPolicy policy;
  private final StringBuilder text = new StringBuilder();

  private PolicyText(SavedPolicy policy) {
    this.policy = policy;
  }

  static String of(SavedPolicy policy) {
    PolicyText text = new PolicyText(policy);
    text.begin();
    for (int k = 0; k < policy.horizon(); k++) {
      text.step(policy.firstStep() + k, policy.steps().get(k));
    }
    return text.text.toString();
  }

  private void line(String format, Object... words) {
    text.append(String.format(Locale.ROOT, format, words)).append('\n');
  }

  private void begin() {
    Origin origin = policy.origin();
    line(
        "%s, learned from log %s: %s, %s, %s",
        origin.learner(),
        origin.learnedFrom(),
        Numbers.counted(policy.horizon(), "step"),
        Numbers.counted(policy.columns().size(), "column"),
        Numbers.counted(policy.actions().size(), "action"));
    line(
        "%s",
        origin
            .certificate()
            .map(
                c ->
                    "certified: at least %s better than the logged policy, with probability %s (%s), by %s on %s episodes that it was not learned from"
                        .formatted(
                            Numbers.signed(c.lower()),
                            Numbers.percent(1 - c.delta()).replace(".0%", "%"),
                            c.guarantee(),
                            c.judge(),
                            Numbers.whole(c.judgedOn())))
            .orElse("nothing is promised about it"));
    if (policy.firstStep() == 0) {
      line("steps are counted from 0, as in its log");
    }
  }

  private void step(int k, StepModel model) {
    line("");
    if (model instanceof Tree tree) {
      line("step %d: a tree", k);
      node(tree.root(), "  ");
    } else if (model instanceof Scores scores) {
      line(
          "step %d: the action with the highest score; the largest weights, of standardized columns",
          k);
      for (int a = 0; a < scores.scores().size(); a++) {
        score(policy.actions().get(a), scores.scores().get(a));
      }
    } else if (model instanceof Table table) {
      String column = policy.columns().get(0).name();
      String what = column.equals("state") ? "state" : "value";
      line(
          "step %s: a table of %s%s",
          k,
          Numbers.counted(table.states().size(), what),
          what.equals("state") ? "" : " of " + column);
    }
  }

  private void node(Node node, String indent) {
    if (node instanceof Leaf leaf) {
      line("%s%s", indent, ShownText.name(policy.actions().get(leaf.action())));
      return;
    }
    Node yes = node instanceof AtMost n ? n.yes() : ((OneOf) node).yes();
    Node no = node instanceof AtMost n ? n.no() : ((OneOf) node).no();
    line("%sif %s", indent, RuleReader.question(policy, node, true));
    node(yes, indent + "  ");
    line("%sotherwise", indent);
    node(no, indent + "  ");
  }

  private void score(String action, Score score) {
    List<Integer> largest = new ArrayList<>();
    for (int i = 1; i < score.weights().size(); i++) {
      if (score.weights().get(i) != 0) {
        largest.add(i);
      }
    }
    largest.sort(Comparator.comparingDouble(i -> -Math.abs(score.weights().get(i))));
    List<String> parts = new ArrayList<>();
    for (int i : largest.subList(0, Math.min(SHOWN, largest.size()))) {
      parts.add(
          "%s %s".formatted(Numbers.signed(score.weights().get(i)), name(policy.terms().get(i))));
    }
    line(
        "  %-16s %s %s%s",
        ShownText.name(action),
        Numbers.plain(score.weights().get(0)),
        String.join(" ", parts),
        score.penalty().isEmpty() ? "" : ", less what is uncertain");
  }

  private String name(Term term) {
    if (term instanceof Term.Number n) {
      return column(n.column());
    } else if (term instanceof Term.Missing m) {
      return column(m.column()) + " missing";
    } else if (term instanceof Term.Level l) {
      List<String> levels = policy.columns().get(l.column()).levels();
      return column(l.column())
          + "="
          + (l.level() < levels.size() ? levels.get(l.level()) : "other");
    } else if (term instanceof Term.Hinge h) {
      return column(h.number().column())
          + " above "
          + Numbers.plain(h.number().center() + h.knot() * h.number().scale());
    } else if (term instanceof Term.Square s) {
      return column(s.number().column()) + "²";
    } else if (term instanceof Term.Product p) {
      return name(p.first()) + " × " + name(p.second());
    }
    return "1";
  }

  private String column(int place) {
    return policy.columns().get(place).name();
  }
}
