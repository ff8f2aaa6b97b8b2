package io.sluice.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Talks to a server byte by byte, as no browser would. */
record Http(LocalServer server) {
  static final ObjectMapper JSON = new ObjectMapper();

  /** A question as the page asks it. */
  static final String QUESTION =
      """
      {"policy": {"kind": "uniform"}, "share": 1, "intervals": ["selective"], "delta": 0.05, "model": "pooled",
       "bonus": "paper", "bonusScale": 1, "states": null, "shift": "plug-in", "exogenous": "", "variance": "shrunk"}
      """;

  /** A reply as it came. */
  record Answer(int status, String head, String body) {
    JsonNode json() throws IOException {
      return JSON.readTree(body);
    }
  }

  int port() {
    return URI.create(server.address()).getPort();
  }

  String own() {
    return "127.0.0.1:" + port();
  }

  Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", port());
    socket.setSoTimeout(60_000); // a server that does not answer fails the test
    return socket;
  }

  /** Sends this and nothing else, and reads until the server ends the connection. */
  Answer raw(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return read(socket.getInputStream());
    }
  }

  static Answer read(InputStream in) throws IOException {
    String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    int end = all.indexOf("\r\n\r\n");
    if (end < 0) {
      throw new IOException("no reply, but: " + all);
    }
    return new Answer(
        Integer.parseInt(all.split(" ")[1]), all.substring(0, end), all.substring(end + 4));
  }

  /** With the cookie that a browser has after the printed address was opened. */
  Answer get(String path, String... headers) throws IOException {
    return getAs("Host: " + own(), path, headers);
  }

  Answer getAs(String host, String path, String... headers) throws IOException {
    String[] all = Arrays.copyOf(headers, headers.length + 1);
    all[headers.length] = cookie();
    return bareAs(host, path, all);
  }

  /** With these headers only. */
  Answer bare(String path, String... headers) throws IOException {
    return bareAs("Host: " + own(), path, headers);
  }

  private Answer bareAs(String host, String path, String... headers) throws IOException {
    return raw(head("GET " + path, host, headers) + "Connection: close\r\n\r\n");
  }

  /** With the token, and from the page's own origin. */
  Answer post(String path, String body) throws IOException {
    return post(path, body, "X-Sluice-Token: " + token(), "Origin: http://" + own());
  }

  Answer post(String path, String body, String... headers) throws IOException {
    String head = head("POST " + path, "Host: " + own(), headers);
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return raw("%sConnection: close\r\nContent-Length: %d\r\n\r\n%s".formatted(head, length, body));
  }

  static String head(String what, String host, String... headers) {
    StringBuilder head = new StringBuilder(what + " HTTP/1.1\r\n");
    head.append(host.isEmpty() ? "" : host + "\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head.toString();
  }

  String token() {
    return server.address().replaceAll(".*\\?token=", "");
  }

  String cookie() {
    return "Cookie: sluice-%d=%s".formatted(port(), token());
  }

  /** Waits for the work to end; the server is asked again and again, as the page does. */
  JsonNode ended() throws IOException {
    JsonNode work = get("/work").json();
    while (work.get("phase").asText().equals("running")) {
      Thread.onSpinWait();
      work = get("/work").json();
    }
    return work;
  }

  static String question(String policy) {
    return QUESTION.replace("{\"kind\": \"uniform\"}", policy);
  }

  static String upload(String name, String content) throws IOException {
    return question(
        "{\"kind\": \"file\", \"name\": %s, \"content\": %s}"
            .formatted(JSON.writeValueAsString(name), JSON.writeValueAsString(content)));
  }
}
