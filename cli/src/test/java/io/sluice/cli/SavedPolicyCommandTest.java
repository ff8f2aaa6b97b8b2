package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyOnnx;
import io.sluice.policy.SavedPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** learn --features, and what can be done with what it writes. */
class SavedPolicyCommandTest {
  @TempDir Path folder;

  /** A click has probability 0.8 with a1 on phones and with a0 elsewhere, 0.3 otherwise. */
  private Path log() throws IOException {
    StringBuilder csv = new StringBuilder("episode,step,price,device,action,reward,b_a0,b_a1\n");
    SplittableRandom random = new SplittableRandom(4);
    for (int e = 0; e < 300; e++) {
      for (int k = 1; k <= 2; k++) {
        boolean phone = random.nextBoolean();
        int action = random.nextInt(2);
        double click = (action == 1) == phone ? 0.8 : 0.3;
        csv.append(
            "e%d,%d,%s,%s,a%d,%d,0.5,0.5\n"
                .formatted(
                    e,
                    k,
                    random.nextInt(20) == 0 ? "" : random.nextDouble(),
                    phone ? "phone" : "web",
                    action,
                    random.nextDouble() < click ? 1 : 0));
      }
    }
    return Files.writeString(folder.resolve("log.csv"), csv);
  }

  private Run learned(String learner, Path policy, String... options) throws IOException {
    List<String> words =
        List.of(
            "learn",
            log().toString(),
            "--features",
            "price,device",
            "--behavior",
            "columns:b_",
            "--learner",
            learner,
            "--out",
            policy.toString(),
            "--report",
            folder.resolve("page.html").toString());
    return Run.of(Stream.concat(words.stream(), Stream.of(options)).toArray(String[]::new));
  }

  @Test
  void aCertifiedTreeIsWrittenExplainedAppliedExportedAndEvaluated() throws IOException {
    Path file = folder.resolve("policy.json");
    Run run = learned("certified", file);
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("certified: at least +", "what ")
        .containsPattern("holds +policySource +the policy was learned from the other half");
    assertThat(Files.readString(folder.resolve("page.html"))).contains("What each rule adds");
    SavedPolicy policy = SavedPolicy.read(file);
    assertThat(policy.choose(Map.of("step", 1, "device", "phone", "price", 0.5))).isEqualTo("a1");
    assertThat(policy.choose(Map.of("step", 2, "device", "web", "price", 0.5))).isEqualTo("a0");

    assertThat(Run.of("explain", file.toString()).out())
        .contains("step 1: ", "certified: at least");
    Path decisions = folder.resolve("decisions.csv");
    Run applied =
        Run.of(
            "apply",
            file.toString(),
            folder.resolve("log.csv").toString(),
            "--out",
            decisions.toString());
    assertThat(applied.exit()).as(applied.err()).isZero();
    List<String> lines = Files.readAllLines(decisions);
    assertThat(lines.get(0)).isEqualTo("episode,step,action,p_a0,p_a1");
    assertThat(lines).hasSize(601);
    Path parquet = folder.resolve("decisions.parquet");
    assertThat(
            Run.of(
                    "apply",
                    file.toString(),
                    folder.resolve("log.csv").toString(),
                    "--out",
                    parquet.toString())
                .exit())
        .isZero();
    assertThat(parquet).isNotEmptyFile();

    Path sql = folder.resolve("policy.sql");
    assertThat(Run.of("export", file.toString(), "--to", "sql", "--out", sql.toString()).exit())
        .isZero();
    assertThat(Files.readString(sql)).contains("policy_action");
    Path onnx = folder.resolve("policy.onnx");
    assertThat(Run.of("export", file.toString(), "--to", "onnx", "--out", onnx.toString()).exit())
        .isZero();
    assertThat(onnx).hasBinaryContent(PolicyOnnx.model(SavedPolicy.read(file)));
    for (String features : List.of("price,device", "device")) { // whatever columns are features
      Run evaluated =
          Run.of(
              "evaluate",
              folder.resolve("log.csv").toString(),
              "--features",
              features,
              "--behavior",
              "columns:b_",
              "--policy",
              file.toString());
      assertThat(evaluated.exit()).as(evaluated.err()).isZero();
      assertThat(evaluated.out())
          .contains("WITHHELD", "the policy was learned from this very log")
          .doesNotContain("BETTER");
    }
  }

  /** From day 100 on a1 is better, and where the second number of a list is above 0. */
  private Path messy(String name, int seed) throws IOException {
    StringBuilder csv = new StringBuilder("episode,step,day,taste,action,reward\n");
    SplittableRandom random = new SplittableRandom(seed);
    for (int e = 0; e < 400; e++) {
      int day = random.nextInt(200);
      double taste = 2 * random.nextDouble() - 1;
      int action = random.nextInt(2);
      double click = (action == 1) == (day >= 100 && taste > 0) ? 0.8 : 0.2;
      csv.append(
          "e%d,1,%s,\"[1, %s]\",a%d,%d\n"
              .formatted(
                  e,
                  LocalDate.ofEpochDay(19_000 + day),
                  taste,
                  action,
                  random.nextDouble() < click ? 1 : 0));
    }
    return Files.writeString(folder.resolve(name), csv);
  }

