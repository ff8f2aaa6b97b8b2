package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.counts.TransitionCounts;
import io.sluice.interval.Interval;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.ModelInterval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.Rollouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --shift}, {@code --exogenous} and {@code --interval fused} through files and commands. */
class ShiftOptionsTest {
  private static final Offset<Double> CLOSE = within(1e-9);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Environment CHAIN = ChainBandit.of(3);
  private static final Shape SHAPE = CHAIN.shape();
  private static final int EPISODES = 4_000;
  private static final TransitionCounts COUNTS = new Rollouts(CHAIN, 5).count(EPISODES);
  private static final String CONTRADICTED = "declared exogenous, but the log contradicts it";

  @TempDir static Path folder;
  private static String chain;
  private static String bandit;

  @BeforeAll
  static void aPlanningProblemAndABandit() {
    chain = simulate("chain-bandit --seed 5");
    bandit = simulate("random-mdp --dial 0 --seed 2");
  }

  private static String simulate(String environment) {
    String file = folder.resolve(environment.split(" ")[0] + ".csv").toString();
    run("simulate %s --episodes %d --out %s".formatted(environment, EPISODES, file));
    return file;
  }

  private static Run run(String command) {
    Run run = Run.of(command.split(" "));
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return run;
  }

  private static JsonNode evaluate(String log, String options) throws IOException {
    return JSON.readTree(run("evaluate %s --format json %s".formatted(log, options)).out());
  }

  private static JsonNode interval(JsonNode answer, int step, String name) {
    return answer.get("steps").get(step - 1).get("intervals").get(name);
  }

  private static List<String> warnings(JsonNode answer) {
    List<String> warnings = new ArrayList<>();
    answer.get("warnings").forEach(w -> warnings.add(w.asText()));
    return warnings;
  }

  @ParameterizedTest
  @ValueSource(strings = {"shrunk", "Shrunk", "plug-in"})
  void theShiftIsTheLibrarys(String choice) throws IOException {
    // Nobody starts in bottom 1, so that the log shows five of six states.
    JsonNode answer =
        evaluate(
            chain,
            "--policy uniform --bonus paper --model pooled --interval selective --states 6 --shift "
                + choice);
    ValueRange range = ValueRange.of(SHAPE);
    Model model = Model.estimate(COUNTS, Pooling.POOLED);
    Backups backups = Backups.of(model, Bonus.paper(SHAPE, 0.05), range);
    InducedShift plugIn = InducedShift.of(model, CHAIN.behavior());
    boolean isShrunk = choice.equalsIgnoreCase("shrunk");
    ModelEvaluation evaluation =
        ModelEvaluation.of(
            COUNTS, backups, isShrunk ? plugIn.shrunk() : plugIn, Policy.uniform(SHAPE));
    for (int h = 1; h <= 3; h++) {
      Interval expected = ModelInterval.SELECTIVE.profile(evaluation, 0.05).at(h);
      JsonNode actual = interval(answer, h, "selective");
      assertThat(actual.get("estimate").asDouble()).isCloseTo(expected.estimate(), CLOSE);
      assertThat(actual.get("lower").asDouble()).isCloseTo(expected.lower(), CLOSE);
      assertThat(actual.get("upper").asDouble()).isCloseTo(expected.upper(), CLOSE);
    }
    assertThat(answer.get("provenance").get("shift").asText())
        .isEqualTo(isShrunk ? "shrunk" : "plug-in");
  }

  @Test
  void ofADeclaredStepEveryEstimateIsTheImmediateEffect() throws IOException {
    String all = "--policy uniform --interval bandit,selective,sharp,efficient,theorem,fused ";
    JsonNode undeclared = evaluate(chain, all);
    JsonNode declared = evaluate(chain, all + "--exogenous 1");
    double immediate = interval(undeclared, 1, "bandit").get("estimate").asDouble();
    assertThat(interval(declared, 1, "selective").get("estimate").asDouble())
        .isCloseTo(immediate, CLOSE);
    // Weighted, or from parts of the log: near, not the same.
    for (String name : List.of("selective", "sharp", "efficient", "theorem", "fused")) {
      assertThat(interval(declared, 1, name).get("estimate").asDouble())
          .as(name)
          .isCloseTo(immediate, within(0.03));
      assertThat(interval(undeclared, 1, name).get("estimate").asDouble())
          .as(name)
          .isNotCloseTo(immediate, within(0.1));
    }
    assertThat(declared.get("steps").get(1).get("intervals"))
        .isEqualTo(undeclared.get("steps").get(1).get("intervals"));
    assertThat(declared.get("provenance").get("exogenous")).hasSize(1);
  }

