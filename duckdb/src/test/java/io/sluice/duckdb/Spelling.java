package io.sluice.duckdb;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A way to write a log down, as files or as a glob. */
public record Spelling(String name, BiFunction<Table, Path, List<String>> write) {
  static Stream<Spelling> all() {
    return Stream.of(
        one("CSV", (log, f) -> log.toCsv(f.resolve("log.csv"))),
        one("gzipped CSV", (log, f) -> log.toCsv(f.resolve("log.csv.gz"))),
        one("Parquet", (log, f) -> log.toParquet(f.resolve("log.parquet"))),
        one("JSON", (log, f) -> Table.write(f.resolve("log.jsonl"), log.json())),
        one("gzipped JSON", (log, f) -> Table.write(f.resolve("log.json.gz"), log.json())),
        one("shuffled rows", (log, f) -> log.shuffled(3).toCsv(f.resolve("log.csv"))),
        one("shuffled Parquet", (log, f) -> log.shuffled(4).toParquet(f.resolve("log.parquet"))),
        one("steps from 0", (log, f) -> fromZero(log).toCsv(f.resolve("log.csv"))),
        one("next states given", (log, f) -> withNext(log).shuffled(5).toCsv(f.resolve("x.csv"))),
        one("an end column", (log, f) -> withEnd(log).toCsv(f.resolve("log.csv"))),
        one("text episodes", (log, f) -> textEpisodes(log).toParquet(f.resolve("log.parquet"))),
        one("columns turned", (log, f) -> turned(log).toCsv(f.resolve("log.csv"))),
        new Spelling("three files", (log, f) -> files(log, f, ".csv")),
        new Spelling("three gzipped files", (log, f) -> files(log, f, ".csv.gz")),
        new Spelling("a glob", (log, f) -> glob(log, f)));
  }

  private static Spelling one(String name, BiFunction<Table, Path, String> write) {
    return new Spelling(name, (log, folder) -> List.of(write.apply(log, folder)));
  }

  private static Table fromZero(Table log) {
    return log.mapped("step", s -> Integer.toString(Integer.parseInt(s) - 1));
  }

  private static Table textEpisodes(Table log) {
    return log.mapped("episode", e -> "visit " + e);
  }

  /** The state of each episode's every step, by "episode/step". */
  private static Map<String, String> states(Table log) {
    Map<String, String> states = new HashMap<>();
    log.rows().forEach(r -> states.put(key(log, r, 0), log.at(r, "state")));
    return states;
  }

  private static String key(Table log, List<String> row, int later) {
    return log.at(row, "episode") + "/" + (Integer.parseInt(log.at(row, "step")) + later);
  }

  private static Table withNext(Table log) {
    Map<String, String> states = states(log);
    return log.added("next_state", row -> states.getOrDefault(key(log, row, 1), ""));
  }

  private static Table withEnd(Table log) {
    Map<String, String> states = states(log);
    return log.added("end", row -> states.containsKey(key(log, row, 1)) ? "false" : "true");
  }

  private static Table turned(Table log) {
    List<String> order = List.of("reward", "state", "step", "action", "episode");
    return new Table(
        order,
        log.rows().stream().map(r -> order.stream().map(c -> log.at(r, c)).toList()).toList());
  }

  private static List<String> files(Table log, Path folder, String ending) {
    List<Table> parts = log.split(3);
    return IntStream.range(0, 3)
        .mapToObj(i -> parts.get(i).toCsv(folder.resolve("part" + i + ending)))
        .toList();
  }

  private static List<String> glob(Table log, Path folder) {
    files(log.shuffled(6), folder, ".csv");
    return List.of(folder.resolve("part*.csv").toString());
  }

  @Override
  public String toString() {
    return name;
  }
}
