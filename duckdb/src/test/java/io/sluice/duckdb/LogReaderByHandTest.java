package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.assumptions.SharedColumn;
import io.sluice.assumptions.SharedColumn.Outcome;
import io.sluice.fit.BadLogException;
import io.sluice.fit.EpisodeEnds.Reading;
import io.sluice.fit.Log;
import io.sluice.fit.LogData;
import io.sluice.logs.Bins;
import io.sluice.logs.History;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.Role;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Segments;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What reading a small log gives beside its counts, and what is refused. */
class LogReaderByHandTest {
  private static final String H = "episode,step,state,action,reward";
  private static final LogOptions PAST =
      LogOptions.defaults().withHistory(Optional.of(new History(1, false)));

  @TempDir Path folder;

  private List<String> write(String... lines) {
    return List.of(Table.write(folder.resolve("log.csv"), String.join("\n", lines) + "\n"));
  }

  private <T> T read(LogOptions options, Function<SqlLog, T> then, String... lines) {
    try (DuckDb engine = DuckDb.start(1)) {
      return then.apply(LogReader.open(engine, write(lines), options, Set.of()));
    }
  }

  private LogData data(LogOptions options, String... lines) {
    return read(options, SqlLog::data, lines);
  }

  private void refused(String message, LogOptions options, String... lines) {
    assertThatThrownBy(() -> data(options, lines)).hasMessage(message);
  }

  @Test
  void aPastNeedsEpisodesAndMarksOfCuts() {
    String[] rows = {"state,action,reward", "s,a,0"};
    refused("history: needs a log with episodes and steps, got rows alone", PAST, rows);
    String[] unmarked = {H + ",next_state", "1,1,s,a,0,t", "1,2,t,a,0,"};
    refused(
        "history: needs a column end or truncated if `ends` is cut, got neither",
        PAST.withEnds(Reading.CUT),
        unmarked);
    String[] marked = {H + ",next_state,end", "1,1,s,a,0,t,0", "1,2,t,a,0,,1"};
    assertThat(data(PAST.withEnds(Reading.CUT), marked).rows()).isEqualTo(2);
    assertThat(data(LogOptions.defaults().withEnds(Reading.CUT), unmarked).rows()).isEqualTo(2);
    assertThat(data(LogOptions.defaults(), rows).rows()).isEqualTo(1);
  }

  @Test
  void aPastIsNoted() {
    String[] log = {H, "1,1,s,a,0", "1,2,t,a,0", "2,1,s,a,0", "2,2,t,b,0"};
    LogData one = data(PAST, log);
    assertThat(one.allNotes())
        .contains("the last action is made part of the state: 2 states instead of 2");
    assertThat(one.bins()).containsExactly("history=1");
    assertThat(
            data(LogOptions.defaults().withHistory(Optional.of(new History(2, false))), log)
                .allNotes())
        .contains("the last 2 actions are made part of the state: 2 states instead of 2");
    assertThat(data(LogOptions.defaults().withWhere(Optional.of("step < 9")), log).bins())
        .containsExactly("where=step < 9");
  }

  /** The second episode was cut off after a return of 0, the third ended after one. */
  @Test
  void returnsOfEpisodesThatWereCutOffMayStillGrow() {
    LogOptions returns =
        new LogOptions(
            Map.of(), List.of(), Optional.empty(), Optional.of(new RewardRange(1, 2)), false, 1);
    String[] cut = {H + ",next_state", "1,1,s,a,1,t", "1,2,t,a,0,", "2,1,s,a,0,t"};
    assertThat(data(returns.withEnds(Reading.CUT), cut).rows()).isEqualTo(3);
    refused("episode 2: its return must lie in [1, 2], got 0", returns, cut);
    String[] ended = {H, "1,1,s,a,1", "1,2,t,a,0", "3,1,s,a,0"};
    refused("episode 3: its return must lie in [1, 2], got 0", returns, ended);
  }

  /** Rewards from 1 to 3; nothing is earned after an early end. */
  @Test
  void whereEpisodesEndEarlyARewardMayBeZero() {
    LogOptions range = Opened.range(1, 3);
    String[] early = {H + ",next_state", "1,1,s,a,1,t", "1,2,t,a,2,", "2,1,s,a,3,z"};
    assertThat(data(range, early).range()).isEqualTo(new RewardRange(0, 3));
    assertThat(data(range, early).allNotes()).anyMatch(n -> n.contains("[0, 3]"));
    String[] whole = {H + ",next_state", "1,1,s,a,1,t", "1,2,t,a,2,"};
    assertThat(data(range, whole).range()).isEqualTo(new RewardRange(1, 3));
    String[] cut = {H + ",next_state", "1,1,s,a,1,t", "1,2,t,a,2,", "2,1,s,a,3,t"};
    assertThat(data(range.withEnds(Reading.CUT), cut).range()).isEqualTo(new RewardRange(1, 3));
  }

