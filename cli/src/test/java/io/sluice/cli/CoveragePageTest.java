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

/** The page of a coverage study, looked at in a real browser. */
class CoveragePageTest extends PageContract {
  @TempDir static Path folder;
  private static Path page;
  private static JsonNode json;

  @BeforeAll
  static void study() throws IOException {
    page = folder.resolve("page.html");
    Run run =
        Run.of(
            "coverage",
            "chain-bandit",
            "--length",
            "2",
            "--episodes",
            "200",
            "--runs",
            "30",
            "--format",
            "json",
            "--report",
            page.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    json = new ObjectMapper().readTree(run.out());
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
  void coverageBandsAndWidthsAreThoseOfTheJson() {
    List<List<String>> covered = rows("coverage-numbers");
    List<List<String>> widths = rows("widths-numbers");
    assertThat(covered).hasSameSizeAs(widths).isNotEmpty();
    for (int i = 0; i < covered.size(); i++) {
      List<String> row = covered.get(i);
      JsonNode step = json.get("steps").get(Integer.parseInt(row.get(0)) - 1);
      JsonNode interval = step.get("intervals").get(row.get(1));
      assertThat(number(row, 2)).isEqualTo(step.get("truth").asDouble());
      assertThat(number(row, 3)).isEqualTo(interval.get("level").asDouble());
      assertThat(number(row, 4)).isEqualTo(interval.get("coverage").asDouble());
      assertThat(number(row, 5)).isEqualTo(interval.get("band").get(0).asDouble());
      assertThat(number(row, 6)).isEqualTo(interval.get("band").get(1).asDouble());
      assertThat(row.get(7)).isEqualTo(interval.get("covers").asBoolean() ? "yes" : "no");
      assertThat(number(widths.get(i), 2)).isEqualTo(interval.get("meanWidth").asDouble());
    }
  }

  @Test
  void theVerdictNamesWhatToTrust() {
    assertThat(browser().all(".verdicts li").get(0).getText())
        .contains("Trust " + json.get("trusted").asText());
    List<String> bad = browser().all(".verdicts .bad").stream().map(e -> e.getText()).toList();
    assertThat(bad).hasSize(json.get("untrusted").size());
  }
}
