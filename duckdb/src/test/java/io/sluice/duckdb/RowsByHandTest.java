package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.counts.TransitionCounts;
import io.sluice.fit.BadLogException;
import io.sluice.fit.EpisodeEnds.Reading;
import io.sluice.fit.LogData;
import io.sluice.logs.Bins;
import io.sluice.logs.History;
import io.sluice.logs.LogOptions;
import io.sluice.logs.Role;
import io.sluice.mdp.RewardRange;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of what a log may be, and what rows of small logs come to be. */
class RowsByHandTest {
  private static final String H = "episode,step,state,action,reward";

  @TempDir Path folder;

  private LogData data(LogOptions options, String... lines) {
    String path = Table.write(folder.resolve("log.csv"), String.join("\n", lines) + "\n");
    return Opened.data(path, options);
  }

  private void refused(String message, LogOptions options, String... lines) {
    assertThatThrownBy(() -> data(options, lines))
        .isInstanceOf(BadLogException.class)
        .hasMessage(message);
  }

  private static LogOptions returns(double low, double high) {
    return new LogOptions(
        Map.of(), List.of(), Optional.empty(), Optional.of(new RewardRange(low, high)), false, 1);
  }

  /** 0.1 three times is 0.3 up to rounding, which is no fault; 0.3 + 10⁻⁶ is one. */
  @Test
  void returnsMayBeTheEndsOfTheirRange() {
    String[] three = {H, "1,1,s,a,0.1", "1,2,s,a,0.1", "1,3,s,a,0.1"};
    assertThat(data(returns(0, 0.3), three).rows()).isEqualTo(3);
    assertThat(data(returns(0.3, 0.5), three).rows()).isEqualTo(3);
    three[3] = "1,3,s,a,0.100001";
    assertThatThrownBy(() -> data(returns(0, 0.3), three)).isInstanceOf(BadLogException.class);
    three[3] = "1,3,s,a,0.099999";
    assertThatThrownBy(() -> data(returns(0.3, 0.5), three)).isInstanceOf(BadLogException.class);
  }

  /** Up to 62 steps a bit stands for each; here are 70. */
  @Test
  void stepsOfLongEpisodesFollowEachOther() {
    String[] lines = new String[71];
    lines[0] = H;
    for (int h = 1; h <= 70; h++) {
      lines[h] = "1,%d,s,a,0".formatted(h);
    }
    assertThat(data(LogOptions.defaults(), lines).shape().horizon()).isEqualTo(70);
    lines[69] = "1,68,s,a,0";
    refused(
        "log.csv:70: episode 1 must have each step once, got step 68 twice\n"
            + "log.csv:71: episode 1 must not skip steps, got step 70 after step 68",
        LogOptions.defaults(),
        lines);
  }

  @Test
  void bucketsAreStates() {
    LogOptions four =
        new LogOptions(
            Map.of(),
            List.of(Bins.parse("state=h4")),
            Optional.empty(),
            Optional.empty(),
            false,
            1);
    String[] lines = new String[41];
    lines[0] = H;
    for (int i = 1; i <= 40; i++) {
      lines[i] = "%d,1,name%d,a,0".formatted(i, i);
    }
    assertThat(data(four, lines).states().names()).containsExactly("#0", "#1", "#2", "#3");
  }

  @Test
  void severalColumnsMayNameAnEpisode() {
    LogOptions two = Opened.columns(Map.of(Role.EPISODE, List.of("user", "day")));
    LogData data =
        data(
            two,
            "user,day,step,state,action,reward",
            "u,1,1,s,a,0",
            "u,1,2,s,a,0",
            "u,2,1,s,a,0",
            "v,1,1,s,a,0");
    assertThat(data.episodes()).isEqualTo(3);
  }