  @Test
  void whatMayHaveBeenCutOffIsReadOtherwiseWhenAsked() {
    String[] open = {H + ",next_state", "1,1,s,a,1,t", "1,2,t,a,0,", "2,1,s,a,0,t"};
    Function<SqlLog, Optional<Reading>> other =
        log -> log.readAsCut().map(Log::data).map(d -> d.ends().reading());
    assertThat(read(LogOptions.defaults(), other, open)).hasValue(Reading.CUT);
    assertThat(
            this.<Long>read(
                LogOptions.defaults(), log -> log.readAsCut().orElseThrow().data().rows(), open))
        .isEqualTo(3);
    assertThat(read(LogOptions.defaults().withEnds(Reading.CUT), other, open)).isEmpty();
    assertThat(read(PAST, other, open)).isEmpty();
    String[] ended = {H + ",next_state", "1,1,s,a,1,t", "1,2,t,a,0,", "2,1,s,a,0,z"};
    assertThat(read(LogOptions.defaults(), other, ended)).isEmpty();
  }

  @Test
  void aNextStateOfItsOwnColumnIsCutAsItIsTold() {
    LogOptions bins =
        Opened.columns(
            Map.of(Role.STATE, List.of("pre"), Role.NEXT_STATE, List.of("post")),
            Bins.parse("pre=10"),
            Bins.parse("post=10"));
    assertThat(
            data(
                    bins,
                    "episode,step,pre,post,action,reward",
                    "1,1,5,15,a,0",
                    "1,2,15,,a,0",
                    "2,1,20,3,a,0",
                    "2,2,1,,a,0")
                .states()
                .names())
        .containsExactly("<10", ">=10");
  }

  @Test
  void rewardsThatAreNoNumbersHaveNoRange() {
    refused("log.csv:2: reward needs a number, got \"x\"", LogOptions.defaults(), H, "1,1,s,a,x");
  }

  @Test
  void nothingFollowsAnEnd() {
    refused(
        "log.csv:3: episode 1 must have no row after its end at step 1, got step 2",
        LogOptions.defaults(),
        H + ",end",
        "1,1,s,a,0,1",
        "1,2,s,a,0,1");
    String[] many = new String[43];
    many[0] = H + ",truncated,next_state";
    for (int i = 0; i < 21; i++) {
      many[2 * i + 1] = "%d,1,s,a,0,1,s".formatted(i);
      many[2 * i + 2] = "%d,2,s,a,0,0,".formatted(i);
    }
    assertThatThrownBy(() -> data(LogOptions.defaults(), many))
        .isInstanceOfSatisfying(
            BadLogException.class,
            e -> {
              assertThat(e.errors()).hasSize(20);
              assertThat(e.errors().get(0))
                  .isEqualTo(
                      "log.csv:3: episode 0 must have no row after it was cut off at step 1, got step 2");
              assertThat(e.total()).isEqualTo(21);
            });
  }

  /** Ten customers with ten episodes each; those of every other one earn 1 nine times in ten. */
  private static String[] customers() {
    String[] lines = new String[101];
    lines[0] = "customer,session,episode,step,state,action,reward";
    for (int i = 0; i < 100; i++) {
      int customer = i / 10;
      boolean rich = customer % 2 == 0;
      lines[i + 1] =
          "c%d,x%d,%d,1,s,%s,%d"
              .formatted(
                  customer,
                  i * 37 % 101 % 6,
                  i,
                  i % 3 == 0 ? "a" : "b",
                  i % 10 > 0 == rich ? 1 : 0);
    }
    return lines;
  }

  private static Map<String, Outcome> outcomes(List<SharedColumn> columns) {
    return columns.stream()
        .collect(java.util.stream.Collectors.toMap(SharedColumn::name, SharedColumn::outcome));
  }

  @Test
  void episodesThatAreAlikeMakeACluster() {
    String note =
        "customer is taken as the cluster: episodes with the same customer are more alike than chance allows (if it only describes episodes, say `columns` cluster=)";
    read(
        LogOptions.defaults(),
        log -> {
          assertThat(log.data().clustered()).isTrue();
          assertThat(log.data().allNotes()).containsOnlyOnce(note);
          assertThat(log.episodes().orElseThrow().hasClusters()).isTrue();
          assertThat(outcomes(log.sharedColumns()))
              .containsEntry("customer", Outcome.CLUSTER)
              .containsKey("session");
          assertThat(log.sharedColumns().stream().filter(SharedColumn::isCluster)).hasSize(1);
          return 0;
        },
        customers());
    read(
        Opened.columns(Map.of(Role.CLUSTER, List.of())),
        log -> {
          assertThat(log.data().clustered()).isFalse();
          assertThat(log.sharedColumns()).isEmpty();
          assertThat(log.episodes().orElseThrow().hasClusters()).isFalse();
          return 0;
        },
        customers());
  }

  @Test
  void countsTakeNoClusterAndKeepTheNameOfTheColumn() {
    read(
        LogOptions.defaults().toKeep(),
        log -> {
          assertThat(log.data().clustered()).isFalse();
          assertThat(log.origin().orElseThrow().alike())
              .extracting(SharedColumn::name)
              .containsExactly("customer");
          return 0;
        },
        customers());
  }

  @Test
  void aSegmentIsNoCluster() {
    SegmentColumns by = new SegmentColumns(List.of("Customer"), false);
    try (DuckDb engine = DuckDb.start(1)) {
      SqlLog log = LogReader.open(engine, write(customers()), LogOptions.defaults(), Set.of(), by);
      Segments segments = log.segments().orElseThrow();
      assertThat(segments.column()).isEqualTo("customer");
      assertThat(segments.ofValue()).hasSize(10);
      assertThat(log.data().clustered()).isFalse();
      assertThat(outcomes(log.sharedColumns())).doesNotContainKey("customer");
      assertThat(log.readAsCut()).isEmpty();
    }
  }
}
