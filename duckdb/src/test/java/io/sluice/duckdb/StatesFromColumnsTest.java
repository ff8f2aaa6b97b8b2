package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fit.LogData;
import io.sluice.logs.Bins;
import io.sluice.logs.LogOptions;
import io.sluice.logs.Role;
import io.sluice.logs.SqlEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several columns as one state, and numbers cut into bins. */
public class StatesFromColumnsTest {
  private static final Map<Role, List<String>> PLACE_AND_LOAD =
      Map.of(Role.STATE, List.of("place", "load"));

  @TempDir Path folder;

  /** A new engine; another engine's test says another. */
  protected SqlEngine engine(int threads) {
    return DuckDb.start(threads);
  }

  private LogData data(String file, LogOptions options) {
    try (SqlEngine engine = engine(2)) {
      return Opened.data(engine, file, options);
    }
  }

  @Test
  void columnsAreJoinedSoThatNoTwoStatesFallTogether() {
    Table log =
        Table.of("place", "load", "action", "reward")
            .with(
                List.of(
                    List.of("a|b", "c", "x", "0"),
                    List.of("a", "b|c", "x", "0"),
                    List.of("a\\", "b", "x", "0"),
                    List.of("a", "b", "x", "0")));
    LogData data = data(log.toCsv(folder.resolve("log.csv")), Opened.columns(PLACE_AND_LOAD));
    assertThat(data.states().names())
        .containsExactlyInAnyOrder("a\\|b|c", "a|b\\|c", "a\\\\|b", "a|b");
  }

  @Test
  void cutsPutAValueOnACutIntoTheBinAbove() {
    Table log = Table.parse("pre,action,reward\n-5,x,0\n0,x,0\n99.9,x,0\n100,x,0\n1e9,x,0");
    LogOptions options =
        Opened.columns(Map.of(Role.STATE, List.of("pre")), Bins.parse("pre=0,100"));
    for (String file :
        List.of(
            log.toCsv(folder.resolve("log.csv")), log.toParquet(folder.resolve("log.parquet")))) {
      LogData data = data(file, options);
      assertThat(data.states().names()).containsExactly("<0", ">=100", "[0,100)");
      assertThat(data.counts().visits(1).at(data.states().id("[0,100)"))).isEqualTo(2);
      assertThat(data.counts().visits(1).at(data.states().id(">=100"))).isEqualTo(2);
    }
  }

  @Test
  void quantilesBecomeCutsThatCutNewDataAlike() {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      rows.add(List.of(Integer.toString(i), "x", "0"));
    }
    Table log = Table.of("pre", "action", "reward").with(rows);
    Map<Role, List<String>> state = Map.of(Role.STATE, List.of("pre"));
    String file = log.shuffled(1).toCsv(folder.resolve("log.csv"));
    LogData data = data(file, Opened.columns(state, Bins.parse("pre=q4")));
    // of 1 … 100: the value at place 0.25·99, between the 25th and 26th: 25.75, 50.5, 75.25
    assertThat(data.bins()).hasToString("[pre=25.75,50.5,75.25]");
    assertThat(data.counts().visits(1).toArray()).startsWith(25, 25, 25, 25);

    Bins stored = Bins.parse(data.bins().get(0).toString());
    LogData again = data(file, Opened.columns(state, stored));
    assertThat(again.counts()).isEqualTo(data.counts());
    assertThat(again.fingerprint()).isEqualTo(data.fingerprint());
    Table later = Table.parse("pre,action,reward\n30,x,0\n1000,x,0");
    assertThat(
            data(later.toCsv(folder.resolve("new.csv")), Opened.columns(state, stored))
                .states()
                .names())
        .containsExactly(">=75.25", "[25.75,50.5)")
        .allMatch(data.states().names()::contains);
  }

  @Test
  void aNextStateIsCutAsItsStateIs() {
    Table log =
        Table.parse(
            "episode,step,pre,next_state,action,reward\n1,1,5,15,x,0\n1,2,15,,x,0\n2,1,20,1,x,0\n2,2,1,,y,0");
    LogOptions options = Opened.columns(Map.of(Role.STATE, List.of("pre")), Bins.parse("pre=10"));
    String file = log.toCsv(folder.resolve("log.csv"));
    assertThat(data(file, options).states().names()).containsExactly("<10", ">=10");
  }

  @Test
  void whatCannotBeCutIsSaid() {
    String file =
        Table.parse("pre,action,reward\n5,x,0\nmany,x,0").toCsv(folder.resolve("log.csv"));
    Map<Role, List<String>> state = Map.of(Role.STATE, List.of("pre"));
    assertThatThrownBy(() -> data(file, Opened.columns(state, Bins.parse("pre=1"))))
        .hasMessage(
            "log.csv:3: pre needs a value that fits its bins (fill in a name such as unknown, or use `features`, which allows missing values), got \"many\"");
    assertThatThrownBy(() -> data(file, Opened.columns(state, Bins.parse("reward=1"))))
        .hasMessage(
            "bins reward: needs a column that is part of the state or action, which are [pre] and [action]");
    assertThatThrownBy(() -> data(file, Opened.columns(state, Bins.parse("pre=1,reward=1"))))
        .hasMessage(
            "bins pre=1,reward: needs a column that is part of the state or action, which are [pre] and [action] (give `bins` once for each column)");
    String text = Table.parse("pre,action,reward\na,x,0").toCsv(folder.resolve("text.csv"));
    assertThatThrownBy(() -> data(text, Opened.columns(state, Bins.parse("pre=q4"))))
        .hasMessage("bins pre: needs numbers to take quantiles of, got none");
  }

  @Test
  void aMissingPartOfAStateIsShownWithTheOthers() {
    String file =
        Table.parse("tier,days,action,reward\ngold,5,x,0\ngold,,x,0")
            .toCsv(folder.resolve("log.csv"));
    Map<Role, List<String>> state = Map.of(Role.STATE, List.of("tier", "days"));
    assertThatThrownBy(() -> data(file, Opened.columns(state)))
        .hasMessage(
            "log.csv:3: tier+days needs a value in each column (fill in a name such as unknown, or use `features`, which allows missing values), got \"gold|\"");
  }

  @Test
  void numericStatesAreSortedAsNumbersInEveryFormat() {
    Table log = Table.parse("state,action,reward\n10,1,0\n9,2,1\n-1,1,0\n2.5,2,0");
    Table doubles = log.mapped("state", s -> Double.toString(Double.parseDouble(s)));
    LogData csv = data(log.toCsv(folder.resolve("log.csv")), LogOptions.defaults());
    assertThat(csv.states().names()).containsExactly("-1", "2.5", "9", "10");
    for (String file :
        List.of(
            log.toParquet(folder.resolve("log.parquet")),
            doubles.toCsv(folder.resolve("doubles.csv")),
            Table.write(folder.resolve("log.json"), log.json()))) {
      assertThat(data(file, LogOptions.defaults()).fingerprint())
          .as(file)
          .isEqualTo(csv.fingerprint());
    }
  }

  @Test
  void leadingZerosStayANameInTextFiles() {
    Table log = Table.parse("state,action,reward\n007,a,0\n7,a,0");
    assertThat(data(log.toCsv(folder.resolve("log.csv")), LogOptions.defaults()).states().names())
        .containsExactly("007", "7");
  }
}
