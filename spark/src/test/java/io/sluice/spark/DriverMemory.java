package io.sluice.spark;

import io.sluice.cli.Cluster;
import io.sluice.cli.Started;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Settings;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Does the driver's memory grow with the number of rows? A cluster of processes on this machine,
 * and a driver with 512 MB that counts logs of 1, 5 and 25 million rows and goes through their
 * episodes again; after it, and after every collection on the way, it says how much of its heap is
 * in use.
 *
 * <p>Arguments: numbers of rows.
 */
public final class DriverMemory {
  private static final String MEASURED = "driver:";
  private static final int STATES = 200;
  private static final LogOptions HALVED =
      new LogOptions(Map.of(), List.of(), Optional.empty(), Optional.empty(), true, 1);

  private DriverMemory() {}

  public static void main(String[] args) throws IOException, SQLException, InterruptedException {
    if (args.length == 3 && args[0].equals("drive")) {
      drive(args[1], args[2]);
      return;
    }
    List<String> sizes =
        args.length > 0 ? List.of(args) : List.of("1000000", "5000000", "25000000");
    Path folder = Files.createTempDirectory("sluice-driver-memory-");
    try (Cluster cluster = Cluster.start(Files.createDirectory(folder.resolve("c")), "2g")) {
      for (String rows : sizes) {
        MadeLog log = MadeLog.of(folder, Long.parseLong(rows), STATES);
        String[] arguments = {"drive", cluster.url(), log.file().toString()};
        try (Started driver =
            new Started(cluster.driver(DriverMemory.class.getName(), "1500m", arguments))) {
          String line = driver.waitFor(MEASURED, 120);
          System.out.printf("%,12d rows  %s%n", Long.parseLong(rows), line);
          driver.process().waitFor();
        }
      }
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void drive(String master, String file) {
    Settings settings = Settings.defaults();
    try (Spark engine = Spark.start(Optional.of(master))) {
      SqlLog log = LogReader.open(engine, List.of(file), HALVED, Set.of());
      List<IntervalKind> kinds = List.of(IntervalKind.named("selective"), IntervalKind.named("dr"));
      EvaluationResult answer =
          EvaluationResult.of(
              Fit.of(log, settings).judge(Policy.uniform(log.data().shape())), kinds);
      long collected = afterCollections();
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      System.err.printf(
          "%s %d MB in use at the end, %d MB after the last collection on the way, of at most %d MB; effect by dr %.6f%n",
          MEASURED,
          runtime.totalMemory() - runtime.freeMemory() >> 20,
          collected >> 20,
          runtime.maxMemory() >> 20,
          answer.total().get(IntervalKind.DR).estimate());
    }
  }

  /** What was left of each pool when it was last collected. */
  private static long afterCollections() {
    List<MemoryPoolMXBean> pools = new ArrayList<>(ManagementFactory.getMemoryPoolMXBeans());
    return pools.stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
        .mapToLong(pool -> pool.getCollectionUsage().getUsed())
        .sum();
  }
}
