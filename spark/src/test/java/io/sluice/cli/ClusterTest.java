package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real cluster from the jars of the class path: a master and two workers, each a process of its
 * own on 127.0.0.1. One worker is killed while a command runs; the answer is that of one machine.
 */
class ClusterTest {
  private static final int EPISODES = 60_000;

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
      "selective,fused,snips",
      "--format",
      "json"
    };
    Run expected = Run.of(command);
    assertThat(expected.exit()).as(expected.err()).isEqualTo(Main.DONE);
    home();
    try (Started master = new Started(java("org.apache.spark.deploy.master.Master", web()))) {
      String line = master.waitFor("Starting Spark master at ");
      String url = line.substring(line.indexOf("spark://")).strip();
      try (Started one = new Started(worker("one", url));
          Started two = new Started(worker("two", url))) {
        master.waitFor("Registering worker");
        master.waitFor("Registering worker");
        Path printed = folder.resolve("printed.json");
        try (Started driver = new Started(driver(url, command).redirectOutput(printed.toFile()))) {
          one.waitFor("Launched executor");
          two.waitFor("Launched executor");
          driver.waitFor(StagesSeen.STAGE);
          one.kill();
          driver.waitFor(StagesSeen.LOST); // noticed while stages were still to come:
          driver.waitFor(StagesSeen.STAGE);
          assertThat(driver.process().waitFor()).isEqualTo(Main.DONE);
        }
        assertThat(Files.readString(printed)).isEqualTo(expected.out());
        assertThat(two.process().isAlive()).isTrue();
      }
    }
  }

  /** A folder that workers take for an installation of Spark. */
  private void home() throws IOException {
    Path jars = Files.createDirectories(folder.resolve("home").resolve("jars"));
    for (String entry : classPath()) {
      Path jar = Path.of(entry);
      if (entry.endsWith(".jar")) {
        Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar.toAbsolutePath());
      }
    }
  }

  private static List<String> classPath() {
    return List.of(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  private static String[] web() {
    return new String[] {"--host", "127.0.0.1", "--port", "0", "--webui-port", "0"};
  }

  private ProcessBuilder worker(String name, String master) {
    List<String> args = new ArrayList<>(List.of(web()));
    args.addAll(List.of("--cores", "1", "--memory", "700m"));
    args.addAll(List.of("--work-dir", folder.resolve(name).toString(), master));
    return java("org.apache.spark.deploy.worker.Worker", args.toArray(String[]::new));
  }

  private ProcessBuilder driver(String master, String... command) {
    List<String> args = new ArrayList<>(List.of(command));
    args.addAll(List.of("--engine", "spark", "--master", master));
    ProcessBuilder driver = java("io.sluice.cli.Main", args.toArray(String[]::new));
    String classes =
        String.join(
            File.pathSeparator, classPath().stream().filter(e -> !e.endsWith(".jar")).toList());
    List<String> settings =
        List.of(
            "-Dspark.executor.memory=600m",
            "-Dspark.driver.host=127.0.0.1",
            "-Dspark.extraListeners=" + StagesSeen.class.getName(),
            "-Dspark.executor.extraClassPath=" + classes,
            "-Dspark.sql.shuffle.partitions=2");
    driver.command().addAll(1, settings);
    return driver;
  }

  /** Java as this one is, with what Spark needs opened. */
  private ProcessBuilder java(String main, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.add("-XX:TieredStopAtLevel=1"); // short lives
    Stream.of(
            "java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio")
        .forEach(name -> command.add(opens(name)));
    Stream.of(
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "jdk.internal.ref",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar")
        .forEach(name -> command.add(opens(name)));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_DIRS", folder.resolve("scratch").toString());
    builder.redirectOutput(folder.resolve("%s.out".formatted(System.nanoTime())).toFile());
    return builder;
  }

  private static String opens(String name) {
    return "--add-opens=java.base/%s=ALL-UNNAMED".formatted(name);
  }
}
