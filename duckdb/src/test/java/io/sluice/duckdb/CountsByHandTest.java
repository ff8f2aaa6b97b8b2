package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.counts.PropensityTable;
import io.sluice.fit.BadLogException;
import io.sluice.fit.LogData;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import java.io.File;
import java.nio.file.Path;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts that are kept in files, and added up again. */
class CountsByHandTest {
  private static final String H = "episode,step,state,action,reward,propensity\n";
  private static final String FIRST =
      H + "1,1,s,a,0.25,0.5\n1,2,t,b,1,0.25\n2,1,t,a,0.5,0.75\n3,1,s,b,1,0.5\n3,2,s,b,0,0.125\n";

  /** Other names, and one step more. */
  private static final String SECOND =
      H + "7,1,r,c,0.75,0.5\n7,2,t,a,1,0.5\n7,3,u,a,1,1\n8,1,s,b,0.125,0.25\n";

  @TempDir Path folder;

  private static final LogOptions KEPT = LogOptions.defaults().toKeep();

  private LogData log(String... logs) {
    List<String> paths = new ArrayList<>();
    for (String log : logs) {
      paths.add(Table.write(folder.resolve("log%d.csv".formatted(paths.size())), log));
    }
    try (DuckDb engine = DuckDb.start(1)) {
      return LogReader.open(engine, paths, KEPT, Set.of()).data();
    }
  }

  private String counted(String log, String name) {
    String path = Table.write(folder.resolve("log.csv"), log);
    Path counts = folder.resolve(name);
    try (DuckDb engine = DuckDb.start(1)) {
      CountsFile.write(LogReader.open(engine, List.of(path), KEPT, Set.of()), counts);
    }
    return counts.toString();
  }

  private static List<String> pairs(LogData data) {
    PropensityTable table = data.propensities().orElseThrow();
    List<String> pairs = new ArrayList<>();
    table.forEachPair(
        0,
        table.size(),
        (i, pair, n, high, low, least, most) ->
            pairs.add("%s %s %s %s %s %s".formatted(pair, n, high, low, least, most)));
    return pairs;
  }

  private static void same(LogData kept, LogData log) {
    assertThat(kept.states().names()).isEqualTo(log.states().names());
    assertThat(kept.actions().names()).isEqualTo(log.actions().names());
    assertThat(kept.counts()).isEqualTo(log.counts());
    assertThat(kept.halves()).isEqualTo(log.halves()).isPresent();
    assertThat(pairs(kept)).isEqualTo(pairs(log)).isNotEmpty();
    assertThat(kept.rows()).isEqualTo(log.rows());
  }

  @Test
  void countsOfALogAreTheLogs() {
    String file = counted(FIRST, "a.parquet");
    same(CountsFile.read(List.of(file), Set.of(), OptionalLong.of(1)).data(), log(FIRST));
    LogData more = CountsFile.read(List.of(file), Set.of("z"), OptionalLong.empty()).data();
    assertThat(more.actions().names()).containsExactly("a", "b", "z");
    assertThat(more.counts().count(more.counts().cell(1, 0, 0, 1))).isEqualTo(1);
    assertThatThrownBy(() -> CountsFile.read(List.of(file), Set.of(), OptionalLong.of(2)))
        .isInstanceOf(BadLogException.class)
        .hasMessageContaining("needs `seed` 1");
  }

  @Test
  void countsOfTwoLogsAreThoseOfBoth() {
    List<String> files = List.of(counted(FIRST, "a[1].parquet"), counted(SECOND, "b.parquet"));
    same(CountsFile.read(files, Set.of(), OptionalLong.empty()).data(), log(FIRST, SECOND));
  }

  /** Half of nine thousand cells, and all pairs, are more than twice 4,096, or once. */
  @Test
  void numbersAreHandedOverInSeveralLists() {
    StringBuilder log = new StringBuilder("state,action,reward,propensity\n");
    for (int i = 0; i < 9000; i++) {
      log.append("s%d,a,%s,0.5\n".formatted(i, i % 9 / 8.0));
    }
    String file = counted(log.toString(), "a.parquet");
    same(
        CountsFile.read(List.of(file), Set.of(), OptionalLong.empty()).data(), log(log.toString()));
  }

