package io.sluice.cli;

import io.sluice.duckdb.DuckDb;
import io.sluice.fit.BadLogException;
import io.sluice.fit.LogData;
import io.sluice.logs.BadSqlException;
import io.sluice.logs.History;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.PolicyTable;
import io.sluice.logs.SqlEngine;
import io.sluice.mdp.SettingException;
import io.sluice.spark.SharedSpark;
import io.sluice.spark.Spark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The cases of {@link Fuzz} on both engines, which have to say the same. Every fiftieth is a whole
 * command on each; of the others the log, or the policy, is read by each, which takes a tenth of
 * the time. Run in a process of its own, whose folder for temporary files is its own too:
 *
 * <p>{@code SparkFuzz FOLDER SEED SECONDS [FIRST]}
 */
public final class SparkFuzz {
  private static final int WHOLE = 50;

  private SparkFuzz() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Fuzz fuzz = new Fuzz(folder, Long.parseLong(args[1]));
    long first = args.length > 3 ? Long.parseLong(args[3]) : 0;
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Path place = folder.resolve("case");
    SharedSpark.session();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[2]));
    long[] done = new long[2];
    long faults = 0;
    for (long i = first; System.nanoTime() < end; i++) {
      Fuzz.Case c = fuzz.damaged(i);
      boolean whole = i % WHOLE == 0;
      boolean none = c.command().contains("--counts") || c.command().get(0).equals("export");
      if (none || !whole && (c.target().isEmpty() || c.target().equals("policy.json"))) {
        continue; // no engine reads it, or only a command does
      }
      String fault = whole ? command(c, place, temporary) : reading(c, place, temporary);
      if (!fault.isEmpty()) {
        faults++;
        System.out.println("FAULT " + i + " " + c.command() + ": " + fault);
        Path kept = Files.createDirectories(folder.resolve("fault" + i));
        for (String name : c.files().keySet()) {
          Files.write(kept.resolve(name), c.files().get(name));
        }
      }
      Fuzz.delete(place);
      done[whole ? 1 : 0]++;
    }
    System.out.println(
        "mutations %s, of them whole commands %s, faults %s"
            .formatted(done[0] + done[1], done[1], faults));
    System.exit(faults == 0 ? 0 : 1);
  }

  private static String command(Fuzz.Case c, Path place, Path temporary) throws Exception {
    Run[] ended = new Run[2];
    String fault =
        Fuzz.fault(
            c,
            words -> {
              ended[0] = Run.of(words);
              ended[1] =
                  Run.of(
                      Stream.concat(Stream.of(words), Stream.of("--engine", "spark"))
                          .toArray(String[]::new));
              return ended[1];
            },
            place,
            temporary);
    if (!fault.isEmpty()) {
      return fault;
    }
    boolean said = !isParquet(c) || ended[1].exit() == Main.DONE;
    boolean same =
        ended[0].exit() == ended[1].exit()
            && (!said
                || withoutReason(ended[0].err()).equals(withoutReason(ended[1].err()))
                    && ended[0].out().equals(ended[1].out()));
    return same ? "" : "DuckDB%n%s%nSpark%n%s".formatted(ended[0], ended[1]);
  }

  /** Damaged Parquet is refused in each engine's words, and some by Spark alone. */
  private static boolean isParquet(Fuzz.Case c) {
    return c.target().equals("log.parquet");
  }

  private static String reading(Fuzz.Case c, Path place, Path temporary) throws Exception {
    c.place(place);
    String duckdb;
    String spark;
    try (SqlEngine engine = DuckDb.start(1)) {
      duckdb = read(engine, c, place);
    }
    try (SqlEngine engine = Spark.in(SharedSpark.session().newSession())) {
      spark = read(engine, c, place);
    }
    for (String name : c.files().keySet()) {
      if (!Arrays.equals(c.files().get(name), Files.readAllBytes(place.resolve(name)))) {
        return "changes its input " + name;
      }
    }
    boolean bothRefuse = duckdb.startsWith(REFUSED) && spark.startsWith(REFUSED);
    boolean unread = spark.startsWith(REFUSED) && spark.contains("needs a readable parquet file");
    boolean same = duckdb.equals(spark) || (bothRefuse || unread) && isParquet(c);
    boolean bug = duckdb.startsWith(BUG) || spark.startsWith(BUG);
    String left = Fuzz.left(place, c.files().size()) + Fuzz.left(temporary, 0);
    return same && !bug ? left : "DuckDB%n%s%nSpark%n%s%n%s".formatted(duckdb, spark, left);
  }

  /** What is wrong with a condition is said in each engine's words. */
  private static String withoutReason(String said) {
    return said.replaceAll("(needs a condition in SQL over the columns .*?, got: ).*", "$1");
  }

  private static final String REFUSED = "refused: ";
  private static final String BUG = "bug: ";

  /** What an engine makes of a case: what is in the log or the policy, or why it is refused. */
  private static String read(SqlEngine engine, Fuzz.Case c, Path place) {
    try {
      if (c.target().equals("policy.csv")) {
        PolicyTable policy = PolicyTable.read(engine, place.resolve(c.target()).toString());
        return "policy of " + policy.actions();
      }
      List<String> paths = List.of(place.resolve(c.log()).toString());
      LogOptions options =
          LogOptions.defaults()
              .withHistory(option(c, "--history").map(History::parse))
              .withWhere(option(c, "--where"));
      LogData log = LogReader.open(engine, paths, options, Set.of()).data();
      return "%s %s %s %s %s %s"
          .formatted(
              log.rows(),
              log.states().names(),
              log.actions().names(),
              log.observed(),
              log.allNotes(),
              log.fingerprint());
    } catch (BadLogException | SettingException e) {
      return REFUSED + e.getMessage();
    } catch (BadSqlException e) {
      return REFUSED + withoutReason(e.getMessage());
    } catch (Exception e) { // Spark throws checked ones that it does not declare
      return BUG + e;
    }
  }

  private static Optional<String> option(Fuzz.Case c, String name) {
    int at = c.command().indexOf(name);
    return at < 0 ? Optional.empty() : Optional.of(c.command().get(at + 1));
  }
}
