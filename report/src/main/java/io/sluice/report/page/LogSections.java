package io.sluice.report.page;

import io.sluice.assumptions.ActionUse;
import io.sluice.assumptions.Calibration;
import io.sluice.counts.RewardHistogram;
import io.sluice.fit.CheckResult;
import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Words;
import io.sluice.report.page.IntervalChart.Bar;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What a log holds: visits, what the logged policy does, and rewards. */
final class LogSections {
  private static final int BARS = 20;

  /** Deviations that calibration may be off by and still look right. */
  private static final double BAND = 3;

  private LogSections() {}

  static Section visits(CheckDetails details) {
    List<List<Object>> states = new ArrayList<>();
    StackedChart bars = new StackedChart();
    for (CheckDetails.Visited v : details.states()) {
      states.add(List.of(v.state(), v.rows()));
      if (states.size() <= BARS) {
        bars.bar(v.state());
        bars.add("rows", v.rows());
      }
    }
    List<List<Object>> steps = new ArrayList<>();
    for (CheckDetails.StepVisits s : details.steps()) {
      steps.add(List.of(s.step(), s.rows(), s.states()));
    }
    return Section.of(
        "Visits",
        bars.chart(
            "visits",
            Numbers.say(
                "How often states were met: %s, the most frequent first.",
                Numbers.shownOf(
                    Math.min(BARS, details.allStates()), details.allStates(), "states")),
            "rows",
            new Table(
                "visits-numbers",
                "States, the most frequent first",
                List.of("state", "rows"),
                states,
                details.allStates())),
        new Table(
            "step-visits",
            "Episodes that had not ended, and the states they were in, step by step",
            List.of("step", "rows", "states"),
            steps));
  }

  static Section calibration(CheckResult answer, ActionUse use) {
    String title = "Do the action probabilities fit the log?";
    if (answer.calibration().isEmpty()) {
      return Section.of(
          title,
          Words.of(
              answer.provenance().behavior().equals("estimated")
                  ? "Not checked: they are the log's own frequencies."
                  : "Not checked: they differ within states, so no state has one that could be held against its actions."));
    }
    List<List<Object>> rows = new ArrayList<>();
    List<Bar> bars = new ArrayList<>();
    for (ActionUse.Bin b : use.bins()) {
      double off = BAND * b.deviation();
      rows.add(List.of(b.low(), b.high(), b.decisions(), b.expected(), b.taken(), b.deviation()));
      bars.add(
          new Bar(
              Numbers.say("%.1f to %.1f", b.low(), b.high()),
              "expected, ±3 standard deviations",
              Math.max(0, b.expected() - off),
              b.taken(),
              Math.min(1, b.expected() + off)));
    }
    List<List<Object>> wrong = new ArrayList<>();
    for (Calibration.Disagreement d : answer.calibration().get().disagreeing()) {
      if (wrong.size() < 10 * BARS) {
        wrong.add(
            List.of(
                d.step() == 0 ? "all" : Integer.toString(d.step()),
                d.state(),
                d.chiSquare(),
                d.degreesOfFreedom(),
                d.pValue(),
                d.worst()));
      }
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        IntervalChart.of(
            "calibration",
            "How often actions were taken, by their stated probability.",
            bars,
            new IntervalChart.Scale("share of decisions", "taken", OptionalDouble.empty()),
            new Table(
                "calibration-numbers",
                "Said and seen, by probability",
                List.of("from", "to", "decisions", "expected", "taken", "standard deviation"),
                rows)));
    if (!wrong.isEmpty()) {
      blocks.add(
          new Table(
              "disagreements",
              "States whose actions do not look as their probabilities say",
              List.of("step", "state", "χ²", "degrees of freedom", "p-value", "worst"),
              wrong,
              answer.calibration().get().disagreeing().size()));
    }
    return new Section(title, blocks);
  }

  static Section overlap(CheckResult answer, ActionUse use) {
    List<List<Object>> rows = new ArrayList<>();
    List<Bar> bars = new ArrayList<>();
    for (ActionUse.Taken t : use.actions()) {
      rows.add(List.of(t.action(), t.rows(), t.share(), t.least(), t.most(), t.unseen()));
      if (bars.size() < BARS) {
        bars.add(
            new Bar(
                t.action(),
                "its probability, from state to state",
                t.least(),
                t.share(),
                t.most()));
      }
    }
    int shown = Math.min(10 * BARS, rows.size());
    return Section.of(
        "What can this log judge?",
        Words.of(
            Numbers.say(
                "Only what the logged policy does can be judged. For a uniform choice at one step, the effective sample size is %s of the rows.",
                Numbers.shortPercent(answer.effectiveShare()))),
        IntervalChart.of(
            "overlap",
            Numbers.say(
                "How often every action is taken%s. An action whose probability reaches down to 0 cannot be judged everywhere.",
                rows.size() > BARS
                    ? Numbers.say(": the %s most frequent of %,d", BARS, rows.size())
                    : ""),
            bars,
            new IntervalChart.Scale("probability", "share of decisions", OptionalDouble.empty()),
            new Table(
                "overlap-numbers",
                "Actions, the most frequent first",
                List.of(
                    "action", "rows", "share", "least", "most", "decisions where it is never seen"),
                rows.subList(0, shown),
                rows.size())));
  }

  static Section rewards(CheckResult answer, List<RewardHistogram.Bin> bins) {
    StackedChart bars = new StackedChart();
    List<List<Object>> rows = new ArrayList<>();
    for (RewardHistogram.Bin bin : bins) {
      String low = Numbers.trimmed(bin.low());
      bars.bar(bin.low() == bin.high() ? low : low + " to " + Numbers.trimmed(bin.high()));
      bars.add("rows", bin.rows());
      rows.add(List.of(bin.low(), bin.high(), bin.rows()));
    }
    return Section.of(
        "Rewards",
        bars.chart(
            "rewards",
            Numbers.say(
                "Rewards of single decisions, seen from %s to %s; %s of episodes end early.",
                Numbers.trimmed(answer.rewards().get(0)),
                Numbers.trimmed(answer.rewards().get(1)),
                Numbers.shortPercent(answer.ended())),
            "rows",
            new Table(
                "rewards-numbers", "How rewards are spread", List.of("from", "to", "rows"), rows)));
  }
}
