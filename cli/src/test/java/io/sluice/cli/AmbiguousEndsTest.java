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
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  private static JsonNode evaluated(String interval, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("evaluate", log.toString()));
    words.addAll(List.of("--policy", "always:y", "--interval", interval, "--format", "json"));
    words.addAll(List.of(more));
    Run run = Run.of(words.toArray(String[]::new));
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
  @ParameterizedTest
  @ValueSource(strings = {"efficient", "robust", "selective"})
  void everyIntervalHoldsForBothReadings(String interval) throws IOException {
    JsonNode result = evaluated(interval);
    JsonNode second = result.at("/steps/1/intervals/" + interval);
    assertThat(second.at("/estimate").asDouble()).isCloseTo(-0.24, within(0.1));
    assertThat(second.at("/lower").asDouble()).isBetween(-0.65, -0.48);
    JsonNode total = result.at("/total/intervals/" + interval);
    assertThat(total.at("/estimate").asDouble()).isCloseTo(0.16, within(0.1));
    assertThat(total.at("/lower").asDouble()).isLessThan(-0.08);
    assertThat(total.at("/upper").asDouble()).isGreaterThan(0.16);
    assertThat(total.at("/parts").findValuesAsText("name")).contains("ended or cut off");
    JsonNode value = result.at("/value/intervals/" + interval);
    assertThat(value.at("/lower").asDouble()).isLessThan(0.91);
    assertThat(value.at("/upper").asDouble()).isGreaterThan(0.92);
  }

  /** The control: who says that they ended gets the intervals and verdicts of that reading. */
  @Test
  void whoSaysHowEpisodesStoppedGetsNarrowerIntervalsAndAVerdict() throws IOException {
    JsonNode ended = evaluated("efficient", "--ends", "ended");
    assertThat(ended.at("/total/verdict").asText()).isEqualTo("better");
    assertThat(ended.at("/total/intervals/efficient/lower").asDouble()).isGreaterThan(0.05);
    assertThat(ended.at("/steps/1/intervals/efficient/lower").asDouble()).isGreaterThan(-0.35);
    JsonNode cut = evaluated("efficient", "--ends", "cut");
    assertThat(cut.at("/total/verdict").asText()).isEqualTo("worse");
    assertThat(cut.at("/steps/1/intervals/efficient/upper").asDouble()).isLessThan(-0.35);
    for (JsonNode one : List.of(ended, cut)) {
      assertThat(one.findValuesAsText("name")).doesNotContain("ended or cut off");
    }
  }

  /** Counts cannot be read again. */
  @Test
  void countsOfSuchALogGiveNoVerdictUnlessTheyWereMadeWithEnds() throws IOException {
    for (String ends : List.of("unknown", "ended")) {
      Path counts = folder.resolve(ends + ".parquet");
      Run made = Run.of("count", log.toString(), "--ends", ends, "--out", counts.toString());
      assertThat(made.exit()).as(made.err()).isZero();
      Run run =
          Run.of(
              "evaluate",
              "--counts",
              counts.toString(),
              "--policy",
              "always:y",
              "--interval",
              "efficient",
              "--format",
              "json");
      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(new ObjectMapper().readTree(run.out()).at("/total/verdict").asText())
          .isEqualTo(ends.equals("unknown") ? "withheld" : "better");
    }
  }

  /** A gain if they ended may be a loss if they were cut off. */
  @Test
  void nothingIsCertifiedUnlessItIsSaidHowEpisodesStopped() throws IOException {
    Path out = folder.resolve("policy.csv");
    Run open = Run.of("learn", log.toString(), "--out", out.toString());
    assertThat(open.exit()).as(open.err()).isZero();
    assertThat(open.out())
        .contains("keep the current policy: nothing can be certified: ")
        .contains("the log does not say whether completeEpisodes holds. Add an end or truncated");
    assertThat(out).doesNotExist();
    Run cut = Run.of("learn", log.toString(), "--ends", "cut", "--out", out.toString());
    assertThat(cut.out()).contains("nothing can be certified: completeEpisodes is contradicted");
    Run ended = Run.of("learn", log.toString(), "--ends", "ended", "--out", out.toString());
    assertThat(ended.out()).contains("certified: at least +");
    assertThat(out).exists();
  }
}
