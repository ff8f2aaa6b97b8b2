package io.sluice.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.fit.Behavior;
import io.sluice.fit.LogData;
import io.sluice.fit.Settings;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

  /** One that does not say how long it is is not read at all. */
  @Test
  void aBodyWithoutLengthIsRefused() throws IOException {
    String head =
        Http.head("POST /evaluate", "Host: " + http.own(), "X-Sluice-Token: " + http.token());
    Http.Answer answer = http.raw(head + "Transfer-Encoding: chunked\r\n\r\n10000\r\n{");
    assertThat(answer.status()).isEqualTo(411);
    assertThat(answer.body()).contains("needs Content-Length");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "nonsense ! 400",
        "GET / ! 400",
        "GET / HTTP/2.0 ! 400",
        "GET http://127.0.0.1/ HTTP/1.1 ! 400",
        "GET / HTTP/1.1|no colon ! 400",
        "GET / HTTP/1.1|A: 1| folded ! 400",
        "POST /evaluate HTTP/1.1|Content-Length: 1|Content-Length: 2 ! 400",
        "POST /evaluate HTTP/1.1|Content-Length: -1 ! 400",
        "POST /evaluate HTTP/1.1|Content-Length: 99999999999999999999 ! 400",
      })
  void whatIsNoRequestIsRefused(String head, int status) throws IOException {
    assertThat(http.raw(head.replace("|", "\r\n") + "\r\n\r\n").status()).isEqualTo(status);
  }

  @Test
  void aHeadWithoutEndIsRefused() throws IOException {
    String long20 = Http.head("GET /", "Host: " + http.own(), "A: " + "x".repeat(20_000));
    assertThat(http.raw(long20).status()).isEqualTo(431);
  }

  /** Half of a surrogate pair is no character; whole ones are. */
  @Test
  void halfACharacterIsRefused() throws IOException {
    for (String half : new String[] {"\\ud800", "\\udc00x", "a\\udbff"}) {
      Http.Answer answer = http.post("/evaluate", always(half));
      assertThat(answer.status()).as(half).isEqualTo(400);
      assertThat(answer.body()).contains("half of a surrogate pair");
    }
    assertThat(http.post("/evaluate", always("\\ud83d\\ude00")).status()).isEqualTo(202);
    assertThat(http.ended().get("phase").asText()).isEqualTo("done");
  }

  @Test
  void messagesNameNoFolderOfThisMachine() {
    assertThat(JobRunner.withoutFolders("/srv/data/log.csv: cannot be read"))
        .isEqualTo("log.csv: cannot be read");
    assertThat(JobRunner.withoutFolders("log \"/srv/my-data/log.csv\", /tmp/x/y:3: z"))
        .isEqualTo("log \"log.csv\", y:3: z");
    assertThat(JobRunner.withoutFolders("state a/b/c and 1/2")).isEqualTo("state a/b/c and 1/2");
  }

  /** Bugs are for whoever runs the server. */
  @Test
  void whatABugSaysIsNotShown() throws IOException {
    List<Throwable> told = new ArrayList<>();
    LogProvider shop = new Shop(folder);
    LogProvider broken =
        new LogProvider() {
          @Override
          public SqlEngine engine() {
            return shop.engine();
          }

          @Override
          public SqlLog open(SqlEngine engine, Set<String> moreActions) {
            return shop.open(engine, moreActions);
          }

          @Override
          public Behavior behavior(LogData log, Settings settings) {
            throw new IllegalStateException("in /srv/secret/place");
          }

          @Override
          public String command(String name, List<String> options) {
            return "";
          }

          @Override
          public void broken(Throwable bug) {
            told.add(bug);
          }
        };
    try (LocalServer server = LocalServer.start(broken, Shop.UNIFORM)) {
      JsonNode work = new Http(server).ended();
      assertThat(work.get("phase").asText()).isEqualTo("broken");
      assertThat(work.get("said").asText()).contains("a bug in sluice").doesNotContain("/srv");
      assertThat(told).hasSize(1).first().asString().contains("/srv/secret/place");
    }
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
        "{} ! policy: needs given, uniform, behavior, always, columns or file, got \"\"",
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

  /** Columns are for logs with features: what follows is never the name of a file. */
  @Test
  void columnsOfALogWithStatesAreRefusedAndNoFileIsRead() throws IOException {
    http.post("/evaluate", Http.question("{\"kind\": \"columns\", \"prefix\": \"log.csv\"}"));
    JsonNode work = http.ended();
    assertThat(work.get("phase").asText()).isEqualTo("refused");
    assertThat(work.get("said").asText()).contains("for columns, got one with states");
  }
}
