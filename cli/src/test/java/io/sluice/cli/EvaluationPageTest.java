package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page of an evaluation, looked at in a real browser. */
class EvaluationPageTest {
  /** States that would be markup, script or a placeholder if they were not text. */
  private static final List<String> STATES =
      List.of("<script>window.hit=1</script>", "{{script}}", "\"><img src=x onerror=hit()>");

  @TempDir static Path folder;
  private static Browser browser;
  private static Path page;
  private static JsonNode json;

  @BeforeAll
  static void evaluate() throws IOException {
    browser = Browser.start();
    StringBuilder log = new StringBuilder("episode,step,state,action,reward,propensity\n");
    for (int i = 0; i < 900; i++) {
      for (int h = 1; h <= 2; h++) {
        String state = STATES.get((i * 7 + h) % 3).replace("\"", "\"\"");
        int action = (i / 3 + h) % 2;
        int reward = (i * 13 + action * 5 + h) % 4 < 1 + action ? 1 : 0;
        log.append("%d,%d,\"%s\",a%d,%d,0.5\n".formatted(i, h, state, action, reward));
      }
    }
    Path csv = Files.writeString(folder.resolve("log.csv"), log);
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
    browser.open(page);
  }

  @AfterAll
  static void close() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void theNumbersShownAreThoseOfTheJson() throws IOException {
    assertThat(new ObjectMapper().readTree(browser.script(content("result")).toString()))
        .isEqualTo(json);
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
        assertThat(Double.parseDouble(row.get(2))).isEqualTo(interval.get("estimate").asDouble());
        assertThat(Double.parseDouble(row.get(3))).isEqualTo(interval.get("lower").asDouble());
        assertThat(Double.parseDouble(row.get(4))).isEqualTo(interval.get("upper").asDouble());
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
    String first = browser.all(".verdicts li").get(0).getText();
    assertThat(first).contains("The policy as a whole changes the return by +");
    assertThat(browser.all("section h2").get(0).getText()).isEqualTo("Would it be better?");
  }

  @Test
  void theSliderMovesTheIntervalByKeyboard() {
    WebElement slider = browser.element("path-slider");
    String whole = browser.text("path-words");
    Object drawn = browser.script("return document.getElementById('path').innerHTML");
    slider.sendKeys(Keys.ARROW_LEFT);
    assertThat(browser.text("path-name")).isEqualTo("90%");
    assertThat(browser.text("path-words")).isNotEqualTo(whole).contains("90% of the time");
    assertThat(browser.script("return document.getElementById('path').innerHTML"))
        .isNotEqualTo(drawn);
    slider.sendKeys(Keys.HOME);
    assertThat(browser.text("path-words"))
        .contains("0% of the time: +0.0000 (95%: +0.0000 to +0.0000)");
    slider.sendKeys(Keys.END);
    assertThat(browser.text("path-words")).isEqualTo(whole);
  }

  @Test
  void labelsAreTextWhateverTheyLookLike() {
    assertThat(browser.script("return window.hit")).isNull();
    List<String> shown = rows("differences").stream().map(row -> row.get(1)).distinct().toList();
    assertThat(shown).containsExactlyInAnyOrderElementsOf(STATES);
  }

  @Test
  void itAsksForNothingAndComplainsOfNothing() {
    browser.open(page);
    browser.assertQuiet(page.toUri().toString());
  }

  @Test
  void itFitsAPhone() {
    browser.phone(380);
    try {
      browser.open(page);
      Object over =
          browser.script(
              "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
      assertThat(((Number) over).intValue()).isZero();
    } finally {
      browser.phone(1000);
      browser.open(page);
    }
  }

  @Test
  void theKeyboardReachesEverything() {
    browser.open(page);
    Object count =
        browser.script(
            "return document.querySelectorAll('button, input, summary, [tabindex=\"0\"]').length");
    List<Object> reached = new ArrayList<>();
    WebElement body = browser.driver().findElement(org.openqa.selenium.By.tagName("body"));
    body.sendKeys("");
    for (int i = 0; i < 3 * ((Number) count).intValue(); i++) {
      new org.openqa.selenium.interactions.Actions(browser.driver()).sendKeys(Keys.TAB).perform();
      reached.add(
          browser.script(
              "const e = document.activeElement; return e === document.body ? null : Array.from(document.querySelectorAll('*')).indexOf(e)"));
    }
    Object visible =
        browser.script(
            "return Array.from(document.querySelectorAll('button, input, summary')).filter(e => e.checkVisibility()).map(e => Array.from(document.querySelectorAll('*')).indexOf(e))");
    assertThat(reached).containsAll((List<?>) visible);
  }

  @Test
  void darkModeChangesTheInk() {
    String light = ink();
    browser.prefer("prefers-color-scheme", "dark");
    try {
      assertThat(ink()).isNotEqualTo(light);
    } finally {
      browser.prefer("prefers-color-scheme", "light");
    }
  }

  private static String ink() {
    return browser.script("return getComputedStyle(document.body).color").toString();
  }

  private static String content(String id) {
    return "return document.getElementById('%s').textContent".formatted(id);
  }

  /** The cells of a table as they would be copied. */
  @SuppressWarnings("unchecked")
  private static List<List<String>> rows(String table) {
    return (List<List<String>>)
        browser.script(
            "return Array.from(document.getElementById(arguments[0]).tBodies[0].rows, r => Array.from(r.cells, c => c.dataset.value === undefined ? c.textContent : c.dataset.value))",
            table);
  }
}
