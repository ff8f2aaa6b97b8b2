package io.sluice.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * A standalone cluster from the jars of the class path, on ports that are free: a master and two
 * workers of one core each, all processes of their own, which end with it.
 */
public record Cluster(
    Path folder, String url, Started master, Started first, Started second, List<String> flags)
    implements AutoCloseable {
  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "jdk.internal.ref",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  /**
   * @param folder an empty one
   * @param memory of each worker
   */
  public static Cluster start(Path folder, String memory) throws IOException, InterruptedException {
    return start(folder, memory, List.of());
  }

  /**
   * @param flags of every process, executors included
   */
  public static Cluster start(Path folder, String memory, List<String> flags)
      throws IOException, InterruptedException {
    home(folder);
    Started master =
        new Started(
            java(folder, flags, "org.apache.spark.deploy.master.Master", "256m", anyPort()));
    try {
      String line = master.waitFor("Starting Spark master at ");
      String url = line.substring(line.indexOf("spark://")).strip();
      Started first = new Started(worker(folder, flags, "one", memory, url));
      Started second = new Started(worker(folder, flags, "two", memory, url));
      Cluster cluster = new Cluster(folder, url, master, first, second, flags);
      try {
        master.waitFor("Registering worker");
        master.waitFor("Registering worker");
        return cluster;
      } catch (InterruptedException | RuntimeException | Error e) {
        cluster.close();
        throw e;
      }
    } catch (InterruptedException | RuntimeException | Error e) {
      master.close();
      throw e;
    }
  }

  /** A folder that workers take for an installation of Spark: one jar that names all others. */
  private static void home(Path folder) throws IOException {
    Path jars = Files.createDirectories(folder.resolve("home").resolve("jars"));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    String all =
        String.join(
            " ",
            classPath().stream().map(entry -> new File(entry).toURI().toASCIIString()).toList());
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, all);
    new JarOutputStream(Files.newOutputStream(jars.resolve("all.jar")), manifest).close();
  }

  private static List<String> classPath() {
    return List.of(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  private static String[] anyPort() {
    return new String[] {"--host", "127.0.0.1", "--port", "0", "--webui-port", "0"};
  }

  private static ProcessBuilder worker(
      Path folder, List<String> flags, String name, String memory, String master) {
    List<String> args = new ArrayList<>(List.of(anyPort()));
    args.addAll(List.of("--cores", "1", "--memory", memory));
    args.addAll(List.of("--work-dir", folder.resolve(name).toString(), master));
    return java(
        folder,
        flags,
        "org.apache.spark.deploy.worker.Worker",
        "256m",
        args.toArray(String[]::new));
  }

  /** A driver, not started yet, which says how far it is: {@link StagesSeen}. */
  public ProcessBuilder driver(String main, String executorMemory, String... args) {
    ProcessBuilder driver = java(folder, flags, main, "512m", args);
    driver
        .command()
        .addAll(
            1,
            List.of(
                "-Dspark.executor.memory=" + executorMemory,
                "-Dspark.executor.extraJavaOptions=" + String.join(" ", flags),
                "-Dspark.driver.host=127.0.0.1",
                "-Dspark.extraListeners=" + StagesSeen.class.getName(),
                "-Dspark.sql.shuffle.partitions=4"));
    return driver;
  }

  /** Java as this one is, with what Spark needs opened. */
  private static ProcessBuilder java(
      Path folder, List<String> flags, String main, String heap, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heap);
    command.addAll(flags);
    OPENED.forEach(name -> command.add("--add-opens=java.base/%s=ALL-UNNAMED".formatted(name)));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    Stream.of(args).forEach(command::add);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_DIRS", folder.resolve("scratch").toString());
    return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
  }

  @Override
  public void close() {
    first.close();
    second.close();
    master.close();
  }
}
