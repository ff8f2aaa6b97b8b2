package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.duckdb.DuckDb;
import io.sluice.policy.SavedPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Policies learned from a log whose steps are 0 and 1, with l better at step 0 and r at step 1. The
 * rows of step 1 are decided by step 1, in a file of their own too.
 */
class StepsFromZeroTest {
  @TempDir Path folder;
  private Path log;
  private Path other;
  private Path later; // rows of step 1 only

  private Path log(String name, int seed, int firstStep) throws IOException {
    StringBuilder csv = new StringBuilder("episode,step,state,x,action,reward,propensity\n");
    SplittableRandom random = new SplittableRandom(seed);
    for (int e = 0; e < 300; e++) {
      for (int k = 0; k < 2; k++) {
        boolean right = random.nextBoolean();
        double click = right == (k == 1) ? 0.8 : 0.3;
        csv.append(
            "e%d,%d,s,%s,%s,%d,0.5\n"
                .formatted(
                    e,
                    firstStep + k,
                    random.nextDouble(),
                    right ? "r" : "l",
                    random.nextDouble() < click ? 1 : 0));
      }
    }
    return Files.writeString(folder.resolve(name), csv);
  }

  @BeforeEach
  void write() throws IOException {
    log = log("log.csv", 1, 0);
    other = log("other.csv", 2, 0);
    later =
        Files.writeString(
            folder.resolve("later.csv"), "episode,step,state,x\ne1,1,s,0.3\ne2,1,s,0.9\n");
  }

  private static Run run(Object... words) {
    return Run.of(Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  private static String done(Object... words) {
    Run run = run(words);
    assertThat(run.exit()).as(run.err()).isZero();
    return run.out();
  }

  /** The actions in a file that apply writes. */
  private List<String> applied(Path policy, Path rows) throws IOException {
    Path out = folder.resolve("decisions.csv");
    done("apply", policy, rows, "--out", out);
    return Files.readAllLines(out).stream().skip(1).map(l -> l.split(",")[2]).distinct().toList();
  }

  private List<String> bySql(Path policy) throws IOException {
    Path sql = folder.resolve("policy.sql");
    done("export", policy, "--to", "sql", "--table", "rows", "--out", sql);
    List<String> actions = new ArrayList<>();
    try (DuckDb engine = DuckDb.start()) {
      engine.execute("CREATE TABLE rows AS SELECT * FROM read_csv('%s')".formatted(later));
      engine.query(
          "SELECT policy_action FROM (%s) q".formatted(Files.readString(sql)),
          row -> actions.add(row.text(0)));
    }
    return actions;
  }

  private void decidesByItsSteps(Path policy) throws IOException {
    assertThat(applied(policy, later)).containsExactly("r");
    assertThat(applied(policy, other)).containsExactly("l", "r");
    assertThat(bySql(policy)).containsExactly("r", "r");
    SavedPolicy saved = SavedPolicy.read(policy);
    assertThat(saved.choose(Map.of("step", 1, "state", "s", "x", 0.5))).isEqualTo("r");
    assertThat(done("explain", policy))
        .contains("\nstep 0: ", "\nstep 1: ", "steps are counted from 0")
        .doesNotContain("step 2");
  }

  @Test
  void learnedFromFeatures() throws IOException {
    Path policy = folder.resolve("policy.json");
    done("learn", log, "--features", "x", "--learner", "tree-1", "--out", policy);
    decidesByItsSteps(policy);
    assertThat(done("evaluate", other, "--features", "x", "--policy", policy)).contains("BETTER");
    assertThat(done("explain", policy, other)).contains("  step 0   l", "  step 1   r");
    Run misnumbered = run("evaluate", log("one.csv", 3, 1), "--features", "x", "--policy", policy);
    assertThat(misnumbered.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(misnumbered.err())
        .contains("needs a policy whose first step is 1, as the log's is, got 0");
  }

  @Test
  void learnedFromATable() throws IOException {
    Path policy = folder.resolve("policy.json");
    done("learn", log, "--out", policy);
    decidesByItsSteps(policy);
    assertThat(done("evaluate", other, "--policy", policy)).contains("BETTER");
    Path csv = folder.resolve("policy.csv");
    done("learn", log, "--out", csv);
    Path counts = folder.resolve("counts.parquet");
    Path counted = folder.resolve("counted.csv");
    done("count", log, "--out", counts);
    done("learn", "--counts", counts, "--learner", "vi", "--out", counted);
    Path exported = folder.resolve("exported.csv");
    done("export", policy, "--to", "csv", "--out", exported);
    for (Path table : List.of(csv, counted, exported)) {
      assertThat(Files.readAllLines(table).get(1)).startsWith("0,s,l,1");
      assertThat(Files.readAllLines(table).get(2)).startsWith("1,s,r,1");
      assertThat(done("evaluate", other, "--policy", table)).contains("BETTER");
    }
  }

  @Test
  void aStepThatThePolicyDoesNotHaveIsRefused() throws IOException {
    Path policy = folder.resolve("policy.json");
    done("learn", log, "--features", "x", "--learner", "tree-1", "--out", policy);
    for (String step : List.of("2", "-1", "0.5", "first", "")) {
      Path rows =
          Files.writeString(
              folder.resolve("rows.csv"), "episode,step,x\ne1,0,0.3\ne2,%s,0.9\n".formatted(step));
      Run run = run("apply", policy, rows, "--out", folder.resolve("none.csv"));
      assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
      assertThat(run.err())
          .contains(
              "rows.csv:3: needs a step of the policy, from 0 to 1, got "
                  + (step.isEmpty() ? "nothing" : step));
      assertThat(folder.resolve("none.csv")).doesNotExist();
    }
  }
}
