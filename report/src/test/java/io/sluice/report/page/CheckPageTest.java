package io.sluice.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.ActionUse;
import io.sluice.assumptions.StepShift;
import io.sluice.fit.CheckResult;
import io.sluice.fit.Fit;
import io.sluice.report.json.CheckJson;
import io.sluice.report.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page of a log that can be used: its numbers are the result's. */
class CheckPageTest extends PageRules {
  private static final Fit FIT = SmallLog.usual().fit();
  private static final CheckResult RESULT = FIT.check();
  private static final CheckDetails DETAILS = CheckDetails.of(FIT);
  private static final ReadPage PAGE =
      ReadPage.of(CheckPage.of(RESULT, DETAILS, PageRules.COMMAND));

  @Override
  ReadPage page() {
    return PAGE;
  }

  @Override
  String json() {
    return Json.text(CheckJson.of(RESULT));
  }

  @Override
  List<String> headings() {
    return List.of(
        "In short",
        "Bandit or planning?",
        "Which actions move the next state, and where?",
        "What the numbers rest on",
        "Visits",
        "Do the action probabilities fit the log?",
        "What can this log judge?",
        "Rewards",
        "What to know");
  }

  @Override
  String provenance() {
    return "input " + RESULT.provenance().input() + ", behavior policy logged, δ = 0.05,";
  }

  /** 300 episodes of three steps, of which 43 (i = 0, 7, …, 294) have one step less. */
  @Test
  void theLeadSaysWhatWasCounted() {
    assertThat(PAGE.lead()).startsWith("857 rows, 300 episodes, 3 steps, 3 states, 2 actions; ");
    PageChecks.isShown(PAGE.lead().replaceAll(".* return (\\S+)\\.", "$1"), RESULT.meanReturn());
  }

  @Test
  void theShiftOfEveryStepIsThatOfTheResult() {
    List<List<String>> expected = new ArrayList<>();
    List<ChartData.Bar> bars = new ArrayList<>();
    for (StepShift s : RESULT.shift()) {
      expected.add(
          List.of(
              String.valueOf(s.step()),
              digits(s.shift()),
              digits(s.noise()),
              digits(s.bound().upper()),
              digits(s.banditShare()),
              digits(s.pValue()),
              RESULT.verdict(s).toString()));
      bars.add(new ChartData.Bar("step " + s.step(), "noise floor", 0, s.shift(), s.noise()));
    }
    assertThat(expected).hasSize(2);
    assertThat(PAGE.rows("shift-numbers")).isEqualTo(expected);
    EvaluationPageTest.assertBars(PAGE.chart("shift"), bars);
    assertThat(PAGE.verdicts(""))
        .contains("A planning problem: actions move the next state at steps 1, 2.");
  }

  private static String digits(double value) {
    return Double.toString(value);
  }

  /** Weighted by their rows, the pairs' shifts are the steps' shifts. */
  @Test
  void theShiftOfEveryPairIsThatOfTheResult() {
    List<List<String>> expected = new ArrayList<>();
    double moved = 0;
    double rows = 0;
    for (CheckDetails.Pair p : DETAILS.pairs()) {
      expected.add(
          List.of(
              p.state(),
              p.action(),
              String.valueOf(p.rows()),
              digits(p.shift()),
              digits(p.noise())));
      moved += p.rows() * p.shift();
      rows += p.rows();
    }
    assertThat(PAGE.rows("pairs")).isEqualTo(expected).hasSize(6);
    // 300 rows at step 1, and 300 at step 2: an episode that ends early ends after step 2
    double bySteps = 300 * RESULT.shift().get(0).shift() + 300 * RESULT.shift().get(1).shift();
    assertThat(rows).isEqualTo(600);
    assertThat(moved).isCloseTo(bySteps, within(1e-9));
    for (ChartData.Cell cell : PAGE.chart("pair-shift").cells()) {
      assertThat(DETAILS.pairs())
          .anyMatch(
              p ->
                  p.state().equals(cell.row())
                      && p.action().equals(cell.column())
                      && p.shift() == cell.amount());
    }
    assertThat(PAGE.chart("pair-shift").cells()).hasSize(6);
  }

  @Test
  void everyRowIsCountedOnceAmongStatesStepsActionsAndRewards() {
    for (Map.Entry<String, Integer> table :
        Map.of(
                "visits-numbers", 1,
                "step-visits", 1,
                "overlap-numbers", 1,
                "rewards-numbers", 2)
            .entrySet()) {
      assertThat(sum(table.getKey(), table.getValue())).as(table.getKey()).isEqualTo(857);
    }
    assertThat(PAGE.rows("step-visits"))
        .containsExactly(
            List.of("1", "300", "3"), List.of("2", "300", "3"), List.of("3", "257", "3"));
    ChartData visits = PAGE.chart("visits");
    List<List<String>> states = PAGE.rows("visits-numbers");
    for (int i = 0; i < 3; i++) {
      assertThat(visits.names().get(i)).isEqualTo(states.get(i).get(0));
      assertThat(visits.stack(i).get("rows")).isEqualTo(Double.parseDouble(states.get(i).get(1)));
    }
    ChartData rewards = PAGE.chart("rewards");
    assertThat(rewards.names()).containsExactly("0", "0.25", "1");
    for (int i = 0; i < 3; i++) {
      assertThat(rewards.stack(i).get("rows"))
          .isEqualTo(Double.parseDouble(PAGE.rows("rewards-numbers").get(i).get(2)));
    }
    // i = 0, 50, …, 250: six episodes of three rows, i = 0 of two
    assertThat(PAGE.rows("rewards-numbers").get(1)).containsExactly("0.25", "0.25", "17");
  }

