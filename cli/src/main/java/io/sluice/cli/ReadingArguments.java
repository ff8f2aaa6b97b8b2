package io.sluice.cli;

import io.sluice.duckdb.CountsFile;
import io.sluice.duckdb.DuckDbProvider;
import io.sluice.fit.EpisodeEnds.Reading;
import io.sluice.logs.Bins;
import io.sluice.logs.ColumnMap;
import io.sluice.logs.EngineProvider;
import io.sluice.logs.History;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.Role;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.ServiceLoader.Provider;
import java.util.Set;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where rows come from, and how they are read. */
final class ReadingArguments {
  @Parameters(
      arity = "0..*",
      paramLabel = "LOG",
      description =
          "The log: one or more CSV, Parquet or newline-delimited JSON files, plain or .gz, or globs; - is standard input."
              + " With --engine spark also folders, remote files (s3a://…, hdfs://…) and table:NAME.")
  private List<String> paths = List.of();

  @Option(
      names = "--counts",
      paramLabel = "FILE",
      description =
          "Counts written by sluice count, in place of a log. Repeat the option to add several up.")
  private List<String> counts = List.of();

  @Option(
      names = "--engine",
      paramLabel = "duckdb|spark",
      defaultValue = DuckDbProvider.NAME,
      description =
          "Engine that reads the log: DuckDB on this machine, or Apache Spark. Results are identical (default:"
              + " ${DEFAULT-VALUE}).")
  private String engine;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "The Spark cluster, such as spark://host:7077 or local[4] (default: local[*]).")
  private String master;

  @Option(
      names = "--columns",
      paramLabel = "ROLE=COLUMN[+COLUMN…],…",
      description =
          "Maps roles to your column names. Needed: action, reward, state (unless --features is given), and episode and"
              + " step if episodes have several steps. Optional: next_state, propensity, cluster, end, truncated. Join"
              + " columns with + to make one state of several.")
  private List<String> columns = List.of();

  @Option(
      names = "--bins",
      paramLabel = "COLUMN=CUT,CUT…|qN|hN",
      description =
          "Turns a numeric column of the state into categories: cut points, or qN for N quantile bins. hN hashes the values"
              + " of any column into N buckets. Give the option once for each column.")
  private List<String> bins = List.of();

  @Option(
      names = "--history",
      paramLabel = "N|N:states",
      description =
          "Adds the last N actions to the state, or with N:states also the states they were taken in. Policies still name"
              + " the current state only. The number of states grows by that factor.")
  private String history;

  @Option(
      names = "--where",
      paramLabel = "SQL",
      description =
          "Keeps only the rows that meet this condition, such as \"available = 1\". It must keep or drop whole episodes if"
              + " they have several steps. Numeric columns are compared as numbers.")
  private String where;

  @Option(
      names = "--reward-range",
      paramLabel = "LO,HI",
      description =
          "Lowest and highest possible reward (default: 0,1). Results are in the same units.")
  private String rewardRange;

  @Option(
      names = "--return-range",
      paramLabel = "LO,HI",
      description =
          "Lowest and highest possible return of a whole episode, if narrower than the reward range implies.")
  private String returnRange;

  @Option(
      names = "--ends",
      paramLabel = "unknown|ended|cut",
      defaultValue = "unknown",
      description =
          "What episodes did that stop early, where the log does not mark whether they ended or were cut off. With unknown, intervals"
              + " hold in both cases (default: ${DEFAULT-VALUE}).")
  private String ends;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Random seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  List<String> paths() {
    return paths;
  }

  /** The files of the log or of counts, as the user names them. */
  List<String> inputs() {
    List<String> inputs = new ArrayList<>(paths);
    inputs.addAll(counts);
    return inputs;
  }

  long seed() {
    return seed;
  }

  /** All of this, as a command has it. */
  List<String> words() {
    List<String> words = new ArrayList<>(paths);
    counts.forEach(c -> words.addAll(List.of("--counts", c)));
    columns.forEach(c -> words.addAll(List.of("--columns", c)));
    bins.forEach(b -> words.addAll(List.of("--bins", b)));
    if (history != null) {
      words.addAll(List.of("--history", history));
    }
    if (where != null) {
      words.addAll(List.of("--where", where));
    }
    if (rewardRange != null) {
      words.addAll(List.of("--reward-range", rewardRange));
    }
    if (returnRange != null) {
      words.addAll(List.of("--return-range", returnRange));
    }
    if (reading() != Reading.UNKNOWN) {
      words.addAll(List.of("--ends", ends));
    }
    if (seed != 1) {
      words.addAll(List.of("--seed", String.valueOf(seed)));
    }
    return words;
  }

  LogOptions options(boolean split) {
    requireOneSource();
    Map<Role, List<String>> asked = new EnumMap<>(Role.class);
    // Not split by picocli, to which a quote in a column's name means something.
    for (String entry : columns.stream().flatMap(c -> Arrays.stream(c.split(","))).toList()) {
      int equals = entry.indexOf('=');
      boolean none = ColumnMap.OPTIONAL.stream().anyMatch(r -> entry.equals(r.columnName() + "="));
      List<String> names = none ? List.of() : List.of(entry.substring(equals + 1).split("\\+", -1));
      if (equals < 1 || names.contains("")) {
        throw new IllegalArgumentException("--columns: needs ROLE=COLUMN, got " + entry);
      }
      Role role = role(entry.substring(0, equals).trim());
      if (asked.put(role, names) != null) {
        throw new IllegalArgumentException(
            "--columns: needs every role once, got %s twice".formatted(role.columnName()));
      }
    }
    return new LogOptions(
            asked,
            bins.stream().map(Bins::parse).toList(),
            range("--reward-range", rewardRange),
            range("--return-range", returnRange),
            split,
            seed)
        .withEnds(reading())
        .withHistory(Optional.ofNullable(history).map(History::parse))
        .withWhere(where());
  }

  private Optional<String> where() {
    if (where != null && where.isBlank()) {
      throw new IllegalArgumentException("--where: needs a condition in SQL, got nothing");
    }
    return Optional.ofNullable(where);
  }

  private Reading reading() {
    return Arrays.stream(Reading.values())
        .filter(reading -> reading.toString().equals(ends))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("--ends: needs unknown, ended or cut, got " + ends));
  }

  private static Role role(String name) {
    return Arrays.stream(Role.values())
        .filter(role -> role.columnName().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--columns: needs a role, one of %s, got %s"
                        .formatted(
                            String.join(
                                ", ", Arrays.stream(Role.values()).map(Role::columnName).toList()),
                            name)));
  }

  private static Optional<RewardRange> range(String option, String text) {
    if (text == null) {
      return Optional.empty();
    }
    String[] ends = text.split(",", -1);
    try {
      if (ends.length == 2) {
        double low = Double.parseDouble(ends[0]);
        double high = Double.parseDouble(ends[1]);
        if (low < high && Double.isFinite(low) && Double.isFinite(high)) {
          return Optional.of(range(option, low, high));
        }
      }
    } catch (NumberFormatException e) {
      // falls through to the one message for every misspelling
    }
    throw new IllegalArgumentException(
        "%s: needs two numbers LO,HI with LO < HI, got %s".formatted(option, text));
  }

  private static RewardRange range(String option, double low, double high) {
    try {
      return new RewardRange(low, high);
    } catch (IllegalArgumentException e) {
      throw new SettingException(
          option.substring(2), String.valueOf(e.getMessage()).replace("reward range: ", ""));
    }
  }

  /** A log or counts, and with counts nothing that was decided when they were made. */
  private void requireOneSource() {
    if (paths.isEmpty() == counts.isEmpty()) {
      throw new IllegalArgumentException(
          "needs a LOG or --counts, got " + (paths.isEmpty() ? "neither" : "both"));
    }
    boolean decided =
        columns.isEmpty()
            && bins.isEmpty()
            && history == null
            && where == null
            && rewardRange == null
            && returnRange == null
            && reading() == Reading.UNKNOWN;
    if (!counts.isEmpty() && !decided) {
      throw new IllegalArgumentException(
          "--counts: were made with their own --columns, --bins, --reward-range, --return-range, --history, --where and --ends, got one of them again");
    }
    if (!counts.isEmpty() && !engine.equals(DuckDbProvider.NAME)) {
      throw new IllegalArgumentException(
          "--counts: cannot be used with another engine, got --engine " + engine);
    }
  }

  /**
   * Starts the engine.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  SqlEngine start() {
    List<EngineProvider> found =
        ServiceLoader.load(EngineProvider.class).stream().map(Provider::get).toList();
    return found.stream()
        .filter(provider -> provider.name().equals(engine))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(missing(found)))
        .start(Optional.ofNullable(master));
  }

  private String missing(List<EngineProvider> found) {
    return engine.equals("spark")
        ? "--engine spark: needs the module sluice-spark on the class path, got none (./sluice puts it there; see docs/spark.md)"
        : "--engine: needs one of %s, spark, got %s"
            .formatted(
                String.join(
                    ", ",
                    found.stream()
                        .map(EngineProvider::name)
                        .filter(n -> !n.equals("spark"))
                        .toList()),
                engine);
  }

  /** Whether rows can be read again with another history: a log, and none asked for. */
  boolean takesHistory() {
    return counts.isEmpty() && history == null;
  }

  /** Reads and counts the log with something of the past in the state. */
  SqlLog open(SqlEngine engine, History past, Set<String> moreActions) {
    LogOptions options = options(false).withHistory(Optional.of(past));
    return LogReader.open(engine, paths, options, moreActions);
  }

  /** Reads and counts the log, or takes the counts that there are. */
  SqlLog open(SqlEngine engine, boolean split, Set<String> moreActions) {
    return counts.isEmpty()
        ? LogReader.open(engine, paths, options(split), moreActions)
        : CountsFile.read(
            counts, moreActions, split ? OptionalLong.of(seed) : OptionalLong.empty());
  }

  /** The same with rows assigned to segments, if they are to be. */
  SqlLog open(
      SqlEngine engine, boolean split, Set<String> moreActions, Optional<SegmentColumns> by) {
    return by.isPresent()
        ? LogReader.open(engine, paths, options(split), moreActions, by.get())
        : open(engine, split, moreActions);
  }

  /** The same in a form that can be kept. */
  SqlLog openToKeep(SqlEngine engine) {
    return counts.isEmpty()
        ? LogReader.open(engine, paths, options(true).toKeep(), Set.of())
        : CountsFile.read(counts, Set.of(), OptionalLong.empty());
  }
}
