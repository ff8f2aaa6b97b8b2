package io.sluice.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.LearningResult;
import io.sluice.learning.Learner;
import io.sluice.report.json.Json;
import io.sluice.report.json.LearningJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of a policy without a certificate. */
class LearningPageTest extends PageRules {
  private static final Path FILE = Path.of("it's a policy.csv");
  private static final LearningResult RESULT = SmallLog.usual().fit().learn(Learner.VI);
  private static final ReadPage PAGE =
      ReadPage.of(LearningPage.of(RESULT, "step\n", FILE, PageRules.COMMAND));

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
  void nothingIsPromised() {
    String verdict = PAGE.verdicts("open").get(0);
    assertThat(verdict)
        .startsWith("vi would change ")
        .contains("There is no guarantee for it", "--learner certified");
    PageChecks.isShown(
        verdict.replaceAll(".* in the model is (\\S+)\\. There.*", "$1"), RESULT.value());
    String percent = verdict.replaceAll("vi would change (\\S+)% of .*", "$1");
    assertThat(Double.parseDouble(percent)).isEqualTo(Math.round(1000 * RESULT.changed()) / 10.0);
    assertThat(PAGE.verdicts("note")).isEqualTo(RESULT.warnings());
  }

  @Test
  void differencesAreThoseOfTheResult() {
    List<List<String>> expected = new ArrayList<>();
    for (var d : RESULT.differences().all()) {
      expected.add(
          List.of(
              String.valueOf(d.step()),
              d.state(),
              d.action(),
              String.valueOf(d.share()),
              String.valueOf(d.loggedProbability()),
              String.valueOf(d.probability()),
              String.valueOf(d.visits())));
    }
    assertThat(PAGE.rows("differences")).isEqualTo(expected).isNotEmpty();
  }

  /** Two lines of a header and one row, whose label has a line break: one row. */
  @Test
  void aPolicyThatIsTooLargeIsNotOnThePageButCounted() {
    String label = "x".repeat(1_000_000);
    String csv = "step,state,action,probability\n1,\"" + label + "\n\"\"y\",list,1\n2,z,list,1\n";
    ReadPage page = ReadPage.of(LearningPage.of(RESULT, csv, FILE, COMMAND));
    assertThat(page.html().select("button.download")).isEmpty();
    assertThat(page.section("Which policy to run?"))
        .contains("The policy has 2 rows, too many for this page");
  }
}
