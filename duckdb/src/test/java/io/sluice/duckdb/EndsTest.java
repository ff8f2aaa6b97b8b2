package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.counts.CountsAccumulator;
import io.sluice.fit.BadLogException;
import io.sluice.fit.EpisodeEnds;
import io.sluice.fit.EpisodeEnds.Reading;
import io.sluice.fit.Fit;
import io.sluice.fit.LogData;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How episodes stop, and what next states say, in every format. */
public class EndsTest {
  private static final LogOptions CUT = LogOptions.defaults().withEnds(Reading.CUT);
  private static final String N = "episode,step,state,action,reward,next_state";

  /**
   * Whole, stopped in b, which begins a row, stopped with nothing, stopped in z, which does not.
   */
  private static final String UNMARKED =
      N + "\n1,1,a,x,1,b\n1,2,b,x,0,a\n2,1,a,y,0,b\n3,1,a,y,0,\n4,1,a,x,1,z";

  @TempDir Path folder;

  /** A new engine; another engine's test says another. */
  protected SqlEngine engine(int threads) {
    return DuckDb.start(threads);
  }

  record Format(String name, BiFunction<Table, Path, String> write) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Format> formats() {
    return Stream.of(
        new Format("csv", (log, folder) -> log.toCsv(folder.resolve("log.csv"))),
        new Format("parquet", (log, folder) -> log.toParquet(folder.resolve("log.parquet"))),
        new Format("json", (log, folder) -> Table.write(folder.resolve("log.jsonl"), log.json())));
  }

  private LogData data(String csv, LogOptions options) {
    return data(formats().findFirst().orElseThrow(), Table.parse(csv), options);
  }

  private LogData data(Format format, Table log, LogOptions options) {
    try (SqlEngine engine = engine(2)) {
      return Opened.data(engine, format.write().apply(log, folder), options);
    }
  }

  private static EpisodeEnds unmarked(
      long full, long ended, long cut, long ambiguous, Reading reading) {
    return new EpisodeEnds(full, ended, cut, ambiguous, 0, 0, false, reading);
  }