  private static double sum(String table, int column) {
    return PAGE.rows(table).stream().mapToDouble(row -> Double.parseDouble(row.get(column))).sum();
  }

  @Test
  void calibrationAndOverlapAreThoseOfTheResult() {
    List<List<String>> bins = new ArrayList<>();
    List<ChartData.Bar> bars = new ArrayList<>();
    for (ActionUse.Bin b : DETAILS.actions().bins()) {
      bins.add(
          List.of(
              digits(b.low()),
              digits(b.high()),
              String.valueOf(b.decisions()),
              digits(b.expected()),
              digits(b.taken()),
              digits(b.deviation())));
      bars.add(
          new ChartData.Bar(
              "%.1f to %.1f".formatted(b.low(), b.high()),
              "expected, ±3 standard deviations",
              b.expected() - 3 * b.deviation(),
              b.taken(),
              b.expected() + 3 * b.deviation()));
    }
    assertThat(PAGE.rows("calibration-numbers")).isEqualTo(bins).hasSize(2);
    EvaluationPageTest.assertBars(PAGE.chart("calibration"), bars);
    List<List<String>> actions = new ArrayList<>();
    List<ChartData.Bar> shares = new ArrayList<>();
    for (ActionUse.Taken t : DETAILS.actions().actions()) {
      actions.add(
          List.of(
              t.action(),
              String.valueOf(t.rows()),
              digits(t.share()),
              digits(t.least()),
              digits(t.most()),
              digits(t.unseen())));
      shares.add(new ChartData.Bar(t.action(), "", t.least(), t.share(), t.most()));
      assertThat(t.least()).isEqualTo(t.most()); // the same in every state
    }
    assertThat(PAGE.rows("overlap-numbers")).isEqualTo(actions).hasSize(2);
    EvaluationPageTest.assertBars(PAGE.chart("overlap"), shares);
    assertThat(PAGE.has("disagreements")).isFalse();
    assertThat(PAGE.verdicts("good"))
        .contains("Action probabilities agree with the actions, in all 3 states checked.");
  }

  /** n decisions, 0.6·n and 0.4·n: weights ½/0.6 and ½/0.4, (Σw)²/Σw²/n ≈ 0.96. */
  @Test
  void theEffectiveSampleSizeIsSaid() {
    assertThat(RESULT.effectiveShare()).isCloseTo(0.96, within(0.01));
    assertThat(PAGE.section("What can this log judge?"))
        .contains("%.1f%%".formatted(100 * RESULT.effectiveShare()).replace(".0%", "%"));
  }

  @Test
  void wrongPropensitiesAreSaidToBeWrong() {
    Fit fit = SmallLog.usual().fit(row -> row.action().equals("list") ? 0.9 : 0.1);
    ReadPage page = ReadPage.of(CheckPage.of(fit.check(), CheckDetails.of(fit), COMMAND));
    assertThat(page.verdicts("bad"))
        .contains(
            "Action probabilities disagree with the actions in 3 of 3 states checked.",
            "The log contradicts that the action probabilities are right. Check how the action probabilities were logged, and that the state was written before the action.");
    assertThat(page.rows("disagreements")).hasSize(3);
    for (int i = 0; i < 3; i++) {
      var d = fit.calibration().orElseThrow().disagreeing().get(i);
      assertThat(page.rows("disagreements").get(i))
          .containsExactly(
              "all", d.state(), digits(d.chiSquare()), "1", digits(d.pValue()), d.worst());
    }
    assertThat(page.verdicts("advice"))
        .anyMatch(advice -> advice.startsWith("Correct the propensity column"));
    assertThat(page.verdicts("note")).containsAll(fit.check().warnings());
  }

  /** Twelve rows, none of which a χ² test could be made of: that is no agreement. */
  @Test
  void probabilitiesThatCannotBeCheckedAreNotSaidToAgree() {
    SmallLog usual = SmallLog.usual();
    Fit fit = new SmallLog(usual.states(), usual.actions(), 6, 2, false).fit();
    assertThat(fit.calibration().orElseThrow().checked()).isZero();
    ReadPage page = ReadPage.of(CheckPage.of(fit.check(), CheckDetails.of(fit), COMMAND));
    assertThat(page.verdicts("good")).noneMatch(verdict -> verdict.contains("agree"));
    assertThat(page.verdicts("open"))
        .contains("Action probabilities were not checked: no state has enough rows.");
  }

  @Test
  void anEstimatedLoggedPolicyIsNotChecked() {
    Fit fit = SmallLog.usual().fitWithoutPropensities();
    ReadPage page = ReadPage.of(CheckPage.of(fit.check(), CheckDetails.of(fit), COMMAND));
    assertThat(page.section("Do the action probabilities fit the log?"))
        .contains("Not checked: they are the log's own frequencies.");
    assertThat(page.has("calibration")).isFalse();
  }

  /** One step has no next state: there is nothing to carry, and no section of it. */
  @Test
  void aLogOfOneStepIsABandit() {
    SmallLog usual = SmallLog.usual();
    Fit fit = new SmallLog(usual.states(), usual.actions(), 100, 1, false).fit();
    ReadPage page = ReadPage.of(CheckPage.of(fit.check(), CheckDetails.of(fit), COMMAND));
    assertThat(page.headings()).doesNotContain("Bandit or planning?").hasSize(7);
    assertThat(page.verdicts("note")).anyMatch(v -> v.startsWith("A bandit: "));
    assertThat(page.lead()).startsWith("100 rows, 100 episodes, 1 step, 3 states, 2 actions;");
  }
}
