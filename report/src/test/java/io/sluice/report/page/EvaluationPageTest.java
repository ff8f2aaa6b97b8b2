package io.sluice.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.fit.Behavior;
import io.sluice.fit.Difference;
import io.sluice.fit.EffectParts;
import io.sluice.fit.EvaluationDetails;
import io.sluice.fit.EvaluationDetails.PathPoint;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.EvaluationResult.StepAnswer;
import io.sluice.fit.Judgment;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import io.sluice.report.Findings;
import io.sluice.report.json.EvaluationJson;
import io.sluice.report.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The page of an evaluation: its numbers are the result's, at every step and by every interval. */
class EvaluationPageTest extends PageRules {
  /** Charts draw a lower end and a width, whose sum is rounded. */
  private static final Offset<Double> CLOSE = within(1e-12);

  private static final List<IntervalKind> KINDS = IntervalKind.withAllOfPages(List.of());
  private static final Judgment JUDGMENT = SmallLog.usual().fit().judge(state -> "list");
  private static final EvaluationResult RESULT = EvaluationResult.of(JUDGMENT, KINDS);
  private static final EvaluationDetails DETAILS = EvaluationDetails.of(JUDGMENT, KINDS);
  private static final ReadPage PAGE =
      ReadPage.of(EvaluationPage.of(RESULT, DETAILS, PageRules.COMMAND));

  @Override
  ReadPage page() {
    return PAGE;
  }

  @Override
  String json() {
    return Json.text(EvaluationJson.of(RESULT));
  }

  @Override
  List<String> headings() {
    return List.of(
        "Would it be better?",
        "Effects, step by step",
        "Now or later?",
        "Where the width comes from",
        "How far to go?",
        "The whole",
        "What the numbers rest on",
        "Where the policies differ, and how much data is there",
        "What to know");
  }

  @Override
  String provenance() {
    return "input " + RESULT.provenance().input() + ", behavior policy logged, δ = 0.05,";
  }

  @Test
  void theLeadSaysWhatWasCounted() {
    assertThat(PAGE.lead())
        .startsWith("300 episodes, 3 steps, 3 states, 2 actions; the logged policy (logged)");
    PageChecks.isShown(
        PAGE.lead().replaceAll(".* returned (\\S+) on average\\.", "$1"), RESULT.behaviorValue());
  }

  @Test
  void assumptionsAreThoseOfTheResultTheWorstFirst() {
    List<List<String>> expected = new ArrayList<>();
    RESULT
        .assumptions()
        .worstFirst()
        .forEach(
            f ->
                expected.add(
                    List.of(
                        f.assumption().claim(),
                        f.verdict().toString(),
                        Findings.words(f),
                        f.advice())));
    assertThat(expected).hasSize(9);
    assertThat(PAGE.rows("assumptions")).isEqualTo(expected);
    assertThat(PAGE.rows("step-weights")).hasSize(RESULT.horizon());
  }

  @Test
  void everyIntervalOfEveryStepIsThatOfTheResult() {
    List<List<String>> expected = new ArrayList<>();
    List<ChartData.Bar> bars = new ArrayList<>();
    for (StepAnswer step : RESULT.steps()) {
      step.intervals()
          .forEach(
              (name, i) -> {
                expected.add(cells(step.step(), name, i));
                bars.add(bar("step " + step.step() + " · " + name, name, i));
              });
    }
    assertThat(expected).hasSize(3 * 5);
    assertThat(PAGE.rows("effects-numbers")).isEqualTo(expected);
    assertBars(PAGE.chart("effects"), bars);
    assertThat(PAGE.chart("effects").line()).isZero();
  }

  private static List<String> cells(Object first, Object name, Interval i) {
    return List.of(
        String.valueOf(first),
        name.toString(),
        digits(i.estimate()),
        digits(i.lower()),
        digits(i.upper()));
  }

  private static String digits(double value) {
    return Double.toString(value);
  }

  private static ChartData.Bar bar(String label, Object kind, Interval i) {
    return new ChartData.Bar(label, kind.toString(), i.lower(), i.estimate(), i.upper());
  }