  private static EpisodeEnds marked(
      long full, long ended, long cut, long ambiguous, long unplaced) {
    return new EpisodeEnds(full, ended, cut, ambiguous, unplaced, 0, true, Reading.UNKNOWN);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void withoutMarksAStateThatBeginsNoRowIsAnEnd(Format format) {
    LogData log = data(format, Table.parse(UNMARKED), LogOptions.defaults());
    assertThat(log.ends()).isEqualTo(unmarked(1, 2, 0, 1, Reading.UNKNOWN));
    assertThat(log.states().names()).containsExactly("a", "b");
    assertThat(log.counts().cutEpisodes()).isZero();
    assertThat(log.allNotes())
        .containsExactly(
            "1 episode stops before the last step, and the log does not say whether it ended or was cut off (columns terminated and truncated would): it is counted as ended in estimates (set `ends` if you know)");
    // (1+0 + 0 + 0 + 1)/4
    assertThat(log.meanReturn()).isEqualTo(0.5);
  }

  @Test
  void theOtherReadingTakesThemForCutOff() {
    String rich = UNMARKED.replace("1,2,b,x,0,a", "1,2,b,x,1,a");
    LogData log = data(rich, CUT);
    assertThat(log.ends()).isEqualTo(unmarked(1, 2, 0, 1, Reading.CUT));
    assertThat(log.counts().cutEpisodes()).isEqualTo(1);
    // Step 1 earns (1+0+0+1)/4; half of the episodes are in b at step 2, which earns 1.
    assertThat(log.meanReturn()).isEqualTo(1);
    assertThat(log.allNotes().get(0)).contains("it is counted as cut off");
    assertThat(log.allNotes().get(1)).startsWith("1 episode was cut off: what would have followed");
  }

  @Test
  void anEmptyColumnIsFilledFromTheNextRows() {
    String without = "episode,step,state,action,reward\n1,1,a,x,1\n1,2,b,x,0\n2,1,a,y,0\n2,2,b,y,0";
    LogData plain = data(without, LogOptions.defaults());
    for (Format format : formats().toList()) {
      Table emptied = Table.parse(without).added("next_state", row -> "");
      LogData log = data(format, emptied, LogOptions.defaults());
      assertThat(log.counts()).as("%s", format).isEqualTo(plain.counts());
      assertThat(log.allNotes())
          .containsExactly(
              "next_state is empty in 2 rows that another of the same episode follows: taken from that one");
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void aNextStateThatContradictsTheNextRowIsRefused(Format format) {
    Table log = Table.parse(N + "\n1,1,a,x,1,b\n1,2,b,x,0,\n2,1,a,y,0,a\n2,2,b,y,0,");
    String line = format.name().equals("csv") ? "4" : "3";
    assertThatThrownBy(() -> data(format, log, LogOptions.defaults()))
        .isInstanceOf(BadLogException.class)
        .hasMessageEndingWith(
            ":%s: next_state of episode 2 at step 1 must be \"b\", the state of its next row, got \"a\""
                .formatted(line));
  }

  /** A column of numbers with gaps is read as fractions by some. */
  @Test
  void numbersAreTheSameHoweverTheyAreSpelled() {
    LogData log =
        data(N + "\n1,1,1,x,1,2.0\n1,2,2,x,0,\n2,1,1,y,0,2.0\n2,2,2,y,0,", LogOptions.defaults());
    assertThat(log.states().names()).containsExactly("1", "2");
  }

  /** Gymnasium's two columns, and what {@code done} means beside one. */
  @Test
  void marksSayWhetherAnEpisodeEndedOrWasCutOff() {
    String rows =
        "\n1,1,a,x,1,b,0,0\n1,2,b,x,1,a,1,0\n2,1,a,y,0,b,0,1\n3,1,a,y,0,b,1,0\n4,1,a,x,1,b,1,1\n5,1,a,x,1,b,0,0";
    EpisodeEnds terminatedWins = marked(1, 2, 2, 0, 0);
    EpisodeEnds truncatedWins = marked(1, 1, 3, 0, 0);
    assertThat(data(N + ",terminated,truncated" + rows, CUT.withEnds(Reading.UNKNOWN)).ends())
        .isEqualTo(terminatedWins);
    assertThat(data(N + ",done,timeout" + rows, LogOptions.defaults()).ends())
        .isEqualTo(truncatedWins);
  }

  @Test
  void theSameMarksGiveTheSameCountsInMemory() {
    LogData log =
        data(
            N + ",terminated\n1,1,a,x,1,b,0\n1,2,b,x,1,a,1\n2,1,a,y,0,b,0\n3,1,a,y,0,b,1",
            LogOptions.defaults());
    CountsAccumulator rows = new CountsAccumulator(log.shape());
    int end = log.shape().end();
    rows.add(1, 0, 0, 1, 1);
    rows.add(2, 1, 0, end, 1);
    rows.add(1, 0, 1, 1, 0);
    rows.add(1, 0, 1, end, 0);
    assertThat(log.counts()).isEqualTo(rows.toCounts());
  }

  @Test
  void aCutInAStateThatBeginsNoRowLeavesNoVerdict() {
    String rows = "1,1,a,x,1,b,0\n1,2,b,x,1,a,0\n2,1,a,y,0,z,1\n";
    try (SqlEngine engine = engine(2)) {
      SqlLog log = open(engine, N + ",truncated\n" + rows, LogOptions.defaults());
      assertThat(log.data().ends()).isEqualTo(marked(1, 0, 1, 0, 1));
      assertThat(log.data().states().names()).containsExactly("a", "b", "z");
      Fit fit = Fit.of(log);
      Verdict verdict =
          fit.judge(Policy.uniform(log.data().shape())).verdict(1, IntervalKind.EFFICIENT);
      assertThat(verdict).isEqualTo(Verdict.withheld());
    }
  }

  private SqlLog open(SqlEngine engine, String csv, LogOptions options) {
    String path = Table.parse(csv).toCsv(folder.resolve("log.csv"));
    return LogReader.open(engine, List.of(path), options, Set.of());
  }
}