  /** And without propensities, so that the logged policy is estimated. */
  @Test
  void datesAndListsAreLearnedFromAndDecidedOn() throws IOException {
    Path log = messy("messy.csv", 1);
    Path other = messy("other.csv", 2);
    Path file = folder.resolve("messy.json");
    Run run = Run.of("learn", log.toString(), "--features", "day,taste", "--out", file.toString());
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("certified: at least +");
    SavedPolicy policy = SavedPolicy.read(file);
    assertThat(policy.origin().settings()).containsEntry("behavior", "estimated");
    Map<String, String> late = Map.of("day", "2022-07-01", "taste", "[1, 0.9]");
    assertThat(policy.choose(late)).isEqualTo("a1"); // day 174 of the log
    assertThat(policy.choose(Map.of("day", "2022-01-20", "taste", "[1, 0.9]"))).isEqualTo("a0");
    assertThat(policy.choose(Map.of("day", "2022-07-01", "taste", "[1, -0.9]"))).isEqualTo("a0");
    Path decisions = folder.resolve("decisions.csv");
    Run applied = Run.of("apply", file.toString(), other.toString(), "--out", decisions.toString());
    assertThat(applied.exit()).as(applied.err()).isZero();
    Run evaluated =
        Run.of(
            "evaluate", other.toString(), "--features", "day,taste", "--policy", file.toString());
    assertThat(evaluated.exit()).as(evaluated.err()).isZero();
    assertThat(evaluated.out()).contains("BETTER");
  }

  @Test
  void whatWasLearnedFromASampleSaysSo() throws IOException {
    Run run = learned("certified", folder.resolve("sampled.json"), "--sample", "200");
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out())
        .containsPattern(
            "learned from a sample of [0-9]+ rows: [0-9]+ of [0-9,]+ episodes of one half, drawn by a hash of the names of episodes with seed 1, share ")
        .containsPattern(
            "the certificate covers this policy, judged on all [0-9,]+ episodes of the other half");
    assertThat(learned("certified", folder.resolve("all.json")).out())
        .doesNotContain("learned from a sample");
  }

  /** The policy's own columns, by name, on a log that has another level and another order. */
  @Test
  void rulesAreExplainedOnAnotherLog() throws IOException {
    Path file = folder.resolve("tree.json");
    Run learned = learned("tree-1", file);
    assertThat(learned.out())
        .containsPattern("CONTRADICTED +policySource +the policy was learned from this very log");
    StringBuilder csv = new StringBuilder("device,price,episode,step,action,reward,b_a0,b_a1\n");
    for (int e = 0; e < 400; e++) {
      String device = e % 4 == 0 ? "phone" : e % 4 == 1 ? "camera" : "web"; // 25% phones
      csv.append(
          "%s,0.5,e%d,1,a%d,%d,0.5,0.5\n".formatted(device, e, e / 4 % 2, (e / 8 + e) % 3 % 2));
    }
    Path other = Files.writeString(folder.resolve("other.csv"), csv);
    for (String features : List.of("", "device,price", "price,device")) {
      List<String> words =
          new ArrayList<>(
              List.of("explain", file.toString(), other.toString(), "--behavior", "columns:b_"));
      if (!features.isEmpty()) {
        words.addAll(List.of("--features", features));
      }
      Run run = Run.of(words.toArray(String[]::new));
      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(run.out())
          .contains(
              "step 1   a1 if device is phone", ": 25.0% of decisions", ": 75.0% of decisions");
    }
    Run lacking = Run.of("explain", file.toString(), other.toString(), "--features", "price");
    assertThat(lacking.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(lacking.err()).contains("--features: needs the columns of the policy, device");
  }

  @Test
  void aTreeOfTablesIsHadByFeatures() throws IOException {
    Path policy = folder.resolve("policy.json");
    Run run = Run.of("learn", log().toString(), "--learner", "tree-2", "--out", policy.toString());
    assertThat(run.exit()).isEqualTo(Main.USAGE);
    assertThat(run.err())
        .contains("did you mean --learner tree-2 --features state, which takes your states");
  }

  @Test
  void aPageOfATreeDrawsIt() throws IOException {
    Run run = learned("tree-1", folder.resolve("tree.json"));
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(Files.readString(folder.resolve("page.html"))).contains("tree-1", "device is");
  }

  @Test
  void whatIsNoPolicyIsRefused() throws IOException {
    Path other = Files.writeString(folder.resolve("other.json"), "{}");
    Run run = Run.of("explain", other.toString());
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).contains("needs a policy that learn wrote as .json");
    assertThat(Run.of("export", other.toString(), "--to", "pmml", "--out", "x").err())
        .contains("--to: needs sql, java, onnx or csv, got pmml");
  }
}
