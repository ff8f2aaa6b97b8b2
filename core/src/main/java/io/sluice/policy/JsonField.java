package io.sluice.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a JSON text with the place where it stands, for messages.
 *
 * @param path such as {@code steps[2].tree.column}
 */
record JsonField(String path, @Nullable Object value) {
  IllegalArgumentException needs(String what) {
    String got = value == null ? "nothing" : String.valueOf(value);
    String shown = got.length() > 60 ? got.substring(0, 60) + "…" : got;
    return new IllegalArgumentException("%s: needs %s, got %s".formatted(path, what, shown));
  }

  boolean isNull() {
    return value == null;
  }

  private Map<?, ?> map() {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw needs("an object");
  }

  boolean has(String name) {
    return map().containsKey(name);
  }

  JsonField at(String name) {
    return new JsonField(path + "." + name, map().get(name));
  }

  Map<String, JsonField> fields() {
    Map<String, JsonField> all = new LinkedHashMap<>();
    map().forEach((name, v) -> all.put((String) name, new JsonField(path + "." + name, v)));
    return all;
  }

  List<JsonField> list() {
    if (!(value instanceof List<?> list)) {
      throw needs("a list");
    }
    List<JsonField> all = new ArrayList<>();
    for (Object one : list) {
      all.add(new JsonField("%s[%s]".formatted(path, all.size()), one));
    }
    return all;
  }

  String text() {
    if (value instanceof String text) {
      return text;
    }
    throw needs("a text");
  }

  double number() {
    if (value instanceof Double number && Math.abs(number) <= Double.MAX_VALUE) {
      return number;
    }
    throw needs("a finite number");
  }

  int whole() {
    double number = number();
    if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
      throw needs("a whole number");
    }
    return (int) number;
  }

  double[] numbers() {
    return list().stream().mapToDouble(JsonField::number).toArray();
  }
}