  @Test
  void aNextStateOfMoreColumnsThanTheStateIsAContradiction() {
    LogOptions more =
        Opened.columns(Map.of(Role.NEXT_STATE, List.of("n1", "n2"), Role.STATE, List.of("s1")));
    refused(
        "log.csv:2: n1+n2 of episode 1 at step 1 must be \"t\", the state of its next row, got \"t|x\"",
        more,
        "episode,step,s1,action,reward,n1,n2",
        "1,1,s,a,0,t,x",
        "1,2,t,a,0,,");
  }

  /** The last action is part of the state, also of the next one. */
  @Test
  void aHistoryIsPartOfStatesAndNextStates() {
    LogOptions one = LogOptions.defaults().withHistory(Optional.of(new History(1, false)));
    LogData data =
        data(one, H + ",next_state", "1,1,s,x|y,0,t", "1,2,t,b,0,", "2,1,s,b,0,t", "2,2,t,b,0,");
    assertThat(data.states().names()).containsExactly("s|", "t|b", "t|x\\|y");
    assertThat(data.states().idsOf("t")).hasSize(2);
    TransitionCounts counts = data.counts();
    int x = data.actions().id("x|y");
    assertThat(counts.count(counts.cell(1, 0, x, 2))).isEqualTo(1);
  }

  private static final String N = H + ",next_state,done";

  private static String[] stopped(String next) {
    return new String[] {N, "1,1,s,a,0,t,0", "1,2,t,a,0,t,1", "2,1,s,a,0," + next + ",0"};
  }

  /** The second episode stops without an end: it was cut off, and needs a state for that. */
  @Test
  void whereWhatIsNotSaidIsReadAsCutANextStateIsNeeded() {
    refused(
        "log.csv:4: episode 2 was cut off at step 1, which needs a next_state, the state it was cut off in, got nothing (log it, or keep with `where` only episodes that began early enough to have ended)",
        LogOptions.defaults().withEnds(Reading.CUT),
        stopped(""));
    assertThat(data(LogOptions.defaults(), stopped("")).episodes()).isEqualTo(2);
  }

  /** A state that begins no row is one of the log's, where an episode was cut off in it. */
  @Test
  void whereAnEpisodeWasCutOffIsAState() {
    LogData data = data(LogOptions.defaults(), stopped("w"));
    assertThat(data.states().names()).containsExactlyInAnyOrder("s", "t", "w");
    TransitionCounts counts = data.counts();
    int s = data.states().id("s");
    assertThat(counts.count(counts.cell(1, s, 0, data.states().id("w")))).isEqualTo(1);
    assertThat(counts.count(counts.cell(1, s, 0, data.states().id("t")))).isEqualTo(1);
    // the last step is an end, whatever follows it
    assertThat(counts.count(counts.cell(2, data.states().id("t"), 0, data.shape().end())))
        .isEqualTo(1);
    assertThat(data.ends().ended()).isZero();
  }

  /** What follows the last of all steps does not matter, also where episodes may be cut off. */
  @Test
  void theLastStepIsAnEnd() {
    LogData data =
        data(
            LogOptions.defaults().withEnds(Reading.CUT),
            H + ",next_state",
            "1,1,s,a,0,t",
            "1,2,t,a,0,s",
            "2,1,s,a,0,t");
    TransitionCounts counts = data.counts();
    assertThat(counts.count(counts.cell(2, 1, 0, data.shape().end()))).isEqualTo(1);
    assertThat(counts.count(counts.cell(1, 0, 0, 1))).isEqualTo(2); // cut off in t
  }

  /** The second episode stops in t, which begins a row, though with another past. */
  @Test
  void aHistoryDoesNotHideThatAnEpisodeMayHaveBeenCutOff() {
    LogData data =
        data(
            LogOptions.defaults().withHistory(Optional.of(new History(1, false))),
            H + ",next_state",
            "1,1,s,x,0,t",
            "1,2,t,b,0,",
            "2,1,s,b,0,t");
    assertThat(data.ends().ambiguous()).isEqualTo(1);
  }
}
