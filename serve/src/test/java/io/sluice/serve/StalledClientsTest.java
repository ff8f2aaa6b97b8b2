package io.sluice.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** However many requests are begun and never finished, a whole one is answered at once. */
@Timeout(120)
class StalledClientsTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(20);

  @TempDir Path folder;
  private final List<Socket> stalled = new ArrayList<>();

  @AfterEach
  void hangUp() throws IOException {
    for (Socket socket : stalled) {
      socket.close();
    }
  }

  private LocalServer start(Limits limits) throws IOException {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    return LocalServer.start(new Shop(folder), Shop.UNIFORM, loopback, limits);
  }

  private Socket stall(Http http, String begun) throws IOException {
    Socket socket = http.connect();
    stalled.add(socket);
    socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** Waits until the server has hung up. */
  private static boolean isEnded(Socket socket) throws IOException {
    try {
      socket.getInputStream().readAllBytes();
    } catch (SocketException reset) {
      // that is an end, too
    }
    return true;
  }

  /** No time runs out here: each of them would be waited for during an hour. */
  @Test
  void twoHundredHalfSentRequestsKeepNobodyOut() throws IOException {
    try (LocalServer server = start(new Limits(LONG, LONG, LONG, LONG, 64, 32))) {
      Http http = new Http(server);
      String[] begun = {
        "",
        "G",
        "GET / HTTP/1.1\r\nHost: " + http.own() + "\r\n",
        "POST /evaluate HTTP/1.1\r\nHost: %s\r\nContent-Length: 100\r\n\r\n{".formatted(http.own())
      };
      for (int i = 0; i < 200; i++) {
        stall(http, begun[i % begun.length]);
      }
      assertThat(http.get("/about").status()).isEqualTo(200);
      assertThat(http.post("/cancel", "").status()).isEqualTo(200);
      assertThat(isEnded(stalled.get(0))).as("the first was closed for another").isTrue();
    }
  }

  /** Whoever has sent a request is not closed for others; if nobody waits, newcomers are. */
  @Test
  void whoIsAnsweredIsNotClosedForOthers() throws IOException {
    try (LocalServer server = start(new Limits(LONG, LONG, LONG, LONG, 2, 2))) {
      Http http = new Http(server);
      String body =
          Http.head(
              "POST /evaluate",
              "Host: " + http.own(),
              "X-Sluice-Token: " + http.token(),
              "Expect: 100-continue",
              "Content-Length: " + Http.QUESTION.length());
      Socket first = stall(http, body + "\r\n");
      first.getInputStream().readNBytes(12); // the server has let it in
      Socket second = stall(http, body + "\r\n");
      second.getInputStream().readNBytes(12);
      assertThat(isEnded(stall(http, "GET / HTTP/1.1\r\n"))).isTrue();
      first.getOutputStream().write(Http.QUESTION.getBytes(StandardCharsets.US_ASCII));
      byte[] rest = first.getInputStream().readNBytes(40);
      assertThat(new String(rest, StandardCharsets.US_ASCII)).contains("HTTP/1.1 ");
    }
  }

  @Test
  void everyPhaseHasItsTime() throws IOException {
    try (LocalServer server = start(new Limits(SHORT, LONG, LONG, LONG, 64, 64))) {
      assertThat(isEnded(stall(new Http(server), "GET / HT"))).as("a head").isTrue();
    }
    try (LocalServer server = start(new Limits(LONG, SHORT, LONG, LONG, 64, 64))) {
      Http http = new Http(server);
      String head =
          Http.head(
              "POST /evaluate",
              "Host: " + http.own(),
              "X-Sluice-Token: " + http.token(),
              "Content-Length: 100");
      assertThat(isEnded(stall(http, head + "\r\n{"))).as("a body").isTrue();
    }
    try (LocalServer server = start(new Limits(LONG, LONG, LONG, SHORT, 64, 64))) {
      Http http = new Http(server);
      String whole = Http.head("GET /work", "Host: " + http.own(), http.cookie()) + "\r\n";
      assertThat(isEnded(stall(http, whole))).as("a connection that is kept").isTrue();
    }
  }

  @Test
  void aConnectionServesManyRequests() throws IOException {
    try (LocalServer server = start(Limits.USUAL)) {
      Http http = new Http(server);
      String whole = Http.head("GET /serve.css", "Host: " + http.own(), http.cookie()) + "\r\n";
      String last = whole.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
      Socket socket = stall(http, whole + whole + last);
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(all.split("HTTP/1.1 200", -1)).hasSize(4);
    }
  }
}
