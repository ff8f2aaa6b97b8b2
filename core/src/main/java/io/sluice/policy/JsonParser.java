package io.sluice.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as RFC 8259 has it: objects as maps in their order, arrays as lists, numbers as doubles.
 * This library has no dependency that would read it.
 */
final class JsonParser {
  private static final int DEEPEST = 200;

  private final String text;
  private int at;

  private JsonParser(String text) {
    this.text = text;
  }

  static @Nullable Object parse(String text) {
    JsonParser parser = new JsonParser(text);
    Object value = parser.value(0);
    parser.space();
    if (parser.at < text.length()) {
      throw parser.wrong("the end");
    }
    return value;
  }

  private IllegalArgumentException wrong(String needed) {
    long line = text.substring(0, Math.min(at, text.length())).lines().count();
    String got = at < text.length() ? "\"" + text.charAt(at) + "\"" : "the end";
    return new IllegalArgumentException(
        "line %s: needs %s, got %s".formatted(Math.max(1, line), needed, got));
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean take(char c) {
    space();
    boolean there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private @Nullable Object value(int depth) {
    space();
    if (depth > DEEPEST || at >= text.length()) {
      throw wrong("a value");
    }
    char c = text.charAt(at);
    return switch (c) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private @Nullable Object word(String word, @Nullable Object value) {
    if (!text.startsWith(word, at)) {
      throw wrong("a value");
    }
    at += word.length();
    return value;
  }

  private Map<String, @Nullable Object> object(int depth) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    at++;
    if (take('}')) {
      return all;
    }
    do {
      space();
      if (at >= text.length() || text.charAt(at) != '"') {
        throw wrong("a name");
      }
      String name = string();
      if (!take(':')) {
        throw wrong("a colon");
      }
      if (all.containsKey(name)) {
        throw new IllegalArgumentException(
            "\"%s\": needs to be there once, got it twice".formatted(name));
      }
      all.put(name, value(depth + 1));
    } while (take(','));
    if (!take('}')) {
      throw wrong("a comma or }");
    }
    return all;
  }

  private List<@Nullable Object> array(int depth) {
    List<@Nullable Object> all = new ArrayList<>();
    at++;
    if (take(']')) {
      return all;
    }
    do {
      all.add(value(depth + 1));
    } while (take(','));
    if (!take(']')) {
      throw wrong("a comma or ]");
    }
    return all;
  }

  private Double number() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String number = text.substring(from, at);
    if (!number.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
      at = from;
      throw wrong("a value");
    }
    return Double.valueOf(number);
  }

  private String string() {
    StringBuilder plain = new StringBuilder();
    at++;
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c < 0x20) {
        throw wrong("a string without control characters");
      }
      plain.append(c == '\\' ? escaped() : c);
    }
    if (at >= text.length()) {
      throw wrong("the end of a string");
    }
    at++;
    return plain.toString();
  }

  private char escaped() {
    if (at >= text.length()) {
      throw wrong("an escaped character");
    }
    char e = text.charAt(at++);
    if (e == 'u'
        && at + 4 <= text.length()
        && text.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }
    int place = "\"\\/bfnrt".indexOf(e);
    if (place < 0) {
      throw wrong("an escaped character");
    }
    return "\"\\/\b\f\n\r\t".charAt(place);
  }

  /** A text as JSON. */
  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < 0x20 || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
