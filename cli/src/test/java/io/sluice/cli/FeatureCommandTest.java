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
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code evaluate --features}. */
class FeatureCommandTest {
  private static final Path REFERENCE =
      Repository.root().resolve("features/src/test/resources/reference");
  private static final String LOG = REFERENCE.resolve("features.csv").toString();
  private static final ObjectMapper JSON = new ObjectMapper();

  /** As in the reference: a plain basis and fixed penalties. */
  private static final String AS_THERE =
      "--features f1,f2,f3,f4 --basis plain --ridge 1,10 --behavior columns:b_";

  @TempDir Path folder;

  private static Run run(String log, String options, String... more) {
    List<String> all = new ArrayList<>(List.of("evaluate", log));
    all.addAll(Arrays.asList(options.split(" ")));
    all.addAll(Arrays.asList(more));
    return Run.of(all.toArray(String[]::new));
  }

  private static JsonNode json(String log, String options, String... more) throws IOException {
    Run run =
        run(
            log,
            options,
            Stream.concat(Stream.of(more), Stream.of("--format", "json")).toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return JSON.readTree(run.out());
  }

  private static JsonNode efficient(JsonNode of) {
    return of.get("intervals").get("efficient");
  }

  @Test
  void theReferenceIsMet() throws IOException {
    JsonNode expected = JSON.readTree(REFERENCE.resolve("features.json").toFile());
    JsonNode result = json(LOG, AS_THERE + " --policy columns:p_ --interval efficient");
    for (int h = 0; h < 3; h++) {
      agrees(efficient(result.get("steps").get(h)), expected.get("steps").get(h));
    }
    agrees(efficient(result.get("total")), expected.get("total"));
  }

  private static void agrees(JsonNode interval, JsonNode there) {
    assertThat(interval.get("estimate").asDouble())
        .isCloseTo(there.get("estimate").asDouble(), within(1e-9));
    assertThat(interval.get("standardError").asDouble())
        .isCloseTo(there.get("standard_error").asDouble(), within(1e-9));
  }

  @Test
  void theOrderOfRowsDoesNotMatter() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(LOG)));
    List<String> rows = lines.subList(1, lines.size());
    Collections.shuffle(rows, new Random(1));
    Path shuffled = Files.write(folder.resolve("shuffled.csv"), lines);
    String options = AS_THERE + " --policy columns:p_ --format json";
    assertThat(run(shuffled.toString(), options).out()).isEqualTo(run(LOG, options).out());
  }

  @Test
  void policiesThatAreTheSameHaveTheSameEffect() throws IOException {
    JsonNode columns = json(LOG, AS_THERE + " --policy columns:p_").get("total");
    assertThat(json(LOG, AS_THERE + " --policy mix:1:columns:p_").get("total")).isEqualTo(columns);
    JsonNode always = json(LOG, AS_THERE + " --policy always:a1").get("total");
    assertThat(json(LOG, AS_THERE, "--policy", "sql:CASE WHEN f1 < 1e9 THEN 'a1' END").get("total"))
        .isEqualTo(always);
    JsonNode logged = json(LOG, AS_THERE + " --policy behavior").get("total");
    assertThat(logged.get("verdict").asText()).isEqualTo("no difference");
    assertThat(json(LOG, AS_THERE + " --policy mix:0:uniform").get("total")).isEqualTo(logged);
  }

  @Test
  void thePropensityOfTheChosenActionIsEnough() throws IOException {
    String chosen = "--features f1,f2,f3,f4 --basis plain --ridge 1,10 --policy columns:p_";
    JsonNode result = json(LOG, chosen);
    JsonNode all = json(LOG, AS_THERE + " --policy columns:p_");
    double difference =
        efficient(result.get("total")).get("estimate").asDouble()
            - efficient(all.get("total")).get("estimate").asDouble();
    // Without the other probabilities the observed outcome stands for its expectation: a wider one.
    double error = efficient(result.get("total")).get("standardError").asDouble();
    assertThat(error).isGreaterThan(efficient(all.get("total")).get("standardError").asDouble());
    assertThat(difference).isCloseTo(0, within(2 * error));
    assertThat(result.get("assumptions").get("propensities").get("verdict").asText())
        .isEqualTo("cannot tell");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          --features f9 --policy uniform; 3; --features f9: needs a column of the log
          --features reward --policy uniform; 3; --features reward: needs a column that was known before
          --features f1 --policy new.csv; 3; new.csv: needs a readable csv file, got: no file of that name
          --features f1 --policy uniform --history 1; 2; --history: needs states that are labels
          --features f1 --policy uniform --bins f1=q3; 3; --bins f1: needs a column of the action
          --features f1 --policy always:; 2; --policy always:: needs an action
          --features f1 --policy always:a9; 3; --policy always:a9: needs one of the actions a0, a1, a2
          --features f1 --policy columns:z_; 3; --policy columns:z_: needs columns z_<action>
          --features f1 --policy sql:f9; 2; --policy sql:f9: needs an SQL expression
          --features f1 --policy sql:f1 --basis plain --ridge 1,1; 3; policy sql: must give one of the actions a0, a1, a2
          --features f1 --policy mix:0.5:uniform --basis plain --ridge 1,1; 3; --policy: needs the logged policy's probabilities of all actions
          --features f1 --policy uniform --behavior b.csv; 2; --behavior: needs columns:PREFIX or estimate with --features
          --features f1 --policy mix:0.5:uniform --behavior estimate --basis plain --ridge 1,1; 3; got none, and an estimate will not do
          --features f1 --policy uniform --interval sharp; 2; --interval: needs some of [efficient, robust, bandit, selective, ips, snips, pdis, wpdis], got sharp
          --features f1 --policy uniform --ridge 1; 2; --ridge: needs two penalties Q,OMEGA, got 1
          --features f1 --policy uniform --basis best; 2; --basis: needs auto or plain, got best
          --features f1 --policy uniform; 3; --ridge: needs three folds or more to choose by prediction, got 2
          --basis plain --policy uniform; 2; --basis: needs --features, got none
          """)
  void whatCannotBeMeantIsRefused(String options, int exit, String message) {
    Run run = run(LOG, options);
    assertThat(run.err()).contains(message);
    assertThat(run.exit()).isEqualTo(exit);
  }

  @Test
  void badProbabilitiesAreListed() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("log.csv"),
            "x,action,reward,b_u,b_v\n1,u,1,0.5,0.5\n2,v,0,0.5,0.4\n3,v,0,0.5,\n");
    Run run = run(log.toString(), "--features x --behavior columns:b_ --policy uniform");
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err())
        .contains(
            "log.csv:3: probabilities of the logged policy must be at least 0 and sum to 1, got b_u = 0.5, b_v = 0.4")
        .contains("log.csv:4: ");
  }

  @Test
  void anEpisodeInTwoFoldsIsRefused() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("log.csv"),
            "episode,step,x,action,reward,propensity,fold\n1,1,1,u,1,0.5,0\n1,2,1,v,1,0.5,1\n");
    Run run = run(log.toString(), "--features x --policy uniform");
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).contains("episode 1: needs one fold, got \"0\" and \"1\"");
  }

  /** x and kind were known; the others are logged after the decision, or are names. */
  @Test
  void allLeavesOutWhatTellsActionOrRewardAndSaysSo() throws IOException {
    StringBuilder rows = new StringBuilder("x,kind,sent,clicked,id,action,reward,propensity\n");
    Random random = new Random(4);
    for (int i = 0; i < 120; i++) {
      int action = random.nextInt(2);
      int reward = random.nextInt(2);
      rows.append(
          "%s,%s,%s,%s,n%d,%d,%d,0.5\n"
              .formatted(
                  random.nextGaussian(),
                  i % 2 == 0 ? "u" : "v",
                  action == 1 ? "yes" : "no",
                  reward,
                  i,
                  action,
                  reward));
    }
    Path log = Files.writeString(folder.resolve("all.csv"), rows);
    JsonNode result = json(log.toString(), "--features all --policy always:1");
    assertThat(result.get("features").get("columns").toString()).isEqualTo("[\"x\",\"kind\"]");
    assertThat(result.get("warnings").toString())
        .contains("column sent reveals the action")
        .contains("column clicked reveals the reward")
        .contains("column id has a different value");
  }

  /** What was logged after the decision, in disguise, and probabilities of a policy not judged. */
  @Test
  void allLeavesOutWhatGivesTheActionOrTheRewardAway() throws IOException {
    StringBuilder rows =
        new StringBuilder(
            "episode,step,x,dose,coupon,cents,so_far,in_all,watched,next_x,p_a,p_b,action,reward,propensity\n");
    Random random = new Random(5);
    for (int e = 0; e < 60; e++) {
      double[] rewards = {random.nextInt(9), random.nextInt(9)};
      for (int k = 0; k < 2; k++) {
        boolean b = random.nextBoolean();
        double p = random.nextInt(100) / 100.0;
        rows.append(
            String.format(
                Locale.ROOT,
                "%d,%d,%.4f,%.4f,%s,%.0f,%.0f,%.0f,%.4f,%.4f,%.2f,%.2f,%s,%.0f,0.5%n",
                e,
                k + 1,
                random.nextGaussian(),
                b ? 1 + random.nextDouble() : 0,
                b ? "c" + random.nextInt(20) : "",
                100 * rewards[k],
                k == 0 ? rewards[0] : rewards[0] + rewards[1],
                rewards[0] + rewards[1],
                rewards[k] + random.nextDouble() / 2,
                random.nextGaussian(),
                p,
                1 - p,
                b ? "b" : "a",
                rewards[k]));
      }
    }
    Path log = Files.writeString(folder.resolve("told.csv"), rows);
    JsonNode result = json(log.toString(), "--features all --policy uniform");
    assertThat(result.get("features").get("columns").toString()).isEqualTo("[\"x\"]");
    assertThat(result.get("warnings").toString())
        .contains("column dose reveals the action", "column coupon reveals the action")
        .contains("column cents reveals the reward", "column so_far reveals the reward")
        .contains("column in_all reveals the reward", "column watched reveals the reward")
        .contains("column next_x is known after the decision only")
        .contains("column p_a has probabilities", "column p_b has probabilities");
  }

  /** Constant, repeated, empty and rare: an answer with finite numbers. */
  @Test
  void oddColumnsAreNoProblem() throws IOException {
    StringBuilder rows =
        new StringBuilder(
            "episode,step,constant,x,twice,empty,device,new,action,reward,propensity\n");
    Random random = new Random(3);
    for (int e = 0; e < 150; e++) {
      for (int k = 1; k <= 2; k++) {
        double x = random.nextGaussian();
        rows.append(
            "%d,%d,7,%s,%s,,%s,%s,%s,%d,%s\n"
                .formatted(
                    e,
                    k,
                    e % 7 == 0 ? "NA" : x,
                    e % 7 == 0 ? "NA" : 2 * x,
                    e == 0 ? "rare" : e % 2 == 0 ? "mac" : "pc",
                    e % 3 == 0,
                    e == 1 ? "w" : e % 2 == 0 ? "u" : "v",
                    random.nextInt(2),
                    e == 1 ? 0.1 : 0.45));
      }
    }
    Path log = Files.writeString(folder.resolve("odd.csv"), rows);
    for (String more : List.of("", " --basis plain --ridge 0,0", " --basis plain --ridge 1,1")) {
      JsonNode result =
          json(
              log.toString(),
              "--features constant,x,twice,empty,device,new --policy uniform" + more);
      assertThat(efficient(result.get("total")).get("estimate").asDouble()).isFinite();
      assertThat(result.get("warnings").toString()).contains("column empty is empty");
    }
  }

  /**
   * HeartSteps (Klasnja et al. 2019), available rows, users as clusters. Sending moves ln(steps +
   * ½) by 0.131 with a standard error of 0.065; always sending, where 0.6 was logged, moves it by
   * 0.4 of that.
   */
  @Test
  void heartStepsAsPublished() throws IOException {
    Path data = Repository.root().resolveSibling("shared").resolve("data/heartsteps");
    assumeTrue(Files.isDirectory(data), "shared data folder absent: skipped");
    StringBuilder rows = new StringBuilder("user,before,action,reward,propensity\n");
    for (String line : Files.readAllLines(data.resolve("heartsteps_decisions.csv"))) {
      String[] cell = line.split(",");
      if (cell[4].equals("1")) {
        boolean sent = cell[5].equals("1");
        rows.append(
            "%s,%s,%s,%s,%s\n"
                .formatted(
                    cell[0],
                    Math.log(Double.parseDouble(cell[8]) + 0.5),
                    cell[5],
                    Math.log(Double.parseDouble(cell[9]) + 0.5),
                    sent ? 0.6 : 0.4));
      }
    }
    Path log = Files.writeString(folder.resolve("heartsteps.csv"), rows);
    JsonNode total = json(log.toString(), "--features before --policy always:1").get("total");
    assertThat(efficient(total).get("estimate").asDouble()).isCloseTo(0.052, within(0.003));
    assertThat(efficient(total).get("standardError").asDouble()).isCloseTo(0.026, within(0.001));
  }

  /**
   * HeartSteps over five days: episodes are five days in a row at the same time of day, without
   * those in which something was sent to an unavailable user. If sending moves ln(steps + ½) by
   * 0.131 on its day and by nothing later, sending wherever a user is available (80% of decisions)
   * moves the sum by 5·0.8·0.4·0.131 = 0.21.
   */
  @Test
  void heartStepsOverFiveDays() throws IOException {
    Path data = Repository.root().resolveSibling("shared").resolve("data/heartsteps");
    assumeTrue(Files.isDirectory(data), "shared data folder absent: skipped");
    Map<String, String[]> decisions = new HashMap<>();
    List<String> keys = new ArrayList<>();
    for (String line : Files.readAllLines(data.resolve("heartsteps_decisions.csv"))) {
      String[] cell = line.split(",");
      keys.add(cell[0] + "-" + cell[2] + "-" + cell[1]);
      decisions.put(keys.get(keys.size() - 1), cell);
    }
    StringBuilder rows =
        new StringBuilder(
            "episode,step,user,slot,before,yesterday,beforeThat,place,available,action,reward,propensity\n");
    for (String key : keys.subList(1, keys.size())) {
      String[] name = key.split("-");
      int first = Integer.parseInt(name[2]);
      List<String[]> days = new ArrayList<>();
      for (int day = first - 1; first % 5 == 1 && day < first + 5; day++) {
        String[] cell = decisions.get(name[0] + "-" + name[1] + "-" + day);
        if (cell != null && !(cell[4].equals("0") && cell[5].equals("1"))) {
          days.add(cell);
        }
      }
      for (int k = 1; days.size() == 6 && k <= 5; k++) {
        String[] now = days.get(k);
        String[] last = days.get(k - 1);
        String propensity = now[4].equals("0") ? "1" : now[5].equals("1") ? "0.6" : "0.4";
        rows.append(
            "%s,%d,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n"
                .formatted(
                    key,
                    k,
                    now[0],
                    now[2],
                    ln(now[8]),
                    ln(last[9]),
                    ln(last[8]),
                    now[7],
                    now[4],
                    now[5],
                    ln(now[9]),
                    propensity));
      }
    }
    Path log = Files.writeString(folder.resolve("five.csv"), rows);
    JsonNode result =
        json(
            log.toString(),
            "--features slot,before,yesterday,beforeThat,place,available",
            "--policy",
            "sql:CASE WHEN available = 1 THEN '1' ELSE '0' END");
    JsonNode total = result.get("total");
    assertThat(efficient(total).get("estimate").asDouble()).isCloseTo(0.21, within(0.03));
    assertThat(efficient(total).get("standardError").asDouble()).isCloseTo(0.14, within(0.02));
    assertThat(total.get("verdict").asText()).isEqualTo("cannot tell yet");
    assertThat(result.get("assumptions").get("markov").get("verdict").asText()).isEqualTo("holds");
  }

  private static double ln(String steps) {
    return Math.log(Double.parseDouble(steps) + 0.5);
  }

  @Test
  void featuresAreProposedWhereATableIsThin() throws IOException {
    StringBuilder rows = new StringBuilder("state,price,sent,action,reward,propensity\n");
    Random random = new Random(2);
    for (int i = 0; i < 200; i++) {
      String action = random.nextBoolean() ? "u" : "v";
      rows.append(
          "s%d,%d,%s,%s,%d,0.5\n"
              .formatted(i % 50, random.nextInt(30), action, action, random.nextInt(2)));
    }
    Path log = Files.writeString(folder.resolve("thin.csv"), rows);
    Run run = run(log.toString(), "--policy always:u");
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out())
        .contains(
            "100% of decisions are in pairs of a state and an action with fewer than 10 rows: a table is thin; try --features state,price, as far as");
    Path thick =
        Files.writeString(folder.resolve("thick.csv"), rows.toString().replaceAll("s\\d+,", "s,"));
    assertThat(run(thick.toString(), "--policy always:u").out()).doesNotContain("--features");
  }

  private String simulated(String strength, String name) {
    Path log = folder.resolve(name);
    Run run =
        Run.of(
            "simulate",
            "continuous-session",
            "--dial",
            strength,
            "--episodes",
            "1500",
            "--out",
            log.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return log.toString();
  }

  private static final String SESSION =
      "--features interest,fit,patience,haste --behavior columns:b_";

  /** The simulated log is judged with its own columns, and Parquet says the same as CSV. */
  @Test
  void aSimulatedSessionIsEvaluatedAndChecked() throws IOException {
    String csv = simulated("1", "log.csv");
    JsonNode result = json(csv, SESSION + " --policy columns:p_");
    JsonNode first = result.get("features").get("shift").get("steps").get(0);
    assertThat(first.get("verdict").asText()).isEqualTo("planning");
    assertThat(first.get("moves").get(0).get("column").asText()).isEqualTo("interest");
    assertThat(json(simulated("1", "log.parquet"), SESSION + " --policy columns:p_").get("total"))
        .isEqualTo(result.get("total"));
    List<String> words = new ArrayList<>(List.of("check", csv));
    words.addAll(List.of(SESSION.split(" ")));
    Path page = folder.resolve("check.html");
    words.addAll(List.of("--report", page.toString()));
    Run check = Run.of(words.toArray(String[]::new));
    assertThat(check.exit()).as(check.err()).isEqualTo(Main.DONE);
    assertThat(check.out())
        .contains("planning: actions move the next state", "a1 moves interest by +");
    assertThat(Files.readString(page))
        .contains("Which columns move, and which actions move them?", "What is in the columns");
  }

  /** Nothing is judged, and there is nothing to weight by. */
  @Test
  void checkWithoutPropensitiesSaysNothingAboutWeightsOrPolicies() {
    Run check =
        Run.of(
            "check",
            LOG,
            "--features",
            "f1,f2",
            "--basis",
            "plain",
            "--ridge",
            "1,1",
            "--behavior",
            "estimate");
    assertThat(check.exit()).as(check.err()).isEqualTo(Main.DONE);
    assertThat(check.out())
        .contains("logged policy: estimated\n", "overlap               depends on the policy")
        .doesNotContain("NaN", "the policy does not say");
  }

  @Test
  void pagesShowWhatTextShows() throws IOException {
    Path page = folder.resolve("page.html");
    Run run = run(LOG, AS_THERE + " --policy columns:p_ --report", page.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out()).contains("bandit or planning?", "explains");
    assertThat(Files.readString(page))
        .contains(
            "Effects, step by step",
            "Where the width comes from",
            "What the numbers rest on",
            "Bandit or planning?",
            "What scores are made from",
            "Importance weights of episodes");
  }

  /** Wherever it is printed, with one note; the others are not. */
  @Test
  void whatIsNotProvenIsMarked() throws IOException {
    String kinds = AS_THERE + " --policy columns:p_ --interval efficient,selective";
    List<String> lines = run(LOG, kinds).out().lines().toList();
    String note = "selective is not proven to hold at δ on feature columns, and decides no verdict";
    assertThat(lines.stream().filter(line -> line.startsWith("         selective ")))
        .hasSize(5) // three steps, the total, the value
        .allMatch(line -> line.endsWith("   (not proven)"));
    assertThat(lines.stream().filter(line -> line.contains("(not proven)"))).hasSize(5);
    assertThat(lines.stream().filter(line -> line.equals("note: " + note))).hasSize(1);
    assertThat(json(LOG, kinds).get("warnings").toString()).contains(note);
    assertThat(run(LOG, AS_THERE + " --policy columns:p_ --interval efficient").out())
        .doesNotContain("not proven");
    assertThat(run(LOG, AS_THERE + " --policy columns:p_ --interval selective").out())
        .containsPattern("step 1 .* selective .*\\(not proven\\)   WITHHELD");
  }

  /**
   * By definition: (Σw)²/Σw², max w and mean w of w = ρ_1⋯ρ_k, an ended episode keeping its last.
   */
  @Test
  void overlapIsShownStepByStep() throws IOException {
    Map<String, double[]> weights = new TreeMap<>();
    List<String> rows = Files.readAllLines(Path.of(LOG));
    List<String> header = List.of(rows.get(0).split(","));
    for (String row : rows.subList(1, rows.size())) {
      String[] cell = row.split(",");
      String action = cell[header.indexOf("action")];
      int step = Integer.parseInt(cell[header.indexOf("step")]);
      double ratio =
          Double.parseDouble(cell[header.indexOf("p_" + action)])
              / Double.parseDouble(cell[header.indexOf("b_" + action)]);
      double[] w = weights.computeIfAbsent(cell[header.indexOf("episode")], e -> new double[4]);
      w[0] = 1;
      Arrays.fill(w, step, 4, w[step - 1] * ratio);
    }
    String options = AS_THERE + " --policy columns:p_ --interval efficient";
    JsonNode steps = json(LOG, options).get("assumptions").get("overlap").get("steps");
    String text = run(LOG, options).out();
    for (int k = 1; k <= 3; k++) {
      int step = k;
      double sum = weights.values().stream().mapToDouble(w -> w[step]).sum();
      double squares = weights.values().stream().mapToDouble(w -> w[step] * w[step]).sum();
      double largest = weights.values().stream().mapToDouble(w -> w[step]).max().orElseThrow();
      JsonNode found = steps.get(k - 1);
      assertThat(found.get("effectiveSampleSize").asDouble())
          .isCloseTo(sum * sum / squares, within(1e-6));
      assertThat(found.get("largestWeight").asDouble()).isCloseTo(largest, within(1e-9));
      assertThat(found.get("meanWeight").asDouble()).isCloseTo(sum / weights.size(), within(1e-9));
      assertThat(text)
          .containsPattern(
              "weights of episodes up to each step; none is clipped\n(.*\n)*  step %d   effective sample size %d episodes, largest weight "
                  .formatted(k, Math.round(sum * sum / squares)));
    }
  }

  @Test
  void coverageSimulatesTheSession() {
    Run run =
        Run.of("coverage", "continuous-session", "--dial", "0", "--episodes", "200", "--runs", "3");
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out())
        .contains("4 features", "policy: columns:p_", "1,000,000 rollouts", "efficient", "robust");
    Run refused = Run.of("coverage", "continuous-session", "--policy", "uniform");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("which has a new policy of its own");
    assertThat(Run.of("coverage", "continuous-session", "--length", "3").err())
        .contains("--length: is not for continuous-session, which has 4 steps");
  }
}
