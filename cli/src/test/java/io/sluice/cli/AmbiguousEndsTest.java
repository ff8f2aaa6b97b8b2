package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Logs that do not say whether episodes ended or were cut off: a verdict is given where both
 * readings give it.
 *
 * <p>2,000 episodes of two steps, actions by a fair coin. In s, y pays with probability 0.9 and x
 * with 0.1; then comes t, where x pays with 0.98 and y with 0.02. Half of the episodes stop before
 * it, their next state being t. Always y: at step 1 +0.4 either way; at step 2 −0.48·½ = −0.24 if
 * they ended and −0.48 if they were cut off; so in all +0.16 or −0.08. Standard errors are below
 * 0.02, so a verdict is another with probability below 1e-4.
 */
class AmbiguousEndsTest {
  @TempDir static Path folder;
  private static Path log;

  @BeforeAll
  static void writeLog() throws IOException {
    Random random = new Random(11);
    StringBuilder csv =
        new StringBuilder("episode,step,state,action,reward,next_state,propensity\n");
    for (int episode = 0; episode < 2_000; episode++) {
      boolean y = random.nextBoolean();
      int first = random.nextDouble() < (y ? 0.9 : 0.1) ? 1 : 0;
      csv.append("%d,1,s,%s,%d,t,0.5\n".formatted(episode, y ? "y" : "x", first));
      if (random.nextBoolean()) {
        y = random.nextBoolean();
        int second = random.nextDouble() < (y ? 0.02 : 0.98) ? 1 : 0;
        csv.append("%d,2,t,%s,%d,,0.5\n".formatted(episode, y ? "y" : "x", second));
      }
    }
    log = Files.writeString(folder.resolve("open.csv"), csv);
  }

  private static JsonNode evaluated(String interval) throws IOException {
    Run run =
        Run.of(
            "evaluate",
            log.toString(),
            "--policy",
            "always:y",
            "--interval",
            interval,
            "--format",
            "json");
    assertThat(run.exit()).as(run.err()).isZero();
    return new ObjectMapper().readTree(run.out());
  }

  @Test
  void whatBothReadingsSayIsSaidAndTheRestIsWithheld() throws IOException {
    JsonNode result = evaluated("efficient");
    assertThat(result.at("/steps/0/verdict").asText()).isEqualTo("better");
    assertThat(result.at("/steps/0/decidedBy").asText()).isEqualTo("efficient");
    assertThat(result.at("/steps/1/verdict").asText()).isEqualTo("worse");
    assertThat(result.at("/total/verdict").asText()).isEqualTo("withheld");
    assertThat(result.at("/total/reason").asText())
        .endsWith("better if they ended, worse if they were cut off");
    assertThat(result.at("/assumptions/completeEpisodes/verdict").asText())
        .isEqualTo("cannot tell");
  }

  /**
   * Read as cut off the truth is +0.4, −0.48, −0.08 and a value of 0.9 + 0.02; as ended −0.24,
   * +0.16 and 0.91. Standard errors are below 0.03.
   */
  @Test
  void aNoteGivesTheEffectsOfTheOtherReading() throws IOException {
    String note = "";
    for (JsonNode one : evaluated("efficient").at("/warnings")) {
      note =
          one.asText().startsWith("if the ambiguous episodes were cut off") ? one.asText() : note;
    }
    assertThat(note).startsWith("if the ambiguous episodes were cut off, efficient gives: step 1 ");
    assertThat(number(note, "step 1 ")).isCloseTo(0.4, within(0.1));
    assertThat(number(note, "step 2 ")).isCloseTo(-0.48, within(0.1));
    assertThat(number(note, "total ")).isCloseTo(-0.08, within(0.1));
    assertThat(number(note, "value of the policy ")).isCloseTo(0.92, within(0.1));
  }

  private static double number(String note, String before) {
    int start = note.indexOf(before) + before.length();
    return Double.parseDouble(note.substring(start, note.indexOf(' ', start)));
  }

  /** The control: without an interval that accounts for cuts there is nothing to compare with. */
  @Test
  void withoutAnIntervalThatAccountsForCutsVerdictsAreWithheld() throws IOException {
    JsonNode result = evaluated("robust");
    assertThat(result.at("/steps/0/verdict").asText()).isEqualTo("withheld");
    assertThat(result.at("/total/verdict").asText()).isEqualTo("withheld");
  }
}
