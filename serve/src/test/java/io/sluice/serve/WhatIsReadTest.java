package io.sluice.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests are read so far and no further, and never as names of files. */
@Timeout(120)
class WhatIsReadTest {
  private static final String GOOD =
      "state,action,probability\ns0,a0,0.9\ns0,a1,0.1\ns1,a0,0.2\ns1,a1,0.8\n";

  @TempDir static Path folder;
  private static LocalServer server;
  private static Http http;
  private int pages;

  @BeforeAll
  static void start() throws IOException {
    server = LocalServer.start(new Shop(folder), Shop.UNIFORM);
    http = new Http(server);
  }

  @BeforeEach
  void countPages() throws IOException {
    pages = http.ended().get("page").asInt();
  }

  @AfterAll
  static void close() {
    server.close();
  }

  /** Ten gigabytes are announced and a few bytes sent: the answer does not wait for the rest. */
  @Test
  void aBodyThatSaysItIsTooLongIsNotWaitedFor() throws IOException {
    for (String length : new String[] {"10000000000", "99999999999999", "" + (16777216 + 1)}) {
      Http.Answer answer =
          http.raw(
              Http.head("POST /evaluate", "Host: " + http.own(), "X-Sluice-Token: " + http.token())
                  + "Content-Length: "
                  + length
                  + "\r\n\r\n{\"policy\"");
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.body()).contains("needs at most 16,777,216 bytes, got more");
    }
  }

  /** One that does not say how long it is is read up to the limit. */
  @Test
  void aBodyWithoutEndIsLeftAtTheLimit() throws IOException {
    byte[] chunk = ("10000\r\n" + " ".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    long most = 4L * Routes.LONGEST;
    long sent = 0;
    try (Socket socket = http.connect()) {
      OutputStream out = socket.getOutputStream();
      String head =
          Http.head("POST /evaluate", "Host: " + http.own(), "X-Sluice-Token: " + http.token());
      out.write((head + "Transfer-Encoding: chunked\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      try {
        while (sent < most) {
          out.write(chunk);
          sent += 0x10000;
        }
      } catch (SocketException ended) {
        // the server has hung up, which is the point
      }
    }
    assertThat(sent).isGreaterThanOrEqualTo(Routes.LONGEST).isLessThan(most);
    assertThat(http.get("/work").status()).isEqualTo(200);
  }

  /** The control: a body of exactly the limit is read to its end and understood. */
  @Test
  void aBodyOfTheLimitIsRead() throws IOException {
    String padded = Http.QUESTION + " ".repeat(Routes.LONGEST - Http.QUESTION.length());
    assertThat(http.post("/evaluate", padded).status()).isEqualTo(202);
    assertThat(http.ended().get("phase").asText()).isEqualTo("done");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "{ ! request: needs JSON",
        "[] ! request: needs a JSON object",
        "'' ! request: needs",
        "{} ! policy: needs given, uniform, behavior, always or file, got \"\"",
      })
  void whatIsNoQuestionIsRefused(String body, String words) throws IOException {
    Http.Answer answer = http.post("/evaluate", body);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "\"share\": 1 ! \"share\": 1.5 ! share: must lie in [0, 1], got 1.5",
        "\"share\": 1 ! \"share\": null ! share: needs a number, got none",
        "\"delta\": 0.05 ! \"delta\": 2 ! delta: must lie in (0, 1), got 2.0",
        "\"delta\": 0.05 ! \"delta\": \"x\" ! delta: needs a number, got \"x\"",
        "\"pooled\" ! \"both\" ! model: needs auto, pooled or per-step, got both",
        "\"paper\" ! \"none\" ! bonus: needs paper, hoeffding or bernstein, got none",
        "\"bonusScale\": 1 ! \"bonusScale\": -1 ! bonus-scale: must be a number of at least 0, got -1.0",
        "\"plug-in\" ! \"x\" ! shift: needs plug-in or shrunk, got x",
        "\"exogenous\": \"\" ! \"exogenous\": \"0\" ! exogenous: steps begin at 1, got 0",
        "\"shrunk\" ! \"x\" ! variance: needs shrunk or plain, got x",
        "[\"selective\"] ! [] ! interval: needs at least one, got none",
        "[\"selective\"] ! [\"wide\"] ! interval: needs some of [standard,",
        "\"states\": null ! \"states\": 2.5 ! states: needs a whole number, got 2.5",
      })
  void settingsThatCannotBeMeantAreRefused(String good, String bad, String words)
      throws IOException {
    assertThat(Http.QUESTION).contains(good);
    Http.Answer answer = http.post("/evaluate", Http.QUESTION.replace(good, bad));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).startsWith(words);
  }

  /** What only the log can tell is told by the work. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "\"states\": null ! \"states\": 1 ! states: must be at least the 2 states of the log, got 1",
        "\"exogenous\": \"\" ! \"exogenous\": \"3\" ! exogenous: needs steps 1 … 2, got 3",
        "\"uniform\" ! \"always\" ! policy always: needs an action, got none",
      })
  void settingsThatTheLogContradictsAreRefused(String good, String bad, String words)
      throws IOException {
    http.post("/evaluate", Http.QUESTION.replace(good, bad));
    JsonNode work = http.ended();
    assertThat(work.get("phase").asText()).isEqualTo("refused");
    assertThat(work.get("said").asText()).isEqualTo(words);
    assertThat(work.get("page").asInt()).isEqualTo(pages);
  }

  @ParameterizedTest
  @CsvSource({
    "/etc/passwd",
    "/../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/report/../../etc/passwd",
    "/serve.html",
    "/serve.js/",
    "/serve.js%00",
    "/io/sluice/serve/serve.js",
    "/log.csv",
    "/WEB-INF/web.xml",
  })
  void noOtherAddressIsAnswered(String path) throws IOException {
    Http.Answer answer = http.get(path);
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body()).isEqualTo("not found\n");
  }

  /** A file that would do as a policy, if anyone read it, is named in every field there is. */
  @Test
  void noFileIsReadThatARequestNames() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.csv"), GOOD);
    for (String policy :
        new String[] {
          "{\"kind\": \"file\", \"name\": \"%s\"}",
          "{\"kind\": \"file\", \"name\": \"%s\", \"content\": \"%s\"}",
          "{\"kind\": \"file\", \"name\": \"%s\", \"content\": \"@%s\"}",
          "{\"kind\": \"%s\"}",
          "{\"kind\": \"%s\", \"content\": \"%s\"}",
        }) {
      Http.Answer answer = http.post("/evaluate", Http.question(policy.formatted(secret, secret)));
      JsonNode work = http.ended();
      boolean refused = answer.status() == 400 || work.get("phase").asText().equals("refused");
      assertThat(refused).as(policy).isTrue();
      assertThat(work.get("page").asInt()).as(policy).isEqualTo(pages);
    }
    // As an action it is one that the log never has.
    http.post("/evaluate", Http.question("{\"kind\": \"always\", \"action\": \"" + secret + "\"}"));
    assertThat(http.ended().get("phase").asText()).isEqualTo("done");
    assertThat(http.get("/report").body()).contains("is never in the log");
  }

  /** The control: the same table as content is a policy. */
  @Test
  void aTableThatIsSentIsAPolicy() throws IOException {
    String before = http.get("/report").body();
    http.post("/evaluate", Http.upload("proposed.csv", GOOD));
    assertThat(http.ended().get("phase").asText()).isEqualTo("done");
    assertThat(http.get("/report").body()).isNotEqualTo(before).contains("--policy proposed.csv");
    String lines =
        GOOD.lines()
            .skip(1)
            .map(row -> row.split(","))
            .map("{\"state\":\"%s\",\"action\":\"%s\",\"probability\":%s}"::formatted)
            .reduce("", (all, row) -> all + row + "\n");
    http.post("/evaluate", Http.upload("proposed.csv", lines));
    assertThat(http.ended().get("phase").asText()).as("lines of JSON").isEqualTo("done");
  }

  @Test
  void aNameIsShownWithoutItsFolderAndNeverAsAPathOfThisMachine() throws IOException {
    http.post("/evaluate", Http.upload("C:\\mine/pro\nposed.csv", "state,action\ns0,a0\n"));
    String said = http.ended().get("said").asText();
    assertThat(said)
        .isEqualTo(
            "proposed.csv: needs columns state, action and probability (and step, if it matters), got state, action");
    http.post("/evaluate", Http.upload("x.csv", ""));
    assertThat(http.ended().get("said").asText())
        .isEqualTo("x.csv: needs at least one row, got an empty file");
  }

  /** The log is counted once, and again only for a policy with an action that it lacks. */
  @Test
  void theLogIsCountedOnce() throws IOException {
    Shop shop = new Shop(folder);
    try (Explorer explorer = Explorer.open(shop)) {
      explorer.page(asked(Http.QUESTION), what -> {});
      explorer.page(asked(Http.QUESTION.replace("selective", "theorem")), what -> {});
      explorer.page(asked(always("a1")), what -> {});
      assertThat(shop.counted()).isEqualTo(1);
      explorer.page(asked(always("a2")), what -> {});
      explorer.page(asked(always("a2")), what -> {});
      explorer.page(asked(always("a0")), what -> {});
      assertThat(shop.counted()).isEqualTo(2);
      explorer.page(asked(always("a3")), what -> {});
      assertThat(shop.counted()).isEqualTo(3);
    }
    assertThat(shop.engines).hasSize(3).allMatch(GatedEngine::isClosed);
  }

  private static EvaluationRequest asked(String question) {
    return RequestJson.read(question, Shop.UNIFORM);
  }

  private static String always(String action) {
    return Http.question("{\"kind\": \"always\", \"action\": \"" + action + "\"}");
  }
}
