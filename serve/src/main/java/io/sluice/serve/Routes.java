package io.sluice.serve;

import com.sun.net.httpserver.HttpExchange;
import io.sluice.fit.LogData;
import io.sluice.interval.IntervalKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What can be asked for: a few fixed addresses, all of them answered from memory. No part of a
 * request is ever taken for the name of a file.
 *
 * @param first what the command was started with
 */
record Routes(Guard guard, JobRunner jobs, EvaluationRequest first) {
  /** The longest request body that is read. */
  static final int LONGEST = 16 << 20;

  Reply reply(HttpExchange exchange) throws IOException, InterruptedException {
    String method = exchange.getRequestMethod();
    String query = exchange.getRequestURI().getRawQuery();
    Optional<String> objection = guard.objection(method, exchange.getRequestHeaders(), query);
    if (objection.isPresent()) {
      return Reply.text(403, objection.get());
    }
    return switch (method + " " + exchange.getRequestURI().getRawPath()) {
      case "GET /" -> form(query);
      case "GET /serve.css" -> resource("serve.css", "text/css");
      case "GET /serve.js" -> resource("serve.js", "text/javascript");
      case "GET /about" -> Reply.json(200, about());
      case "GET /work" -> Reply.json(200, jobs.json());
      case "GET /report" ->
          jobs.page()
              .map(page -> Reply.of("text/html", page.html(), Reply.REPORT))
              .orElseGet(() -> Reply.text(404, "report: needs an evaluation, got none yet"));
      case "POST /evaluate" -> evaluate(exchange);
      case "POST /cancel" -> {
        jobs.cancel();
        yield Reply.json(200, jobs.json());
      }
      default -> Reply.text(404, "not found");
    };
  }

  private Reply form(String query) throws IOException {
    Reply form = resource("serve.html", "text/html");
    return guard.closed() && guard.isInvited(query)
        ? form.with("Set-Cookie", guard.setCookie())
        : form;
  }

  private static Reply resource(String name, String type) throws IOException {
    try (InputStream in = Routes.class.getResourceAsStream(name)) {
      return Reply.of(type, in.readAllBytes(), Reply.FORM);
    }
  }

  /** What the form needs to know, its token included: pages of other origins cannot read this. */
  private Map<String, Object> about() {
    LogData log = jobs.explorer().data();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("token", guard.token());
    json.put("longest", LONGEST);
    json.put("episodes", log.episodes());
    json.put("horizon", log.shape().horizon());
    json.put("states", log.shape().states());
    json.put("actions", log.actions().names());
    json.put("intervals", Arrays.stream(IntervalKind.values()).map(Object::toString).toList());
    json.put("forSteps", IntervalKind.ofSteps().stream().map(Object::toString).toList());
    json.put("given", first.policy() instanceof PolicyChoice.Given g ? g.written() : null);
    json.put("asked", RequestJson.write(jobs.page().map(JobRunner.Page::request).orElse(first)));
    json.put("work", jobs.json());
    return json;
  }

  private Reply evaluate(HttpExchange exchange) throws IOException {
    Optional<String> body = body(exchange);
    if (body.isEmpty()) {
      return Reply.text(413, "request: needs at most %,d bytes, got more".formatted(LONGEST))
          .with("Connection", "close");
    }
    EvaluationRequest asked;
    try {
      asked = RequestJson.read(body.get(), first);
    } catch (IllegalArgumentException e) {
      return Reply.text(400, String.valueOf(e.getMessage()));
    }
    return jobs.start(asked)
        ? Reply.json(202, jobs.json())
        : Reply.text(409, "evaluate: needs the evaluation before to have ended, got one running");
  }

  /** Empty if it is too long; not even read if its stated length is. */
  private static Optional<String> body(HttpExchange exchange) throws IOException {
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    if (length != null && (length.length() > 10 || Long.parseLong(length) > LONGEST)) {
      return Optional.empty();
    }
    byte[] bytes = exchange.getRequestBody().readNBytes(LONGEST + 1);
    return bytes.length > LONGEST
        ? Optional.empty()
        : Optional.of(new String(bytes, StandardCharsets.UTF_8));
  }
}
