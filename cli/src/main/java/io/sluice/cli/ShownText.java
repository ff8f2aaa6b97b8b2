package io.sluice.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Text as a terminal may have it. Names come from logs, and whoever wrote those could put escape
 * codes into them: commands to the terminal, which could hide or fake what is printed. Control
 * characters other than the ends of lines and tabs, and those that turn the direction of text, are
 * shown as in JSON: {@code \}{@code u001b}. In JSON, that means the same.
 */
final class ShownText {
  private ShownText() {}

  /** The text with nothing left in it that a terminal would obey. */
  static String of(String text) {
    StringBuilder shown = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean lineEnd = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if (isObeyed(c) && !lineEnd) {
        if (shown == null) {
          shown = new StringBuilder(text.length() + 16).append(text, 0, i);
        }
        shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else if (shown != null) {
        shown.append(c);
      }
    }
    return shown == null ? text : shown.toString();
  }

  /** A name within a line, which it cannot end either. */
  static String name(String name) {
    return of(name).replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
  }

  private static boolean isObeyed(char c) {
    boolean control = c < ' ' && c != '\n' && c != '\t' || c >= '\u007f' && c <= '\u009f';
    boolean direction =
        c == '\u061c'
            || c == '\u200e'
            || c == '\u200f'
            || c >= '\u202a' && c <= '\u202e'
            || c >= '\u2066' && c <= '\u2069';
    return control || direction || c == '\u2028' || c == '\u2029';
  }

  /** Prints to another stream what may be shown; bytes pass as they are. */
  static PrintStream to(PrintStream raw) {
    return new Stream(raw);
  }

  private static final class Stream extends PrintStream {
    Stream(PrintStream raw) {
      super(raw, true, StandardCharsets.UTF_8);
    }

    @Override
    public void print(String text) {
      super.print(of(String.valueOf(text)));
    }

    @Override
    public void print(Object value) {
      print(String.valueOf(value));
    }

    @Override
    public void print(char[] text) {
      print(new String(text));
    }

    @Override
    public void print(char character) {
      print(String.valueOf(character));
    }
  }
}