  static void assertBars(ChartData chart, List<ChartData.Bar> expected) {
    List<ChartData.Bar> shown = chart.bars();
    assertThat(shown).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      ChartData.Bar wanted = expected.get(i);
      assertThat(shown.get(i).label()).isEqualTo(wanted.label());
      assertThat(shown.get(i).kind())
          .isEqualTo(wanted.upper() > wanted.lower() ? wanted.kind() : "");
      assertThat(shown.get(i).lower()).isEqualTo(wanted.lower());
      assertThat(shown.get(i).estimate()).isEqualTo(wanted.estimate());
      assertThat(shown.get(i).upper()).isCloseTo(wanted.upper(), CLOSE);
    }
  }

  @Test
  void theTwoPartsOfEveryEffectAreThoseOfTheResult() {
    List<List<String>> expected = new ArrayList<>();
    List<ChartData.Bar> bars = new ArrayList<>();
    for (EffectParts parts : DETAILS.parts()) {
      expected.add(cells(parts.step(), "immediate", parts.immediate()));
      expected.add(cells(parts.step(), "carried", parts.carried()));
      bars.add(bar("step " + parts.step() + " · immediate", "immediate", parts.immediate()));
      bars.add(bar("step " + parts.step() + " · carried", "carried", parts.carried()));
    }
    assertThat(expected).hasSize(6);
    assertThat(PAGE.rows("ledger-numbers")).isEqualTo(expected);
    assertBars(PAGE.chart("ledger"), bars);
    for (int h = 1; h <= 3; h++) {
      List<String> now = PAGE.rows("ledger-numbers").get(2 * h - 2);
      List<String> later = PAGE.rows("ledger-numbers").get(2 * h - 1);
      double effect = RESULT.steps().get(h - 1).intervals().get(IntervalKind.EFFICIENT).estimate();
      assertThat(Double.parseDouble(now.get(2)) + Double.parseDouble(later.get(2)))
          .isCloseTo(effect, CLOSE);
    }
  }

  @Test
  void thePartsOfEveryWidthAreThoseOfTheResultAndAddUp() {
    List<List<String>> expected = new ArrayList<>();
    int bar = 0;
    for (StepAnswer step : RESULT.steps()) {
      for (Map.Entry<IntervalKind, Interval> one : step.intervals().entrySet()) {
        for (Part part : one.getValue().parts()) {
          expected.add(
              List.of(
                  String.valueOf(step.step()),
                  one.getKey().toString(),
                  part.name(),
                  part.formula(),
                  digits(part.below()),
                  digits(part.above())));
        }
        assertThat(PAGE.chart("widths").names().get(bar))
            .isEqualTo("step " + step.step() + " · " + one.getKey());
        Map<String, Double> stack = PAGE.chart("widths").stack(bar++);
        assertThat(stack.values().stream().mapToDouble(v -> v).sum())
            .isCloseTo(one.getValue().width(), within(1e-9));
      }
    }
    assertThat(PAGE.chart("widths").names()).hasSize(bar);
    assertThat(PAGE.rows("widths-numbers")).isEqualTo(expected).hasSizeGreaterThan(15);
  }

  /** All intervals there are, with a logged policy that is known and one that is estimated. */
  @Test
  void everyPartOfAWidthIsExplained() {
    List<Judgment> judgments =
        List.of(
            JUDGMENT,
            SmallLog.usual().fitWithoutPropensities().judge(state -> "list"),
            SmallLog.usual().fit().judge(state -> state.equals("homepage") ? "banner" : "list"));
    for (Judgment judgment : judgments) {
      boolean known = judgment.fit().behavior().source() != Behavior.Source.ESTIMATED;
      List<IntervalKind> kinds = known ? IntervalKind.ofSteps() : IntervalKind.fromCounts();
      EvaluationResult all = EvaluationResult.of(judgment, kinds);
      Section section = WidthSection.of(all.steps(), 3);
      Block.Table meanings = (Block.Table) section.blocks().get(2);
      assertThat(meanings.rows()).hasSizeGreaterThan(8);
      assertThat(meanings.rows())
          .allSatisfy(row -> assertThat((String) row.get(1)).as("%s", row).isNotBlank());
    }
  }

  @Test
  void everyPositionOfTheSliderIsThatOfThePath() {
    assertThat(DETAILS.path()).hasSize(11);
    JsonNode data = PAGE.data("charts").get("path");
    List<List<String>> expected = new ArrayList<>();
    for (int i = 0; i <= 10; i++) {
      PathPoint point = DETAILS.path().get(i);
      List<ChartData.Bar> bars = new ArrayList<>();
      point
          .total()
          .forEach(
              (name, interval) -> {
                bars.add(bar("whole · " + name, name, interval));
                expected.add(cells(point.lambda(), name, interval));
              });
      for (int h = 1; h <= 3; h++) {
        bars.add(bar("step " + h + " · efficient", "efficient", point.steps().get(h - 1)));
      }
      assertBars(PAGE.chart("path", i), bars);
      assertThat(data.get("names").get(i).asText()).isEqualTo(10 * i + "%");
      assertInterval(data.get("words").get(i).asText(), point.total().get(IntervalKind.EFFICIENT));
    }
    assertThat(PAGE.rows("path-numbers")).isEqualTo(expected);
    assertThat(data.get("start").asInt()).isEqualTo(10);
    assertThat(PAGE.html().getElementById("path-words").text())
        .isEqualTo(data.get("words").get(10).asText());
    assertThat(PAGE.html().getElementById("path-name").text()).isEqualTo("100%");
    var slider = PAGE.html().getElementById("path-slider");
    assertThat(slider.attr("max")).isEqualTo("10");
    assertThat(slider.attr("value")).isEqualTo("10");
  }

  /** All positions on one scale, which holds every interval. */
  @Test
  void theScaleOfTheSliderStays() {
    double low = PAGE.option("path", 0).get("xAxis").get("min").asDouble();
    double high = PAGE.option("path", 0).get("xAxis").get("max").asDouble();
    for (int i = 0; i <= 10; i++) {
      JsonNode axis = PAGE.option("path", i).get("xAxis");
      assertThat(axis.get("min").asDouble()).isEqualTo(low);
      assertThat(axis.get("max").asDouble()).isEqualTo(high);
      assertThat(PAGE.chart("path", i).bars())
          .allMatch(bar -> low <= bar.lower() + 1e-12 && bar.upper() <= high + 1e-12);
    }
  }

  /** Finds "+0.1 (95%: +0.05 to +0.15)" in a sentence. */
  static void assertInterval(String sentence, Interval interval) {
    var found =
        java.util.regex.Pattern.compile("(\\S+) \\(95%: (\\S+) to (\\S+)\\)").matcher(sentence);
    assertThat(found.find()).as(sentence).isTrue();
    PageChecks.isShown(found.group(1), interval.estimate());
    PageChecks.isShown(found.group(2), interval.lower());
    PageChecks.isShown(found.group(3), interval.upper());
  }

  @Test
  void theWholeIsThatOfTheResult() {
    List<List<String>> expected = new ArrayList<>();
    RESULT.total().forEach((name, i) -> expected.add(cells("V_π − V_πb", name, i)));
    RESULT.value().forEach((name, i) -> expected.add(cells("V_π", name, i)));
    assertThat(PAGE.rows("values")).isEqualTo(expected).hasSize(10);
  }

  @Test
  void verdictsSayTheNumbersTheyAreReadFrom() {
    List<String> all = PAGE.verdicts("");
    assertInterval(all.get(0), RESULT.total().get(IntervalKind.EFFICIENT));
    assertThat(all.get(0)).startsWith("The policy as a whole raises the return by +");
    for (int h = 1; h <= 3; h++) {
      assertInterval(all.get(h), RESULT.steps().get(h - 1).intervals().get(IntervalKind.EFFICIENT));
      assertThat(all.get(h)).startsWith("Changing step " + h + " raises the return by +");
    }
    assertThat(PAGE.html().select(".verdicts").get(0).select("li.good")).hasSize(4);
  }

  @Test
  void everyIntervalSaysAtWhichStepsThePolicyIsBetter() {
    List<List<String>> expected = new ArrayList<>();
    for (IntervalKind kind : KINDS) {
      List<String> better = new ArrayList<>();
      List<String> open = new ArrayList<>();
      for (StepAnswer step : RESULT.steps()) {
        Interval i = step.intervals().get(kind);
        assertThat(i.upper()).isPositive();
        (i.lower() > 0 ? better : open).add(String.valueOf(step.step()));
      }
      expected.add(List.of(kind.toString(), steps(better), "–", steps(open), "–"));
    }
    assertThat(PAGE.rows("by-interval")).isEqualTo(expected);
    assertThat(expected).anyMatch(row -> row.get(3).equals("–"));
    assertThat(expected).anyMatch(row -> row.get(1).equals("–"));
  }

  private static String steps(List<String> steps) {
    return steps.isEmpty() ? "–" : String.join(", ", steps);
  }

  @Test
  void differencesAreThoseOfTheResult() {
    List<List<String>> expected = new ArrayList<>();
    for (Difference d : DETAILS.differences().all()) {
      expected.add(
          List.of(
              String.valueOf(d.step()),
              d.state(),
              d.action(),
              digits(d.share()),
              digits(d.loggedProbability()),
              digits(d.probability()),
              String.valueOf(d.visits())));
    }
    assertThat(PAGE.rows("differences")).isEqualTo(expected).hasSize(9);
    ChartData chart = PAGE.chart("support");
    for (int i = 0; i < 9; i++) {
      Difference d = DETAILS.differences().all().get(i);
      assertThat(chart.names().get(i))
          .isEqualTo("step %d · %s → %s".formatted(d.step(), d.state(), d.action()));
      String kind = d.visits() >= 100 ? "100 rows or more" : "10 to 99 rows";
      assertThat(chart.stack(i)).containsExactly(Map.entry(kind, d.moved()));
    }
    List<ChartData.Cell> cells = PAGE.chart("changes").cells();
    assertThat(cells).hasSize(9);
    // 0.4 → 1 everywhere: ½‖π−π_b‖₁ = 0.6
    assertThat(cells).allSatisfy(c -> assertThat(c.amount()).isCloseTo(0.6, CLOSE));
    assertThat(PAGE.rows("changes-numbers").stream().map(row -> row.get(1)))
        .containsExactlyElementsOf(
            DETAILS.differences().bySteps().stream().map(EvaluationPageTest::digits).toList());
  }

  /** The logged policy against itself: nothing changes, which is known and not open. */
  @Test
  void noDifferenceIsNotDoubt() {
    Judgment itself = judged(SmallLog.usual());
    ReadPage page = page(itself);
    assertThat(page.verdicts("open")).isEmpty();
    assertThat(page.verdicts("note"))
        .startsWith(
            "The policy as a whole makes no difference: +0.0000 (95%: +0.0000 to +0.0000).",
            "Step 1: no difference, +0.0000 (95%: +0.0000 to +0.0000).");
    assertThat(page.rows("by-interval").get(0))
        .containsExactly("efficient", "–", "–", "1, 2, 3", "–");
    assertThat(page.section("Where the policies differ, and how much data is there"))
        .contains("They do not differ in any state that the log visits.");
  }

  /** The same with so many steps that most are only counted. */
  @Test
  void manyStepsWithoutADifferenceAreCountedAsThat() {
    SmallLog log = SmallLog.usual();
    ReadPage page = page(judged(new SmallLog(log.states(), log.actions(), 60, 14, false)));
    assertThat(page.verdicts("note"))
        .contains(
            "Of all 14 steps, 0 are better, 0 worse, 14 make no difference, 0 are inconclusive, and 0 have no verdict; only the 12 with the largest effects are listed.");
    assertThat(page.rows("by-interval").get(0))
        .containsExactly("efficient", "–", "–", "14 steps", "–");
  }

  private static Judgment judged(SmallLog log) {
    var fit = log.fit();
    return fit.judge(fit.behavior().policy());
  }

  private static ReadPage page(Judgment judgment) {
    return ReadPage.of(
        EvaluationPage.of(
            EvaluationResult.of(judgment, KINDS), EvaluationDetails.of(judgment, KINDS), COMMAND));
  }

  /** Intervals for the value only: nothing is said of steps. */
  @Test
  void withoutIntervalsForStepsOnlyTheWholeIsShown() {
    List<IntervalKind> whole = List.of(IntervalKind.IPS, IntervalKind.DR);
    EvaluationResult result = EvaluationResult.of(JUDGMENT, whole);
    ReadPage page =
        ReadPage.of(EvaluationPage.of(result, EvaluationDetails.of(JUDGMENT, whole), COMMAND));
    assertThat(page.headings())
        .containsExactly(
            "Would it be better?",
            "The whole",
            "What the numbers rest on",
            "Where the policies differ, and how much data is there",
            "What to know");
    assertInterval(page.verdicts("").get(0), result.total().get(IntervalKind.IPS));
    assertThat(page.rows("values")).hasSize(4);
  }

  @Test
  void anEstimatedLoggedPolicyIsSaidToBeOne() {
    ReadPage page = page(SmallLog.usual().fitWithoutPropensities().judge(state -> "list"));
    assertThat(page.lead()).contains("the logged policy (estimated)");
    assertThat(page.verdicts("advice"))
        .anyMatch(advice -> advice.startsWith("Log the probability of every action"));
    assertThat(page.section("Now or later?"))
        .contains("The uncertainty of an estimated logged policy is included for the whole effect");
    assertThat(page.rows("widths-numbers"))
        .anyMatch(row -> row.get(2).equals("behavior policy estimated"));
  }
}
