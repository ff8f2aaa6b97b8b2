package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The page of {@code sluice serve}, driven from end to end in a real browser. */
@Timeout(600)
class ServePageTest {
  private static final String ASKED = "selective,standard,bandit";
  private static final String MARKUP = "<img src=x onerror=window.hit=1>";
  private static final String GOOD =
      "state,action,probability\ns0,a0,0.9\ns0,a1,0.1\ns1,a0,0.2\ns1,a1,0.8\n";

  @TempDir static Path folder;
  private static Browser browser;
  private static Path log;
  private static Path policy;
  private Serving serving;

  @BeforeAll
  static void begin() throws IOException {
    browser = Browser.start();
    log = Files.writeString(folder.resolve("log.csv"), rows(400, 2, 2));
    policy = Files.writeString(folder.resolve("proposed.csv"), GOOD);
  }

  /** Every episode walks through all states, with both actions and rewards that depend on them. */
  private static String rows(int episodes, int steps, int states) {
    StringBuilder rows = new StringBuilder("episode,step,state,action,reward,propensity\n");
    for (int i = 0; i < episodes; i++) {
      for (int h = 1; h <= steps; h++) {
        int state = (i * 7 + h * (1 + i / 5 % 3)) % states;
        int action = (i / 3 + h) % 2;
        int reward = (i * 13 + action * 5 + h) % 4 < 1 + action ? 1 : 0;
        rows.append("%d,%d,s%d,a%d,%d,0.5\n".formatted(i, h, state, action, reward));
      }
    }
    return rows.toString();
  }

  @AfterAll
  static void close() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void serve() throws Exception {
    serving = Serving.start(log.toString(), "--interval", ASKED);
    open(serving);
  }

  private static void open(Serving where) throws Exception {
    browser.driver().switchTo().defaultContent();
    browser.open(where.address());
    until(() -> idle() && !browser.all("#report:not([hidden])").isEmpty());
  }

  @AfterEach
  void complainsOfNothing() {
    browser.driver().switchTo().defaultContent();
    browser.open("about:blank"); // so that nothing is asked of a server that ends
    serving.close();
    browser.assertQuiet("http://127.0.0.1:");
  }

  private static void until(BooleanSupplier holds) {
    new WebDriverWait(browser.driver(), Duration.ofMinutes(3), Duration.ofMillis(50))
        .until(driver -> holds.getAsBoolean());
  }

  private static boolean idle() {
    return browser.element("evaluate").isEnabled() && !browser.all("#policy option").isEmpty();
  }

  /** Presses the button and waits for the end. */
  private static void evaluate() {
    browser.element("evaluate").click();
    until(() -> idle() && (said("status").equals("done") || !said("error").isEmpty()));
  }

  private static String said(String id) {
    return browser.text(id);
  }

  private static void choose(String id, String value) {
    browser.element(id).findElements(By.tagName("option")).stream()
        .filter(option -> value.equals(option.getDomProperty("value")))
        .findFirst()
        .orElseThrow()
        .click();
  }

  private static void type(String id, String value) {
    WebElement field = browser.element(id);
    field.clear();
    field.sendKeys(value);
  }

  private static void upload(Path file) {
    choose("policy", "file");
    browser.element("file").sendKeys(file.toString());
  }

  private static void set(String slider, String value) {
    browser.script(
        "const e = document.getElementById(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event('input', {bubbles: true}))",
        slider,
        value);
  }

  /** Does something inside the frame of the report, once it is there. */
  private static void inReport(Consumer<Browser> look) {
    until(() -> !browser.all("#report[aria-busy=false]").isEmpty());
    browser.driver().switchTo().frame("report");
    try {
      look.accept(browser);
    } finally {
      browser.driver().switchTo().defaultContent();
    }
  }

  private static JsonNode reported() throws IOException {
    List<Object> text = new ArrayList<>();
    inReport(b -> text.add(b.script("return document.getElementById('result').textContent")));
    return new ObjectMapper().readTree(text.get(0).toString());
  }

