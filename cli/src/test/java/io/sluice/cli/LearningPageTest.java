package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a learned policy, looked at in a real browser. */
class LearningPageTest extends PageContract {
  @TempDir static Path folder;
  private static Path page;
  private static JsonNode json;

  @BeforeAll
  static void learn() throws IOException {
    Path log = OddLog.write(folder);
    page = folder.resolve("page.html");
    json = learn(log, "certified", page);
  }

  private static JsonNode learn(Path log, String learner, Path page) throws IOException {
    Run run =
        Run.of(
            "learn",
            log.toString(),
            "--learner",
            learner,
            "--out",
            folder.resolve(learner + ".csv").toString(),
            "--format",
            "json",
            "--report",
            page.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return new ObjectMapper().readTree(run.out());
  }

  @Override
  Path page() {
    return page;
  }

  @Override
  JsonNode json() {
    return json;
  }

  @Test
  void candidatesAndStepsAreThoseOfTheJson() {
    JsonNode certificate = json.get("certificate");
    List<List<String>> rows = rows("candidates-numbers");
    assertThat(rows).hasSize(certificate.get("candidates").size()).hasSize(10);
    for (int i = 0; i < rows.size(); i++) {
      JsonNode candidate = certificate.get("candidates").get(i);
      assertThat(rows.get(i).get(0)).isEqualTo(candidate.get("name").asText());
      assertThat(number(rows.get(i), 1)).isEqualTo(candidate.get("estimate").asDouble());
      assertThat(number(rows.get(i), 2)).isEqualTo(candidate.get("lower").asDouble());
    }
    List<List<String>> steps = rows("rollout-numbers");
    assertThat(steps).hasSize(2);
    for (int i = 0; i < steps.size(); i++) {
      JsonNode step = certificate.get("rollout").get("steps").get(i);
      assertThat(number(steps.get(i), 2)).isEqualTo(step.get("alone").get("lower").asDouble());
      assertThat(number(steps.get(i), 4)).isEqualTo(step.get("onward").get("lower").asDouble());
    }
  }

  @Test
  void theVerdictSaysWhatIsCertified() {
    String verdict = browser().all(".verdicts li").get(0).getText();
    assertThat(verdict)
        .contains("Run " + json.get("certificate").get("chosen").asText() + ": it is at least +")
        .contains("with probability 95% (asymptotic)");
  }

  @Test
  void differencesAreThoseOfTheJson() {
    List<List<String>> rows = rows("differences");
    assertThat(rows).hasSize(json.get("differences").size()).isNotEmpty();
    for (int i = 0; i < rows.size(); i++) {
      JsonNode difference = json.get("differences").get(i);
      assertThat(rows.get(i).get(1)).isEqualTo(difference.get("state").asText());
      assertThat(number(rows.get(i), 3)).isEqualTo(difference.get("share").asDouble());
      assertThat(rows.get(i).get(6)).isEqualTo(difference.get("visits").asText());
    }
    assertThat(rows.stream().map(row -> row.get(1))).isSubsetOf(OddLog.STATES);
  }

  @Test
  void theDownloadIsTheFileThatWasWritten() {
    browser()
        .script(
            "URL.createObjectURL = blob => { blob.text().then(t => window.saved = t); return 'about:blank'; };"
                + "HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; };");
    browser().all("button.download").get(0).click();
    Object saved =
        browser()
            .driver()
            .executeAsyncScript(
                "const done = arguments[0]; const look = () => window.saved === undefined ? requestAnimationFrame(look) : done(window.saved); look();");
    assertThat(saved).isEqualTo(Repository.read(folder.resolve("certified.csv")));
    assertThat(browser().script("return window.savedAs")).isEqualTo("policy.csv");
  }

  @Test
  void aLearnerWithoutACertificatePromisesNothing() throws IOException {
    Path other = folder.resolve("other.html");
    JsonNode result = learn(folder.resolve("log.csv"), "vi", other);
    browser().open(other);
    assertThat(browser().all(".verdicts li").get(0).getText()).contains("There is no guarantee");
    assertThat(browser().all("#candidates")).isEmpty();
    assertThat(number(rows("value").get(0), 1)).isEqualTo(result.get("value").asDouble());
    assertQuiet(other);
  }
}
