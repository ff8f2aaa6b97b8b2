package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the pictures of pages that the README shows, from the quickstart's log. No test of its own:
 * it runs only when asked to, from the folder of the repository, by
 *
 * <pre>
 * mvn -pl cli -am test -Dtest=ScreenshotsTest -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.screenshots=docs/images
 * </pre>
 */
@ExtendWith(SharedBrowser.class)
@EnabledIfSystemProperty(
    named = ScreenshotsTest.FOLDER,
    matches = ".+",
    disabledReason = "pictures of pages are made only when asked for")
class ScreenshotsTest {
  static final String FOLDER = "sluice.screenshots";
  private static final int LARGEST = 200_000;

  @TempDir Path folder;

  @Test
  void thePicturesOfTheReadme() throws IOException {
    Path out = folder.resolve("quickstart");
    String log = out.resolve("search-log.csv").toString();
    Path evaluated = folder.resolve("evaluate.html");
    Path checked = folder.resolve("check.html");
    Path learned = folder.resolve("learn.html");
    run("quickstart", "--out", out.toString(), "--report", evaluated.toString());
    run("check", log, "--report", checked.toString());
    String policy = out.resolve("learned.csv").toString();
    run("learn", log, "--learner", "certified", "--out", policy, "--report", learned.toString());
    Browser browser = SharedBrowser.browser();
    browser.desktop();
    take(browser, evaluated, 0, "h1", "#effects + details", "page-evaluate.png");
    take(browser, checked, 0, "h1", "#pair-shift + details", "page-check.png");
    browser.prefer("prefers-color-scheme", "dark");
    take(browser, learned, 380, "h1", "#rollout + details", "page-learn-phone.png");
    browser.prefer("prefers-color-scheme", "light");
    browser.desktop();
  }

  private static void run(String... args) {
    Run run = Run.of(args);
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
  }

  /** The part of a page from one element to another; on a phone of some width, or 0 for none. */
  private static void take(
      Browser browser, Path page, int phone, String from, String to, String name)
      throws IOException {
    if (phone > 0) {
      browser.phone(phone);
    }
    browser.open(page);
    Object box =
        browser.script(
            "const a = document.querySelector(arguments[0]).getBoundingClientRect(), b = document.querySelector(arguments[1]).getBoundingClientRect();"
                + "return {x: 0, y: Math.max(0, a.top + scrollY - 16), width: document.documentElement.clientWidth, height: b.bottom - a.top + 32, scale: 1}",
            from,
            to);
    Object picture =
        browser
            .driver()
            .executeCdpCommand(
                "Page.captureScreenshot",
                Map.of("format", "png", "clip", box, "captureBeyondViewport", true))
            .get("data");
    byte[] png = Base64.getDecoder().decode(picture.toString());
    assertThat(png.length).as(name).isLessThan(LARGEST);
    Files.write(Repository.root().resolve(System.getProperty(FOLDER)).resolve(name), png);
  }
}
