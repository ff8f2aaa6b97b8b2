package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.fit.BadLogException;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.RowPolicy.Uniform;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an engine has that says nothing of itself, and what it may say. */
class OtherEngineTest {
  private static final String LOG =
      """
      episode,step,state,action,reward,x
      1,1,s,a,0,1
      1,2,t,b,1,2
      2,1,s,b,0.5,3
      """;

  @TempDir Path folder;

  private List<String> write(String log) {
    return List.of(Table.write(folder.resolve("log.csv"), log));
  }

  private static SqlLog open(SqlEngine engine, List<String> paths) {
    return LogReader.open(engine, paths, LogOptions.defaults(), Set.of());
  }

  @Test
  void anEngineNeedsToSayNothingOfItself() {
    List<String> paths = write(LOG);
    try (DuckDb duck = DuckDb.start(1)) {
      SqlEngine engine = OtherEngine.of(duck, Map.of());
      assertThat(engine.rowsCounted()).isZero();
      assertThat(engine.placesEpisodes()).isFalse();
      assertThat(engine.line("log.csv", 7)).isEqualTo(7);
      assertThat(engine.smallTables(List.of("t"))).isEmpty();
      assertThat(512.0 * engine.rowsKept())
          .isCloseTo(Runtime.getRuntime().maxMemory(), within(512.0));
      SqlLog log = open(engine, paths);
      assertThat(log.data().counts()).isEqualTo(open(duck, paths).data().counts());
    }
  }

  /** The hash of a log that is counted from episodes needs their places. */
  @Test
  void anEngineThatPlacesNoEpisodesGivesTheSameHash() {
    List<String> paths = write(LOG);
    try (DuckDb duck = DuckDb.start(1)) {
      SqlEngine engine = OtherEngine.of(duck, Map.of("rowsCounted", a -> Long.MAX_VALUE));
      LogOptions kept = LogOptions.defaults().toKeep();
      assertThat(LogReader.open(engine, paths, kept, Set.of()).origin())
          .isEqualTo(LogReader.open(duck, paths, kept, Set.of()).origin())
          .isPresent();
    }
  }

  /** A log of three rows, kept where three may be. */
  @Test
  void aLogThatFitsIsReadOnceForAllPasses() {
    List<String> paths = write(LOG);
    for (long most : new long[] {3, 2}) {
      try (DuckDb duck = DuckDb.start(1)) {
        int[] queries = new int[1];
        Map<String, Function<Object[], Object>> otherwise = new HashMap<>();
        otherwise.put("rowsKept", a -> most);
        otherwise.put(
            "query",
            a -> {
              queries[0]++;
              duck.query((String) a[0], (SqlEngine.RowVisitor) a[1]);
              return 0;
            });
        SqlLog log = open(OtherEngine.of(duck, otherwise), paths);
        int before = queries[0];
        for (int pass = 0; pass < 3; pass++) {
          CountsAccumulator counts =
              log.episodes().orElseThrow().collect(new CountsAccumulator(log.data().shape()));
          assertThat(counts.toCounts()).isEqualTo(log.data().counts());
        }
        assertThat(queries[0] - before).isEqualTo(most == 3 ? 1 : 3);
      }
    }
  }

  @Test
  void anEngineAddsUpEpisodesWithFeatures() {
    List<String> paths = write(LOG);
    try (DuckDb duck = DuckDb.start(1)) {
      int[] episodes = new int[1];
      FeatureReader.open(
              OtherEngine.of(duck, Map.of()), paths, FeatureLog.options(new Uniform(), "x"))
          .forEach(e -> episodes[0]++);
      assertThat(episodes[0]).isEqualTo(2);
    }
  }

  /** Rows of a table have no lines, and may have no episodes. */
  @Test
  void rowsWithoutAPlaceAreNamedByTheirEpisodes() {
    try (DuckDb duck = DuckDb.start(1)) {
      SqlEngine engine =
          OtherEngine.of(
              duck, Map.of("numbered", a -> "SELECT *, 0 AS sluice_row FROM %s".formatted(a[0])));
      assertThatThrownBy(() -> open(engine, write(LOG.replace("0.5,3", "x,3"))))
          .hasMessage("log.csv, episode 2, step 1: reward needs a number, got \"x\"");
      assertThatThrownBy(() -> open(engine, write("state,action,reward\ns,a,x\n")))
          .hasMessage("log.csv: reward needs a number, got \"x\"");
    }
  }

  /**
   * It is longer once its rows are kept: of them nothing more is said, although one is bad, nor
   * later.
   */
  @Test
  void aFileMustNotChangeWhileItIsRead() {
    for (String when : List.of("keep", "table")) {
      List<String> paths = write(when.equals("keep") ? LOG.replace("0.5,3", "x,3") : LOG);
      try (DuckDb duck = DuckDb.start(1)) {
        Map<String, Function<Object[], Object>> otherwise = new HashMap<>();
        otherwise.put(
            "requireUnchanged",
            a -> {
              duck.requireUnchanged();
              return 0;
            });
        otherwise.put(
            when,
            a -> {
              if (when.equals("keep")) {
                duck.keep((String) a[0], (String) a[1]);
              } else {
                duck.table((String) a[0], labels(a[1]), (int[]) a[2]);
              }
              return grown(paths.get(0));
            });
        assertThatThrownBy(() -> open(OtherEngine.of(duck, otherwise), paths))
            .isInstanceOf(BadLogException.class)
            .hasMessageContaining("changed");
      }
    }
  }

  @SuppressWarnings("unchecked") // of a method's arguments
  private static List<String> labels(Object given) {
    return (List<String>) given;
  }

  private static int grown(String file) {
    try {
      Files.writeString(Path.of(file), LOG + "3,1,s,a,0,1\n");
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