  private static JsonNode evaluated(String... options) throws IOException {
    Stream<String> first = Stream.of("evaluate", log.toString(), "--format", "json");
    Run run = Run.of(Stream.concat(first, Stream.of(options)).toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return new ObjectMapper().readTree(run.out());
  }

  @Test
  void nobodyAskedTheIntervalsAreThoseThatEveryPageCompares() throws Exception {
    try (Serving usual = Serving.start(log.toString())) {
      open(usual);
      assertThat(reported().get("steps").get(0).get("intervals").fieldNames())
          .toIterable()
          .containsExactly("efficient", "sharp", "selective", "standard", "bandit");
    } finally {
      browser.open("about:blank");
    }
  }

  @Test
  void anUploadedPolicyChangesTheIntervalsToThoseOfEvaluate() throws IOException {
    choose("policy", "uniform");
    evaluate();
    JsonNode before = reported();
    assertThat(before).isEqualTo(evaluated("--policy", "uniform", "--interval", ASKED));
    upload(policy);
    evaluate();
    assertThat(reported())
        .isNotEqualTo(before)
        .isEqualTo(evaluated("--policy", policy.toString(), "--interval", ASKED));
    inReport(
        b ->
            assertThat(b.all("footer pre").get(0).getText())
                .isEqualTo(
                    "$ sluice evaluate %s --policy proposed.csv --interval selective,standard,bandit"
                        .formatted(log)));
  }

  @Test
  void everySettingIsThatOfTheCommand() throws IOException {
    choose("policy", "always");
    choose("action", "a1");
    set("share", "0.35");
    assertThat(said("share-name")).isEqualTo("35%");
    choose("first", "efficient");
    for (WebElement box : browser.all("#intervals input")) {
      boolean wanted = List.of("sharp", "fused", "dr").contains(box.getAttribute("value"));
      if (box.isSelected() != wanted) {
        box.click();
      }
    }
    browser.element("more").findElement(By.tagName("summary")).click();
    type("delta", "0.1");
    choose("model", "per-step");
    choose("bonus", "paper");
    type("bonusScale", "0.5");
    choose("shift", "shrunk");
    type("exogenous", "1");
    choose("variance", "plain");
    type("states", "5");
    evaluate();
    assertThat(said("error")).isEmpty();
    JsonNode shown = reported();
    String options =
        "--policy mix:0.35:always:a1 --interval efficient,sharp,fused,dr --delta 0.1 --model per-step --bonus paper"
            + " --bonus-scale 0.5 --states 5 --shift shrunk --exogenous 1 --variance plain";
    assertThat(shown).isEqualTo(evaluated(options.split(" ")));
    inReport(
        b ->
            assertThat(b.all("footer pre").get(0).getText())
                .isEqualTo("$ sluice evaluate %s %s".formatted(log, options)));
  }

  @Test
  void policiesOfAListAreComparedInOneReport() {
    choose("first", "efficient");
    choose("policy", "uniform");
    browser.element("add").click();
    upload(policy);
    browser.element("add").click();
    set("share", "0.5");
    browser.element("add").click();
    until(() -> browser.all("#compared li").size() == 3);
    browser.all("#compared button").get(2).click();
    until(() -> browser.all("#compared li").size() == 2);
    browser.element("compare").click();
    until(() -> idle() && (said("status").equals("done") || !said("error").isEmpty()));
    assertThat(said("error")).isEmpty();
    inReport(
        b -> {
          assertThat(b.all("h2").get(0).getText())
              .isEqualTo("Which policies cannot be ruled out as best?");
          assertThat(b.all("footer pre").get(0).getText())
              .startsWith("$ sluice compare %s --policy ".formatted(log))
              .contains("uniform", "proposed.csv");
        });
  }

  /** An action that the log lacks is one more action, for this policy only. */
  @Test
  void afterAPolicyWithAnUnknownActionOthersAreAsBefore() throws IOException {
    Path unseen =
        Files.writeString(
            folder.resolve("unseen.csv"), GOOD.replace("s1,a1,0.8", "s1,a1,0.7\ns1,a9,0.1"));
    upload(unseen);
    evaluate();
    assertThat(reported()).isEqualTo(evaluated("--policy", unseen.toString(), "--interval", ASKED));
    choose("policy", "uniform");
    evaluate();
    assertThat(reported()).isEqualTo(evaluated("--policy", "uniform", "--interval", ASKED));
  }

  @Test
  void aBadPolicyIsRefusedInTheWordsOfTheCommandAsText() throws IOException {
    Path bad = folder.resolve("bad.csv");
    for (String table :
        List.of(
            GOOD.replace("0.9", "0.8"),
            GOOD.replace("s0", MARKUP),
            GOOD.replace("0.1", "-2.3"),
            "state,probability\ns0,1\n",
            "state,action,probability\n")) {
      Files.writeString(bad, table);
      Run run = Run.of("evaluate", log.toString(), "--policy", bad.toString());
      assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
      upload(bad);
      evaluate();
      assertThat(said("error"))
          .isEqualTo(run.err().strip().replace(bad.toString(), "bad.csv"))
          .isNotEmpty();
    }
    Files.writeString(bad, GOOD.replace("s0,a0,0.9", MARKUP + ",a0,7"));
    upload(bad);
    evaluate();
    assertThat(said("error")).contains(MARKUP);
    assertThat(browser.script("return window.hit")).isNull();
    choose("policy", "uniform");
    evaluate();
    assertThat(said("error")).isEmpty();
  }

  @Test
  void settingsAndFilesThatAreMissingAreSaid() {
    choose("policy", "file");
    evaluate();
    assertThat(said("error")).isEqualTo("policy: needs a file, got none");
    choose("policy", "uniform");
    browser.element("more").findElement(By.tagName("summary")).click();
    type("exogenous", "7");
    evaluate();
    assertThat(said("error")).isEqualTo("exogenous: needs steps 1 … 2, got 7");
  }

  @Test
  void longWorkShowsItsProgressAndCanBeCancelled() throws Exception {
    Path large = Files.writeString(folder.resolve("large.csv"), rows(200, 120, 80));
    try (Serving slow = Serving.start(large.toString(), "--interval", "bandit")) {
      open(slow);
      JsonNode before = reported();
      browser.all("#intervals input").stream()
          .limit(9)
          .filter(b -> !b.isSelected())
          .forEach(WebElement::click);
      browser.element("evaluate").click();
      // 3 pieces around, 9 of the answer, one of them the episodes, 2 + 11 × 8 of its details
      until(() -> number("max") == 102 && number("value") >= 1);
      assertThat(said("status")).matches("(?s).+ \\(\\d+ of 102\\)");
      assertThat(browser.element("evaluate").isEnabled()).isFalse();
      browser.driver().switchTo().activeElement().sendKeys(Keys.ENTER); // the focus is on Cancel
      until(ServePageTest::idle);
      assertThat(said("status")).isEqualTo("cancelled; the report below is the one before");
      assertThat(browser.driver().switchTo().activeElement().getAttribute("id"))
          .isEqualTo("evaluate");
      assertThat(reported()).isEqualTo(before);
      browser.all("#intervals input").stream()
          .filter(WebElement::isSelected)
          .forEach(WebElement::click);
      choose("policy", "always");
      choose("action", "a1");
      evaluate();
      assertThat(reported()).isNotEqualTo(before);
    }
  }

  private static double number(String property) {
    return ((Number)
            browser.script("return document.getElementById('progress')[arguments[0]]", property))
        .doubleValue();
  }

  /** With the form's settings open: fields that are not shown need not be reached. */
  @Test
  void theKeyboardReachesEverything() {
    browser.element("more").findElement(By.tagName("summary")).click();
    choose("policy", "file");
    Object wanted =
        browser.script(
            "return Array.from(document.querySelectorAll('button, input, select, summary')).filter(e => e.checkVisibility() && !e.disabled).map(e => e.id || e.value || e.textContent)");
    List<Object> reached = new ArrayList<>();
    browser.script("document.activeElement.blur()");
    for (int i = 0; i < 2 * ((List<?>) wanted).size() + 5; i++) {
      new Actions(browser.driver()).sendKeys(Keys.TAB).perform();
      reached.add(
          browser.script(
              "const e = document.activeElement; return e.id || e.value || e.textContent"));
    }
    assertThat(reached).containsAll((List<?>) wanted).contains("report");
    assertThat((List<?>) wanted).hasSizeGreaterThan(25);
  }

  @Test
  void itFitsAPhoneAndTheReportIsAsHighAsItNeedsToBe() throws Exception {
    String over =
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    browser.phone(380);
    try {
      open(serving);
      browser.element("more").findElement(By.tagName("summary")).click();
      assertThat(browser.script(over)).isEqualTo(0L);
      inReport(b -> assertThat(b.script(over)).isEqualTo(0L));
      until(
          () ->
              Boolean.TRUE.equals(
                  browser.script(
                      "const f = document.getElementById('report'); return f.clientHeight > 1000 && Math.abs(f.clientHeight - f.contentDocument.body.getBoundingClientRect().height) < 2")));
    } finally {
      browser.phone(1000);
    }
  }

  @Test
  void aServerThatHasEndedIsSaid() throws Exception {
    Serving brief = Serving.start(log.toString());
    open(brief);
    brief.close();
    evaluate();
    assertThat(said("error")).isEqualTo("server: needs sluice serve to be running, got no answer");
    browser.driver().manage().logs().get("browser"); // the browser's own word about that
  }

  @Test
  void withATokenTheAddressWorksAndDoesNotKeepIt() throws Exception {
    try (Serving far = Serving.start(log.toString(), "--bind", "127.0.0.1")) {
      open(far);
      assertThat(browser.driver().getCurrentUrl()).doesNotContain("token");
      choose("policy", "behavior");
      evaluate();
      assertThat(said("status")).isEqualTo("done");
      assertThat(reported())
          .isEqualTo(
              evaluated(
                  "--policy",
                  "behavior",
                  "--interval",
                  "efficient,standard,selective,bandit,sharp"));
    }
  }

  /** The loopback address of IPv6, whose brackets a browser must understand. */
  @Test
  void aBrowserOpensThePageOverIpv6() throws Exception {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
      assumeTrue(free.isBound());
    } catch (IOException e) {
      assumeTrue(false, "no IPv6 on this machine");
    }
    try (Serving other = Serving.start(log.toString(), "--interval", ASKED, "--bind", "::1")) {
      assertThat(other.address()).startsWith("http://[::1]:");
      browser.assertQuiet("http://127.0.0.1:"); // what was asked so far
      open(other);
      evaluate();
      assertThat(said("error")).isEmpty();
      browser.open("about:blank");
      browser.assertQuiet("http://[::1]:");
    }
  }
}
