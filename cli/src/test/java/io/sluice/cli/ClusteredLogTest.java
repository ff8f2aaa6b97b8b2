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
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code efficient} makes of episodes that are not independent, or too few, or all alike. */
class ClusteredLogTest {
  private static final Offset<Double> CLOSE = within(1e-9);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int EPISODES = 150;

  @TempDir Path folder;

  private JsonNode evaluate(Path log, String options) throws IOException {
    String command = "evaluate %s --interval efficient --policy uniform --format json %s";
    Run run = Run.of(command.formatted(log, options).strip().split(" "));
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return JSON.readTree(run.out());
  }

  private Path write(String name, List<String> lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  private List<String> simulated() throws IOException {
    Path log = folder.resolve("once.csv");
    Run.of("simulate", "search-session", "--episodes", "" + EPISODES, "--out", log.toString());
    return Files.readAllLines(log);
  }

  /** Every row several times, as that many episodes; the first line gets another column. */
  private static List<String> copied(List<String> once, int copies, String column) {
    List<String> rows = new ArrayList<>(List.of(once.get(0) + column));
    for (String row : once.subList(1, once.size())) {
      String episode = row.substring(0, row.indexOf(','));
      for (int copy = 0; copy < copies; copy++) {
        String cluster = column.isEmpty() ? "" : ",user" + episode;
        rows.add(episode + "-" + copy + row.substring(row.indexOf(',')) + cluster);
      }
    }
    return rows;
  }

  /** All intervals of an answer: those of the steps, of the total and of the value. */
  private static List<JsonNode> intervals(JsonNode answer) {
    List<JsonNode> all = new ArrayList<>();
    answer.get("steps").forEach(step -> all.add(step.get("intervals").get("efficient")));
    all.add(answer.get("total").get("intervals").get("efficient"));
    all.add(answer.get("value").get("intervals").get("efficient"));
    return all;
  }

  private static double sampling(JsonNode interval) {
    JsonNode part = interval.get("parts").get(0);
    assertThat(part.get("name").asText()).startsWith("sampling of ");
    return part.get("above").asDouble();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pooled", "per-step"})
  void copiesWithinAClusterTellNothingNew(String model) throws IOException {
    List<String> once = simulated();
    String options = "--variance plain --model " + model;
    JsonNode alone = evaluate(folder.resolve("once.csv"), options);
    JsonNode clustered = evaluate(write("clusters.csv", copied(once, 4, ",user")), options);
    JsonNode mistaken = evaluate(write("copies.csv", copied(once, 4, "")), options);
    assertThat(clustered.get("episodes").asInt()).isEqualTo(4 * EPISODES);
    double few = Math.sqrt(EPISODES / (EPISODES - 1.0)); // G/(G−1)
    for (int i = 0; i < intervals(alone).size(); i++) {
      JsonNode of = intervals(alone).get(i);
      assertThat(intervals(clustered).get(i).get("estimate").asDouble())
          .isCloseTo(of.get("estimate").asDouble(), CLOSE);
      assertThat(sampling(of)).isPositive();
      assertThat(intervals(clustered).get(i).get("standardError").asDouble())
          .isCloseTo(few * of.get("standardError").asDouble(), CLOSE);
      assertThat(intervals(clustered).get(i).get("degreesOfFreedom").asDouble())
          .isEqualTo(EPISODES - 1.0);
      // The control: taken for independent, four copies would halve the width.
      assertThat(sampling(intervals(mistaken).get(i))).isCloseTo(sampling(of) / 2, CLOSE);
      assertThat(intervals(clustered).get(i).get("parts").get(0).get("name").asText())
          .isEqualTo("sampling of 150 clusters");
      assertThat(intervals(mistaken).get(i).get("parts").get(0).get("name").asText())
          .isEqualTo("sampling of episodes");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--variance plain", "--variance shrunk"})
  void aSingleClusterShowsNoVariance(String variance) throws IOException {
    List<String> rows = copied(simulated(), 1, ",user");
    for (int i = 1; i < rows.size(); i++) {
      rows.set(i, rows.get(i).replaceAll(",user\\d+$", ",ann"));
    }
    JsonNode answer = evaluate(write("ann.csv", rows), variance);
    for (int h = 1; h <= 6; h++) {
      JsonNode step = answer.get("steps").get(h - 1);
      JsonNode part = step.get("intervals").get("efficient").get("parts").get(0);
      assertThat(part.get("name").asText()).isEqualTo("a single cluster");
      // up to V_max: next to nothing that is possible is left out
      assertThat(step.get("intervals").get("efficient").get("upper").asDouble())
          .isBetween(0.99 * (6 - h + 1), 6 - h + 1.0);
      assertThat(step.get("verdict").asText()).isEqualTo("cannot tell yet");
      assertThat(step.get("limit").asText()).isEqualTo("a single cluster");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--variance plain", "--variance shrunk"})
  void aSingleEpisodeShowsNoVariance(String variance) throws IOException {
    Path log =
        write("one.csv", List.of("episode,step,state,action,reward", "1,1,a,x,1", "1,2,b,y,0"));
    JsonNode answer = evaluate(log, variance + " --behavior " + even());
    JsonNode part = intervals(answer).get(0).get("parts").get(0);
    assertThat(part.get("name").asText()).isEqualTo("a single episode");
    assertThat(part.get("above").asDouble()).isCloseTo(2, CLOSE);
  }

  private Path even() throws IOException {
    return write(
        "even.csv",
        List.of("state,action,probability", "a,x,0.5", "a,y,0.5", "b,x,0.5", "b,y,0.5"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--variance plain", "--variance shrunk"})
  void equalRewardsAreNotedAsNoVariation(String variance) throws IOException {
    List<String> rows = new ArrayList<>(List.of("state,action,reward,propensity"));
    for (int i = 0; i < 30; i++) {
      rows.add(i % 3 == 0 ? "a,x,1,0.3" : "a,y,1,0.7");
    }
    Path log = write("equal.csv", rows);
    JsonNode answer = evaluate(log, variance);
    JsonNode interval = intervals(answer).get(0);
    assertThat(interval.get("lower").asDouble()).isEqualTo(interval.get("upper").asDouble());
    String note = "step 1: efficient saw no variation in what its estimate rests on";
    assertThat(answer.get("warnings")).anyMatch(w -> w.asText().startsWith(note));
    // Not of the logged policy, whose effect on itself is known to be nothing.
    String same = "evaluate %s --interval efficient --policy behavior".formatted(log);
    assertThat(Run.of(same.split(" ")).out()).doesNotContain("saw no variation");
  }

  /**
   * Half of the episodes are cut off after their first step, and the log says what would have been
   * next. What follows an action is always the same here, and so are rewards: nothing varies.
   */
  /** A column that is taken for the cluster by its name, and the user who says that none is. */
  @Test
  void noColumnIsTheClusterIfTheUserSaysSo() throws IOException {
    Path log = write("users.csv", copied(simulated(), 2, ",user"));
    assertThat(independent(evaluate(log, ""))).isEqualTo("holds");
    assertThat(independent(evaluate(log, "--columns cluster="))).isEqualTo("contradicted");
  }

  private static String independent(JsonNode answer) {
    return answer.at("/assumptions/independentEpisodes/verdict").asText();
  }

  @Test
  void episodesThatWereCutOffCountWithTheNextStateThatTheLogSays() throws IOException {
    List<String> rows = new ArrayList<>(List.of("episode,step,state,action,reward,next_state"));
    for (int episode = 0; episode < 40; episode++) {
      boolean second = episode % 4 > 0;
      rows.add("%d,1,a,%s,0,%s".formatted(episode, second ? "y" : "x", second ? "c" : "b"));
      if (episode < 20) {
        rows.add("%d,2,%s,x,1,".formatted(episode, second ? "c" : "b"));
      }
    }
    JsonNode answer =
        evaluate(write("cut.csv", rows), "--ends cut --variance plain --behavior " + three());
    assertThat(sampling(intervals(answer).get(0))).isZero();
  }

  private Path three() throws IOException {
    List<String> lines = new ArrayList<>(List.of("state,action,probability"));
    for (String state : List.of("a", "b", "c")) {
      lines.add(state + ",x," + (state.equals("a") ? "0.25" : "1"));
      lines.add(state + ",y," + (state.equals("a") ? "0.75" : "0"));
    }
    return write("three.csv", lines);
  }
}
