package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
        "--model both ! --model: needs auto, pooled or per-step, got both",
        "--bonus none ! --bonus: needs paper, hoeffding or bernstein, got none",
        "--bonus-scale -1 ! --bonus-scale: must be a number of at least 0, got -1.0",
        "--bonus-scale 1e308 ! --bonus-scale: must be at most 1e100, got 1.0E308",
        "--bonus-scale NaN ! --bonus-scale: must be a number of at least 0, got NaN",
        "--delta 0 ! --delta: must lie in (0, 1), got 0.0",
        "--delta 2 ! --delta: must lie in (0, 1), got 2.0",
        "--delta NaN ! --delta: must lie in (0, 1), got NaN",
        "--delta small ! Invalid value for option '--delta': 'small' is not a double",
        "--bins state ! --bins: needs COLUMN=CUT,CUT,…, COLUMN=qN or COLUMN=hN, got state",
        "--bins state=q1 ! --bins state: needs numbers, q2, q3, … or h2, h3, …, got q1",
        "--bins state=few ! --bins state: needs numbers, q2, q3, … or h2, h3, …, got few",
        "--bins state=2,1 ! --bins state: cuts must rise, got 1.0 after 2.0",
        "--reward-range 5 ! --reward-range: needs two numbers LO,HI with LO < HI, got 5",
        "--reward-range 1,0 ! --reward-range: needs two numbers LO,HI with LO < HI, got 1,0",
        "--reward-range a,b ! --reward-range: needs two numbers LO,HI with LO < HI, got a,b",
        "--return-range 0,0 ! --return-range: needs two numbers LO,HI with LO < HI, got 0,0",
        "--shift x ! --shift: needs plug-in or shrunk, got x",
        "--exogenous 0 ! --exogenous: steps begin at 1, got 0",
        "--exogenous 2,-1 ! --exogenous: steps begin at 1, got -1",
        "--exogenous 1,x ! --exogenous: needs steps such as 1,2 or all, got 1,x",
        "--exogenous 1, ! --exogenous: needs steps such as 1,2 or all, got 1,",
        "--exogenous ALL ! --exogenous: needs steps such as 1,2 or all, got ALL",
        "--variance x ! --variance: needs shrunk or plain, got x",
        "--columns place=state ! --columns: needs a role, one of episode, step, state, action,",
        "--columns state ! --columns: needs ROLE=COLUMN, got state",
        "--engine hadoop ! --engine: needs one of duckdb, spark, got hadoop",
        "--engine spark ! --engine spark: needs the module sluice-spark on the class path, got none",
        "--nuisance auto ! --nuisance: needs --features, got none",
        "--features state --nuisance auto ! --nuisance: boosted and auto need the module sluice-xgboost on the class path, got none",
        "--features state --nuisance x ! --nuisance: needs ridge, boosted or auto, got x",
        "--master local ! --master: is for --engine spark, got --engine duckdb --master local",
        "--counts c.parquet ! needs a LOG or --counts, got both",
        "--seed x ! Invalid value for option '--seed': 'x' is not a long",
        "--format xml ! Invalid value for option '--format': expected one of [text, json]",
        "--intervals bandit ! did you mean --interval?",
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
        "learn LOG --sample 10 --out OUT.csv ! --sample: needs --features, got none",
        "learn LOG --features state --sample 0 --out OUT.json ! --sample: needs at least 1 row to learn from, got 0",
        "learn LOG --shift x --out OUT.csv ! --shift: needs plug-in or shrunk, got x",
        "check LOG --exogenous 0 ! --exogenous: steps begin at 1, got 0",
        "learn LOG ! Missing required option: '--out=policy.csv|policy.json'",
        "evaluate LOG ! Missing required option: '--policy=P'",
        "check ! needs a LOG or --counts, got neither",
        "plan LOG --policy uniform ! Missing required option: '--width=W'",
        "plan LOG --width 1 ! Missing required option: '--policy=P'",
        "plan LOG --policy uniform --width 0 ! --width: must be a number above 0, got 0.0",
        "plan LOG --policy uniform --width -1 ! --width: must be a number above 0, got -1.0",
        "plan LOG --policy uniform --width NaN ! --width: must be a number above 0, got NaN",
        "plan LOG --policy uniform --width Infinity ! --width: must be a number above 0, got Inf",
        "plan LOG --policy uniform --width wide ! 'wide' is not a double",
        "plan LOG --policy uniform --width 1 --step 0 ! --step: needs total or a step, a whole number from 1, got 0",
        "plan LOG --policy uniform --width 1 --step all ! --step: needs total or a step, a whole",
        "plan LOG --policy mix:2:uniform --width 1 ! needs mix:WEIGHT:POLICY with a weight in",
        "serve ! needs a LOG or --counts, got neither",
        "serve - ! serve: needs files, which it can read again, got standard input",
        "serve LOG --policy mix:2:uniform ! needs mix:WEIGHT:POLICY with a weight in [0, 1]",
        "serve LOG --interval wide ! --interval: needs some of [standard, selective, bandit,",
        "serve LOG --delta 2 ! --delta: must lie in (0, 1), got 2.0",
        "serve LOG --bind 0.0.0.0 ! --bind: needs one address of this machine, got 0.0.0.0, which is all of them",
        "serve LOG --bind :: ! --bind: needs one address of this machine, got ::, which is all of them",
        "serve LOG --bind no.such.host.invalid ! --bind: needs an address, got no.such.host.invalid",
        "serve LOG --port 80 ! Unknown option: '--port'",
        "simulate chain --out OUT.csv ! ENV: needs chain-bandit, chain-bandit-released, continuous-session",
        "simulate chain-bandit --out OUT.xlsx ! --out: needs a file ending in .csv or .parquet",
        "simulate chain-bandit --episodes 0 --out OUT.csv ! --episodes: needs at least 1, got 0",
        "simulate random-mdp --dial 2 --out OUT.csv ! the weight of the shift must lie in [0, 1]",
        "simulate chain-bandit --length 0 --out OUT.csv ! needs at least one state, action and step",
        "coverage ! needs a LOG or --counts, got neither",
        "coverage LOG ! --policy: needs the policy to judge on a log, got none",
        "coverage chain ! (chain is no environment: those are chain-bandit, chain-bandit-released,",
        "coverage chain-bandit --runs 0 ! --runs: needs at least 1, got 0",
        "coverage chain-bandit --episodes 1 ! --episodes: needs at least 2 for a holdout, got 1",
        "coverage chain-bandit --episodes 0 --interval sharp ! --episodes: needs at least 1 for a log, got 0",
        "coverage chain-bandit --interval ips ! --interval: needs some of [standard, selective, bandit,",
        "coverage chain-bandit --policy always:a9 ! --policy always:a9: needs one of the actions a1, a2, a3",
        "coverage chain-bandit --policy mix:2:optimal ! needs mix:WEIGHT:POLICY with a weight in [0, 1]",
        "coverage chain-bandit --columns state=x ! --columns: is for logs, got chain-bandit",
        "coverage chain-bandit --reward-range 0,2 ! --reward-range: is for logs, got chain-bandit",
        "coverage LOG --policy uniform --length 4 ! --length: is for environments, got ",
        "coverage chain-bandit --exogenous 1,4 ! --exogenous: needs steps 1 … 3, got 4",
        "coverage random-mdp --dial 2 ! the weight of the shift must lie in [0, 1]",
        "chekc LOG ! did you mean sluice check?",
      })
  void aCommandThatCannotBeMeantIsWrongUsage(String command, String message) throws IOException {
    refuses(
        message,
        command.replace("LOG", log.toString()).replace("OUT", folder.resolve("out").toString()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "evaluate LOG --policy uniform --modle pooled ! --model",
        "evaluate LOG --policy uniform --interval=x --repport=y ! --report",
        "evaluate LOG --policy uniform --model poled ! pooled",
        "evaluate LOG --policy uniform --interval eficient ! efficient",
        "evaluate LOG --policy uniform --format jsn ! json",
        "evaluate LOG --policy uniform --columns satte=x ! state",
        "learn LOG --learner cerified --out OUT.csv ! certified",
        "learn LOG --learner certified --guarantee asymptotc --out OUT.csv ! asymptotic",
        "evalute LOG ! sluice evaluate",
        "simulate chain-bandti --out OUT.csv ! chain-bandit",
      })
  void whatMayHaveBeenMeantIsSaid(String command, String meant) throws IOException {
    refuses(
        "did you mean " + meant + "?",
        command.replace("LOG", log.toString()).replace("OUT", folder.resolve("out").toString()));
  }

  /** The control: nothing is suggested where nothing is near. */
  @Test
  void nothingFarIsSuggested() {
    for (String command :
        List.of("frobnicate", "check x.csv --zzzzzz", "check --model qqqqqqqq x")) {
      Run run = Run.of(command.split(" "));
      assertThat(run.exit()).isEqualTo(Main.USAGE);
      assertThat(run.err()).doesNotContain("did you mean");
    }
  }

  @Test
  void aMessageIsShortHoweverLongWhatWasTyped() {
    Run run = Run.of("check", "--model", "x\n".repeat(1000) + "y".repeat(100_000), "log.csv");
    assertThat(run.exit()).isEqualTo(Main.USAGE);
    assertThat(run.err().lines().count()).isLessThanOrEqualTo(10);
    assertThat(run.err().length()).isLessThan(10_000);
    assertThat(run.err()).endsWith("help: sluice check --help\n");
  }

  private void refuses(String message, String command, Object... parts) throws IOException {
    Run run = Run.of(command.formatted(parts).split(" +"));
    assertThat(run.err()).contains(message).doesNotContain("\tat ").doesNotContain("a bug");
    assertThat(run.exit()).isEqualTo(Main.USAGE);
    assertThat(run.out()).isEmpty();
    List<String> lines = run.err().lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(10);
    assertThat(lines.get(lines.size() - 1)).matches("help: sluice( [a-z]+)? --help");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(log);
    }
  }
}