  @Test
  void aLogWithoutPropensitiesHasNone() {
    String file = counted("state,action,reward\ns,a,1\nt,b,0\n", "a.parquet");
    assertThat(CountsFile.read(List.of(file), Set.of(), OptionalLong.empty()).data().propensities())
        .isEmpty();
  }

  @Test
  void countsHaveToBeThere() {
    String file = folder.resolve("none.parquet").toString();
    assertThatThrownBy(() -> CountsFile.read(List.of(file), Set.of(), OptionalLong.empty()))
        .isInstanceOf(BadLogException.class)
        .hasMessage(file + ": needs a readable parquet file, got: no file of that name");
  }

  @Test
  void countsAreNamedOneByOne() {
    counted(FIRST, "a.parquet");
    String pattern = folder.resolve("?.parquet").toString();
    assertThatThrownBy(() -> CountsFile.read(List.of(pattern), Set.of(), OptionalLong.empty()))
        .hasMessage(pattern + ": needs a readable parquet file, got: no file of that name");
  }

  /** It is older when the actions are asked for, which is between two readings of it. */
  @Test
  void countsMustNotChangeWhileTheyAreRead() {
    String file = counted(FIRST, "a.parquet");
    Set<String> actions =
        new AbstractSet<>() {
          @Override
          public Iterator<String> iterator() {
            assertThat(new File(file).setLastModified(1_000_000)).isTrue();
            return List.of("z").iterator();
          }

          @Override
          public int size() {
            return 1;
          }
        };
    assertThatThrownBy(() -> CountsFile.read(List.of(file), actions, OptionalLong.empty()))
        .isInstanceOf(BadLogException.class)
        .hasMessage(
            file + ": needs a readable parquet file, got: one that changed while it was read");
  }

  /** With a checksum of their own. */
  @Test
  void otherRowsAreRefused() {
    String file = counted(FIRST, "a.parquet");
    String other = folder.resolve("b.parquet").toString();
    String rows = "SELECT * REPLACE (n + 1 AS n) FROM '%s'".formatted(file);
    try (DuckDb engine = DuckDb.start(1)) {
      TreeMap<String, String> entries = new TreeMap<>();
      engine.query(
          "SELECT decode(key), decode(value) FROM parquet_kv_metadata('%s')".formatted(file),
          row -> entries.put(String.valueOf(row.text(0)), String.valueOf(row.text(1))));
      entries.remove(CountsCheck.CHECKSUM);
      entries.put(CountsCheck.CHECKSUM, CountsCheck.checksum(engine, rows, entries));
      engine.execute(
          "COPY (%s) TO '%s' (FORMAT parquet, KV_METADATA {%s})"
              .formatted(
                  rows,
                  other,
                  entries.entrySet().stream()
                      .map(e -> "'%s': '%s'".formatted(e.getKey(), e.getValue()))
                      .collect(Collectors.joining(", "))));
    }
    assertThatThrownBy(() -> CountsFile.read(List.of(other), Set.of(), OptionalLong.empty()))
        .isInstanceOf(BadLogException.class)
        .hasMessageContaining("cells that do not make up its rows");
  }

  /** The same rows under other metadata. */
  @Test
  void anotherChecksumIsRefused() {
    String file = counted(FIRST, "a.parquet");
    String other = folder.resolve("b.parquet").toString();
    try (DuckDb engine = DuckDb.start(1)) {
      List<String> entries = new ArrayList<>();
      engine.query(
          "SELECT decode(key), decode(value) FROM parquet_kv_metadata('%s')".formatted(file),
          row -> {
            String value = String.valueOf(row.text(1));
            entries.add(
                "'%s': '%s'"
                    .formatted(
                        row.text(0),
                        "sluice.checksum".equals(row.text(0))
                            ? value.replace(value.charAt(0), '_')
                            : value));
          });
      engine.execute(
          "COPY (FROM '%s') TO '%s' (FORMAT parquet, KV_METADATA {%s})"
              .formatted(file, other, String.join(", ", entries)));
    }
    assertThatThrownBy(() -> CountsFile.read(List.of(other), Set.of(), OptionalLong.empty()))
        .isInstanceOf(BadLogException.class)
        .hasMessageContaining("another checksum than its own");
  }
}
