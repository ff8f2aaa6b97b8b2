package io.sluice.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request (RFC 9112), of which little is needed and nothing else accepted.
 *
 * @param path up to the question mark, as it was sent
 * @param query after it, if there is one
 * @param headers by name in lower case
 * @param length of the body
 * @param keeps whether the connection may serve another request
 */
record Request(
    String method,
    String path,
    @Nullable String query,
    Map<String, List<String>> headers,
    long length,
    boolean keeps) {
  private static final int LONGEST = 16 << 10; // bytes of a head
  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

  /** A request that cannot be read, with the reply to it. */
  static final class Unreadable extends IOException {
    private static final long serialVersionUID = 1;
    private final int status;

    Unreadable(int status, String words) {
      super(words);
      this.status = status;
    }

    Reply reply() {
      return Reply.text(status, String.valueOf(getMessage()));
    }
  }

  /** All values of a header. */
  List<String> all(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }

  /** The only value of a header. */
  Optional<String> one(String name) {
    return all(name).size() == 1 ? Optional.of(all(name).get(0)) : Optional.empty();
  }

  /**
   * Reads a head and nothing after it.
   *
   * @param begun called after the first byte
   * @return empty if the connection has ended before
   */
  static Optional<Request> read(InputStream in, Runnable begun) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int ends = 0;
    while (ends < 2) {
      int next = in.read();
      if (next < 0) {
        return Optional.empty();
      }
      if (head.size() == 0) {
        begun.run();
      }
      head.write(next);
      if (head.size() > LONGEST) {
        throw new Unreadable(431, "request: needs a shorter head, got more than 16 KiB");
      }
      ends = next == '\n' ? ends + 1 : next == '\r' ? ends : 0;
    }
    return Optional.of(parse(head.toString(StandardCharsets.ISO_8859_1)));
  }

  private static Request parse(String head) throws Unreadable {
    List<String> lines = head.lines().toList();
    String[] first = lines.get(0).split(" ", -1);
    if (first.length != 3
        || !first[0].matches(TOKEN)
        || !first[1].matches("/[!-~]*")
        || !first[2].matches("HTTP/1\\.[01]")) {
      throw new Unreadable(400, "request: needs a request of HTTP/1.1, got something else");
    }
    Map<String, List<String>> headers = new HashMap<>();
    for (String line : lines.subList(1, lines.size() - 1)) {
      int colon = line.indexOf(':');
      if (colon < 1 || !line.substring(0, colon).matches(TOKEN)) {
        throw new Unreadable(400, "request: needs headers such as Name: value, got something else");
      }
      headers
          .computeIfAbsent(
              line.substring(0, colon).toLowerCase(Locale.ROOT), n -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
    int mark = first[1].indexOf('?');
    boolean keeps =
        first[2].equals("HTTP/1.1")
            && headers.getOrDefault("connection", List.of()).stream()
                .noneMatch(value -> value.toLowerCase(Locale.ROOT).contains("close"));
    return new Request(
        first[0],
        mark < 0 ? first[1] : first[1].substring(0, mark),
        mark < 0 ? null : first[1].substring(mark + 1),
        headers,
        length(headers),
        keeps);
  }

  /** A body has to say how long it is, once: then all agree on where the next request begins. */
  private static long length(Map<String, List<String>> headers) throws Unreadable {
    if (headers.containsKey("transfer-encoding")) {
      throw new Unreadable(411, "request: needs Content-Length, got Transfer-Encoding");
    }
    List<String> said = headers.getOrDefault("content-length", List.of("0"));
    if (said.size() != 1 || !said.get(0).matches("[0-9]{1,18}")) {
      throw new Unreadable(400, "Content-Length: needs one whole number, got something else");
    }
    return Long.parseLong(said.get(0));
  }
}
