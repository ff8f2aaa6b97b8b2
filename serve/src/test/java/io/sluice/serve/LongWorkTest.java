package io.sluice.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Job that takes long can be watched and ended, whatever clients do meanwhile. */
@Timeout(120)
class LongWorkTest {
  /** A policy that was sent is read by the engine; episodes are kept since the first page. */
  private static final String WITH_A_QUERY =
      Http.QUESTION
          .replace("[\"selective\"]", "[\"selective\", \"ips\"]")
          .replace(
              "{\"kind\": \"uniform\"}",
              "{\"kind\": \"file\", \"name\": \"new.csv\", \"content\": \"state,action,probability\\ns0,a0,1\\ns1,a0,1\\n\"}");

  @TempDir Path folder;
  private Shop shop;
  private LocalServer server;
  private Http http;

  @BeforeEach
  void start() throws IOException {
    shop = new Shop(folder);
    server = LocalServer.start(shop, Shop.UNIFORM);
    http = new Http(server);
    http.ended();
  }

  @AfterEach
  void close() {
    server.close();
  }

  /** Begins work that ends only if it is cancelled. */
  private void workForever() throws IOException, InterruptedException {
    shop.engines.get(0).shut();
    assertThat(http.post("/evaluate", WITH_A_QUERY).status()).isEqualTo(202);
    shop.engines.get(0).awaitWaiting();
  }

  /** 3 pieces around, 2 of the answer, 2 + 11 × 1 of its details: one kind is from counts. */
  @Test
  void itSaysHowFarItHasCome() throws IOException, InterruptedException {
    workForever();
    JsonNode work = http.get("/work").json();
    assertThat(work.get("phase").asText()).isEqualTo("running");
    assertThat(work.get("doing").asText()).isEqualTo("the policy");
    assertThat(work.get("done").asInt()).isZero();
    assertThat(work.get("total").asInt()).isEqualTo(18);
    shop.engines.get(0).open();
    JsonNode done = http.ended();
    assertThat(done.get("phase").asText()).isEqualTo("done");
    assertThat(done.get("done").asInt()).isEqualTo(18);
    assertThat(done.get("page").asInt()).isEqualTo(2);
  }

  /** Every piece that was announced is told of: the bar ends where it is full. */
  @Test
  void thePiecesAddUp() throws IOException {
    for (EvaluationRequest asked :
        List.of(
            Shop.UNIFORM,
            RequestJson.read(WITH_A_QUERY, Shop.UNIFORM),
            RequestJson.read(
                WITH_A_QUERY.replace("\"ips\"", "\"efficient\", \"dr\", \"model\""),
                Shop.UNIFORM))) {
      List<String> told = new ArrayList<>();
      try (Explorer explorer = Explorer.open(new Shop(folder))) {
        explorer.page(asked, told::add);
        assertThat(told).hasSize(explorer.pieces(asked));
      }
    }
  }

  @Test
  void aQueryIsCancelledAndTheNextQuestionIsAnswered() throws IOException, InterruptedException {
    String before = http.get("/report").body();
    workForever();
    assertThat(http.post("/cancel", "").json().get("phase").asText()).isEqualTo("cancelled");
    assertThat(http.get("/report").body()).isEqualTo(before);
    shop.engines.get(0).open();
    http.post("/evaluate", WITH_A_QUERY);
    JsonNode work = http.ended();
    assertThat(work.get("phase").asText()).isEqualTo("done");
    assertThat(work.get("page").asInt()).isEqualTo(2);
  }

  /** A cancel is heeded at the next piece of work, even if no query runs. */
  @Test
  void workBetweenQueriesIsCancelledAtItsNextPiece() {
    Job work = new Job(3);
    work.next("one");
    work.cancel();
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> work.next("two"))
        .isInstanceOf(java.util.concurrent.CancellationException.class);
    assertThat(work.json()).containsEntry("doing", "one");
  }

  @Test
  void oneQuestionIsWorkedOnAtATime() throws IOException, InterruptedException {
    workForever();
    Http.Answer second = http.post("/evaluate", Http.QUESTION);
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.body()).contains("needs the evaluation before to have ended");
    http.post("/cancel", "");
    assertThat(http.post("/evaluate", Http.QUESTION).status()).isEqualTo(202);
  }

  @Test
  void cancellingNothingIsFine() throws IOException {
    assertThat(http.post("/cancel", "").json().get("phase").asText()).isEqualTo("done");
  }

  /** More clients than threads leave in the middle of a megabyte, by a reset and by an end. */
  @Test
  void clientsThatLeaveInTheMiddleAreSurvived() throws IOException {
    String request = Http.head("GET /report", "Host: " + http.own(), http.cookie()) + "\r\n";
    for (int i = 0; i < 64; i++) {
      try (Socket socket = http.connect()) {
        socket.setSoLinger(i % 2 == 0, 0);
        socket.setReceiveBufferSize(4096);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().readNBytes(100)).hasSize(100);
      }
    }
    Http.Answer whole = http.get("/report");
    assertThat(whole.status()).isEqualTo(200);
    assertThat(whole.body()).endsWith("</html>\n");
    assertThat(whole.body().length()).isGreaterThan(1_000_000);
  }

  @Test
  void closingEndsTheWorkItsThreadsAndThePort() throws IOException, InterruptedException {
    int port = http.port();
    assertThat(isFree(port)).isFalse();
    assertThat(threads()).isNotEmpty();
    workForever();
    server.close();
    assertThat(isFree(port)).isTrue();
    assertThat(threads()).isEmpty();
    assertThat(shop.engines).allMatch(GatedEngine::isClosed);
    server.join(); // does not wait
    server.close(); // once more does no harm
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith("sluice-serve"))
        .toList();
  }

  private static boolean isFree(int port) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true); // connections that have ended linger
      socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
      return true;
    } catch (BindException e) {
      return false;
    }
  }
}
