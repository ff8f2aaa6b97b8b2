package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compare} takes policies per row and policies by state on one log of states. */
class CompareRowPoliciesTest {
  private static final String RULE =
      "sql:CASE WHEN page = '1' AND step = 2 THEN 'u' WHEN page = '2' THEN 'u' ELSE 'v' END";

  @TempDir Path folder;
  private String log;
  private String byState; // probabilities 0.2 and 0.7 of u on pages 1 and 2
  private String perStep; // what RULE does

  /** Two steps and two pages, with the probabilities of {@link #byState} in columns, too. */
  @BeforeEach
  void write() throws IOException {
    StringBuilder rows =
        new StringBuilder("episode,step,page,kind,action,reward,propensity,p_u,p_v\n");
    Random random = new Random(8);
    for (int e = 0; e < 200; e++) {
      for (int k = 1; k <= 2; k++) {
        int page = 1 + random.nextInt(2);
        boolean u = random.nextBoolean();
        boolean good = random.nextDouble() < (u ? 0.7 : 0.3);
        rows.append(
            String.format(
                Locale.ROOT,
                "e%d,%d,%d,%s,%s,%d,0.5,%s\n",
                e,
                k,
                page,
                e % 2 == 0 ? "a" : "b",
                u ? "u" : "v",
                good ? 1 : 0,
                page == 1 ? "0.2,0.8" : "0.7,0.3"));
      }
    }
    log = Files.writeString(folder.resolve("log.csv"), rows).toString();
    byState = file("a.csv", "state,action,probability\n1.0,u,0.2\n1,v,0.8\n2,u,0.7\n2,v,0.3\n");
    perStep =
        file(
            "b.csv",
            "state,step,action,probability\n1,1,v,1\n1,2,u,1\n2,1,u,1\n2,2,u,1\n3,1,u,1\n");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static Run compare(String log, String... policies) {
    List<String> words = new ArrayList<>(List.of("compare", log, "--columns", "state=page"));
    for (String policy : policies) {
      words.addAll(policy.startsWith("--") ? List.of(policy) : List.of("--policy", policy));
    }
    return Run.of(words.toArray(String[]::new));
  }

  private JsonNode json(String... policies) throws IOException {
    String[] all = Arrays.copyOf(policies, policies.length + 1);
    all[policies.length] = "--format=json";
    Run run = compare(log, all);
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return new ObjectMapper().readTree(run.out());
  }

  /** Estimates and standard errors of a policy, by step and in total. */
  private static List<String> effects(JsonNode result, String policy) {
    List<String> all = new ArrayList<>();
    for (JsonNode at : result.get("effects")) {
      for (JsonNode one : at.get("policies")) {
        if (one.get("policy").asText().equals(policy)) {
          all.add(one.get("estimate") + " ± " + one.get("standardError"));
        }
      }
    }
    assertThat(all).hasSize(3);
    return all;
  }

  @Test
  void twoTablesAndARuleAreComparedInAnyOrder() throws IOException {
    Run text = compare(log, "A=" + byState, "B=" + perStep, "C=" + RULE);
    assertThat(text.exit()).as(text.err()).isEqualTo(Main.DONE);
    assertThat(text.out())
        .contains("B beats A by ")
        .contains("note: " + perStep + ": 1 of its states or steps are not in the log");
    JsonNode one = json("A=" + byState, "B=" + perStep, "C=" + RULE);
    JsonNode other = json("C=" + RULE, "B=" + perStep, "A=" + byState);
    assertThat(one.get("interval").asText()).isEqualTo("robust");
    for (String policy : List.of("A", "B", "C")) {
      assertThat(effects(one, policy)).isEqualTo(effects(other, policy));
    }
    assertThat(effects(one, "B")).isEqualTo(effects(one, "C")).isNotEqualTo(effects(one, "A"));
  }

  /** However a policy is written, its numbers are the same; with those of a single evaluation. */
  @Test
  void aTableByStateIsTheSameAsColumns() throws IOException {
    JsonNode result =
        json("A=" + byState, "C=columns:p_", "M=mix:0.5:" + byState, "N=mix:0.5:columns:p_");
    assertThat(effects(result, "A")).isEqualTo(effects(result, "C"));
    assertThat(effects(result, "M"))
        .isEqualTo(effects(result, "N"))
        .isNotEqualTo(effects(result, "A"));
    Run single =
        Run.of(
            "evaluate",
            log,
            "--columns",
            "state=page",
            "--policy",
            "columns:p_",
            "--format",
            "json");
    JsonNode total = new ObjectMapper().readTree(single.out()).get("total");
    assertThat(effects(result, "A").get(2))
        .startsWith(total.get("intervals").get("robust").get("estimate") + " ± ");
  }

  @Test
  void tablesByStateAreTakenWithFeaturesToo() throws IOException {
    JsonNode result = json("--features=kind,page", "A=" + byState, "C=columns:p_");
    assertThat(effects(result, "A")).isEqualTo(effects(result, "C"));
    assertThat(json("A=" + byState, "C=columns:p_", "--by=kind").get("segments")).hasSize(2);
  }

  /** Learned from states under another name of the column. */
  @Test
  void aLearnedTableIsComparedWithARule() throws IOException {
    String learned = folder.resolve("learned.json").toString();
    Run learning = Run.of("learn", log, "--columns", "state=page", "--out", learned);
    assertThat(learning.exit()).as(learning.err()).isEqualTo(Main.DONE);
    JsonNode result = json("L=" + learned, "U=sql:'u'");
    assertThat(effects(result, "L")).isEqualTo(effects(result, "U"));
  }

  @Test
  void whatAModelNeedsIsRefusedByName() {
    Run run = compare(log, "A=" + byState, "C=" + RULE, "--interval=efficient");
    assertThat(run.exit()).isEqualTo(Main.USAGE);
    assertThat(run.err())
        .contains("--interval: efficient needs a policy per state, got one per row, " + RULE)
        .contains("needs some of [robust], or --features");
    Run pipe = compare("-", "A=" + byState, "C=" + RULE);
    assertThat(pipe.exit()).isEqualTo(Main.USAGE);
    assertThat(pipe.err()).contains("--policy: needs files to compare policies on");
  }

  @Test
  void tablesAreHeldToWhatTheyAreHeldToAlone() throws IOException {
    String lacks = file("lacks.csv", "state,action,probability\n1,u,1\n");
    Run run = compare(log, "A=" + lacks, "C=" + RULE);
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err())
        .contains(
            "lacks.csv, state \"2\": needs probabilities for this state of the log, got none");
    String half = file("half.csv", "state,action,probability\n1,u,1\n2,u,0.5\n2,v,0.4\n");
    assertThat(compare(log, "A=" + half, "C=" + RULE).err())
        .contains("half.csv, state \"2\": probabilities must sum to 1, got 0.9");
    List<String> words = new ArrayList<>(List.of("compare", log, "--columns", "state=page+kind"));
    words.addAll(List.of("--policy", byState, "--policy", RULE));
    assertThat(Run.of(words.toArray(String[]::new)).err())
        .contains("needs a log with one column of states to look them up in, got page, kind");
  }

  @Test
  void commandsThatNeedAPolicyByStateSaySo() {
    Run run =
        Run.of("plan", log, "--columns", "state=page", "--policy", "sql:'u'", "--width", "0.1");
    assertThat(run.exit()).isEqualTo(Main.USAGE);
    assertThat(run.err())
        .contains("--policy sql:'u': needs a policy by state, got one per row")
        .contains("which evaluate and compare take on a LOG");
  }
}
