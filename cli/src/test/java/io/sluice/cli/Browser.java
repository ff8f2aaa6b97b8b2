package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A real headless Chromium to look at pages with; tests that need it are skipped where there is
 * none.
 */
final class Browser implements AutoCloseable {
  private static final List<String> FLAGS =
      List.of(
          "--headless=new",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--force-prefers-reduced-motion");

  /** The browser's own first page, and what is framed in it. */
  private static final Pattern OWN_PAGE = Pattern.compile("\"documentURL\":\"chrome(-untrusted)?:");

  private final ChromeDriver driver;
  private final Path profile;

  private Browser(ChromeDriver driver, Path profile) {
    this.driver = driver;
    this.profile = profile;
  }

  /** Starts one, or skips the test. */
  static Browser start() throws IOException {
    Optional<Path> chromium = found("chromium", "google-chrome", "chrome");
    Optional<Path> control = found("chromedriver");
    Assumptions.assumeTrue(
        chromium.isPresent() && control.isPresent(),
        "no Chromium with its driver on this machine: the page is not looked at");
    Path profile = Files.createTempDirectory("sluice-browser");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.get().toFile());
    options.addArguments(FLAGS);
    options.addArguments("--user-data-dir=" + profile);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(control.get().toFile())
            .usingAnyFreePort()
            .build();
    return new Browser(new ChromeDriver(service, options), profile);
  }

  private static Optional<Path> found(String... names) {
    return Stream.of(names)
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(java.io.File.pathSeparator))
                    .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Opens a page and waits until its charts are drawn. */
  void open(Path page) {
    open(page.toUri().toString());
    awaitFrames();
  }

  void open(String address) {
    driver.get(address);
  }

  void resize(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  /** Emulates a device: window sizes have a least width, devices have not. */
  void phone(int width) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        java.util.Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", true));
  }

  /** Undoes {@link #phone}. */
  void desktop() {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        java.util.Map.of("width", 1000, "height", 800, "deviceScaleFactor", 1, "mobile", false));
  }

  void prefer(String feature, String value) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        java.util.Map.of("features", List.of(java.util.Map.of("name", feature, "value", value))));
    awaitFrames();
  }

  /** Pages hear of a change with the next frame, and charts are drawn with the one after. */
  private void awaitFrames() {
    driver.executeAsyncScript(
        "const done = arguments[0];"
            + " requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done())));");
  }

  /** Moves the mouse to the corner, where no chart is: it stays where the last test left it. */
  void parkMouse() {
    new Actions(driver).moveToLocation(0, 0).perform();
  }

  /** Waits until what the page does in its own time is done. */
  void await(BooleanSupplier done) {
    new WebDriverWait(driver, Duration.ofSeconds(30), Duration.ofMillis(20))
        .until(driver -> done.getAsBoolean());
  }

  WebElement element(String id) {
    return driver.findElement(By.id(id));
  }

  List<WebElement> all(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  String text(String id) {
    return element(id).getText();
  }

  Object script(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  ChromeDriver driver() {
    return driver;
  }

  /** Forgets what pages did up to here. */
  void forget() {
    driver.manage().logs().get(LogType.BROWSER);
    driver.manage().logs().get(LogType.PERFORMANCE);
  }

  /** Fails if the page complained or asked for anything but itself. */
  void assertQuiet(String address) {
    List<String> complaints =
        driver.manage().logs().get(LogType.BROWSER).getAll().stream()
            .map(LogEntry::getMessage)
            .toList();
    assertThat(complaints).as("console").isEmpty();
    List<String> requests =
        driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
            .map(LogEntry::getMessage)
            .filter(m -> m.contains("\"Network.requestWillBeSent\""))
            .filter(m -> !OWN_PAGE.matcher(m).find())
            .filter(m -> !m.contains("\"url\":\"" + address) && !m.contains("\"url\":\"data:"))
            .toList();
    assertThat(requests).as("network").isEmpty();
  }

  @Override
  public void close() throws IOException {
    driver.quit();
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
    }
  }
}
