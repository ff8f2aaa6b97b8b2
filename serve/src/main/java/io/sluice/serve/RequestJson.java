package io.sluice.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.fit.Settings;
import io.sluice.fit.ShiftChoice;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.SettingException;
import io.sluice.serve.EvaluationRequest.Compared;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A question as the page sends it, and as it is shown there. */
final class RequestJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RequestJson() {}

  /**
   * @param first what the command was started with: it has the policy that was given, and the seed
   * @throws IllegalArgumentException if it cannot be meant
   */
  static EvaluationRequest read(String body, EvaluationRequest first) {
    JsonNode json;
    try {
      json = JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("request: needs JSON, got something else", e);
    }
    if (json == null || !json.isObject()) {
      throw new IllegalArgumentException("request: needs a JSON object, got something else");
    }
    requireWholeCharacters(json);
    List<IntervalKind> kinds = new ArrayList<>();
    json.path("intervals").forEach(name -> kinds.add(IntervalKind.named(name.asText())));
    String exogenous = json.path("exogenous").asText("").strip();
    return new EvaluationRequest(
        policy(json.path("policy"), first),
        number(json, "share", "share"),
        kinds,
        new Settings(
            number(json, "delta", "delta"),
            Settings.model(json.path("model").asText()),
            Settings.bonus(json.path("bonus").asText()),
            number(json, "bonusScale", "bonus-scale"),
            states(json.path("states")),
            first.settings().seed(),
            ShiftChoice.parse(
                json.path("shift").asText(),
                Optional.of(exogenous).filter(steps -> !steps.isEmpty())),
            Settings.variance(json.path("variance").asText()),
            first.settings().smallestPropensity()),
        compared(json.path("compared"), first));
  }

  private static List<Compared> compared(JsonNode policies, EvaluationRequest first) {
    List<Compared> all = new ArrayList<>();
    for (JsonNode one : policies) {
      all.add(new Compared(policy(one.path("policy"), first), number(one, "share", "share")));
    }
    return all;
  }

  /** A body as text. */
  static String text(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("request: needs UTF-8, got something else", e);
    }
  }

  /** JSON can write half of a surrogate pair, which is no character and no name of anything. */
  private static void requireWholeCharacters(JsonNode json) {
    if (json.isTextual() && !StandardCharsets.UTF_8.newEncoder().canEncode(json.asText())) {
      throw new IllegalArgumentException(
          "request: needs whole characters, got half of a surrogate pair");
    }
    json.forEach(RequestJson::requireWholeCharacters);
  }

  private static PolicyChoice policy(JsonNode policy, EvaluationRequest first) {
    String kind = policy.path("kind").asText();
    return switch (kind) {
      case "given" -> first.policy();
      case "uniform" -> new PolicyChoice.Uniform();
      case "behavior" -> new PolicyChoice.Behavior();
      case "columns" -> new PolicyChoice.Columns(policy.path("prefix").asText());
      case "always" -> new PolicyChoice.Always(policy.path("action").asText());
      case "file" ->
          new PolicyChoice.Uploaded(policy.path("name").asText(), policy.path("content").asText());
      default ->
          throw new IllegalArgumentException(
              "policy: needs given, uniform, behavior, always, columns or file, got \"%s\""
                  .formatted(kind));
    };
  }

  private static double number(JsonNode json, String field, String called) {
    JsonNode value = json.path(field);
    if (!value.isNumber()) {
      throw new IllegalArgumentException(
          "%s: needs a number, got %s"
              .formatted(called, value.isMissingNode() || value.isNull() ? "none" : value));
    }
    return value.asDouble();
  }

  private static OptionalInt states(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return OptionalInt.empty();
    }
    if (!value.isInt()) {
      throw new SettingException("states", "needs a whole number, got " + value);
    }
    return OptionalInt.of(value.asInt());
  }

  /** What the page's form is filled with; an uploaded table is not sent back. */
  static Map<String, Object> write(EvaluationRequest request) {
    Map<String, Object> json = new LinkedHashMap<>();
    PolicyChoice policy = request.policy();
    json.put(
        "policy",
        policy instanceof PolicyChoice.Always always
            ? Map.of("kind", "always", "action", always.action())
            : policy instanceof PolicyChoice.Columns columns
                ? Map.of("kind", "columns", "prefix", columns.prefix())
                : Map.of(
                    "kind",
                    policy instanceof PolicyChoice.Given || policy instanceof PolicyChoice.GivenRows
                        ? "given"
                        : policy instanceof PolicyChoice.Uploaded ? "file" : policy.written(),
                    "name",
                    policy instanceof PolicyChoice.Given given ? given.shown() : policy.written()));
    json.put("share", request.share());
    json.put("intervals", request.intervals().stream().map(Object::toString).toList());
    Settings settings = request.settings();
    json.put("delta", settings.delta());
    json.put("model", settings.model().toString());
    json.put("bonus", settings.bonus().toString());
    json.put("bonusScale", settings.scale());
    json.put("states", settings.states().isPresent() ? settings.states().getAsInt() : null);
    json.put("shift", settings.shift().estimate().toString());
    json.put("exogenous", EvaluationRequest.exogenous(settings));
    json.put("variance", EvaluationRequest.variance(settings));
    return json;
  }

  static String text(Map<String, Object> json) {
    try {
      return JSON.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
