package io.sluice.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only our own page, under our own name, is answered; each refusal has a control that is not. */
@Timeout(120)
class WhoIsAnsweredTest {
  @TempDir Path folder;
  private LocalServer server;
  private Http http;

  @BeforeEach
  void start() throws IOException {
    server = LocalServer.start(new Shop(folder), Shop.UNIFORM);
    http = new Http(server);
    http.ended();
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void itIsOnLoopbackAndNowhereElse() {
    assertThat(server.address()).matches("http://127\\.0\\.0\\.1:\\d+/\\?token=[0-9a-f]{64}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Host: 127.0.0.1:PORT", "Host: localhost:PORT"})
  void itsOwnNamesAreAnswered(String host) throws IOException {
    assertThat(http.getAs(port(host), "/").status()).isEqualTo(200);
    assertThat(http.getAs(port(host), "/about").body()).contains("\"token\"");
  }

  /** A name on the web can be made to point at this machine. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: evil.example:PORT",
        "Host: evil.example",
        "Host: 127.0.0.1",
        "Host: 127.0.0.1:1",
        "Host: localhost.evil.example:PORT",
        "Host: 127.0.0.1:PORT@evil.example",
        "Host: 127.0.0.1:PORT\r\nHost: evil.example",
        "Host: evil.example\r\nHost: 127.0.0.1:PORT",
        "Host: ",
        "",
      })
  void anotherHostIsRefusedEverywhere(String host) throws IOException {
    for (String path : new String[] {"/", "/about", "/work", "/report", "/serve.js", "/none"}) {
      Http.Answer answer = http.getAs(port(host), path);
      assertThat(answer.status()).as(path).isEqualTo(403);
      assertThat(answer.body()).startsWith("Host: needs").doesNotContain("token");
    }
  }

  @Test
  void aPageOfAnotherOriginIsRefusedEvenIfItHasTheToken() throws IOException {
    String token = "X-Sluice-Token: " + http.token();
    for (String origin :
        new String[] {
          "http://evil.example", "null", "https://127.0.0.1:PORT", "http://localhost:PORT", ""
        }) {
      String header = port("Origin: " + origin);
      assertThat(http.post("/evaluate", Http.QUESTION, token, header).status())
          .as(header)
          .isEqualTo(403);
      assertThat(http.post("/cancel", "", token, header).status()).as(header).isEqualTo(403);
      assertThat(http.get("/about", header).status()).as(header).isEqualTo(403);
    }
    assertThat(http.post("/evaluate", Http.QUESTION, token, "Origin: http://" + http.own()))
        .extracting(Http.Answer::status)
        .isEqualTo(202);
  }

  /** What a form or a script of another site can send has no header of ours. */
  @Test
  void withoutTheTokenNothingIsChanged() throws IOException {
    String origin = "Origin: http://" + http.own();
    int before = http.get("/work").json().get("page").asInt();
    String close = "X-Sluice-Token: ";
    String token = http.token();
    for (String header :
        new String[] {
          origin,
          http.cookie(),
          close,
          close + "0",
          close + token.substring(1),
          close + token + "0",
          "Cookie: token=" + token,
          "X-Token: " + token
        }) {
      assertThat(http.post("/evaluate", Http.QUESTION, header).status()).as(header).isEqualTo(403);
      assertThat(http.post("/cancel", "", header).status()).as(header).isEqualTo(403);
    }
    assertThat(http.ended().get("page").asInt()).isEqualTo(before);
    assertThat(http.post("/evaluate", Http.QUESTION, close + token).status()).isEqualTo(202);
    assertThat(http.ended().get("page").asInt()).isEqualTo(before + 1);
  }

  @Test
  void otherMethodsAreNotAnswered() throws IOException {
    String token = "X-Sluice-Token: " + http.token();
    for (String method : new String[] {"PUT", "DELETE", "OPTIONS", "HEAD"}) {
      String head = Http.head(method + " /evaluate", "Host: " + http.own());
      assertThat(http.raw(head + "Connection: close\r\n\r\n").status()).isEqualTo(403);
      assertThat(http.raw(head + token + "\r\nConnection: close\r\n\r\n").status()).isEqualTo(404);
    }
  }

  @Test
  void everyReplyForbidsWhatItDoesNotNeed() throws IOException {
    for (String path :
        new String[] {"/", "/about", "/work", "/report", "/serve.js", "/serve.css", "/none"}) {
      String head = http.get(path).head().toLowerCase(java.util.Locale.ROOT);
      assertThat(head)
          .as(path)
          .contains("content-security-policy: default-src 'none'")
          .contains("cache-control: no-store")
          .contains("x-content-type-options: nosniff")
          .contains("referrer-policy: no-referrer")
          .contains("cross-origin-resource-policy: same-origin")
          .contains(path.equals("/report") ? "frame-ancestors 'self'" : "frame-ancestors 'none'")
          .doesNotContain("access-control-allow");
    }
  }

  /** Other users of this machine can reach the port, but do not have what was printed. */
  @Test
  void nothingIsAnsweredWithoutTheToken() throws IOException {
    String token = http.token();
    String wrong = token.replaceAll(".$", token.endsWith("0") ? "1" : "0");
    String cookie = "Cookie: sluice-%d=".formatted(http.port());
    for (String path : new String[] {"/", "/about", "/work", "/report", "/serve.js", "/none"}) {
      assertThat(http.bare(path).status()).as(path).isEqualTo(403);
      assertThat(http.bare(path).body()).doesNotContain(token);
      assertThat(http.bare(path + "?token=" + wrong).status()).as(path).isEqualTo(403);
      assertThat(http.bare(path, cookie + wrong).status()).as(path).isEqualTo(403);
    }
    Http.Answer invited = http.bare("/?token=" + token);
    assertThat(invited.status()).isEqualTo(200);
    assertThat(invited.head())
        .contains(
            "Set-Cookie: %s%s; HttpOnly; SameSite=Strict".formatted(cookie.substring(8), token));
    assertThat(http.bare("/about", "Cookie: other=1; " + cookie.substring(8) + token).status())
        .isEqualTo(200);
  }

  /** The address as a browser writes it, and as Java does not. */
  @Test
  void onLoopbackOfVersionSixItIsCalledAsBrowsersCallIt() throws IOException {
    byte[] one = new byte[16];
    one[15] = 1;
    assertThat(LocalServer.host(InetAddress.getByAddress(one))).isEqualTo("[::1]");
    assertThat(LocalServer.host(InetAddress.getByName("fe80:0:0:1:0:0:0:2")))
        .isEqualTo("[fe80:0:0:1::2]");
    assertThat(LocalServer.host(InetAddress.getByName("2001:db8:1:2:3:4:5:6")))
        .isEqualTo("[2001:db8:1:2:3:4:5:6]");
  }

  @Test
  void noPolicyOfThePageIsUnsafe() throws IOException {
    for (String path : new String[] {"/", "/report", "/serve.js"}) {
      assertThat(http.get(path).head()).as(path).doesNotContain("unsafe");
    }
    assertThat(http.get("/report").head()).contains("script-src 'sha256-", "style-src 'sha256-");
  }

  private String port(String text) {
    return text.replace("PORT", String.valueOf(http.port()));
  }
}
