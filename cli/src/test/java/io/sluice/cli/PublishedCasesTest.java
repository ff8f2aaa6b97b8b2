package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Data and numbers that nobody here made, through the commands. They lie beside the repository, in
 * {@code ../shared/data}, and are not part of it: where they are absent the tests are skipped.
 */
class PublishedCasesTest {
  private static final double Z = 1.959964;
  private static final Path DATA =
      Repository.root().resolveSibling("shared").resolve("data").toAbsolutePath();

  @TempDir Path folder;

  private static Path data(String file) {
    assumeTrue(Files.isDirectory(DATA), "shared data folder absent: skipped");
    return DATA.resolve(file);
  }

  private static JsonNode json(String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--format", "json"));
    Run run = Run.of(all.toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return new ObjectMapper().readTree(run.out());
  }

  private static void near(JsonNode actual, double expected, double error) {
    assertThat(actual.asDouble()).isCloseTo(expected, within(error));
  }

  private static double standardError(JsonNode interval) {
    return (interval.get("upper").asDouble() - interval.get("lower").asDouble()) / 2 / Z;
  }

  // Open Bandit Dataset (men, small version): a shop's slots, 34 items, one step.

  private static JsonNode openBandit(String log, String policy) throws IOException {
    return json(
        "evaluate",
        data("open-bandit-men/" + log).toString(),
        "--columns",
        "state=position",
        "--policy",
        policy,
        "--interval",
        "ips,snips");
  }

  @Test
  void openBanditFromRandomToThompsonSampling() throws IOException {
    List<String> table = Files.readAllLines(data("open-bandit-men/bts_policy_men.csv"));
    StringBuilder policy = new StringBuilder("state,action,probability\n");
    for (String line : table.subList(1, table.size())) {
      String[] cells = line.split(",");
      for (int position = 1; position <= 3; position++) {
        policy.append("%d,%s,%s\n".formatted(position, cells[0], cells[position]));
      }
    }
    Path file = Files.writeString(folder.resolve("bts.csv"), policy);
    JsonNode answer = openBandit("obd_random_men.csv.gz", file.toString());
    JsonNode value = answer.get("value").get("intervals");
    near(value.get("ips").get("estimate"), 0.0045377, 5e-7);
    assertThat(standardError(value.get("ips"))).isCloseTo(0.00118, within(5e-6));
    near(value.get("snips").get("estimate"), 0.0046080, 5e-7);
    near(answer.get("support").get("effectiveSampleSize"), 2474, 1);
    near(answer.get("behaviorValue"), 0.0046, 1e-9); // 46 clicks in 10,000 rows
  }

  @Test
  void openBanditFromThompsonSamplingToRandom() throws IOException {
    JsonNode answer = openBandit("obd_bts_men.csv.gz", "uniform");
    JsonNode ips = answer.get("value").get("intervals").get("ips");
    near(ips.get("estimate"), 0.00301, 5e-6);
    assertThat(standardError(ips)).isCloseTo(0.00077, within(5e-6));
    near(answer.get("support").get("largestWeight"), 178, 0.5);
    near(answer.get("behaviorValue"), 0.0069, 1e-9);
  }

  // A two-stage trial: responders to the first treatment have no second choice.

  @Test
  void adhdRegimesBySelfNormalizedWeights() throws IOException {
    List<String> rows = Files.readAllLines(data("adhd-smart/adhd-simulated-2023.csv"));
    List<String> header = List.of(rows.get(0).split(","));
    StringBuilder log = new StringBuilder("episode,step,state,action,reward,propensity\n");
    for (String row : rows.subList(1, rows.size())) {
      String[] cells = row.split(",");
      boolean responds = cells[header.indexOf("R")].equals("1");
      String id = cells[header.indexOf("ID")];
      log.append("%s,1,all,%s,0,0.5\n".formatted(id, cells[header.indexOf("A1")]));
      log.append(
          "%s,2,%s,%s,%s,%s\n"
              .formatted(
                  id,
                  responds ? "responder" : "other",
                  responds ? "none" : cells[header.indexOf("A2")],
                  cells[header.indexOf("Y2")],
                  responds ? "1" : "0.5"));
    }
    Path file = Files.writeString(folder.resolve("adhd.csv"), log);
    Map<String, Double> published =
        Map.of("-1,-1", 2.666, "1,-1", 3.833, "-1,1", 2.171, "1,1", 2.966);
    for (Map.Entry<String, Double> regime : published.entrySet()) {
      String[] choice = regime.getKey().split(",");
      Path policy =
          Files.writeString(
              folder.resolve("regime.csv"),
              "state,action,probability\nall,%s,1\nother,%s,1\nresponder,none,1\n"
                  .formatted((Object[]) choice));
      JsonNode answer =
          json(
              "evaluate",
              file.toString(),
              "--policy",
              policy.toString(),
              "--interval",
              "snips",
              "--reward-range",
              "-5,10");
      assertThat(answer.get("episodes").asInt()).isEqualTo(150);
      near(
          answer.get("value").get("intervals").get("snips").get("estimate"),
          regime.getValue(),
          6e-4);
    }
  }

  // HeartSteps: a suggestion was sent with probability 0.6 whenever the user was available.

  private JsonNode heartSteps(String action, Map<String, String> propensities) throws IOException {
    List<String> rows = Files.readAllLines(data("heartsteps/heartsteps_decisions.csv"));
    List<String> header = List.of(rows.get(0).split(","));
    StringBuilder log = new StringBuilder("user,state,action,reward,propensity\n");
    for (String row : rows.subList(1, rows.size())) {
      String[] cells = row.split(",");
      if (cells[header.indexOf("available")].equals("1")) {
        String taken = cells[header.indexOf(action)];
        String steps = cells[header.indexOf("steps30_after")];
        double outcome = Math.log(Double.parseDouble(steps) + 0.5);
        log.append(
            "%s,available,%s,%s,%s\n"
                .formatted(cells[header.indexOf("user")], taken, outcome, propensities.get(taken)));
      }
    }
    Path file = Files.writeString(folder.resolve("heartsteps.csv"), log);
    JsonNode answer = json("check", file.toString(), "--reward-range", "-1,10");
    assertThat(answer.get("rows").asInt()).isEqualTo(6061);
    assertThat(answer.get("calibration").get("checked").asInt()).isEqualTo(1);
    return answer;
  }

  @Test
  void heartStepsAcceptsTheTwoArmPropensities() throws IOException {
    JsonNode answer = heartSteps("send", Map.of("0", "0.4", "1", "0.6"));
    assertThat(answer.get("calibration").get("disagreeing")).isEmpty();
  }

  @Test
  void heartStepsRejectsTheThreeArmPropensities() throws IOException {
    JsonNode answer =
        heartSteps(
            "suggestion_type", Map.of("none", "0.4", "walking", "0.3", "antisedentary", "0.3"));
    JsonNode disagreeing = answer.get("calibration").get("disagreeing");
    assertThat(disagreeing).hasSize(1);
    near(disagreeing.get(0).get("chiSquare"), 53.5, 0.05);
    assertThat(disagreeing.get(0).get("degreesOfFreedom").asInt()).isEqualTo(2);
    assertThat(answer.get("warnings").get(1).asText())
        .contains("the action probabilities disagree with the log");
  }

  /**
   * The published doubly robust effect of sending is 0.131 in ln(steps + 0.5) of the next half
   * hour, [−0.006, 0.268], controlling for the half hour before. Against the log, which sent with
   * probability 0.6, always sending gains 0.4 of the effect. The control is linear there and cut
   * into bins here; see {@code docs/published-cases.md}.
   */
  private JsonNode heartStepsEffect(boolean users, int bins) throws IOException {
    List<String> rows = Files.readAllLines(data("heartsteps/heartsteps_decisions.csv"));
    List<String> header = List.of(rows.get(0).split(","));
    StringBuilder log =
        new StringBuilder(users ? "user," : "").append("before,action,reward,propensity\n");
    for (String row : rows.subList(1, rows.size())) {
      String[] cells = row.split(",");
      if (cells[header.indexOf("available")].equals("1")) {
        boolean sent = cells[header.indexOf("send")].equals("1");
        log.append(users ? cells[header.indexOf("user")] + "," : "")
            .append(
                "%s,%s,%s,%s\n"
                    .formatted(
                        logOfSteps(cells[header.indexOf("steps30_before")]),
                        sent ? "send" : "none",
                        logOfSteps(cells[header.indexOf("steps30_after")]),
                        sent ? "0.6" : "0.4"));
      }
    }
    JsonNode answer =
        json(
            "evaluate",
            Files.writeString(folder.resolve("heartsteps.csv"), log).toString(),
            "--columns",
            "state=before",
            "--bins",
            "before=q" + bins,
            "--policy",
            "always:send",
            "--interval",
            "dr",
            "--reward-range",
            "-1,10");
    assertThat(answer.get("episodes").asInt()).isEqualTo(6061);
    return answer.get("total").get("intervals").get("dr");
  }

  private static double logOfSteps(String steps) {
    return Math.log(Double.parseDouble(steps) + 0.5);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 15, 30})
  void heartStepsDoublyRobustEffectWithErrorsByUser(int bins) throws IOException {
    JsonNode byUser = heartStepsEffect(true, bins);
    assertThat(byUser.get("estimate").asDouble() / 0.4).isCloseTo(0.131, within(0.02));
    assertThat(byUser.get("standardError").asDouble() / 0.4).isCloseTo(0.065, within(0.003));
    double width = byUser.get("upper").asDouble() - byUser.get("lower").asDouble();
    assertThat(width / 2 / 0.4).isCloseTo(0.137, within(0.008)); // with Student's t, as published
    assertThat(byUser.get("lower").asDouble() / 0.4).isLessThan(0.131);
    assertThat(byUser.get("upper").asDouble() / 0.4).isGreaterThan(0.131);
    assertThat(byUser.get("parts").get(0).get("formula").asText()).contains("G = 37");
    // unclustered the published one is 0.0722
    JsonNode byRow = heartStepsEffect(false, bins);
    assertThat(byRow.get("estimate").asDouble() / 0.4).isCloseTo(0.131, within(0.02));
    assertThat(standardError(byRow) / 0.4).isCloseTo(0.0722, within(0.002));
  }
}
