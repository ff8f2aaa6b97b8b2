package io.sluice.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
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

  /** A report, which asks for nothing, in a frame of the page with the form. */
  static final String REPORT =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self';"
          + " style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

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

  void send(HttpExchange exchange) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type + "; charset=utf-8");
    headers.set("Content-Security-Policy", policy);
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("X-Frame-Options", policy.equals(REPORT) ? "SAMEORIGIN" : "DENY");
    more.forEach(headers::set);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, body.length);
    OutputStream out = exchange.getResponseBody();
    out.write(body);
    out.flush();
  }
}
