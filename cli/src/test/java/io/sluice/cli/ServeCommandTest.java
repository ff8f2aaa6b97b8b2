package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice serve} as a command: what it says, what it refuses, how it ends. */
@Timeout(300)
class ServeCommandTest {
  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void aLog() throws IOException {
    log = folder.resolve("log.csv");
    Files.writeString(
        log, "episode,step,state,action,reward\n1,1,home,x,1\n2,1,home,y,0\n3,1,shop,x,1\n");
  }

  @Test
  void itSaysWhatItCountedAndWhereItIsAndEndsWhenTold() throws Exception {
    Serving serving = Serving.start(log.toString());
    assertThat(serving.printed().replaceAll(":\\d+/", ":PORT/").replaceAll("[0-9a-f]{64}", "T"))
        .isEqualTo(
            """
            3 episodes, 1 steps, 2 states, 2 actions
            explore it at http://127.0.0.1:PORT/?token=T
            Ctrl-C ends it
            """);
    URI address = URI.create(serving.address());
    assertThat(status(address)).isEqualTo(200);
    assertThat(serving.end()).isEqualTo(Main.DONE);
    Assertions.assertThatThrownBy(() -> new Socket("127.0.0.1", address.getPort()).close())
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void theTokenIsPrintedAndNeeded() throws Exception {
    try (Serving serving = Serving.start(log.toString(), "--bind", "127.0.0.1")) {
      String address = serving.address();
      assertThat(address).matches("http://127\\.0\\.0\\.1:\\d+/\\?token=[0-9a-f]{64}");
      assertThat(status(URI.create(address))).isEqualTo(200);
      assertThat(status(URI.create(address.replaceAll("\\?.*", "")))).isEqualTo(403);
    }
  }

  @Test
  void helpNamesItsOptions() {
    Run run = Run.of("serve", "--help");
    assertThat(run.exit()).isEqualTo(Main.DONE);
    assertThat(run.out()).contains("--policy", "--interval", "--bind", "--delta", "--by", "LOG");
  }

  @Test
  void aBadLogOrPolicyIsRefusedAsEvaluateRefusesIt() throws IOException {
    Path bad = Files.writeString(folder.resolve("bad.csv"), "episode,step,state\n1,1,home\n");
    Path policy = Files.writeString(folder.resolve("p.csv"), "state,action\nhome,x\n");
    for (String[] arguments :
        new String[][] {
          {bad.toString(), "--policy", "uniform"},
          {folder.resolve("none.csv").toString(), "--policy", "uniform"},
          {log.toString(), "--policy", policy.toString()},
          {log.toString(), "--policy", "uniform", "--exogenous", "2"},
          {log.toString(), "--policy", "uniform", "--by", "color"},
        }) {
      Run evaluate =
          Run.of(Stream.concat(Stream.of("evaluate"), Stream.of(arguments)).toArray(String[]::new));
      Run serve =
          Run.of(Stream.concat(Stream.of("serve"), Stream.of(arguments)).toArray(String[]::new));
      assertThat(serve.exit()).isEqualTo(Main.BAD_DATA).isEqualTo(evaluate.exit());
      assertThat(serve.err()).isEqualTo(evaluate.err()).isNotEmpty();
      assertThat(serve.out()).isEmpty();
    }
  }

  @Test
  void anAddressThatIsNotOfThisMachineIsRefused() {
    Run run = Run.of("serve", log.toString(), "--bind", "192.0.2.1"); // of no machine: RFC 5737
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).isEqualTo("--bind: needs an address of this machine, got 192.0.2.1\n");
  }

  /** A process of its own, ended by a signal as Ctrl-C is one, leaves nothing behind. */
  @Test
  void aSignalEndsItCleanly() throws Exception {
    Path scratch = Files.createDirectory(folder.resolve("scratch"));
    Process process =
        new ProcessBuilder(
                ShortJava.words(
                    "-Djava.io.tmpdir=" + scratch,
                    "-XX:-UsePerfData",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "serve",
                    log.toString()))
            .redirectErrorStream(true)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(out.readLine()).startsWith("3 episodes");
      String address = out.readLine().replaceAll(".*(http://\\S+)", "$1");
      assertThat(status(URI.create(address))).isEqualTo(200);
      assertThat(folders(scratch)).as("it has a scratch folder").isPositive();
      process.toHandle().destroy(); // SIGTERM, which the JVM treats as it does Ctrl-C
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(out.lines()).containsExactly("Ctrl-C ends it");
      assertThat(folders(scratch)).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static long folders(Path scratch) throws IOException {
    try (Stream<Path> files = Files.list(scratch)) {
      return files.filter(f -> f.getFileName().toString().startsWith("sluice-")).count();
    }
  }

  private static int status(URI address) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }
}
