package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How episodes stop: the odd cases, and what becomes of intervals. */
class EndsJudgedTest {
  private static final LogOptions CUT = LogOptions.defaults().withEnds(Reading.CUT);
  private static final String N = "episode,step,state,action,reward,next_state";

  @TempDir Path folder;

  private LogData data(String csv, LogOptions options) {
    try (DuckDb engine = DuckDb.start(2)) {
      return open(engine, csv, options).data();
    }
  }

  private SqlLog open(SqlEngine engine, String csv, LogOptions options) {
    String path = Table.parse(csv).toCsv(folder.resolve("log.csv"));
    return LogReader.open(engine, List.of(path), options, Set.of());
  }

  private static EpisodeEnds unmarked(
      long full, long ended, long cut, long ambiguous, Reading reading) {
    return new EpisodeEnds(full, ended, cut, ambiguous, 0, 0, false, reading);
  }

  private static EpisodeEnds marked(
      long full, long ended, long cut, long ambiguous, long unplaced) {
    return new EpisodeEnds(full, ended, cut, ambiguous, unplaced, 0, true, Reading.UNKNOWN);
  }

  /** Gymnasium's, Minari's and D4RL's names; a column of cuts alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "terminated,truncated",
        "terminations,truncations",
        "terminals,timeouts",
        "other,timeout"
      })
  void marksAreKnownByManyNames(String names) {
    String rows = "1,1,a,x,1,b,0,0\n1,2,b,x,1,a,1,0\n2,1,a,y,0,b,0,1\n3,1,a,y,0,b,1,0";
    LogData log = data(N + "," + names + "\n" + rows, LogOptions.defaults());
    assertThat(log.ends()).isEqualTo(marked(1, 1, 1, 0, 0));
    assertThat(log.counts().cutEpisodes()).isEqualTo(1);
  }

  @Test
  void twentyContradictionsAreShownAndTheRestCounted() {
    StringBuilder rows = new StringBuilder(N + "\n");
    for (int e = 1; e <= 33; e++) {
      rows.append(e).append(",1,a,x,1,z\n").append(e).append(",2,b,x,1,\n");
    }
    assertThatThrownBy(() -> data(rows.toString(), LogOptions.defaults()))
        .isInstanceOfSatisfying(
            BadLogException.class,
            bad -> {
              assertThat(bad.errors()).hasSize(20);
              assertThat(bad.total()).isEqualTo(33);
            });
  }

  @Test
  void aLastNextStateAtTheLastStepMeansNothing() {
    LogData log = data(N + "\n1,1,a,x,1,b\n1,2,b,x,0,a\n2,1,a,y,0,b\n2,2,b,y,0,z", CUT);
    assertThat(log.ends()).isEqualTo(unmarked(2, 0, 0, 0, Reading.CUT));
    assertThat(log.states().names()).containsExactly("a", "b");
    assertThat(log.allNotes()).isEmpty();
  }

  @Test
  void marksOfCutsNeedTheStateAndNothingAfterThem() {
    String marked = "episode,step,state,action,reward,truncated\n1,1,a,x,1,0\n1,2,b,x,1,1\n";
    assertThat(data(marked, LogOptions.defaults()).ends().full()).isEqualTo(1);
    assertThatThrownBy(() -> data(marked + "2,1,a,x,1,1", LogOptions.defaults()))
        .hasMessage(
            "log.csv:4: episode 2 was cut off at step 1, which needs a next_state, the state it was cut off in, got nothing (log it, or keep with `where` only episodes that began early enough to have ended)");
    assertThatThrownBy(() -> data(marked + "2,1,a,x,1,1\n2,2,a,x,1,1", LogOptions.defaults()))
        .hasMessage(
            "log.csv:5: episode 2 must have no row after it was cut off at step 1, got step 2");
    assertThatThrownBy(() -> data(marked + "2,1,a,x,1,maybe", LogOptions.defaults()))
        .hasMessage(
            "log.csv:4: truncated needs true or false (true where the episode was cut off), got \"maybe\"");
  }

  @Test
  void rowsThatDoNotSayThatTheyAreTheLastAreAmbiguous() {
    String log = "episode,step,state,action,reward,end\n1,1,a,x,1,0\n1,2,b,x,1,1\n2,1,a,x,1,0";
    assertThat(data(log, LogOptions.defaults()).ends()).isEqualTo(marked(1, 0, 0, 1, 0));
    assertThatThrownBy(() -> data(log, CUT)).hasMessageContaining("needs a next_state");
  }

  /** (s, a, r, s′) rows with early ends and no mark of them: returns lie in [0, 2]. */
  @Test
  void earlyEndsWithoutMarksAreJudgedByEveryInterval() {
    StringBuilder rows = new StringBuilder(N + ",propensity\n");
    for (int e = 0; e < 80; e++) {
      String action = e % 2 == 0 ? "x" : "y";
      boolean ends = e % 4 == 3;
      rows.append("%d,1,a,%s,%d,%s,0.5\n".formatted(e, action, e / 2 % 2, ends ? "over" : "b"));
      if (!ends) {
        rows.append("%d,2,b,%s,%d,over,0.5\n".formatted(e, e / 2 % 2 == 0 ? "x" : "y", e % 2));
      }
    }
    try (SqlEngine engine = DuckDb.start(2)) {
      SqlLog log = open(engine, rows.toString(), LogOptions.defaults());
      assertThat(log.data().ends()).isEqualTo(unmarked(60, 20, 0, 0, Reading.UNKNOWN));
      var judged = Fit.of(log).judge(Policy.everywhere(log.data().shape(), 0.4, 0.6));
      for (IntervalKind kind : IntervalKind.values()) {
        assertThat(judged.value(kind).estimate()).as("%s", kind).isBetween(0.0, 2.0);
      }
    }
  }

