package io.sluice.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.CertifiedResult;
import io.sluice.fit.GuaranteeKind;
import io.sluice.fit.LearningResult;
import io.sluice.report.json.Json;
import io.sluice.report.json.LearningJson;
import io.sluice.selection.Appraisal;
import io.sluice.selection.Appraisal.Outcome;
import io.sluice.selection.PartialRollout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The page of a policy with a certificate: its numbers are the result's. */
class CertifiedPageTest extends PageRules {
  private static final Path FILE = Path.of("policy.csv");
  private static final String CSV = "step,state,action,probability\n1,\"</script>\",list,1\n";

  /** So many states that learners differ by how cautious they are. */
  private static final LearningResult RESULT =
      SmallLog.named(
              IntStream.range(0, 20).mapToObj("query %d"::formatted).toList(),
              List.of("banner", "list"))
          .fit()
          .certify(GuaranteeKind.ASYMPTOTIC);

  private static final CertifiedResult CERTIFICATE = RESULT.certificate().orElseThrow();
  private static final ReadPage PAGE =
      ReadPage.of(LearningPage.of(RESULT, CSV, FILE, PageRules.COMMAND));

  @Override
  ReadPage page() {
    return PAGE;
  }

  @Override
  String json() {
    return Json.text(LearningJson.of(RESULT, FILE));
  }

  @Override
  List<String> headings() {
    return List.of(
        "Which policy to run?",
        "Candidates",
        "Roll it out in part?",
        "Its value in the model",
        "Where the policies differ, and how much data is there",
        "What the numbers rest on",
        "What to know");
  }

  @Override
  String provenance() {
    return "input " + RESULT.provenance().input() + ", behavior policy logged, δ = 0.05,";
  }

  @Test
  void theVerdictSaysWhatIsCertified() {
    Appraisal chosen = CERTIFICATE.choice().chosen().orElseThrow();
    String verdict = PAGE.verdicts("good").get(0);
    assertThat(verdict)
        .startsWith("Run " + chosen.candidate().name() + ": ")
        .contains("with probability 95% (asymptotic)");
    PageChecks.isShown(
        verdict.replaceAll(".* at least (\\S+) better .*", "$1"),
        chosen.gain().orElseThrow().lower());
    PageChecks.isShown(
        verdict.replaceAll(".* Estimate: (\\S+)\\.", "$1"), chosen.gain().orElseThrow().estimate());
    assertThat(PAGE.lead()).startsWith("Learned by certified from 300 episodes;");
  }

  @Test
  void everyCandidateIsThatOfTheResult() {
    List<ChartData.Bar> bars = new ArrayList<>();
    List<List<String>> rows = PAGE.rows("candidates-numbers");
    assertThat(rows).hasSize(CERTIFICATE.choice().appraisals().size()).hasSize(10);
    for (int i = 0; i < rows.size(); i++) {
      Appraisal a = CERTIFICATE.choice().appraisals().get(i);
      assertThat(rows.get(i).subList(0, 4))
          .containsExactly(
              a.candidate().name(),
              digits(a.gain().orElseThrow().estimate()),
              digits(a.gain().orElseThrow().lower()),
              a.gain().orElseThrow().judge());
      String kind =
          switch (a.outcome()) {
            case CHOSEN -> "chosen";
            case LESS -> "better too";
            case UNCERTAIN -> "cannot tell";
            case NOT_BETTER, NOT_JUDGED -> "not better";
            case SAME -> "";
          };
      if (a.outcome() == Outcome.SAME) {
        assertThat(rows.get(i).get(4)).isEqualTo("identical to " + a.likeIt().name());
      } else {
        assertThat(rows.get(i).get(4)).isEqualTo(a.outcome().toString());
        bars.add(
            new ChartData.Bar(
                a.candidate().name(),
                kind,
                a.gain().orElseThrow().lower(),
                a.gain().orElseThrow().estimate(),
                a.gain().orElseThrow().estimate()));
      }
    }
    assertThat(bars).hasSize(CERTIFICATE.choice().different()).hasSizeGreaterThan(2);
    assertThat(rows).anyMatch(row -> row.get(4).startsWith("identical to"));
    EvaluationPageTest.assertBars(PAGE.chart("candidates"), bars);
  }

  private static String digits(double value) {
    return Double.toString(value);
  }

  @Test
  void everyStepOfTheRolloutIsThatOfTheResult() {
    List<List<String>> expected = new ArrayList<>();
    List<ChartData.Bar> bars = new ArrayList<>();
    for (PartialRollout.Step s : CERTIFICATE.rollout().orElseThrow().steps()) {
      expected.add(
          List.of(
              String.valueOf(s.step()),
              digits(s.alone().estimate()),
              digits(s.alone().lower()),
              digits(s.onward().estimate()),
              digits(s.onward().lower()),
              s.isWorthChangingAlone() ? "yes" : "no"));
      double alone = s.alone().estimate();
      double onward = s.onward().estimate();
      String step = "step " + s.step() + " · ";
      bars.add(new ChartData.Bar(step + "alone", "alone", s.alone().lower(), alone, alone));
      bars.add(
          new ChartData.Bar(
              step + "from here on", "from here on", s.onward().lower(), onward, onward));
    }
    assertThat(PAGE.rows("rollout-numbers")).isEqualTo(expected).hasSize(3);
    EvaluationPageTest.assertBars(PAGE.chart("rollout"), bars);
  }

  @Test
  void theValueIsThatOfTheModel() {
    assertThat(PAGE.rows("value").stream().map(row -> row.get(1)))
        .containsExactly(
            digits(RESULT.value()),
            digits(RESULT.lower()),
            digits(RESULT.upper()),
            digits(RESULT.behaviorValue()));
  }

  @Test
  void theDownloadIsThePolicyAsWritten() {
    assertThat(PAGE.data("policy").asText()).isEqualTo(CSV);
    assertThat(PAGE.html().select("button.download").eachAttr("data-name"))
        .containsExactly("policy.csv");
  }

  /** 24 episodes certify nothing. */
  @Test
  void withoutACertifiedCandidateTheLoggedPolicyStays() {
    SmallLog usual = SmallLog.usual();
    LearningResult result =
        new SmallLog(usual.states(), usual.actions(), 24, 2, false)
            .fit()
            .certify(GuaranteeKind.FINITE_SAMPLE);
    assertThat(result.certificate().orElseThrow().choice().chosen()).isEmpty();
    ReadPage page = ReadPage.of(LearningPage.of(result, CSV, FILE, COMMAND));
    assertThat(page.verdicts("open"))
        .containsExactly(
            "Keep the logged policy: no candidate is certified to be better with probability 95% (finite-sample).");
    assertThat(page.verdicts("good")).noneMatch(verdict -> verdict.startsWith("Run "));
  }

  /** Propensities that alternate: the logged policy knew more than the state. */
  @Test
  void withoutATableThatIsTheLoggedPolicyThereIsNothingToDownload() {
    int[] row = {0};
    LearningResult result =
        SmallLog.usual()
            .fit(r -> r.propensity() + 0.01 * (row[0]++ % 2))
            .certify(GuaranteeKind.FINITE_SAMPLE);
    ReadPage page = ReadPage.of(LearningPage.of(result, CSV, FILE, COMMAND));
    assertThat(page.verdicts("open").get(0))
        .startsWith("Keep the current policy: nothing can be certified: ");
    assertThat(page.html().select("button.download")).isEmpty();
    assertThat(page.html().text()).contains("No judge may be used. Not by sharp and whole: ");
    assertThat(Json.text(LearningJson.of(result, FILE))).contains("\"policyFile\" : null");
  }
}
