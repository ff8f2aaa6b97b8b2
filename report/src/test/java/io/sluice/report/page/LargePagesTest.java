package io.sluice.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fit.CheckResult;
import io.sluice.fit.EvaluationDetails;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.GuaranteeKind;
import io.sluice.fit.Judgment;
import io.sluice.fit.LearningResult;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.learning.Learner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pages stay small whatever the log: what is many is aggregated, and said to be. */
class LargePagesTest {
  /** What docs/pages.md promises; the browser's tests allow 5 MB. */
  private static final int LARGEST = 3_000_000;

  private static final int STATES = 100_000;
  private static final int STEPS = 200;
  private static final List<IntervalKind> KINDS = IntervalKind.withAllOfPages(List.of());

  private static SmallLog log(int states, int episodes, int horizon) {
    return new SmallLog(
        IntStream.range(0, states).mapToObj("place-%06d"::formatted).toList(),
        List.of("a0", "a1"),
        episodes,
        horizon,
        false);
  }

  private static ReadPage small(Page page) {
    String html = page.html();
    assertSmall(html);
    ReadPage read = ReadPage.of(html);
    PageChecks.tablesAreCaptionedAndHeaded(read);
    PageChecks.chartsHaveTheirNumbers(read);
    PageChecks.idsAreUniqueAndReferencesLead(read);
    PageChecks.numbersReadAsTheyAre(read);
    return read;
  }

  private static void assertSmall(String html) {
    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(LARGEST);
  }

  @Test
  void aHundredThousandStatesMakeSmallPages() {
    Fit fit = log(STATES, STATES, 2).fit();
    ReadPage check = small(CheckPage.of(fit.check(), CheckDetails.of(fit), "c"));
    assertThat(check.html().text())
        .contains(
            "20 of 100,000 states and all 2 actions",
            "20 of 100,000 states, the most frequent first",
            "(the first 400 of 100,000; 99,600 are left out)");
    assertThat(check.rows("visits-numbers")).hasSize(400);
    Judgment judgment = fit.judge(state -> "a1");
    EvaluationDetails details = EvaluationDetails.of(judgment, List.of(IntervalKind.SELECTIVE));
    ReadPage evaluation =
        small(
            EvaluationPage.of(
                EvaluationResult.of(judgment, List.of(IntervalKind.SELECTIVE)), details, "c"));
    assertThat(details.differences().all().size()).isGreaterThan(100_000);
    assertThat(evaluation.rows("differences")).hasSize(500);
    assertThat(evaluation.chart("changes").names()).hasSize(20);
    LearningResult learned = fit.learn(Learner.VI);
    String csv = "step,state,action,probability\n" + "1,place,a1,1\n".repeat(2 * STATES);
    ReadPage learning = small(LearningPage.of(learned, csv, Path.of("p.csv"), "c"));
    assertThat(learning.html().text())
        .contains("The policy has 200,000 rows, too many for this page");
  }

  @Test
  void twoHundredStepsMakeSmallPages() {
    Fit fit = log(5, 300, STEPS).fit();
    CheckResult result = fit.check();
    ReadPage check = small(CheckPage.of(result, CheckDetails.of(fit), "c"));
    List<ChartData.Point> shift = check.chart("shift").curves().get("shift");
    assertThat(shift).hasSize(STEPS - 1);
    for (int h = 1; h < STEPS; h++) {
      assertThat(shift.get(h - 1).y()).isEqualTo(result.shift().get(h - 1).shift());
    }
    Judgment judgment = fit.judge(state -> "a1");
    EvaluationResult evaluated = EvaluationResult.of(judgment, KINDS);
    ReadPage evaluation =
        small(EvaluationPage.of(evaluated, EvaluationDetails.of(judgment, KINDS), "c"));
    assertCurves(evaluation, evaluated);
    assertThat(evaluation.html().text())
        .contains("only the 12 with the largest effects are listed", "at 60 of 200 steps.");
    assertThat(evaluation.html().selectFirst("#path").attr("aria-label"))
        .doesNotContain("each step");
    assertThat(evaluation.chart("path").names()).hasSize(KINDS.size());
    LearningResult certified = fit.certify(GuaranteeKind.ASYMPTOTIC);
    ReadPage learning = small(LearningPage.of(certified, "step\n", Path.of("p.csv"), "c"));
    assertThat(learning.rows("rollout-numbers")).hasSize(STEPS);
    assertThat(learning.chart("rollout").curves().get("alone")).hasSize(STEPS);
  }

  /** Every interval of every step, as curves with their bands. */
  private static void assertCurves(ReadPage page, EvaluationResult result) {
    Map<String, List<ChartData.Point>> curves = page.chart("effects").curves();
    List<List<String>> rows = page.rows("effects-numbers");
    List<List<String>> expected = new ArrayList<>();
    for (EvaluationResult.StepAnswer step : result.steps()) {
      for (Map.Entry<IntervalKind, Interval> one : step.intervals().entrySet()) {
        Interval i = one.getValue();
        ChartData.Point point = curves.get(one.getKey().toString()).get(step.step() - 1);
        assertThat(point.x()).isEqualTo(String.valueOf(step.step()));
        assertThat(point.y()).isEqualTo(i.estimate());
        assertThat(point.lower()).isEqualTo(i.lower());
        assertThat(point.upper()).isCloseTo(i.upper(), within(1e-9));
        expected.add(
            List.of(
                String.valueOf(step.step()),
                one.getKey().toString(),
                String.valueOf(i.estimate()),
                String.valueOf(i.lower()),
                String.valueOf(i.upper())));
      }
    }
    assertThat(expected).hasSize(STEPS * KINDS.size());
    assertThat(rows).isEqualTo(expected);
  }

  /** A result of more than a million characters is not for a page that people open. */
  @Test
  void aLargeResultIsLeftOut() {
    String large = "{\"x\" : \"" + "y".repeat(1_000_000) + "\"}";
    assertThat(ReadPage.of(new Page("t", "l", List.of(), large, List.of())).data("result").isNull())
        .isTrue();
    String small = "{\"x\" : \"" + "y".repeat(10_000) + "\"}";
    assertThat(
            ReadPage.of(new Page("t", "l", List.of(), small, List.of()))
                .data("result")
                .get("x")
                .asText())
        .hasSize(10_000);
  }

  /** Negative control: a third of the differences, without aggregation, is not small. */
  @Test
  void aPageOfEverythingWouldBeLarge() {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < STATES / 3; i++) {
      rows.add(List.of(1, "place-%06d".formatted(i), "a1", 1e-5, 0.5, 1.0, 1L));
    }
    Block.Table table =
        new Block.Table("all", "All", List.of("step", "state", "a", "b", "c", "d", "e"), rows);
    Page page = new Page("All", "", List.of(Section.of("All", table)), "null", List.of());
    PageChecksTest.assertFails(() -> assertSmall(page.html()), "less than");
  }
}
