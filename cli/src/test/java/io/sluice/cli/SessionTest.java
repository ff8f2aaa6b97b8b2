package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands from a program: a line in, a line out. */
class SessionTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private String log;

  @BeforeEach
  void aLog() throws IOException {
    String rows = "episode,step,state,action,reward\n1,1,a,x,0\n1,2,b,y,1\n2,1,a,y,1\n2,2,b,x,0\n";
    log = Files.writeString(folder.resolve("log.csv"), rows).toString();
  }

  private static List<JsonNode> answers(String... lines) throws IOException {
    byte[] in = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    return answers(new ByteArrayInputStream(in));
  }

  private static List<JsonNode> answers(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Session(in, new PrintStream(out, true, StandardCharsets.UTF_8)).run();
    List<JsonNode> answers = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n")) {
      answers.add(JSON.readTree(line));
    }
    return answers;
  }

  private static String request(Object id, String... args) throws IOException {
    return JSON.writeValueAsString(Map.of("id", id, "args", args));
  }

  private static void same(JsonNode answer, Run run) {
    assertThat(answer.get("exit").asInt()).isEqualTo(run.exit());
    assertThat(answer.get("out").asText()).isEqualTo(run.out());
    assertThat(answer.get("err").asText()).isEqualTo(run.err());
  }

  @Test
  void anAnswerHoldsWhatTheCommandPrintsAndItsExitCode() throws IOException {
    String[] good = {"evaluate", log, "--policy", "uniform", "--format", "json"};
    String[] usage = {"evaluate", log, "--polcy", "uniform"};
    String[] data = {"check", log + "x"};
    List<JsonNode> answers =
        answers(request(1, good), request("b", usage), request(3, data), request(4, good));
    assertThat(answers).extracting(a -> a.get("id").asText()).containsExactly("1", "b", "3", "4");
    same(answers.get(0), Run.of(good));
    same(answers.get(1), Run.of(usage));
    same(answers.get(2), Run.of(data));
    same(answers.get(3), Run.of(good));
  }

  @Test
  void aLineThatIsNoRequestGetsAnAnswerAndTheNextOneIsRun() throws IOException {
    List<String> bad =
        List.of(
            "nonsense",
            "[1]",
            "7",
            "\"text\"",
            "{\"id\":1}",
            "{\"id\":1,\"args\":\"check\"}",
            "{\"id\":1,\"args\":[1]}",
            "{\"id\":1,\"args\":[null]}",
            "{\"id\":1,\"args\":[],\"arguments\":[]}",
            "{\"id\":1,\"args\":[],\"progress\":1}",
            "{\"id\":1,\"args\":[]} {}",
            "{\"id\":1,\"id\":2,\"args\":[]}",
            "{\"id\":1,\"args\":[\"serve\",\"log.csv\"]}",
            "{\"id\":1,\"args\":[\"--debug\",\"session\"]}",
            "\u0000",
            "{".repeat(100_000));
    List<String> lines = new ArrayList<>(bad);
    lines.add(" "); // no request, and no answer
    lines.add(request(99, "--version"));
    List<JsonNode> answers = answers(lines.toArray(String[]::new));
    assertThat(answers).hasSize(bad.size() + 1);
    assertThat(answers.subList(0, bad.size()))
        .allSatisfy(
            a -> {
              assertThat(a.get("exit").asInt()).isEqualTo(Main.USAGE);
              assertThat(a.get("out").asText()).isEmpty();
              assertThat(a.get("err").asText()).contains(": needs ").contains("got ");
            });
    assertThat(answers.get(bad.size()).get("out").asText()).startsWith("sluice ");
  }

  /** Of a line without end no more is kept than shows that it is too long. */
  @Test
  void aLineThatIsTooLongIsRefused() throws IOException {
    byte[] megabyte = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
    Stream<InputStream> parts =
        Stream.concat(
            Stream.generate(() -> (InputStream) new ByteArrayInputStream(megabyte)).limit(17),
            Stream.of(
                new ByteArrayInputStream(
                    ("\n" + request(2, "--version")).getBytes(StandardCharsets.UTF_8))));
    List<JsonNode> answers =
        answers(new java.io.SequenceInputStream(Collections.enumeration(parts.toList())));
    assertThat(answers.get(0).get("err").asText()).contains("needs at most 16,777,216 characters");
    assertThat(answers.get(1).get("exit").asInt()).isEqualTo(Main.DONE);
  }

  @Test
  void progressComesAsEventsBeforeTheAnswer() throws IOException {
    String out = folder.resolve("reproduction").toString();
    String[] args = {"reproduce", "--runs", "1", "--out", out};
    Map<String, Object> request = Map.of("id", 7, "args", args, "progress", true);
    List<JsonNode> lines = answers(JSON.writeValueAsString(request), request(8, "check", log));
    List<JsonNode> events = lines.subList(0, lines.size() - 2);
    assertThat(events).hasSizeGreaterThan(1);
    assertThat(events).allMatch(e -> e.get("id").asInt() == 7 && e.size() == 2);
    assertThat(events.get(0).get("progress").asText()).startsWith("reproducing").endsWith("0%");
    assertThat(events).allMatch(e -> e.get("progress").asText().indexOf('\r') < 0);
    same(lines.get(lines.size() - 2), Run.of(args));
    assertThat(lines.get(lines.size() - 1).get("exit").asInt()).isEqualTo(Main.DONE);
  }

  /** As a process: "-" does not read the requests that follow, and the end of input ends it. */
  @Test
  void aCommandCannotReadTheRequestsThatFollow() throws IOException {
    InputStream in = System.in;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      String lines = request(1, "check", "-") + "\n" + request(2, "--version") + "\n";
      System.setIn(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
      PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
      assertThat(Main.run(printed, printed, false, "session")).isEqualTo(Main.DONE);
    } finally {
      System.setIn(in);
    }
    String[] answers = out.toString(StandardCharsets.UTF_8).split("\n");
    assertThat(answers).hasSize(2);
    assertThat(JSON.readTree(answers[0]).get("exit").asInt()).isEqualTo(Main.BAD_DATA);
    assertThat(JSON.readTree(answers[1]).get("exit").asInt()).isEqualTo(Main.DONE);
  }
}
