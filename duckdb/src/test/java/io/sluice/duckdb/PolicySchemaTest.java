package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * docs/policy.schema.json against what the code writes: every policy is valid, no field is without
 * a place in the schema (it allows no others), and no place in the schema is without a field.
 */
class PolicySchemaTest {
  private static final Path SCHEMA = Path.of("../docs/policy.schema.json");

  private final JsonNode schema;

  PolicySchemaTest() throws IOException {
    schema = new ObjectMapper().readTree(SCHEMA.toFile());
  }

  static SavedPolicy table() {
    Map<String, List<Double>> states = new LinkedHashMap<>();
    states.put("home", List.of(0.25, 0.75));
    states.put("cart", List.of(1.0, 0.0));
    Origin origin = new Origin("1", "vi", "0123", Map.of("delta", "0.05"), Optional.empty());
    return new SavedPolicy(
        origin,
        List.of("a0", "a1"),
        List.of(PolicyColumn.category("state", List.of("cart", "home"))),
        List.of(),
        List.of(new Table(states, List.of(0.0, 1.0))));
  }

  private static JsonNode written(SavedPolicy policy) throws IOException {
    return new ObjectMapper().readTree(PolicyJson.text(policy));
  }

  @Test
  void whatIsWrittenIsValid() throws IOException {
    Set<String> used = new TreeSet<>();
    List<SavedPolicy> policies = new ArrayList<>(RandomPolicies.all());
    policies.add(table());
    for (SavedPolicy policy : policies) {
      List<String> faults = new ArrayList<>();
      validate(written(policy), schema, "policy", faults, used);
      assertThat(faults).isEmpty();
    }
    Set<String> declared = new TreeSet<>();
    properties(schema, declared);
    assertThat(used).containsExactlyElementsOf(declared);
  }

  @Test
  void whatIsNotSoIsNotValid() throws IOException {
    String text = PolicyJson.text(RandomPolicies.of(1, 2));
    for (String wrong :
        List.of(
            text.replace("\"version\": 1", "\"version\": 2"),
            text.replace("\"learner\"", "\"lerner\""),
            text.replace("\"firstStep\": 1", "\"firstStep\": 2"),
            text.replace("\"kind\": \"square\"", "\"kind\": \"cube\""),
            text.replace("\"candidates\": 7", "\"candidates\": \"7\""))) {
      List<String> faults = new ArrayList<>();
      validate(new ObjectMapper().readTree(wrong), schema, "policy", faults, new TreeSet<>());
      assertThat(wrong).isNotEqualTo(text);
      assertThat(faults).isNotEmpty();
    }
  }

  /** All names of fields that a schema has. */
  private static void properties(JsonNode at, Set<String> into) {
    at.path("properties").fieldNames().forEachRemaining(into::add);
    at.forEach(child -> properties(child, into));
  }

  /** The words of JSON Schema that the file uses; others would be a fault. */
  private void validate(
      JsonNode value, JsonNode by, String where, List<String> faults, Set<String> used) {
    if (by.has("$ref")) {
      validate(value, schema.at(by.get("$ref").asText().substring(1)), where, faults, used);
      return;
    }
    if (by.has("oneOf")) {
      int matched = 0;
      for (JsonNode one : by.get("oneOf")) {
        List<String> own = new ArrayList<>();
        Set<String> seen = new TreeSet<>();
        validate(value, one, where, own, seen);
        if (own.isEmpty()) {
          matched++;
          used.addAll(seen);
        }
      }
      require(matched == 1, where + ": matches %d of oneOf".formatted(matched), faults);
      return;
    }
    require(!by.has("const") || by.get("const").equals(value), where + ": const", faults);
    require(!by.has("enum") || contains(by.get("enum"), value), where + ": enum", faults);
    require(!by.has("type") || isOf(by.get("type"), value), where + ": type", faults);
    require(
        !by.has("exclusiveMinimum") || value.asDouble() > by.get("exclusiveMinimum").asDouble(),
        where + ": exclusiveMinimum",
        faults);
    if (value.isArray()) {
      require(value.size() >= by.path("minItems").asInt(0), where + ": minItems", faults);
      require(value.size() <= by.path("maxItems").asInt(1 << 30), where + ": maxItems", faults);
      for (int i = 0; by.has("items") && i < value.size(); i++) {
        validate(value.get(i), by.get("items"), where + "[" + i + "]", faults, used);
      }
    }
    if (value.isObject()) {
      object(value, by, where, faults, used);
    }
  }

  private void object(
      JsonNode value, JsonNode by, String where, List<String> faults, Set<String> used) {
    by.path("required")
        .forEach(name -> require(value.has(name.asText()), where + ": lacks " + name, faults));
    value
        .properties()
        .forEach(
            field -> {
              String at = where + "." + field.getKey();
              JsonNode own = by.path("properties").get(field.getKey());
              JsonNode other = by.get("additionalProperties");
              if (own != null) {
                used.add(field.getKey());
                validate(field.getValue(), own, at, faults, used);
              } else if (other != null && other.isObject()) {
                validate(field.getValue(), other, at, faults, used);
              } else {
                require(other == null, at + ": is not in the schema", faults);
              }
            });
  }

  private static void require(boolean holds, String fault, List<String> faults) {
    if (!holds) {
      faults.add(fault);
    }
  }

  private static boolean contains(JsonNode list, JsonNode value) {
    for (JsonNode one : list) {
      if (one.equals(value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOf(JsonNode type, JsonNode value) {
    if (type.isArray()) {
      for (JsonNode one : type) {
        if (isOf(one, value)) {
          return true;
        }
      }
      return false;
    }
    return switch (type.asText()) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "number" -> value.isNumber();
      case "integer" -> value.isIntegralNumber();
      case "null" -> value.isNull();
      default -> false;
    };
  }
}
