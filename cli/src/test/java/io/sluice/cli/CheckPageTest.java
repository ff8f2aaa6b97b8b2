package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.interactions.Actions;

/** The page of a check, looked at in a real browser. */
class CheckPageTest extends PageContract {
  @TempDir static Path folder;
  private static Path page;
  private static JsonNode json;

  @BeforeAll
  static void check() throws IOException {
    Path log = OddLog.write(folder);
    page = folder.resolve("page.html");
    Run run = Run.of("check", log.toString(), "--format", "json", "--report", page.toString());
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
  void theShiftOfEveryStepIsThatOfTheJson() {
    List<List<String>> rows = rows("shift-numbers");
    JsonNode steps = json.get("shift").get("steps");
    assertThat(rows).hasSize(steps.size()).hasSize(1);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(number(rows.get(i), 1)).isEqualTo(steps.get(i).get("shift").asDouble());
      assertThat(number(rows.get(i), 2)).isEqualTo(steps.get(i).get("noise").asDouble());
      assertThat(number(rows.get(i), 3)).isEqualTo(steps.get(i).get("upper").asDouble());
      assertThat(number(rows.get(i), 5)).isEqualTo(steps.get(i).get("pValue").asDouble());
      assertThat(rows.get(i).get(6)).isEqualTo(steps.get(i).get("verdict").asText());
    }
  }

  /** Step 1 is the only one with a next state, so its shift is the pairs' mean, row by row. */
  @Test
  void pairsAddUpToTheShift() {
    double rows = 0;
    double shift = 0;
    double noise = 0;
    for (List<String> pair : rows("pairs")) {
      rows += number(pair, 2);
      shift += number(pair, 2) * number(pair, 3);
      noise += number(pair, 2) * number(pair, 4);
    }
    JsonNode step = json.get("shift").get("steps").get(0);
    assertThat(rows).isEqualTo(900);
    assertThat(shift / rows).isCloseTo(step.get("shift").asDouble(), within(1e-12));
    assertThat(noise / rows).isCloseTo(step.get("noise").asDouble(), within(1e-12));
  }

  @Test
  void everyRowIsCountedOnceAmongStatesActionsAndRewards() {
    assertThat(sum("visits-numbers", 1)).isEqualTo(json.get("rows").asLong()).isEqualTo(1800);
    assertThat(sum("overlap-numbers", 1)).isEqualTo(1800);
    assertThat(sum("rewards-numbers", 2)).isEqualTo(1800);
    assertThat(sum("step-visits", 1)).isEqualTo(1800);
    // i = 0, 50, …, 850: 18 episodes of two rows
    assertThat(rows("rewards-numbers").get(1)).containsExactly("0.25", "0.25", "36");
  }

  private static double sum(String table, int column) {
    return rows(table).stream().mapToDouble(row -> number(row, column)).sum();
  }

  /** Two actions of probability ½ each: of every decision one is taken, which is half of both. */
  @Test
  void calibrationHoldsWhatWasSaidAgainstWhatWasTaken() {
    assertThat(rows("calibration-numbers")).hasSize(1);
    List<String> half = rows("calibration-numbers").get(0);
    assertThat(number(half, 2)).isEqualTo(3600);
    assertThat(number(half, 3)).isEqualTo(0.5);
    assertThat(number(half, 4)).isEqualTo(0.5);
    assertThat(browser().all("#disagreements")).isEmpty();
  }

  @Test
  void statesAreShownAsTheyAreNamed() {
    assertThat(rows("visits-numbers").stream().map(row -> row.get(0)))
        .containsExactlyInAnyOrderElementsOf(OddLog.STATES);
  }

  /** What is shown under the mouse is drawn, where ECharts would usually make HTML of it. */
  @Test
  void labelsUnderTheMouseAreTextToo() {
    browser().parkMouse();
    browser().open(page());
    String before = drawnVisits();
    for (String chart : List.of("pair-shift", "visits")) {
      new Actions(browser().driver()).moveToElement(browser().element(chart)).perform();
      assertThat(browser().all("#" + chart + " img, #" + chart + " script")).isEmpty();
    }
    browser().await(() -> !drawnVisits().equals(before));
    assertThat(browser().all("#visits img, #visits script")).isEmpty();
    assertThat(browser().script("return window.hit")).isNull();
    String after = drawnVisits();
    assertThat(OddLog.STATES).as(after).anyMatch(after::contains);
  }

  private static String drawnVisits() {
    return browser().script("return document.querySelector('#visits svg').textContent").toString();
  }

  /** With a propensity of 0.9 where actions are dealt evenly. */
  @Test
  void wrongPropensitiesAreSeen() throws IOException {
    Path wrong =
        Files.writeString(
            folder.resolve("wrong.csv"),
            Files.readString(folder.resolve("log.csv"))
                .replaceAll(",a0,(.*),0.5\n", ",a0,$1,0.9\n")
                .replaceAll(",a1,(.*),0.5\n", ",a1,$1,0.1\n"));
    Path other = folder.resolve("wrong.html");
    Run run = Run.of("check", wrong.toString(), "--report", other.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    browser().open(other);
    assertThat(rows("disagreements")).hasSize(3);
    assertThat(browser().all(".verdicts .bad").get(0).getText())
        .contains("disagree with the actions in 3 of 3 states");
    assertThat(browser().all(".verdicts .advice")).isNotEmpty();
  }

  @Test
  void aLogThatCannotBeUsedHasAPageOfErrors() throws IOException {
    Path bad =
        Files.writeString(
            folder.resolve("bad.csv"),
            "episode,step,state,action,reward\n1,1,<b>x</b>,a,0\n1,1,y,a,nonsense\n");
    Path errors = folder.resolve("errors.html");
    Run run = Run.of("check", bad.toString(), "--report", errors.toString());
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    browser().open(errors);
    assertThat(browser().all(".verdicts .bad").get(0).getText()).contains("bad.csv:3", "nonsense");
    assertQuiet(errors);
  }
}