  @Test
  void aDeclarationThatTheLogContradictsIsNoted() throws IOException {
    List<String> notes = warnings(evaluate(chain, "--policy uniform --exogenous 1,3"));
    // Step 3 is the last, after which nothing follows.
    assertThat(notes)
        .filteredOn(note -> note.contains(CONTRADICTED))
        .singleElement()
        .satisfies(note -> assertThat(note).startsWith("step 1 was").contains("(p = "));
    assertThat(warnings(evaluate(chain, "--policy uniform --exogenous all")))
        .filteredOn(note -> note.contains(CONTRADICTED))
        .singleElement()
        .satisfies(note -> assertThat(note).startsWith("steps 1, 2 were").contains("(p at most "));
    assertThat(warnings(evaluate(chain, "--policy uniform --exogenous 3")))
        .noneMatch(note -> note.contains(CONTRADICTED));
    assertThat(warnings(evaluate(chain, "--policy uniform")))
        .noneMatch(note -> note.contains(CONTRADICTED));
  }

  @Test
  void learnSaysItToo() throws IOException {
    String learn =
        "learn %s --learner spvi --format json --out %s"
            .formatted(chain, folder.resolve("policy.csv"));
    assertThat(warnings(JSON.readTree(run(learn + " --exogenous 1").out())))
        .filteredOn(note -> note.contains(CONTRADICTED))
        .hasSize(1);
    assertThat(warnings(JSON.readTree(run(learn).out())))
        .noneMatch(note -> note.contains(CONTRADICTED));
  }

  @Test
  void aDeclarationThatIsTrueIsNot() throws IOException {
    JsonNode answer = evaluate(bandit, "--policy uniform --exogenous all");
    assertThat(warnings(answer)).noneMatch(note -> note.contains(CONTRADICTED));
    assertThat(answer.get("provenance").get("exogenous").asText()).isEqualTo("all");
  }

  @Test
  void coverageShowsWhatAWrongDeclarationCosts() {
    String coverage = "coverage chain-bandit --runs 40 --episodes 1000 --interval efficient ";
    assertThat(run(coverage + "--exogenous 1").out())
        .contains("do not trust efficient: it covered less often than its nominal level at step 1");
    assertThat(run(coverage + "--exogenous 3").out()).contains("trust efficient: ");
  }

  @Test
  void coverageHeedsTheVarianceAskedFor() throws IOException {
    String coverage = "coverage chain-bandit --runs 5 --interval efficient --format json ";
    JsonNode shrunk = JSON.readTree(run(coverage + "--episodes 200").out());
    JsonNode plain = JSON.readTree(run(coverage + "--episodes 200 --variance plain").out());
    for (int h = 1; h <= 3; h++) {
      assertThat(interval(plain, h, "efficient").get("meanWidth").asDouble())
          .isLessThan(interval(shrunk, h, "efficient").get("meanWidth").asDouble());
    }
  }

  @Test
  void whatIsBelievedOfTheShiftStandsInTheSecondLine() {
    String evaluate = "evaluate %s --policy uniform ".formatted(chain);
    assertThat(run(evaluate).out().lines().toList().get(1)).endsWith("bernstein bonus");
    assertThat(run(evaluate + "--shift shrunk --exogenous 1,2").out().lines().toList().get(1))
        .endsWith("bernstein bonus, shrunk shift; declared exogenous: step 1, 2");
    assertThat(run(evaluate + "--exogenous all").out().lines().toList().get(1))
        .endsWith("bernstein bonus; all steps declared exogenous");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "evaluate --policy uniform", "learn --out OUT"})
  void aStepThatTheLogDoesNotHaveIsBadData(String command) {
    String all = command.replace("OUT", folder.resolve("learned.csv").toString());
    Run run = Run.of("%s %s --exogenous 2,9".formatted(all, chain).split(" "));
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).contains("--exogenous: needs steps 1 … 3, got 9");
    assertThat(run.out()).isEmpty();
    assertThat(folder.resolve("learned.csv")).doesNotExist();
  }

  @Test
  void fusedOfTheLoggedPolicyIsExactlyZero() throws IOException {
    JsonNode same = evaluate(chain, "--policy behavior --interval fused");
    JsonNode other = evaluate(chain, "--policy uniform --interval fused --delta 0.1");
    for (int h = 1; h <= 3; h++) {
      assertThat(interval(same, h, "fused").get("lower").asDouble()).isZero();
      assertThat(interval(same, h, "fused").get("upper").asDouble()).isZero();
      JsonNode delta = interval(other, h, "fused").get("delta");
      assertThat(delta.get("inputs").asDouble() + delta.get("sampling").asDouble())
          .isCloseTo(0.1, CLOSE);
      assertThat(interval(other, h, "fused").get("upper").asDouble())
          .isGreaterThan(interval(other, h, "fused").get("lower").asDouble());
    }
  }

  @Test
  void fusedNeedsEpisodesInBothHalves() throws IOException {
    Path one = folder.resolve("one.csv");
    Files.writeString(one, "episode,step,state,action,reward\n1,1,a,x,1\n");
    Run run = Run.of("evaluate", one.toString(), "--policy", "uniform", "--interval", "fused");
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).contains("interval fused: needs episodes in both halves of the log");
  }
}
