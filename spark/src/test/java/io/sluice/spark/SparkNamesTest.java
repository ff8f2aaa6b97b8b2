package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.duckdb.NamesAreDataTest;
import io.sluice.duckdb.Table;
import io.sluice.fit.LogData;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.Role;
import io.sluice.logs.SqlEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever characters a name has, it is a name to Spark too; all at once, for time. */
class SparkNamesTest {
  private static final List<String> NAMES = NamesAreDataTest.names().toList();

  @TempDir Path folder;

  private static LogData read(String file, List<String> states) {
    try (SqlEngine engine = SharedSpark.small()) {
      LogOptions options =
          new LogOptions(
              Map.of(Role.STATE, states), List.of(), Optional.empty(), Optional.empty(), true, 1);
      return LogReader.open(engine, List.of(file), options, Set.of()).data();
    }
  }

  @Test
  void labelsMayBeCalledAnything() {
    List<List<String>> rows = new ArrayList<>();
    for (String name : NAMES) {
      rows.add(List.of(name, "1", name, name, "0"));
      rows.add(List.of(name, "2", name + "!", "x", "1"));
    }
    Table log = Table.of("episode", "step", "state", "action", "reward").with(rows);
    for (String file :
        List.of(
            log.toCsv(folder.resolve("log.csv")),
            Table.write(folder.resolve("log.jsonl"), log.json()),
            log.toParquet(folder.resolve("log.parquet")))) {
      LogData data = read(file, List.of("state"));
      assertThat(data.states().names()).as(file).containsAll(NAMES).hasSize(2 * NAMES.size());
      assertThat(data.actions().names()).containsAll(NAMES).hasSize(NAMES.size() + 1);
      assertThat(data.episodes()).isEqualTo(NAMES.size());
    }
  }

  @Test
  void columnsMayBeCalledAnything() {
    List<String> columns = new ArrayList<>(NAMES.stream().map(name -> "c " + name).toList());
    List<String> states = List.copyOf(columns);
    columns.addAll(List.of("action", "reward"));
    List<String> row = new ArrayList<>();
    states.forEach(c -> row.add("s"));
    row.addAll(List.of("a", "0"));
    Table log = new Table(columns, List.of(row));
    for (String file :
        List.of(
            log.toCsv(folder.resolve("log.csv")),
            Table.write(folder.resolve("log.jsonl"), log.json()),
            log.toParquet(folder.resolve("log.parquet")))) {
      assertThat(read(file, states).states().names())
          .as(file)
          .containsExactly("s|".repeat(states.size() - 1) + "s");
    }
  }

  @Test
  void filesMayBeCalledAnything() {
    Table log = Table.parse("state,action,reward\ns,a,x");
    for (String name :
        List.of(
            "it's; DROP TABLE x; --.csv", "\"q\".csv", "a[1]+%41.csv", "b\\s.csv", "ü 🙂.csv")) {
      String file = log.toCsv(folder.resolve(name));
      try (SqlEngine engine = SharedSpark.small()) {
        org.assertj.core.api.Assertions.assertThatThrownBy(
                () -> LogReader.open(engine, List.of(file), LogOptions.defaults(), Set.of()))
            .hasMessageEndingWith(
                name.substring(name.indexOf('\\') + 1) + ":2: reward needs a number, got \"x\"");
      }
    }
  }
}
