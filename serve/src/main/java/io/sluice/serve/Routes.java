package io.sluice.serve;

import io.sluice.interval.IntervalKind;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked for: a few fixed addresses, all of them answered from memory. No part of a
 * request is ever taken for the name of a file.
 *
 * @param first what the command was started with
 */
record Routes(Guard guard, JobRunner jobs, EvaluationRequest first) {
  /** The longest request body that is read. */
  static final int LONGEST = 16 << 20;

  Reply reply(Request request, InputStream body) throws IOException, InterruptedException {
    Optional<String> objection = guard.objection(request);
    if (objection.isPresent()) {
      return Reply.text(403, objection.get());
    }
    return switch (request.method() + " " + request.path()) {
      case "GET /" -> form(request.query());
      case "GET /serve.css" -> resource("serve.css", "text/css");
      case "GET /serve.js" -> resource("serve.js", "text/javascript");
      case "GET /about" -> Reply.json(200, about());
      case "GET /work" -> Reply.json(200, jobs.json());
      case "GET /report" ->
          jobs.page()
              .map(page -> Reply.report(page.html(), page.policy()))
              .orElseGet(() -> Reply.text(404, "report: needs an evaluation, got none yet"));
      case "POST /evaluate" -> evaluate(request, body);
      case "POST /cancel" -> {
        jobs.cancel();
        yield Reply.json(200, jobs.json());
      }
      default -> Reply.text(404, "not found");
    };
  }

  private Reply form(@Nullable String query) throws IOException {
    Reply form = resource("serve.html", "text/html");
    return guard.isInvited(query) ? form.with("Set-Cookie", guard.setCookie()) : form;
  }

  private static Reply resource(String name, String type) throws IOException {
    try (InputStream in = Routes.class.getResourceAsStream(name)) {
      return Reply.of(type, in.readAllBytes(), Reply.FORM);
    }
  }

  /** What the form needs to know, its token included: pages of other origins cannot read this. */
  private Map<String, Object> about() {
    LogAbout log = jobs.explorer().about();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("token", guard.token());
    json.put("longest", LONGEST);
    json.put("episodes", log.episodes());
    json.put("horizon", log.horizon());
    json.put("states", log.states());
    json.put("features", log.features());
    json.put("actions", log.actions());
    json.put("intervals", log.intervals().stream().map(Object::toString).toList());
    json.put("forSteps", IntervalKind.ofSteps().stream().map(Object::toString).toList());
    json.put("given", given());
    json.put("asked", RequestJson.write(jobs.page().map(JobRunner.Page::request).orElse(first)));
    json.put("work", jobs.json());
    return json;
  }

  private @Nullable String given() {
    return first.policy() instanceof PolicyChoice.Given given
        ? given.shown()
        : first.policy() instanceof PolicyChoice.GivenRows rows ? rows.written() : null;
  }

  private Reply evaluate(Request request, InputStream body) throws IOException {
    if (request.length() > LONGEST) { // not even read
      return Reply.text(
          413, String.format(Locale.ROOT, "request: needs at most %,d bytes, got more", LONGEST));
    }
    EvaluationRequest asked;
    try {
      asked = RequestJson.read(RequestJson.text(body.readAllBytes()), first);
    } catch (IllegalArgumentException e) {
      return Reply.text(400, String.valueOf(e.getMessage()));
    }
    return jobs.start(asked)
        ? Reply.json(202, jobs.json())
        : Reply.text(409, "evaluate: needs the evaluation before to have ended, got one running");
  }
}
