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
 * own on 127.0.0.1. One worker is killed while a command runs; the answer is that of one machine.
 */
class ClusterTest {
  private static final int EPISODES = 100_000;

  /** Six short processes on few cores: compiling them well takes longer than running them. */
  private static final List<String> FLAGS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  @TempDir Path folder;

  @Test
  void anAnswerSurvivesTheLossOfAWorker() throws IOException, InterruptedException {
    String log = folder.resolve("log.parquet").toString();
    Run.of("simulate", "chain-bandit", "--episodes", "" + EPISODES, "--seed", "4", "--out", log);
    String[] command = {
      "evaluate",
      log,
      "--policy",
      "uniform",
      "--interval",
      "efficient,robust,snips",
      "--format",
      "json"
    };
    Run expected = Run.of(command);
    assertThat(expected.exit()).as(expected.err()).isEqualTo(Main.DONE);
    Path printed = folder.resolve("printed.json");
    try (Cluster cluster = Cluster.start(folder, "700m", FLAGS)) {
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
      assertThat(Files.readString(printed)).isEqualTo(expected.out());
      assertThat(cluster.second().process().isAlive()).isTrue();
    }
  }

  private static String[] onSpark(Cluster cluster, String... command) {
    return Stream.concat(
            Stream.of(command), Stream.of("--engine", "spark", "--master", cluster.url()))
        .toArray(String[]::new);
  }
}
