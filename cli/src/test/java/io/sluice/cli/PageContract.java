package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;

/** What holds for every page, looked at in a real browser. */
@ExtendWith(SharedBrowser.class)
abstract class PageContract {
  /** The page, made once for all tests of a class. */
  abstract Path page();

  /** What the command printed for programs, or null if it prints nothing for them. */
  abstract JsonNode json();

  static Browser browser() {
    return SharedBrowser.browser();
  }

  @BeforeEach
  void open() {
    browser().desktop();
    browser().open(page());
  }

  @Test
  void theResultForProgramsIsInside() throws IOException {
    String inside = browser().script(content("result")).toString();
    JsonNode expected = json() == null ? new ObjectMapper().nullNode() : json();
    assertThat(new ObjectMapper().readTree(inside)).isEqualTo(expected);
  }

  @Test
  void noLabelIsMarkup() {
    assertThat(browser().script("return window.hit")).isNull();
    assertThat(browser().all("img")).isEmpty();
    // The page's own: the result, the charts, the library, its script, and files to download.
    assertThat(browser().all("script")).hasSize(4 + browser().all("button.download").size());
  }

  @Test
  void theFirstThingIsAVerdictInWords() {
    assertThat(browser().all("section").get(0).findElements(By.cssSelector(".verdicts li")))
        .isNotEmpty();
  }

  @Test
  void everyChartIsDrawn() {
    Object empty =
        browser()
            .script(
                "return Array.from(document.querySelectorAll('.chart')).filter(c => !c.querySelector('svg path')).map(c => c.id)");
    assertThat((List<?>) empty).isEmpty();
  }

  @Test
  void itAsksForNothingAndComplainsOfNothing() {
    assertQuiet(page());
  }

  /** Opens a page and fails if it complains, or asks for anything but itself. */
  static void assertQuiet(Path page) {
    browser().forget();
    browser().open(page);
    browser().assertQuiet(page.toUri().toString());
  }

  @Test
  void itFitsAPhone() {
    browser().phone(380);
    browser().open(page());
    openDetails();
    assertThat(overflow()).isZero();
  }

  /** By how many pixels the page is wider than the screen. */
  static int overflow() {
    Object over =
        browser()
            .script(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    return ((Number) over).intValue();
  }

  @Test
  void theKeyboardReachesEverything() {
    openDetails();
    Object wanted =
        browser()
            .script(
                "return Array.from(document.querySelectorAll('button, input, select, summary, .scroll')).map(e => Array.from(document.querySelectorAll('*')).indexOf(e))");
    List<Object> reached = new ArrayList<>();
    for (int i = 0; i <= ((List<?>) wanted).size(); i++) {
      new Actions(browser().driver()).sendKeys(Keys.TAB).perform();
      reached.add(
          browser()
              .script(
                  "return Array.from(document.querySelectorAll('*')).indexOf(document.activeElement)"));
    }
    assertThat(reached).containsAll((List<?>) wanted);
  }

  @Test
  void darkModeChangesTheInkOfTextAndCharts() {
    String light = ink();
    Object drawn = browser().script("return document.querySelector('.chart')?.innerHTML");
    browser().prefer("prefers-color-scheme", "dark");
    try {
      assertThat(ink()).isNotEqualTo(light);
      if (drawn != null) {
        assertThat(browser().script("return document.querySelector('.chart').innerHTML"))
            .isNotEqualTo(drawn);
      }
    } finally {
      browser().prefer("prefers-color-scheme", "light");
    }
  }

  /** Maps of the platform show their entries in an order that changes from run to run. */
  @Test
  void theDataOfChartsIsAlwaysInOneOrder() {
    Object unsorted =
        browser()
            .script(
                "let bad = 0; JSON.parse(document.getElementById('charts').textContent, function (k, v) {"
                    + " if (v && typeof v === 'object' && !Array.isArray(v)) { const names = Object.keys(v).filter(n => !/^\\d+$/.test(n));"
                    + " if (names.join() !== names.slice().sort().join()) bad++; } return v; }); return bad");
    assertThat(((Number) unsorted).intValue()).isZero();
  }

  @Test
  void onPaperInkIsBlackEvenFromADarkScreen() {
    browser().prefer("prefers-color-scheme", "dark");
    try {
      String dark = ink();
      browser().script("dispatchEvent(new Event('beforeprint'))");
      assertThat(ink()).isEqualTo("rgb(0, 0, 0)").isNotEqualTo(dark);
      Object labels =
          browser()
              .script(
                  "return Array.from(document.querySelectorAll('.chart svg text'), t => t.getAttribute('fill'))");
      if (!browser().all(".chart").isEmpty()) {
        assertThat((List<?>) labels).isNotEmpty().allMatch("#000000"::equals);
      }
      browser().script("dispatchEvent(new Event('afterprint'))");
      assertThat(ink()).isEqualTo(dark);
    } finally {
      browser().prefer("prefers-color-scheme", "light");
    }
  }

  @Test
  void theCommandThatMakesItAgainIsAtTheFoot() {
    assertThat(browser().all("footer pre").get(0).getText()).startsWith("$ sluice ");
    assertThat(browser().all("footer p").get(0).getText()).isNotEmpty();
  }

  private static String ink() {
    return browser().script("return getComputedStyle(document.body).color").toString();
  }

  static void openDetails() {
    browser().script("document.querySelectorAll('details').forEach(d => d.open = true)");
  }

  static String content(String id) {
    return "return document.getElementById('%s').textContent".formatted(id);
  }

  /** The cells of a table as they would be copied. */
  @SuppressWarnings("unchecked")
  static List<List<String>> rows(String table) {
    return (List<List<String>>)
        browser()
            .script(
                "return Array.from(document.getElementById(arguments[0]).tBodies[0].rows, r => Array.from(r.cells, c => c.dataset.value === undefined ? c.textContent : c.dataset.value))",
                table);
  }

  /** A number of a table, to all its digits. */
  static double number(List<String> row, int column) {
    return Double.parseDouble(row.get(column));
  }
}
