package io.sluice.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is sent back.
 *
 * @param policy which content-security policy it has
 * @param more headers besides those that every reply has
 */
record Reply(int status, String type, byte[] body, String policy, Map<String, String> more) {
  private static final String NOTHING =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** The page with the form: its own script and style, requests to this server, and the report. */
  static final String FORM =
      NOTHING
          + "; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:";

  private static final String FRAMED = "; frame-ancestors 'self'";

  /** A report under its own policy, in a frame of the page with the form. */
  static Reply report(byte[] html, String policy) {
    return of("text/html", html, policy + FRAMED);
  }

  static Reply text(int status, String words) {
    return new Reply(status, "text/plain", bytes(words + "\n"), NOTHING, Map.of());
  }

  static Reply json(int status, Map<String, Object> json) {
    return new Reply(status, "application/json", bytes(RequestJson.text(json)), NOTHING, Map.of());
  }

  static Reply of(String type, byte[] body, String policy) {
    return new Reply(200, type, body, policy, Map.of());
  }

  Reply with(String header, String value) {
    Map<String, String> headers = new LinkedHashMap<>(more);
    headers.put(header, value);
    return new Reply(status, type, body, policy, headers);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @param keeps whether the connection may serve another request
   * @param withBody whether the body is sent, and not only its length
   */
  void send(OutputStream out, boolean keeps, boolean withBody) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", type + "; charset=utf-8");
    headers.put("Content-Length", String.valueOf(body.length));
    headers.put("Content-Security-Policy", policy);
    headers.put("Cache-Control", "no-store");
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put("X-Frame-Options", policy.endsWith(FRAMED) ? "SAMEORIGIN" : "DENY");
    headers.put("Connection", keeps ? "keep-alive" : "close");
    headers.putAll(more);
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " \r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    out.write(bytes(head + "\r\n"));
    if (withBody) {
      out.write(body);
    }
    out.flush();
  }
}
