package io.sluice.report.page;

import io.sluice.fit.Difference;
import io.sluice.fit.Differences;
import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Words;
import java.util.ArrayList;
import java.util.List;

/** Where a policy leaves the logged one, how often, and how much data supports it there. */
final class DifferenceSection {
  private static final int BARS = 15;
  private static final int ROWS = 500;

  private DifferenceSection() {}

  /**
   * @param who the policy, in words
   */
  static Section of(String who, Differences differences) {
    String title = "Where the policies differ, and how much data is there";
    if (differences.all().isEmpty()) {
      return Section.of(title, Words.of("They do not differ in any state that the log visits."));
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Words.of(
            Numbers.say(
                "%s differs from the logged policy in %s of decisions, at %s of step and state.",
                Character.toUpperCase(who.charAt(0)) + who.substring(1),
                Numbers.shortPercent(differences.moved()),
                Numbers.counted(differences.places(), "pair"))));
    blocks.add(support(who, differences));
    if (differences.heat().columns().size() > 1) {
      blocks.add(heat(differences));
    }
    return new Section(title, blocks);
  }

  private static Block support(String who, Differences differences) {
    StackedChart bars = new StackedChart();
    for (Support kind : Support.values()) {
      bars.kind(kind.words);
    }
    for (Difference d : differences.largest(BARS)) {
      bars.bar("step %s · %s → %s".formatted(d.step(), d.state(), d.action()));
      bars.add(Support.of(d.visits()).words, d.moved());
    }
    List<List<Object>> rows = new ArrayList<>();
    for (Difference d : differences.largest(ROWS)) {
      rows.add(
          List.of(
              d.step(),
              d.state(),
              d.action(),
              d.share(),
              d.loggedProbability(),
              d.probability(),
              d.visits()));
    }
    Table numbers =
        new Table(
            "differences",
            "Decisions that " + who + " takes more often, those that change most first",
            List.of(
                "step",
                "state",
                "action",
                "share of decisions",
                "logged",
                "new",
                "rows in the log"),
            rows,
            differences.all().size());
    return bars.chart(
        "support",
        Numbers.say(
            "The largest changes, %s: share of all decisions that change, by how many rows of the log show the new decision.",
            Numbers.shownOf(
                Math.min(BARS, differences.all().size()), differences.all().size(), "changes")),
        "share of decisions that change",
        numbers);
  }

  private static Block heat(Differences differences) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < differences.bySteps().size(); i++) {
      rows.add(List.of(i + 1, differences.bySteps().get(i)));
    }
    return HeatChart.of(
        "changes",
        Numbers.say(
            "How much of a state's decisions change at each step, ½‖π−π_b‖₁: %s, those with most changes first, at %s.",
            Numbers.shownOf(
                differences.heat().rows().size(), differences.heat().allRows(), "states"),
            Numbers.shownOf(
                differences.heat().columns().size(), differences.heat().allColumns(), "steps")),
        differences.heat(),
        "step",
        new Table(
            "changes-numbers",
            "Share of a step's decisions that change",
            List.of("step", "share"),
            rows));
  }

  /** How much the log says about a decision. */
  private enum Support {
    PLENTY("100 rows or more"),
    SOME("10 to 99 rows"),
    FEW("1 to 9 rows"),
    NONE("never seen");

    private final String words;

    Support(String words) {
      this.words = words;
    }

    static Support of(long rows) {
      return rows >= 100 ? PLENTY : rows >= 10 ? SOME : rows > 0 ? FEW : NONE;
    }
  }
}
