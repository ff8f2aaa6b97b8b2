package io.sluice.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What people read of a Java source: its string literals, its Javadoc and its comments of one line.
 *
 * <p>Everything else is blanked out, so that places stay as they are: a line of the result is that
 * line of the source. Literals joined by + are read as one, and so are the lines of a comment.
 */
final class JavaTexts {
  /** What stands between texts, and matches nothing. */
  private static final char NOTHING = '\0';

  private static final Pattern MARGIN = Pattern.compile("(?m)^(\\s*)\\*");
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\u+[0-9a-fA-F]{4}|\\\\.", Pattern.DOTALL);

  private final String source;
  private final StringBuilder texts;
  private int at;
  private int joined = -1; // where the last literal ended, if only + followed

  private JavaTexts(String source) {
    this.source = source;
    this.texts = new StringBuilder();
    for (int i = 0; i < source.length(); i++) {
      texts.append(source.charAt(i) == '\n' ? '\n' : NOTHING);
    }
  }

  static String of(String source) {
    JavaTexts reading = new JavaTexts(source);
    while (reading.at < source.length()) {
      reading.next();
    }
    return reading.texts.toString();
  }

  /** What is left of a Java source without its texts, in the same places: its names. */
  static String namesOf(String source) {
    String texts = of(source);
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < source.length(); i++) {
      names.append(texts.charAt(i) == NOTHING ? source.charAt(i) : ' ');
    }
    return names.toString();
  }

  private void next() {
    char c = source.charAt(at);
    if (source.startsWith("//", at)) {
      int end = endOf("\n", at);
      put(at, source.substring(at, end));
      at = end;
      joined = -1;
    } else if (source.startsWith("/*", at)) {
      comment();
    } else if (source.startsWith("\"\"\"", at)) {
      literal("\"\"\"");
    } else if (c == '"') {
      literal("\"");
    } else if (c == '\'') {
      at = endOfLiteral("'", at + 1);
      joined = -1;
    } else {
      joined = Character.isWhitespace(c) || c == '+' ? joined : -1;
      at++;
    }
  }

  private void comment() {
    int end = endOf("*/", at + 2);
    if (source.startsWith("/**", at)) {
      String inside = source.substring(at + 3, Math.max(at + 3, end - 2));
      put(at + 3, MARGIN.matcher(inside).replaceAll("$1 "));
    }
    at = end;
    joined = -1;
  }

  private void literal(String quote) {
    int begin = at + quote.length();
    int end = endOfLiteral(quote, begin);
    String inside = source.substring(begin, end - quote.length());
    if (joined >= 0) {
      put(joined, source.substring(joined, begin).replaceAll("[^\n]", " "));
    }
    Matcher escapes = ESCAPE.matcher(inside);
    put(begin, escapes.replaceAll(escape -> escape.group().replaceAll("[^\n]", " ")));
    at = end;
    joined = end - quote.length();
  }

  private void put(int place, String text) {
    texts.replace(place, place + text.length(), text);
  }

  /** After the next such text, or at the end. */
  private int endOf(String text, int from) {
    int found = source.indexOf(text, from);
    return found < 0 ? source.length() : found + text.length();
  }

  private int endOfLiteral(String quote, int from) {
    int i = from;
    while (i < source.length() && !source.startsWith(quote, i)) {
      i += source.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(source.length(), i + quote.length());
  }
}
