package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page of an evaluation, looked at in a real browser(). */
class EvaluationPageTest extends PageContract {
  @TempDir static Path folder;
  private static Path page;
  private static JsonNode json;

  @BeforeAll
  static void evaluate() throws IOException {
    Path csv = OddLog.write(folder);
    page = folder.resolve("page.html");
    Run run =
        Run.of(
            "evaluate",
            csv.toString(),
            "--policy",
            "always:a1",
            "--interval",
            "efficient,sharp,selective,standard,bandit",
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
  void theNumbersShownAreThoseOfTheJson() {
    List<List<String>> rows = rows("effects-numbers");
    int at = 0;
    for (JsonNode step : json.get("steps")) {
      var names = step.get("intervals").fieldNames();
      while (names.hasNext()) {
        String name = names.next();
        List<String> row = rows.get(at++);
        JsonNode interval = step.get("intervals").get(name);
        assertThat(row.get(0)).isEqualTo(step.get("step").asText());
        assertThat(row.get(1)).isEqualTo(name);
        assertThat(number(row, 2)).isEqualTo(interval.get("estimate").asDouble());
        assertThat(number(row, 3)).isEqualTo(interval.get("lower").asDouble());
        assertThat(number(row, 4)).isEqualTo(interval.get("upper").asDouble());
      }
    }
    assertThat(at).isEqualTo(rows.size()).isEqualTo(10);
  }

  /** The immediate and the carried part add up to the effect. */
  @Test
  void theLedgerAddsUp() {
    List<List<String>> rows = rows("ledger-numbers");
    for (JsonNode step : json.get("steps")) {
      int first = 2 * (step.get("step").asInt() - 1);
      double sum =
          Double.parseDouble(rows.get(first).get(2))
              + Double.parseDouble(rows.get(first + 1).get(2));
      assertThat(sum)
          .isCloseTo(
              step.get("intervals").get("efficient").get("estimate").asDouble(), within(1e-12));
    }
  }

  @Test
  void theVerdictComesFirstInWords() {
    String first = browser().all(".verdicts li").get(0).getText();
    assertThat(first).contains("The policy as a whole raises the return by +");
    assertThat(browser().all("section h2").get(0).getText()).isEqualTo("Would it be better?");
  }

  @Test
  void theSliderMovesTheIntervalByKeyboard() {
    WebElement slider = browser().element("path-slider");
    String whole = browser().text("path-words");
    Object drawn = browser().script("return document.getElementById('path').innerHTML");
    slider.sendKeys(Keys.ARROW_LEFT);
    assertThat(browser().text("path-name")).isEqualTo("90%");
    assertThat(browser().text("path-words")).isNotEqualTo(whole).contains("in 90% of decisions");
    assertThat(browser().script("return document.getElementById('path').innerHTML"))
        .isNotEqualTo(drawn);
    slider.sendKeys(Keys.HOME);
    assertThat(browser().text("path-words"))
        .contains("in 0% of decisions: +0.0000 (95%: +0.0000 to +0.0000)");
    slider.sendKeys(Keys.END);
    assertThat(browser().text("path-words")).isEqualTo(whole);
  }

  @Test
  void labelsAreTextWhateverTheyLookLike() {
    List<String> shown = rows("differences").stream().map(row -> row.get(1)).distinct().toList();
    assertThat(shown).containsExactlyInAnyOrderElementsOf(OddLog.STATES);
  }

  @Test
  void theEndOfTheSliderIsTheAnswer() {
    List<String> last =
        rows("path-numbers").stream().filter(r -> r.get(1).equals("sharp")).toList().get(10);
    JsonNode total = json.get("total").get("intervals").get("sharp");
    assertThat(number(last, 0)).isEqualTo(1);
    assertThat(number(last, 3)).isEqualTo(total.get("lower").asDouble());
    assertThat(number(last, 4)).isEqualTo(total.get("upper").asDouble());
  }

  @Test
  void everyPartOfAWidthIsSaidInWords() {
    List<List<String>> parts = rows("width-words");
    assertThat(parts).hasSizeGreaterThan(4);
    assertThat(parts).allSatisfy(row -> assertThat(row.get(1)).isNotEmpty());
    assertThat(rows("widths-numbers").stream().map(row -> row.get(2)).distinct())
        .isSubsetOf(parts.stream().map(row -> row.get(0)).toList());
  }

  @Test
  void allFiveIntervalsAreThereWhicheverWereAskedFor() throws IOException {
    Path other = folder.resolve("other.html");
    Run run =
        Run.of(
            "evaluate",
            folder.resolve("log.csv").toString(),
            "--policy",
            "always:a1",
            "--interval",
            "selective,standard,bandit",
            "--report",
            other.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out()).contains("selective [").doesNotContain("efficient");
    browser().open(other);
    assertThat(rows("by-interval").stream().map(row -> row.get(0)))
        .containsExactly("selective", "standard", "bandit", "efficient", "sharp");
    String expected = browser().all(".verdicts li").get(1).getText();
    JsonNode result = new ObjectMapper().readTree(browser().script(content("result")).toString());
    // The verdict is still that of the first that was asked for.
    assertThat(expected).contains("cannot tell yet");
    assertThat(result.get("steps").get(0).get("verdict").asText()).isEqualTo("cannot tell yet");
  }

  @Test
  void tablesAreCopiedWithAllDigitsAndQuotedLabels() {
    openDetails();
    browser()
        .script(
            "Object.defineProperty(navigator, 'clipboard', {value: {writeText: t => { window.copied = t; return Promise.resolve(); }}})");
    browser().all("button.copy[data-table=differences]").get(0).click();
    String copied = browser().script("return window.copied").toString();
    String[] lines = copied.split("\n");
    assertThat(lines[0])
        .isEqualTo("step,state,action,share of decisions,logged,new,rows in the log");
    assertThat(lines).hasSize(1 + rows("differences").size());
    assertThat(copied).contains("\"\"\"><img src=x onerror=hit()>\"");
    assertThat(lines[1]).contains(rows("differences").get(0).get(3));
  }

  @Test
  void longTablesCanBeSearchedAndFiltered() {
    openDetails();
    int all = visible("widths-numbers");
    browser().all("input[type=search][data-table=widths-numbers]").get(0).sendKeys("SHARP");
    int sharp = visible("widths-numbers");
    assertThat(sharp).isPositive().isLessThan(all);
    WebElement step = browser().all("select[data-table=widths-numbers][data-column='0']").get(0);
    step.sendKeys("2");
    assertThat(visible("widths-numbers")).isPositive().isLessThan(sharp);
  }

  private static int visible(String table) {
    Object rows =
        browser()
            .script(
                "return Array.from(document.getElementById(arguments[0]).tBodies[0].rows).filter(r => !r.hidden).length",
                table);
    return ((Number) rows).intValue();
  }
}
