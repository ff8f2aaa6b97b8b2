package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code learn --learner certified}, from a log to a policy and a promise. */
class CertifiedCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path shared;
  private static Path chain;

  @TempDir Path folder;

  @BeforeAll
  static void aLogOfTheChain() {
    chain = shared.resolve("chain.csv");
    Run run = Run.of("simulate", "chain-bandit", "--episodes", "2000", "--out", chain.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
  }

  private Run learn(Path log, String... options) {
    List<String> args = new ArrayList<>(List.of("learn", log.toString(), "--learner", "certified"));
    args.addAll(List.of("--out", folder.resolve("policy.csv").toString()));
    args.addAll(List.of(options));
    return Run.of(args.toArray(String[]::new));
  }

  private JsonNode json(Path log, String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--format", "json"));
    Run run = learn(log, all.toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return JSON.readTree(run.out());
  }

  /** 0.2357 is what the true gain, 0.5528, is certified to be; a3 is given up at every step. */
  @Test
  void aBetterPolicyIsPromisedExplainedAndWritten() throws IOException {
    Run run = learn(chain);
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out())
        .contains("certified: at least +0.2357 ")
        .contains("better than the logged policy, with probability 95% (asymptotic); estimate +0.5")
        .contains("chosen: the highest lower bound", "identical to psl", "not better on the")
        .contains("worth changing by itself", "differs from the logged policy in ");
    assertThat(Files.readAllLines(folder.resolve("policy.csv")))
        .startsWith("step,state,action,probability,learned_from")
        .anyMatch(line -> line.matches("1,top1,a[12],1,[0-9a-f]{16}"))
        .noneMatch(line -> line.matches("1,top1,a3,1,.*"));
  }

  @Test
  void theBoundIsTheHighestOfTheCandidates() throws IOException {
    JsonNode certificate = json(chain).get("certificate");
    double highest = Double.NEGATIVE_INFINITY;
    for (JsonNode candidate : certificate.get("candidates")) {
      highest = Math.max(highest, candidate.get("lower").asDouble());
      assertThat(candidate.get("lower").asDouble())
          .isLessThanOrEqualTo(candidate.get("estimate").asDouble());
    }
    assertThat(certificate.get("lower").asDouble()).isEqualTo(highest).isPositive();
    assertThat(certificate.get("learnedOn").asInt() + certificate.get("judgedOn").asInt())
        .isEqualTo(2_000);
  }

  @Test
  void otherUnitsScaleTheBounds() throws IOException {
    List<String> rows = new ArrayList<>();
    for (String line : Files.readAllLines(chain)) {
      String[] cells = line.split(",");
      if (!cells[4].equals("reward")) {
        cells[4] = Double.toString(10 * Double.parseDouble(cells[4]) - 2);
      }
      rows.add(String.join(",", cells));
    }
    Path other = Files.write(folder.resolve("units.csv"), rows);
    JsonNode expected = json(chain).get("certificate");
    JsonNode scaled = json(other, "--reward-range", "-2,8").get("certificate");
    assertThat(scaled.get("chosen")).isEqualTo(expected.get("chosen"));
    assertThat(scaled.get("lower").asDouble())
        .isCloseTo(10 * expected.get("lower").asDouble(), within(1e-6));
    JsonNode step = scaled.get("rollout").get("steps").get(0);
    JsonNode before = expected.get("rollout").get("steps").get(0);
    for (String kind : List.of("alone", "onward")) {
      assertThat(step.get(kind).get("lower").asDouble())
          .isCloseTo(10 * before.get(kind).get("lower").asDouble(), within(1e-6));
    }
  }

  @Test
  void aFiniteSampleIsHarderToConvince() throws IOException {
    JsonNode certificate = json(chain, "--guarantee", "finite-sample").get("certificate");
    assertThat(certificate.get("guarantee").asText()).isEqualTo("finite-sample");
    assertThat(certificate.get("chosen").isNull()).isTrue();
    assertThat(certificate.get("lower").asDouble()).isZero();
  }

  @Test
  void ifTheLoggedPolicyStaysItIsWrittenAndSaid() throws IOException {
    Run run = learn(chain, "--guarantee", "finite-sample");
    assertThat(run.exit()).isEqualTo(Main.DONE);
    assertThat(run.out())
        .contains("chosen: the logged policy itself\n")
        .contains("no candidate is certified to be better with probability 95% (finite-sample)")
        .contains("differs from the logged policy in 0.0% of decisions")
        .contains("policy.csv (the logged policy)");
    assertThat(Files.readString(folder.resolve("policy.csv")))
        .contains("1,top1,a1,0.1,", "1,top1,a2,0.1,", "1,top1,a3,0.8,");
  }

  @Test
  void withAnEstimatedLoggedPolicyTheProbabilityIsNominal() throws IOException {
    Run run = learn(chain, "--behavior", "estimate");
    assertThat(run.out())
        .contains("(asymptotic; not proven to hold at δ: the logged policy is an estimate)")
        .contains("note: the behavior policy is estimated from this log");
    double charged = json(chain, "--behavior", "estimate").at(lowerOf(9)).asDouble();
    assertThat(charged).isLessThan(json(chain).at(lowerOf(9)).asDouble() - 0.1);
  }

  @Test
  void withClustersStandardErrorsAreByCluster() throws IOException {
    Path clustered = users(500);
    JsonNode certificate = json(clustered).get("certificate");
    assertThat(certificate.get("nominal").asBoolean()).isFalse();
    assertThat(certificate.get("lower").asDouble()).isPositive();
    assertThat(learn(clustered).out()).contains("Judged by efficient and robust, with δ/2 each.");
    JsonNode few = json(users(8)).get("certificate");
    assertThat(few.get("chosen").isNull()).isTrue();
    assertThat(learn(users(8)).out()).contains("(fewer than 10 clusters that count)");
    Run finite = learn(clustered, "--guarantee", "finite-sample");
    assertThat(finite.exit()).isEqualTo(Main.DONE);
    assertThat(finite.out())
        .contains(
            "No judge may be used. Not by sharp and whole: independentEpisodes is contradicted.");
  }

  private Path users(int count) throws IOException {
    List<String> rows = new ArrayList<>();
    for (String line : Files.readAllLines(chain)) {
      String episode = line.substring(0, line.indexOf(','));
      boolean header = episode.equals("episode");
      rows.add(line + "," + (header ? "user" : Integer.parseInt(episode) % count));
    }
    return Files.write(folder.resolve("users-%d.csv".formatted(count)), rows);
  }

  /** Half of the rows of each action have another propensity, so it knew more than the state. */
  private Path knowing(int episodes) throws IOException {
    List<String> rows = new ArrayList<>(List.of("episode,step,state,action,reward,propensity"));
    for (int i = 0; i < episodes; i++) {
      boolean sick = i % 2 == 0;
      boolean treated = (i / 2) % 5 < (sick ? 4 : 1);
      int reward = (i / 10) % 2;
      rows.add(
          "%d,1,patient,%s,%d,%s"
              .formatted(i, treated ? "a1" : "a0", reward, sick == treated ? "0.8" : "0.2"));
    }
    return Files.write(folder.resolve("knowing.csv"), rows);
  }

  @Test
  void whereNoTableIsTheLoggedPolicyNoFileIsWrittenAndOneThatIsThereStays() throws IOException {
    Path log = knowing(400);
    Path out = Files.writeString(folder.resolve("policy.csv"), "what was there");
    for (String learner : List.of("certified", "bc")) {
      Run run =
          Run.of(
              "learn",
              log.toString(),
              "--learner",
              learner,
              "--out",
              out.toString(),
              "--format",
              "json");
      assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
      JsonNode json = JSON.readTree(run.out());
      assertThat(json.get("policyFile").isNull()).isTrue();
      assertThat(json.get("keep").asText()).contains("depends on more than the state");
      assertThat(json.at("/assumptions/unconfounded/verdict").asText()).isEqualTo("contradicted");
      assertThat(out).hasContent("what was there");
    }
    Run text = learn(log);
    assertThat(text.exit()).isEqualTo(Main.DONE);
    assertThat(text.out())
        .contains("keep the current policy: the logged policy depends on more than the state")
        .contains("Not by efficient: unconfounded is contradicted.")
        .doesNotContain("\npolicy: ");
  }

  /** A file that was learned from a log is known by that log, and by no other. */
  @Test
  void aPolicyThatWasLearnedFromTheLogIsRecognized() throws IOException {
    assertThat(learn(chain).exit()).isEqualTo(Main.DONE);
    String learned = folder.resolve("policy.csv").toString();
    Path other = folder.resolve("other.csv");
    assertThat(
            Run.of(
                    "simulate",
                    "chain-bandit",
                    "--episodes",
                    "300",
                    "--seed",
                    "9",
                    "--out",
                    other.toString())
                .exit())
        .isEqualTo(Main.DONE);
    assertThat(source(chain, learned)).isEqualTo("contradicted");
    assertThat(source(chain, "mix:0.5:" + learned)).isEqualTo("contradicted");
    assertThat(source(other, learned)).isEqualTo("holds");
    assertThat(source(chain, "uniform")).isEqualTo("cannot tell");
    assertThat(Run.of("evaluate", chain.toString(), "--policy", learned).out())
        .contains("CONTRADICTED  policySource")
        .contains("The estimate is optimistic: judge it on episodes that it was not learned from.");
    List<String> rows = new ArrayList<>(Files.readAllLines(Path.of(learned)));
    rows.set(1, rows.get(1).replaceAll("[0-9a-f]+$", "0123"));
    Files.write(Path.of(learned), rows);
    Run mixed = Run.of("evaluate", chain.toString(), "--policy", learned);
    assertThat(mixed.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(mixed.err()).contains("policy.csv: needs one learned_from in all rows, got 0123, ");
  }

  private static String source(Path log, String policy) throws IOException {
    Run run = Run.of("evaluate", log.toString(), "--policy", policy, "--format", "json");
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return JSON.readTree(run.out()).at("/assumptions/policySource/verdict").asText();
  }

  private static String lowerOf(int candidate) {
    return "/certificate/candidates/%d/lower".formatted(candidate);
  }

  @Test
  void theOrderOfRowsDoesNotMatter() throws IOException {
    List<String> rows = new ArrayList<>(Files.readAllLines(chain));
    String header = rows.remove(0);
    Collections.shuffle(rows, new Random(7));
    rows.add(0, header);
    Path shuffled = Files.write(folder.resolve("shuffled.csv"), rows);
    assertThat(learn(shuffled).out()).isEqualTo(learn(chain).out());
  }

  @Test
  void aHalfWithTooFewEpisodesIsBadDataAndLeavesNoFile() throws IOException {
    Path few = folder.resolve("few.csv");
    Files.writeString(few, "episode,step,state,action,reward\n1,1,home,x,1\n2,1,home,y,0\n");
    Run run = learn(few);
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("learner certified: needs at least 2 episodes in each half of the log")
        .doesNotContain("\tat ");
    assertThat(folder.resolve("policy.csv")).doesNotExist();
  }
}
