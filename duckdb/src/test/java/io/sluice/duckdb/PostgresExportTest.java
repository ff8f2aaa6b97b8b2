package io.sluice.duckdb;

import io.sluice.policy.SqlDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;

/**
 * The same on PostgreSQL, which is started for this test where its programs are installed. It does
 * not run as root, so that root starts it as the user postgres.
 */
class PostgresExportTest extends EveryExportTest {
  private static final Path HOME = Path.of("/usr/lib/postgresql");

  private Path bin;
  private Path data;

  @Override
  protected SqlDialect dialect() {
    return SqlDialect.POSTGRESQL;
  }

  @BeforeEach
  void start() throws Exception {
    Assumptions.assumeTrue(Files.isDirectory(HOME), "PostgreSQL is not installed");
    try (Stream<Path> versions = Files.list(HOME)) {
      bin =
          versions
              .map(v -> v.resolve("bin"))
              .filter(b -> Files.isExecutable(b.resolve("initdb")))
              .max(Comparator.naturalOrder())
              .orElse(HOME);
    }
    Assumptions.assumeTrue(!bin.equals(HOME), "PostgreSQL's server is not installed");
    data = Files.createTempDirectory("sluice-postgres");
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxrwx"));
    String made = data.resolve("db").toString();
    String why =
        run("initdb", "-D", made, "-A", "trust", "-U", "sluice", "-E", "UTF8", "--no-sync");
    Assumptions.assumeTrue(why.isEmpty(), "PostgreSQL did not start: " + why);
    String options = "-k %s -c listen_addresses= -c fsync=off".formatted(data);
    String log = data.resolve("log").toString();
    String failed = run("pg_ctl", "-D", made, "-l", log, "-o", options, "-w", "start");
    Assumptions.assumeTrue(failed.isEmpty(), "PostgreSQL did not start: " + failed);
  }

  @AfterEach
  void stop() throws Exception {
    if (data == null) {
      return;
    }
    run("pg_ctl", "-D", data.resolve("db").toString(), "-m", "immediate", "-w", "stop");
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Runs one of PostgreSQL's programs; says what went wrong, or nothing. */
  private String run(String program, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
    }
    command.add(bin.resolve(program).toString());
    command.addAll(List.of(arguments));
    Path said = Files.createTempFile(data, "said", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .directory(data.toFile())
              .start();
      return process.waitFor() == 0 ? "" : Files.readString(said);
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Override
  protected List<String> decide(String sql, Path csv) throws Exception {
    String copy = "\\copy rows from '%s' (format csv, header)".formatted(csv);
    Path script =
        Files.writeString(
            data.resolve("script.sql"),
            "SET client_min_messages = error;\nDROP TABLE IF EXISTS rows;\nCREATE TABLE rows (%s);\n%s\n%s;\n"
                .formatted(COLUMNS, copy, sql));
    Path out = data.resolve("out.txt");
    Process process =
        new ProcessBuilder(
                bin.resolve("psql").toString(),
                "-h",
                data.toString(),
                "-U",
                "sluice",
                "-d",
                "postgres",
                "-v",
                "ON_ERROR_STOP=1",
                "-q",
                "-A",
                "-t",
                "-f",
                script.toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    if (process.waitFor() != 0) {
      throw new IllegalStateException(Files.readString(out));
    }
    return Files.readString(out)
        .lines()
        .map(line -> line.substring(line.indexOf('|') + 1))
        .toList();
  }
}
