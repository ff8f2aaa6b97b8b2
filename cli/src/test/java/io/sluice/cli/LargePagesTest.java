package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.report.page.Block;
import io.sluice.report.page.Page;
import io.sluice.report.page.Section;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Pages stay small and quick whatever the log: what is many is aggregated, and said to be. */
@ExtendWith(SharedBrowser.class)
class LargePagesTest {
  private static final long LARGEST = 5_000_000;
  private static final int STATES = 100_000;

  @TempDir Path folder;

  /** Episodes that begin in every state once, and go on anywhere. */
  private Path log(int states, int episodes, int horizon) throws IOException {
    Random random = new Random(1);
    Path file = folder.resolve("log.csv");
    try (PrintWriter csv = new PrintWriter(Files.newBufferedWriter(file))) {
      csv.print("episode,step,state,action,reward,propensity\n");
      for (int i = 0; i < episodes; i++) {
        int state = i % states;
        for (int h = 1; h <= horizon; h++) {
          int action = random.nextInt(2);
          int reward = random.nextDouble() < 0.3 + 0.2 * action ? 1 : 0;
          csv.printf("%d,%d,place-%06d,a%d,%d,0.5\n", i, h, state, action, reward);
          state = (7 * state + 13 * action + random.nextInt(2)) % states;
        }
      }
    }
    return file;
  }

  private Path report(String... args) {
    Path page = folder.resolve(args[0] + ".html");
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--report", page.toString()));
    Run run = Run.of(all.toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return page;
  }

  @Test
  void aHundredThousandStatesMakeSmallPages() throws IOException {
    String log = log(STATES, STATES, 2).toString();
    Path learned = folder.resolve("policy.csv");
    assertOpensQuickly(
        report("check", log),
        "20 of 100,000 states and all 2 actions",
        "20 of 100,000 states, the most frequent first");
    assertOpensQuickly(report("evaluate", log, "--policy", "always:a1"), "the first 500 of 1");
    assertOpensQuickly(
        report("learn", log, "--learner", "vi", "--out", learned.toString()),
        "rows, too many for this page");
  }

  @Test
  void twoHundredStepsMakeSmallPages() throws IOException {
    String log = log(5, 300, 200).toString();
    Path learned = folder.resolve("policy.csv");
    assertOpensQuickly(report("check", log), "200 steps");
    assertOpensQuickly(
        report("evaluate", log, "--policy", "always:a1"),
        "only the 12 with the largest effects are listed",
        "at 60 of 200 steps.");
    assertOpensQuickly(
        report("learn", log, "--learner", "certified", "--out", learned.toString()),
        "from here on, at least");
  }

  /**
   * Negative control: a third of the differences, without aggregation, is neither small nor quick.
   */
  @Test
  void aPageOfEverythingWouldBeNeither() throws IOException {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < STATES / 3; i++) {
      rows.add(List.of(1, "place-%06d".formatted(i), "a1", 1e-5, 0.5, 1.0, 1L));
    }
    Block.Table table =
        new Block.Table("all", "All", List.of("step", "state", "a", "b", "c", "d", "e"), rows);
    Page page = new Page("All", "", List.of(Section.of("All", table)), "null", List.of());
    Path file = Files.writeString(folder.resolve("all.html"), page.html());
    assertThat(Files.size(file)).isGreaterThan(LARGEST);
    assertThat(secondsToOpen(file)).isGreaterThan(1);
  }

  private static void assertOpensQuickly(Path page, String... says) throws IOException {
    assertThat(Files.size(page)).isLessThan(LARGEST);
    assertThat(secondsToOpen(page)).as("seconds to open %s", page).isLessThan(1);
    assertThat(Files.readString(page)).contains(says);
    PageContract.assertQuiet(page);
  }

  /**
   * Processor time of the page's thread, which does not depend on who else is busy: parsing,
   * script, style, layout and painting.
   */
  private static double secondsToOpen(Path page) {
    Browser browser = SharedBrowser.browser();
    browser.desktop();
    browser.open("about:blank");
    browser.driver().executeCdpCommand("Performance.disable", Map.of());
    browser.driver().executeCdpCommand("Performance.enable", Map.of("timeDomain", "threadTicks"));
    double before = taskSeconds(browser);
    browser.open(page);
    browser.script("return document.body.offsetHeight");
    double after = taskSeconds(browser);
    return after >= before ? after - before : after; // another process, whose clock began anew
  }

  private static double taskSeconds(Browser browser) {
    Object metrics =
        browser.driver().executeCdpCommand("Performance.getMetrics", Map.of()).get("metrics");
    return ((List<?>) metrics)
        .stream()
            .map(metric -> (Map<?, ?>) metric)
            .filter(metric -> metric.get("name").equals("TaskDuration"))
            .mapToDouble(metric -> ((Number) metric.get("value")).doubleValue())
            .findFirst()
            .orElseThrow();
  }
}
