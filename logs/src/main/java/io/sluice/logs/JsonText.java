package io.sluice.logs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** One line of JSON in UTF-8, read as RFC 8259 has it, with NaN and Infinity besides. */
final class JsonText {
  private static final int DEEPEST = 100;
  private static final int LONGEST_NUMBER = 300;
  private static final String NO_JSON = "needs JSON, got a line that is not JSON";

  /** Takes the names of the outermost object. */
  @FunctionalInterface
  interface Names {
    /** Says whether it was not there yet. */
    boolean add(int from, int to, boolean escaped);
  }

  private final byte[] text;
  private final int end;
  private int at;
  private boolean escaped; // whether the last string had escapes
  private final List<Token> unusual = new ArrayList<>();

  /** A number that has a shorter or another usual text; alone, or within a list or an object. */
  private record Token(int from, int to, boolean alone) {}

  JsonText(byte[] text, int end) {
    this.text = text;
    this.end = end;
  }

  /** Whether a number was written otherwise than most programs would, as 1.50, −0 or 1e2. */
  boolean hasUnusualNumbers() {
    return !unusual.isEmpty();
  }

  /** The line with unusual numbers respelled; those that are alone become strings. */
  static String respelled(String line, UnaryOperator<String> spelling) {
    byte[] text = line.getBytes(StandardCharsets.UTF_8);
    JsonText json = new JsonText(text, text.length);
    json.object((from, to, escaped) -> true);
    StringBuilder respelled = new StringBuilder();
    int at = 0;
    for (Token one : json.unusual) {
      String number = new String(text, one.from, one.to - one.from, StandardCharsets.UTF_8);
      String quote = one.alone ? "\"" : "";
      respelled.append(new String(text, at, one.from - at, StandardCharsets.UTF_8));
      respelled.append(quote).append(spelling.apply(number)).append(quote);
      at = one.to;
    }
    return respelled
        .append(new String(text, at, text.length - at, StandardCharsets.UTF_8))
        .toString();
  }

  /** What is wrong with the line, or nothing. */
  String object(Names names) {
    space();
    if (at < end && text[at] != '{') {
      return value(1) && atEnd() ? "needs one JSON object per line, got something else" : NO_JSON;
    }
    at++;
    space();
    if (take('}')) {
      return atEnd() ? "" : NO_JSON;
    }
    do {
      space();
      int from = at + 1;
      if (!string()) {
        return NO_JSON;
      }
      if (at - 1 == from) { // DuckDB has no such column
        return "needs a name for every value of an object, got an empty one";
      }
      if (!names.add(from, at - 1, escaped)) {
        String name = new String(text, from, at - 1 - from, StandardCharsets.UTF_8);
        return "needs every name once in an object, got \"%s\" twice".formatted(name);
      }
      space();
      if (!take(':') || !value(1)) {
        return NO_JSON;
      }
      space();
    } while (take(','));
    return take('}') && atEnd() ? "" : NO_JSON;
  }

  private boolean atEnd() {
    space();
    return at == end;
  }

  private void space() {
    while (at < end && (text[at] == ' ' || text[at] == '\t')) {
      at++;
    }
  }

  private boolean take(char c) {
    boolean there = at < end && text[at] == c;
    at += there ? 1 : 0;
    return there;
  }

  private boolean word(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (!take(word.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean value(int depth) {
    space();
    if (at >= end || depth > DEEPEST) {
      return false;
    }
    return switch (text[at]) {
      case '"' -> string();
      case '{' -> members('}', depth);
      case '[' -> members(']', depth);
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      case 'N' -> word("NaN");
      case 'I' -> word("Infinity");
      default -> number(depth);
    };
  }

  private boolean members(char close, int depth) {
    at++;
    space();
    if (take(close)) {
      return true;
    }
    do {
      space();
      if (close == '}' && !(string() && colon())) {
        return false;
      }
      if (!value(depth + 1)) {
        return false;
      }
      space();
    } while (take(','));
    return take(close);
  }

  private boolean colon() {
    space();
    return take(':');
  }

  private boolean number(int depth) {
    int from = at;
    if (take('-') && at < end && text[at] == 'I') {
      return word("Infinity");
    }
    if (!take('0') && !digits()) {
      return false;
    }
    boolean zero = at - from == 2 && text[from] == '-' && text[from + 1] == '0';
    int point = at;
    if (take('.') && !digits()) {
      return false;
    }
    boolean usual =
        point == at
            ? !zero
            : at - from <= 16
                && (text[at - 1] != '0' || at == point + 2)
                && !(text[point - 1] == '0' && at > point + 4 && text[point + 3] == '0');
    if (take('e') || take('E')) {
      usual = false;
      if (!take('+')) {
        take('-');
      }
      if (!digits()) {
        return false;
      }
    }
    if (!usual) {
      unusual.add(new Token(from, at, depth == 1));
    }
    return at - from <= LONGEST_NUMBER;
  }

  private boolean digits() {
    int from = at;
    while (at < end && text[at] >= '0' && text[at] <= '9') {
      at++;
    }
    return at > from;
  }

  private boolean string() {
    escaped = false;
    if (!take('"')) {
      return false;
    }
    while (at < end) {
      byte b = text[at++];
      if (b == '"') {
        return true;
      }
      if (b >= 0 && b < 0x20) {
        return false;
      }
      if (b == '\\') {
        escaped = true;
        if (!escape()) {
          return false;
        }
      }
    }
    return false;
  }

  /** What is behind a backslash; surrogates have to come in pairs. */
  private boolean escape() {
    if (at >= end) {
      return false;
    }
    byte b = text[at++];
    if (b != 'u') {
      return "\"\\/bfnrt".indexOf(b) >= 0;
    }
    int unit = hex();
    if (unit >= 0xD800 && unit < 0xDC00) {
      int low = take('\\') && take('u') ? hex() : -1;
      return low >= 0xDC00 && low < 0xE000;
    }
    return unit >= 0 && !(unit >= 0xDC00 && unit < 0xE000);
  }

  private int hex() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = at < end ? Character.digit(text[at], 16) : -1;
      if (digit < 0) {
        return -1;
      }
      at++;
      value = value * 16 + digit;
    }
    return value;
  }

  /** A string's characters, given that its escapes are right. */
  static String unescaped(String raw) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c != '\\') {
        plain.append(c);
        continue;
      }
      char e = raw.charAt(++i);
      if (e == 'u') {
        plain.append((char) Integer.parseInt(raw.substring(i + 1, i + 5), 16));
        i += 4;
      } else {
        int place = "bfnrt".indexOf(e);
        plain.append(place < 0 ? e : "\b\f\n\r\t".charAt(place));
      }
    }
    return plain.toString();
  }
}