  private Finding complete(String csv, LogOptions options) {
    try (SqlEngine engine = DuckDb.start(2)) {
      return Fit.of(open(engine, csv, options)).assumptions().of(Assumption.COMPLETE_EPISODES);
    }
  }

  @Test
  void whetherEpisodesWereCutOffIsAFindingWithItsShare() {
    String rows = "1,1,a,x,1,b,0\n1,2,b,x,1,a,0\n2,1,a,y,0,b,%d\n3,1,a,y,0,b,0\n3,2,b,y,0,b,0\n";
    Finding cut = complete(N + ",truncated\n" + rows.formatted(1), LogOptions.defaults());
    assertThat(cut.verdict()).isEqualTo(Finding.Verdict.CONTRADICTED);
    assertThat(cut.statistic()).hasValue(1 / 3.0);
    assertThat(cut.advice()).startsWith("Rely on efficient: the other intervals");
    Finding ended = complete(N + ",truncated\n" + rows.formatted(0), LogOptions.defaults());
    assertThat(ended.verdict()).isEqualTo(Finding.Verdict.HOLDS);
    assertThat(ended.statistic()).hasValue(0);
  }

  @Test
  void withoutMarksALogCannotTellWhetherEpisodesWereCutOff() {
    String rows = "1,1,a,x,1,b\n1,2,b,x,1,a\n2,1,a,y,0,%s\n3,1,a,y,0,b\n3,2,b,y,0,b\n";
    Finding ambiguous = complete(N + "\n" + rows.formatted("b"), LogOptions.defaults());
    assertThat(ambiguous.verdict()).isEqualTo(Finding.Verdict.CANNOT_TELL);
    assertThat(ambiguous.statistic()).hasValue(1 / 3.0);
    assertThat(ambiguous.advice()).endsWith("or declare it (ends ended, or ends cut).");
    assertThat(complete(N + "\n" + rows.formatted("b"), CUT).verdict())
        .isEqualTo(Finding.Verdict.CONTRADICTED);
    Finding over = complete(N + "\n" + rows.formatted("over"), LogOptions.defaults());
    assertThat(over.verdict()).isEqualTo(Finding.Verdict.CANNOT_TELL);
    assertThat(over.advice()).isEqualTo("Add an end or truncated column.");
  }

  @Test
  void intervalsThatNeedWholeEpisodesAreRefusedByName() {
    String rows = "1,1,a,x,1,b,0\n1,2,b,x,1,a,0\n2,1,a,y,0,b,1\n3,1,a,y,0,b,0\n3,2,b,y,0,b,0\n";
    try (SqlEngine engine = DuckDb.start(2)) {
      SqlLog log = open(engine, N + ",truncated\n" + rows, LogOptions.defaults());
      Fit fit = Fit.of(log);
      var judged = fit.judge(Policy.uniform(log.data().shape()));
      for (IntervalKind kind :
          List.of(
              IntervalKind.ROBUST,
              IntervalKind.DR,
              IntervalKind.MODEL,
              IntervalKind.FUSED,
              IntervalKind.THEOREM)) {
        assertThatThrownBy(() -> judged.total(kind))
            .hasMessage(
                "interval %s: needs whole episodes, got 1 that were cut off (efficient accounts for them)"
                    .formatted(kind));
      }
      assertThatThrownBy(judged::hausman)
          .hasMessage(
              "test of efficient against robust: needs whole episodes, got 1 that were cut off (efficient accounts for them)");
      assertThat(judged.verdict(1, IntervalKind.SHARP)).isEqualTo(Verdict.withheld());
      assertThat(judged.step(1, IntervalKind.EFFICIENT).width()).isPositive();
    }
  }
}
