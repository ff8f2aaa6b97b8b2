package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.LogData;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.PolicySpec;
import io.sluice.logs.Role;
import io.sluice.mdp.Policy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever characters a name has, it is a name. */
public class NamesAreDataTest {
  private static DuckDb engine;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    engine = DuckDb.start(2);
  }

  @AfterAll
  static void stop() {
    engine.close();
  }

  /** Names that something could stumble over. */
  public static Stream<String> names() {
    return Stream.of(
        "'; DROP TABLE sluice_cells; --",
        "it's",
        "\"quoted\"",
        "a\"b",
        "'single'",
        "semi;colon",
        "back\\slash\\",
        "%s %d",
        "# no comment",
        "-- nor this",
        "/* nor */ this",
        "two\nlines",
        "tab\there",
        "pipe|d",
        "comma, d",
        "Straße 東京 🙂",
        "NULL",
        "$1",
        "{brace}");
  }

  @ParameterizedTest
  @MethodSource("names")
  void labelsAndColumnsMayBeCalledAnything(String name) {
    Table log =
        Table.of("episode", "step", "c " + name, "action", "reward")
            .with(
                List.of(
                    List.of(name, "1", name, "x" + name, "0"),
                    List.of(name, "2", "s", name, "1"),
                    List.of("e", "1", "s", name, "1")));
    Map<Role, List<String>> columns = Map.of(Role.STATE, List.of("c " + name));
    List<String> files =
        List.of(
            log.toCsv(folder.resolve("log.csv")),
            Table.write(folder.resolve("log.jsonl"), log.json()),
            log.toParquet(engine, folder.resolve("log.parquet")));
    for (String file : files) {
      LogData data = Opened.data(engine, file, Opened.columns(columns));
      assertThat(data.states().names()).as(file).containsExactlyInAnyOrder(name, "s");
      assertThat(data.actions().names()).containsExactlyInAnyOrder(name, "x" + name);
      assertThat(data.rows()).isEqualTo(3);
      assertThat(data.episodes()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void policiesMayNameThemToo(String name) {
    Table log =
        Table.of("state", "action", "reward")
            .with(List.of(List.of(name, name, "0"), List.of(name, "b", "1")));
    Table policy =
        Table.of("state", "action", "probability")
            .with(List.of(List.of(name, name, "0.25"), List.of(name, "b", "0.75")));
    String file = log.toCsv(folder.resolve("log.csv"));
    PolicySpec spec = PolicySpec.parse(policy.toCsv(folder.resolve("policy.csv")), engine);
    PolicySpec always = PolicySpec.parse("always:" + name, engine);
    LogData data =
        LogReader.open(engine, List.of(file), LogOptions.defaults(), spec.actions()).data();
    int action = data.actions().id(name);
    List<String> notes = new ArrayList<>();
    assertThat(spec.on(data, null, notes).probability(1, 0, action)).isEqualTo(0.25);
    assertThat(always.on(data, null, notes).probability(1, 0, action)).isEqualTo(1);
    assertThat(notes).isEmpty();
  }

  @Test
  void filesMayBeCalledAnything() {
    Table log = Table.parse("state,action,reward\ns,a,0");
    for (String name :
        List.of(
            "it's; DROP TABLE x; --.csv", "\"q\".csv", "a[1].csv", "back\\slash.csv", "ü 🙂.csv")) {
      assertThat(Opened.data(engine, log.toCsv(folder.resolve(name)), LogOptions.defaults()).rows())
          .as(name)
          .isEqualTo(1);
    }
  }

  @Test
  void aQuoteOrACommentSignFarDownIsDataToo() {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < 30_000; i++) {
      rows.add(List.of("e" + i, "1", "s", "a", "0"));
    }
    rows.add(List.of("#e", "1", "a, \"quoted\" one", "it's", "1"));
    Table log = Table.of("episode", "step", "state", "action", "reward").with(rows);
    LogData data = Opened.data(engine, log.toCsv(folder.resolve("log.csv")), LogOptions.defaults());
    assertThat(data.rows()).isEqualTo(30_001);
    assertThat(data.states().names()).containsExactly("a, \"quoted\" one", "s");
    assertThat(data.actions().names()).containsExactly("a", "it's");
  }

  @Test
  void aColumnCalledAsOneOfOursDoesNoHarm() {
    Table log =
        Table.of("place", "n", "unit", "state", "action", "reward", "before", "cell", "label", "id")
            .with(List.of(List.of("p", "n", "u", "s", "a", "0", "b", "c", "l", "i")));
    Map<Role, List<String>> columns = Map.of(Role.STATE, List.of("place", "cell"));
    String file = log.toCsv(folder.resolve("log.csv"));
    assertThat(Opened.data(engine, file, Opened.columns(columns)).states().names())
        .containsExactly("p|c");
  }

  @Test
  void rowsThatBeginWithACommentSignAreCounted() {
    String text =
        "episode,step,state,action,reward\n#1,1,s,a,0\n#1,2,s,b,1\n2,1,s,a,0\n2,2,s,a,0\n";
    String file = Table.write(folder.resolve("log.csv"), text);
    assertThat(Opened.data(engine, file, LogOptions.defaults()).rows()).isEqualTo(4);
  }

  @Test
  void separatorsOfOtherCountriesAreSeenInTheFirstLine() {
    for (String separator : List.of(";", "\t", "|")) {
      String text = "state,action,reward\ns,a,0\nt,b,1\n".replace(",", separator);
      String file = Table.write(folder.resolve("log.csv"), text);
      assertThat(Opened.data(engine, file, LogOptions.defaults()).states().names())
          .containsExactly("s", "t");
    }
  }

  @Test
  void numbersThatAreSpelledTwoWaysAreOneActionWhenAPolicyBringsMore() {
    Table log = Table.parse("state,action,reward\ns,1,0\ns,1.0,1\ns,2.0,1\ns,1,1");
    String file = log.toCsv(folder.resolve("log.csv"));
    for (String more : List.of("3", "none")) {
      LogData data =
          LogReader.open(engine, List.of(file), LogOptions.defaults(), Set.of(more)).data();
      assertThat(data.actions().names()).containsExactly("1", "2", more);
      assertThat(data.counts().cells()).isEqualTo(2);
      assertThat(data.counts().count(0)).isEqualTo(3);
      assertThat(data.counts().action(1)).isEqualTo(1);
      Policy always = PolicySpec.parse("always:" + more, engine).on(data, null, List.of());
      assertThat(always.probability(1, 0, 2)).isEqualTo(1);
    }
  }
}
