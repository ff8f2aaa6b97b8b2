package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real cluster from the jars of the class path: a master and two workers, each a process of its
 * own on 127.0.0.1. Executors, and a worker, are killed while commands run, and tasks are tried
 * twice; the answers are those of one machine.
 */
class ClusterTest {
  private static final int EPISODES = 100_000;

  /**
   * A dozen short processes on few cores: compiling them well, and verifying the classes of Spark's
   * jars, takes longer than running them.
   */
  private static final List<String> FLAGS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote");

  @TempDir Path folder;

  /** A second try for whatever takes longer than most: both may end, and one of them counts. */
  private static final List<String> TWICE =
      List.of(
          "-Dspark.speculation=true",
          "-Dspark.speculation.interval=10ms",
          "-Dspark.speculation.multiplier=1",
          "-Dspark.speculation.quantile=0.25",
          "-Dspark.speculation.minTaskRuntime=1ms");

  @Test
  void answersSurviveTheLossOfExecutorsAndOfAWorker() throws IOException, InterruptedException {
    String few = made("few.parquet", 20_000);
    String[] features = evaluate(few, "efficient,robust", "--features", "state");
    String log = made("log.parquet", EPISODES);
    String[] tables = evaluate(log, "efficient,robust,snips");
    Run ofFeatures = Run.of(features);
    Run ofTables = Run.of(tables);
    assertThat(ofFeatures.exit()).as(ofFeatures.err()).isEqualTo(Main.DONE);
    assertThat(ofTables.exit()).as(ofTables.err()).isEqualTo(Main.DONE);
    try (Cluster cluster = Cluster.start(folder, "700m", FLAGS)) {
      assertThat(losingExecutors(cluster, features)).isEqualTo(ofFeatures.out());
      assertThat(losingAWorker(cluster, tables)).isEqualTo(ofTables.out());
      assertThat(cluster.second().process().isAlive()).isTrue();
    }
  }

  private String made(String name, int episodes) {
    String log = folder.resolve(name).toString();
    Run.of("simulate", "chain-bandit", "--episodes", "" + episodes, "--seed", "4", "--out", log);
    return log;
  }

  private static String[] evaluate(String log, String intervals, String... more) {
    Stream<String> words =
        Stream.of("evaluate", log, "--policy", "uniform", "--interval", intervals);
    return Stream.concat(words, Stream.concat(Stream.of("--format", "json"), Stream.of(more)))
        .toArray(String[]::new);
  }

  /** After the columns are summed up: one while moments are, another while scores are. */
  private String losingExecutors(Cluster cluster, String... command)
      throws IOException, InterruptedException {
    Path printed = folder.resolve("features.json");
    ProcessBuilder process =
        cluster.driver("io.sluice.cli.Main", "600m", onSpark(cluster, command));
    process.command().addAll(1, TWICE);
    try (Started driver = new Started(process.redirectOutput(printed.toFile()))) {
      for (Started worker : List.of(cluster.first(), cluster.second())) {
        worker.waitFor("Asked to launch executor");
      }
      for (Started worker : List.of(cluster.first(), cluster.second())) {
        driver.waitFor(StagesSeen.PASS);
        driver.waitFor(StagesSeen.STAGE); // rows of the next pass are in their places
        worker.killChildren();
        driver.waitFor(StagesSeen.LOST);
      }
      assertThat(driver.process().waitFor()).isEqualTo(Main.DONE);
      assertThat(driver.hasSaid(StagesSeen.AGAIN)).isTrue();
    }
    return Files.readString(printed);
  }

  private String losingAWorker(Cluster cluster, String... command)
      throws IOException, InterruptedException {
    Path printed = folder.resolve("tables.json");
    ProcessBuilder process =
        cluster.driver("io.sluice.cli.Main", "600m", onSpark(cluster, command));
    try (Started driver = new Started(process.redirectOutput(printed.toFile()))) {
      cluster.first().waitFor("Asked to launch executor");
      cluster.second().waitFor("Asked to launch executor");
      driver.waitFor(StagesSeen.STAGE);
      cluster.first().kill();
      driver.waitFor(StagesSeen.LOST); // noticed while stages were still to come:
      driver.waitFor(StagesSeen.STAGE);
      assertThat(driver.process().waitFor()).isEqualTo(Main.DONE);
    }
    return Files.readString(printed);
  }

  private static String[] onSpark(Cluster cluster, String... command) {
    return Stream.concat(
            Stream.of(command), Stream.of("--engine", "spark", "--master", cluster.url()))
        .toArray(String[]::new);
  }
}
