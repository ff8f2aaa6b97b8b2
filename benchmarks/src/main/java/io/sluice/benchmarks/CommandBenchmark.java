package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Whole commands on a CSV log of 3 million rows, 20,000 states, 5 actions and 10 steps, as
 * processes of their own with all that starting takes, beside one bare LEAD + GROUP BY of the same
 * file in DuckDB. Ends with what must hold, and with exit code 1 if it does not.
 *
 * <p>Arguments: rounds (5), and the launcher (./sluice).
 */
public final class CommandBenchmark {
  private static final int STATES = 20_000;
  private static final int ACTIONS = 5;
  private static final int STEPS = 10;
  private static final int EPISODES = 300_000;
  private static final int SUCCESSORS = 4;
  private static final String BARE = "bare LEAD + GROUP BY";

  private final Path folder;
  private final String launcher;
  private final Map<String, List<Double>> seconds = new LinkedHashMap<>();

  private CommandBenchmark(Path folder, String launcher) {
    this.folder = folder;
    this.launcher = launcher;
  }

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    Path folder = Files.createTempDirectory("sluice-commands-");
    try {
      boolean held =
          new CommandBenchmark(folder, args.length > 1 ? args[1] : "./sluice").run(rounds);
      System.exit(held ? 0 : 1);
    } finally {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  private boolean run(int rounds) throws Exception {
    Path log = folder.resolve("log.csv");
    write(log);
    command("--version"); // builds, and makes the archive of classes
    for (int round = 0; round < rounds; round++) {
      bare(log);
      timed("evaluate", "evaluate", log, "--policy", "always:a3");
      timed(
          "evaluate --report",
          "evaluate",
          log,
          "--policy",
          "always:a3",
          "--report",
          folder.resolve("page.html"));
      timed("count", "count", log, "--out", folder.resolve("counts.parquet"));
      timed(
          "learn --learner certified",
          "learn",
          log,
          "--learner",
          "certified",
          "--out",
          folder.resolve("policy.csv"));
      timed(
          "evaluate --counts",
          "evaluate",
          "--counts",
          folder.resolve("counts.parquet"),
          "--policy",
          "always:a3");
    }
    System.out.printf(
        Locale.ROOT,
        "%,d rows, %,d states, %d actions, %d steps; medians of %d rounds, elapsed seconds%n",
        EPISODES * STEPS,
        STATES,
        ACTIONS,
        STEPS,
        rounds);
    seconds.forEach(
        (name, times) ->
            System.out.printf(
                Locale.ROOT,
                "%-28s %6.2f   × bare %5.2f%n",
                name,
                median(name),
                median(name) / median(BARE)));
    boolean evaluate = bound("evaluate to the bare query", "evaluate", BARE, 4);
    boolean report = bound("evaluate --report to evaluate", "evaluate --report", "evaluate", 1.3);
    boolean count = bound("count to evaluate", "count", "evaluate", 1);
    return evaluate && report && count;
  }

  private boolean bound(String what, String name, String other, double most) {
    double ratio = median(name) / median(other);
    boolean holds = ratio <= most;
    System.out.printf(
        Locale.ROOT, "%s: %.2f, at most %s: %s%n", what, ratio, most, holds ? "holds" : "MISSED");
    return holds;
  }

  private double median(String name) {
    List<Double> sorted = times(name).stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  private void bare(Path log) throws SQLException {
    String sql =
        "SELECT count(*) FROM (SELECT step, state, action, next, count(*), sum(reward), sum(reward * reward) FROM (SELECT *, lead(state) OVER (PARTITION BY episode ORDER BY step) AS next FROM '%s') GROUP BY step, state, action, next)"
            .formatted(log);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      long start = System.nanoTime();
      try (ResultSet result = statement.executeQuery(sql)) {
        result.next();
        add(BARE, start);
        if (times(BARE).size() == 1) {
          System.out.printf(Locale.ROOT, "%,d cells%n", result.getLong(1));
        }
      }
    }
  }

  private void timed(String name, Object... words) throws IOException, InterruptedException {
    long start = System.nanoTime();
    command(words);
    add(name, start);
  }

  private void add(String name, long start) {
    times(name).add((System.nanoTime() - start) / 1e9);
  }

  private List<Double> times(String name) {
    return seconds.computeIfAbsent(name, n -> new ArrayList<>());
  }

  private void command(Object... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(launcher));
    Stream.of(words).map(Object::toString).forEach(command::add);
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (process.waitFor() != 0) {
      throw new IllegalStateException("%s: ended with %d".formatted(command, process.exitValue()));
    }
  }

  private static void write(Path file) {
    SplittableRandom random = new SplittableRandom(1);
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write("episode,step,state,action,reward,propensity\n");
      for (int episode = 1; episode <= EPISODES; episode++) {
        int state = random.nextInt(STATES);
        for (int step = 1; step <= STEPS; step++) {
          int action = random.nextInt(ACTIONS);
          int reward = random.nextInt(100) < 10 + 5 * action ? 1 : 0;
          out.write(episode + "," + step + ",s" + state + ",a" + action + "," + reward + ",0.2\n");
          long one = ((long) state * ACTIONS + action) * SUCCESSORS + random.nextInt(SUCCESSORS);
          state = (int) ((one * 0x9E3779B97F4A7C15L >>> 33) % STATES);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
