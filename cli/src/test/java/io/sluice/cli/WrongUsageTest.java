package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that cannot be meant: exit code 2, and the first line says what is needed. */
class WrongUsageTest {
  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void aGoodLog() throws IOException {
    log = folder.resolve("log.csv");
    Files.writeString(log, "episode,step,state,action,reward\n1,1,home,x,1\n2,1,home,y,0\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "--interval wide ! --interval: needs some of [standard, selective, bandit, sharp, efficient,",
        "--model both ! --model: needs pooled or per-step, got both",
        "--bonus none ! --bonus: needs paper or hoeffding, got none",
        "--bonus-scale -1 ! --bonus-scale: must be a number of at least 0, got -1.0",
        "--bonus-scale NaN ! --bonus-scale: must be a number of at least 0, got NaN",
        "--delta 0 ! --delta: must lie in (0, 1), got 0.0",
        "--delta 2 ! --delta: must lie in (0, 1), got 2.0",
        "--delta NaN ! --delta: must lie in (0, 1), got NaN",
        "--delta small ! Invalid value for option '--delta': 'small' is not a double",
        "--bins state ! --bins: needs COLUMN=CUT,CUT,… or COLUMN=qN, got state",
        "--bins state=q1 ! --bins state: needs numbers, or q2, q3, …, got q1",
        "--bins state=few ! --bins state: needs numbers, or q2, q3, …, got few",
        "--bins state=2,1 ! --bins state: cuts must rise, got 1.0 after 2.0",
        "--reward-range 5 ! --reward-range: needs two numbers LO,HI with LO < HI, got 5",
        "--reward-range 1,0 ! --reward-range: needs two numbers LO,HI with LO < HI, got 1,0",
        "--reward-range a,b ! --reward-range: needs two numbers LO,HI with LO < HI, got a,b",
        "--return-range 0,0 ! --return-range: needs two numbers LO,HI with LO < HI, got 0,0",
        "--columns place=state ! --columns: needs a role, one of episode, step, state, action,",
        "--columns state ! --columns: needs ROLE=COLUMN, got state",
        "--seed x ! Invalid value for option '--seed': 'x' is not a long",
        "--format xml ! Invalid value for option '--format': expected one of [text, json]",
        "--intervals bandit ! Possible solutions: --interval",
      })
  void anOptionThatCannotBeMeantIsWrongUsage(String options, String message) throws IOException {
    refuses(message, "evaluate %s --policy uniform %s", log, options);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "mix:2:uniform ! --policy mix:2:uniform: needs mix:WEIGHT:POLICY with a weight in [0, 1]",
        "mix:-0.1:uniform ! needs mix:WEIGHT:POLICY with a weight in [0, 1]",
        "mix:half:uniform ! needs mix:WEIGHT:POLICY with a weight in [0, 1]",
        "mix:0.5 ! needs mix:WEIGHT:POLICY with a weight in [0, 1]",
        "mix:0.5:mix:2:uniform ! needs mix:WEIGHT:POLICY with a weight in [0, 1]",
      })
  void aPolicyThatIsMisspelledIsWrongUsage(String policy, String message) throws IOException {
    refuses(message, "evaluate %s --policy %s", log, policy);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "learn LOG --learner best --out OUT.csv ! --learner: needs one of certified, bc, vi, psl, pvi,",
        "learn LOG --learner certified --guarantee all --out OUT.csv ! needs asymptotic or finite-sample, got all",
        "learn LOG --learner vi --guarantee asymptotic --out OUT.csv ! --guarantee: is for --learner certified, got --learner vi",
        "learn LOG ! Missing required option: '--out=policy.csv'",
        "evaluate LOG ! Missing required option: '--policy=P'",
        "check ! Missing required parameter: 'LOG'",
        "simulate chain --out OUT.csv ! ENV: needs chain-bandit, chain-bandit-released, grid-world",
        "simulate chain-bandit --out OUT.xlsx ! --out: needs a file ending in .csv or .parquet",
        "simulate chain-bandit --episodes 0 --out OUT.csv ! --episodes: needs at least 1, got 0",
        "simulate random-mdp --dial 2 --out OUT.csv ! the dial must lie in [0, 1]",
        "simulate chain-bandit --length 0 --out OUT.csv ! needs at least one state, action and step",
        "chekc LOG ! Did you mean: sluice check",
      })
  void aCommandThatCannotBeMeantIsWrongUsage(String command, String message) throws IOException {
    refuses(
        message,
        command.replace("LOG", log.toString()).replace("OUT", folder.resolve("out").toString()));
  }

  private void refuses(String message, String command, Object... parts) throws IOException {
    Run run = Run.of(command.formatted(parts).split(" +"));
    assertThat(run.err()).contains(message).doesNotContain("\tat ").doesNotContain("a bug");
    assertThat(run.exit()).isEqualTo(Main.USAGE);
    assertThat(run.out()).isEmpty();
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(log);
    }
  }
}
