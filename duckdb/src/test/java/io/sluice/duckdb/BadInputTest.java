package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.fit.BadLogException;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlEngine;
import io.sluice.mdp.RewardRange;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bad log has a message of its own: where, what is needed, what there is. */
public class BadInputTest {
  private static final String H = "episode,step,state,action,reward\n";
  private static final String P = "episode,step,state,action,reward,propensity\n";
  private static final String N = "episode,step,state,action,reward,next_state\n";
  private static final String C = "episode,step,state,action,reward,user_id\n";
  private static final LogOptions UP_TO_TEN = Opened.range(0, 10);
  private static final LogOptions RETURN_OF_TWO =
      new LogOptions(
          Map.of(),
          List.of(),
          Optional.of(new RewardRange(0, 10)),
          Optional.of(new RewardRange(0, 2)),
          false,
          1);

  @TempDir Path folder;

  /** A new engine; another engine's test says another. */
  protected SqlEngine engine(int threads) {
    return DuckDb.start(threads);
  }

  private record Case(String name, String csv, LogOptions options, String message) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Case bad(String name, String csv, String message) {
    return new Case(name, csv, LogOptions.defaults(), message);
  }

  /** FILE stands for the file's path. */
  static Stream<Case> cases() {
    return Stream.of(
        bad(
            "missing column",
            "episode,step,state,reward\n1,1,s,0\n",
            "column action: needs a column of that name, or one of item_id, arm, treatment, action_id, a, got only episode, step, state, reward (map yours with `columns` action=NAME)"),
        bad(
            "duplicate step",
            H + "1,1,s,a,0\n1,2,s,a,0\n1,2,s,b,1\n",
            "log.csv:4: episode 1 must have each step once, got step 2 twice"),
        bad(
            "duplicate step among next states",
            N + "1,1,s,a,0,s\n".repeat(2) + "1,2,s,a,0,\n",
            "log.csv:3: episode 1 must have each step once, got step 1 twice"),
        bad(
            "gap",
            H + "1,1,s,a,0\n1,3,s,b,1\n2,1,s,a,0\n2,2,s,a,0\n2,3,s,a,0\n",
            "log.csv:3: episode 1 must not skip steps, got step 3 after step 1"),
        bad(
            "a step that no episode has",
            H + "1,1,s,a,0\n1,3,s,b,1\n",
            "log.csv:3: episode 1 must not skip steps, got step 3 after step 1"),
        bad(
            "gap among next states",
            N + "1,1,s,a,0,s\n1,3,s,b,1,\n2,1,s,b,1,\n",
            "log.csv:3: episode 1 must not skip steps, got step 3 after step 1"),
        bad(
            "late start",
            H + "1,1,s,a,0\n2,2,s,b,1\n",
            "log.csv:3: episode 2 must begin at step 1, got 2"),
        bad(
            "all late",
            H + "1,2,s,a,0\n",
            "column step: needs steps from 0 or from 1, got a smallest step of 2"),
        bad(
            "half a step",
            H + "1,1.5,s,a,0\n",
            "log.csv:2: step needs a whole number, got \"1.5\""),
        bad("step inf", H + "1,inf,s,a,0\n", "log.csv:2: step needs a whole number, got \"inf\""),
        bad("step NaN", H + "1,nan,s,a,0\n", "log.csv:2: step needs a whole number, got \"nan\""),
        bad("no step", H + "1,,s,a,0\n", "log.csv:2: step needs a whole number, got nothing"),
        bad("no episode", H + ",1,s,a,0\n", "log.csv:2: episode needs a value, got nothing"),
        bad(
            "no state",
            H + "1,1,,a,0\n",
            "log.csv:2: state needs a value (fill in a name such as unknown, or use `features`, which allows missing values), got nothing"),
        bad("no action", H + "1,1,s,,0\n", "log.csv:2: action needs a value, got nothing"),
        bad("reward NaN", H + "1,1,s,a,NaN\n", "log.csv:2: reward needs a number, got \"NaN\""),
        bad(
            "mixed types",
            H + "1,1,s,a,1\n1,2,s,a,high\n",
            "log.csv:3: reward needs a number, got \"high\""),
        bad("no reward", H + "1,1,s,a,\n", "log.csv:2: reward needs a number, got nothing"),
        bad("reward inf", H + "1,1,s,a,-inf\n", "log.csv:2: reward must be finite, got \"-inf\""),
        bad(
            "reward out of [0, 1]",
            H + "1,1,s,a,-3\n1,2,s,b,17.5\n",
            "column reward: must lie in [0, 1] unless another range is declared, got -3 to 17.5 (pass `reward-range` LO,HI: what a reward can be, not only what was seen)"),
        new Case(
            "reward out of its range",
            H + "1,1,s,a,3\n1,2,s,b,17.5\n",
            UP_TO_TEN,
            "log.csv:3: reward must lie in [0, 10], got \"17.5\""),
        new Case(
            "return out of its range",
            H + "1,1,s,a,1\n1,2,s,b,1.5\n",
            RETURN_OF_TWO,
            "episode 1: its return must lie in [0, 2], got 2.5"),
        bad(
            "propensity 0",
            P + "1,1,s,a,0,0\n",
            "log.csv:2: propensity must lie in (0, 1]: it is the probability of the action that this row took, got \"0\""),
        bad(
            "propensity above 1",
            P + "1,1,s,a,0,1.5\n",
            "log.csv:2: propensity must lie in (0, 1], got \"1.5\""),
        bad(
            "log-probability",
            P + "1,1,s,a,0,-1.2\n",
            "log.csv:2: propensity must lie in (0, 1]; is it a log-probability? Its exponential is needed, got \"-1.2\""),
        bad(
            "propensity that was computed wrongly",
            P + "1,1,s,a,0,1e-200\n",
            "log.csv:2: propensity must be at least 1e-100: a probability below that has been computed wrongly, got \"1e-200\""),
        bad(
            "no propensity",
            P + "1,1,s,a,0,nan\n",
            "log.csv:2: propensity needs a number (or leave the column out: probabilities are then estimated; or keep the episodes that have them, with `where`), got \"nan\""),
        bad(
            "end that is neither",
            "episode,step,state,action,reward,done\n1,1,s,a,0,maybe\n",
            "log.csv:2: done needs true or false (true where the episode ended), got \"maybe\""),
        bad(
            "cut that is neither",
            "episode,step,state,action,reward,truncated\n1,1,s,a,0,maybe\n",
            "log.csv:2: truncated needs true or false (true where the episode was cut off), got \"maybe\""),
        bad(
            "a next state that is not the next row's",
            N + "1,1,s,a,0,t\n1,2,s,a,0,\n",
            "log.csv:2: next_state of episode 1 at step 1 must be \"s\", the state of its next row, got \"t\""),
        bad(
            "a row after a cut",
            "episode,step,state,action,reward,next_state,timeout\n1,1,s,a,0,s,1\n1,2,s,a,0,,0\n",
            "log.csv:3: episode 1 must have no row after it was cut off at step 1, got step 2"),
        bad(
            "cut off nowhere",
            "episode,step,state,action,reward,truncated\n1,1,s,a,0,1\n2,1,s,a,0,0\n2,2,s,a,0,0\n",
            "log.csv:2: episode 1 was cut off at step 1, which needs a next_state, the state it was cut off in, got nothing (log it, or keep with `where` only episodes that began early enough to have ended)"),
        bad("no cluster", C + "1,1,s,a,0,\n", "log.csv:2: user_id needs a value, got nothing"),
        bad(
            "no cluster without episodes",
            "state,action,reward,cluster\ns,a,0,u\ns,a,0,\n",
            "log.csv:3: cluster needs a value, got nothing"),
        bad(
            "an episode of two clusters",
            C + "1,1,s,a,0,u\n2,2,s,a,0,u\n2,1,s,a,0,v\n",
            "log.csv:3: episode 2 must have one user_id, got \"u\" after \"v\""),
        bad(
            "an episode of many steps and two clusters",
            C
                + IntStream.rangeClosed(1, 80)
                    .mapToObj(i -> "1,%d,s,a,0,%s\n".formatted(i, i < 70 ? "u" : "v"))
                    .collect(Collectors.joining()),
            "log.csv:71: episode 1 must have one user_id, got \"v\" after \"u\""),
        bad(
            "two faults in a row",
            H + "1,1,,a,x\n",
            "log.csv:2: state needs a value (fill in a name such as unknown, or use `features`, which allows missing values), got nothing"),
        bad(
            "a bad row beside a column called place",
            "state,action,reward,place\ns,a,x,p\n",
            "log.csv:2: reward needs a number, got \"x\""),
        bad("empty file", "", "FILE: needs at least one row, got an empty file"),
        bad("header only", H, "FILE: needs at least one row, got an empty log"),
        bad(
            "a column of ours",
            "state,action,reward,sluice_row\ns,a,0,1\n",
            "FILE: needs columns whose names do not begin with sluice_, got state, action, reward, sluice_row"),
        bad(
            "a row too short",
            H + "1,1,s,a,0\n1,2,s,a\n",
            "log.csv:3: needs 5 fields, as the first line has, got 4"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyFaultHasItsOwnMessage(Case c) {
    String path = Table.write(folder.resolve("log.csv"), c.csv());
    BadLogException error = error(c.options(), path);
    assertThat(error).hasMessage(c.message().replace("FILE", path));
    assertThat(error.total()).isEqualTo(1);
  }

  @Test
  void twentyErrorsAreShownAndTheRestCounted() {
    StringBuilder rows = new StringBuilder(H);
    for (int i = 1; i <= 33; i++) {
      rows.append(i).append(",1,s,a,x\n");
    }
    BadLogException error =
        error(LogOptions.defaults(), Table.write(folder.resolve("log.csv"), rows.toString()));
    assertThat(error.errors()).hasSize(20);
    assertThat(error.total()).isEqualTo(33);
    assertThat(error.getMessage())
        .startsWith("log.csv:2: reward needs a number, got \"x\"\nlog.csv:3: ")
        .endsWith("log.csv:21: reward needs a number, got \"x\"\n… and 13 more");
  }

  @Test
  void errorsOfManyFilesNameEachFileAndRow() {
    String good = Table.write(folder.resolve("a.csv"), H + "1,1,s,a,0\n");
    String bad = Table.write(folder.resolve("b.csv"), H + "2,1,s,a,0\n3,1,s,a,x\n");
    String worse = Table.write(folder.resolve("c.csv"), H + "4,1,s,,0\n1,1,s,a,0\n");
    assertThat(error(LogOptions.defaults(), good, bad, worse))
        .hasMessage(
            "b.csv:3: reward needs a number, got \"x\"\nc.csv:2: action needs a value, got nothing");
    Table.write(folder.resolve("c.csv"), H + "4,1,s,a,0\n1,1,s,a,0\n");
    assertThat(error(LogOptions.defaults(), good, worse))
        .hasMessage("c.csv:3: episode 1 must have each step once, got step 1 twice");
  }

  @Test
  void manyDuplicatesAmongNextStatesAreFound() {
    String rows = N + "1,1,s,a,0,s\n".repeat(70) + "1,2,s,a,0,\n";
    assertThat(error(LogOptions.defaults(), Table.write(folder.resolve("log.csv"), rows)).total())
        .isEqualTo(69);
  }

  private BadLogException error(LogOptions options, String... paths) {
    try (SqlEngine engine = engine(2)) {
      return catchThrowableOfType(
          BadLogException.class, () -> LogReader.open(engine, List.of(paths), options, Set.of()));
    }
  }
}
