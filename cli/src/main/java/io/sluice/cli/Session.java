package io.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Reads requests, one JSON object per line, and answers each with a line. A line that is no request
 * gets an answer with exit code 2 and does not end the session.
 */
final class Session {
  /** Commands that do not end by themselves. */
  private static final List<String> ALONE = List.of("serve", "session");

  private static final Set<String> FIELDS = Set.of("id", "args", "progress");
  private static final int LONGEST = 1 << 24; // characters of a line

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final BufferedReader in;
  private final PrintStream out;

  /** A command as a program asks for it. */
  private record Request(JsonNode id, List<String> args, boolean progress) {}

  Session(InputStream in, PrintStream out) {
    this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.out = out;
  }

  /** Until the requests end, or nobody reads the answers. */
  void run() {
    try {
      for (Optional<String> line = line(); line.isPresent(); line = line()) {
        if (!line.get().isBlank()) {
          answer(line.get());
        }
        if (out.checkError()) {
          return;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void answer(String line) {
    JsonNode id = NullNode.getInstance();
    try {
      if (line.length() > LONGEST) {
        throw new IllegalArgumentException(
            String.format(Locale.ROOT, "request: needs at most %,d characters, got more", LONGEST));
      }
      JsonNode given = JSON.readTree(line);
      id = given.path("id").isMissingNode() ? id : given.get("id");
      send(execute(request(given, id)));
    } catch (JsonProcessingException e) {
      send(refusal(id, "request: needs a JSON object, got " + e.getOriginalMessage()));
    } catch (IllegalArgumentException e) {
      send(refusal(id, String.valueOf(e.getMessage())));
    }
  }

  private static Request request(JsonNode given, JsonNode id) {
    if (!given.isObject()) {
      throw new IllegalArgumentException(
          "request: needs a JSON object, got "
              + given.getNodeType().name().toLowerCase(Locale.ROOT));
    }
    for (Iterator<String> names = given.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!FIELDS.contains(name)) {
        throw new IllegalArgumentException(
            "request: needs id, args and progress, got " + ShownText.name(name));
      }
    }
    JsonNode args = given.path("args");
    List<JsonNode> words = StreamSupport.stream(args.spliterator(), false).toList();
    if (!args.isArray() || !words.stream().allMatch(JsonNode::isTextual)) {
      throw new IllegalArgumentException(
          "args: needs an array of strings, got " + (args.isMissingNode() ? "none" : args));
    }
    JsonNode progress = given.path("progress");
    if (!progress.isMissingNode() && !progress.isBoolean()) {
      throw new IllegalArgumentException("progress: needs true or false, got " + progress);
    }
    return new Request(id, words.stream().map(JsonNode::asText).toList(), progress.asBoolean());
  }

  private ObjectNode execute(Request request) {
    Optional<String> command =
        request.args().stream().filter(word -> !word.startsWith("-")).findFirst();
    if (command.filter(ALONE::contains).isPresent()) {
      return refusal(
          request.id(),
          "session: needs a command that ends by itself, got %s (start it as a process of its own)"
              .formatted(command.get()));
    }
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int exit;
    try (SessionProgress progress =
        new SessionProgress(text -> send(event(request.id(), text)), request.progress())) {
      exit =
          Main.run(
              stream(printed),
              stream(said),
              progress.stream(),
              request.progress(),
              request.args().toArray(String[]::new));
    } catch (RuntimeException | Error e) { // whatever happens, the next command may be better off
      exit = Main.BUG;
      stream(said).println("a bug in sluice: " + e);
    }
    return answer(request.id(), exit, text(printed), text(said));
  }

  private static ObjectNode refusal(JsonNode id, String why) {
    return answer(id, Main.USAGE, "", ShownText.of(why) + "\n");
  }

  private static ObjectNode answer(JsonNode id, int exit, String out, String err) {
    ObjectNode answer = JSON.createObjectNode();
    answer.set("id", id);
    return answer.put("exit", exit).put("out", out).put("err", err);
  }

  private static ObjectNode event(JsonNode id, String progress) {
    ObjectNode event = JSON.createObjectNode();
    event.set("id", id);
    return event.put("progress", progress);
  }

  private synchronized void send(ObjectNode line) {
    out.print(line + "\n");
    out.flush();
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** The next line, of which no more is kept than shows that it is too long. */
  private Optional<String> line() throws IOException {
    StringBuilder line = new StringBuilder();
    int c = in.read();
    if (c < 0) {
      return Optional.empty();
    }
    for (; c >= 0 && c != '\n'; c = in.read()) {
      if (line.length() <= LONGEST) {
        line.append((char) c);
      }
    }
    return Optional.of(line.toString());
  }
}
