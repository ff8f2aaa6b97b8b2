package io.sluice.logs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One pass over the bytes of a CSV file that holds it to the rules which every engine shares:
 * UTF-8, as many fields in every row as in the first, quotes around whole fields, one kind of line
 * end. Blank lines are passed over; lines are counted as an editor counts them, also within quotes.
 */
final class CsvScan {
  /** A row may have so many bytes. */
  static final int MOST_BYTES = 2_000_000;

  private enum At {
    BEGIN, // of a field
    SPACE,
    PLAIN,
    QUOTED,
    CLOSED, // behind a quote within a quoted field: its end, or half of a doubled quote
    RETURN // behind a CR
  }

  private final byte separator;
  private final long wanted;
  private final Utf8 utf8 = new Utf8();
  private final ByteArrayOutputStream header = new ByteArrayOutputStream();
  private At at = At.BEGIN;
  private long line = 1;
  private long began = 1; // the line that the row at hand began in
  private long opened; // the line that the last quote was opened in
  private long bytes; // of the row at hand
  private long fields; // of the row at hand that have ended
  private long rows;
  private long needed;
  private long found; // the line of the wanted row
  private boolean written; // besides separators
  private int ends; // 0 unknown, 1 LF, 2 CR LF

  /**
   * @param wanted the number of a row whose line is sought, or −1; the header is row 1
   */
  CsvScan(char separator, long wanted) {
    this.separator = (byte) separator;
    this.wanted = wanted;
  }

  /** Reads to the end, or to the wanted row. */
  void read(InputStream in) throws IOException, TextFault {
    byte[] buffer = new byte[1 << 16];
    int size;
    while (found == 0 && (size = in.read(buffer)) >= 0) {
      for (int i = 0; i < size && found == 0; ) {
        int text = endOfText(buffer, i, size);
        if (text == i) {
          next(buffer[i++]);
        } else {
          bytes += text - i;
          if (bytes > MOST_BYTES) {
            throw tooLong();
          }
          written = true;
          at = At.PLAIN;
          i = text;
        }
      }
    }
    if (found == 0) {
      end();
    }
  }

  /** Where what changes nothing within an unquoted field ends: most bytes of most files. */
  private int endOfText(byte[] buffer, int from, int size) {
    int i = from;
    if ((at == At.PLAIN || at == At.BEGIN) && rows > 0 && !utf8.open()) {
      while (i < size && buffer[i] > '"' && buffer[i] != separator) { // and not above 127
        i++;
      }
    }
    return i;
  }

  long line() {
    return line;
  }

  /** The line of the wanted row, or 0. */
  long found() {
    return found;
  }

  /** How many rows there are besides the header. */
  long rows() {
    return Math.max(0, rows - 1);
  }

  /** The names in the first row; none if there is no row. */
  List<String> names() {
    return rows == 0
        ? List.of()
        : fields(header.toString(StandardCharsets.UTF_8), (char) separator);
  }

  private void next(byte b) throws TextFault {
    if ((b < 0 || utf8.open()) && !utf8.next(b)) {
      throw utf8.fault(line);
    }
    if (rows == 0) {
      header.write(b);
    }
    if (++bytes > MOST_BYTES) {
      throw tooLong();
    }
    if (at == At.RETURN && b != '\n') {
      throw new TextFault(line, "needs lines that end in LF or in CR LF, got CR alone");
    }
    if (b == '\n') {
      newline();
    } else if (at == At.QUOTED) {
      at = b == '"' ? At.CLOSED : At.QUOTED;
    } else if (b == separator) {
      fields++;
      at = At.BEGIN;
    } else if (b == '"') {
      quote();
    } else if (b == '\r') {
      at = At.RETURN;
    } else if (b == 0) {
      throw new TextFault(line, "needs text, got a NUL byte");
    } else if (at == At.CLOSED) {
      throw new TextFault(
          line, "needs a separator or the line's end behind a closing quote, got more text");
    } else if (at == At.BEGIN || at == At.SPACE) {
      boolean blank = b == ' ' || b == '\t';
      written = true;
      at = blank ? At.SPACE : At.PLAIN;
    }
  }

  private void quote() throws TextFault {
    if (at == At.SPACE) {
      throw new TextFault(line, "needs quotes around a whole field, got spaces before a quote");
    }
    if (at == At.BEGIN) {
      opened = line;
      written = true;
    }
    at = at == At.PLAIN ? At.PLAIN : At.QUOTED;
  }

  private TextFault tooLong() {
    String limit = "needs at most 2,000,000 bytes in a row";
    return at == At.QUOTED
        ? new TextFault(opened, limit + ", got more behind a quote that is not closed")
        : new TextFault(began, limit + ", got more");
  }

  private void newline() throws TextFault {
    if (at == At.QUOTED) {
      line++;
      return;
    }
    int kind = at == At.RETURN ? 2 : 1;
    if (ends != 0 && ends != kind) {
      throw new TextFault(
          line,
          kind == 2
              ? "needs LF at its end, as the first line has, got CR LF"
              : "needs CR LF at its end, as the first line has, got LF");
    }
    ends = kind;
    row();
    line++;
    began = line;
  }

  /** A row ends. */
  private void row() throws TextFault {
    boolean blank = fields == 0 && !written;
    if (blank && rows == 0) {
      throw new TextFault(line, "needs the names of columns in the first line, got a blank one");
    }
    if (!blank) {
      long got = fields + 1;
      needed = rows == 0 ? got : needed;
      if (got != needed) {
        throw new TextFault(
            began, "needs %s fields, as the first line has, got %s".formatted(needed, got));
      }
      rows++;
      found = rows == wanted ? began : 0;
    }
    fields = 0;
    bytes = 0;
    written = false;
    at = At.BEGIN;
  }

  private void end() throws TextFault {
    if (utf8.open()) {
      throw new TextFault(line, "needs text in UTF-8, got half a character");
    }
    if (at == At.QUOTED) {
      throw new TextFault(opened, "needs a closing quote, got none");
    }
    if (at == At.RETURN) {
      throw new TextFault(line, "needs lines that end in LF or in CR LF, got CR alone");
    }
    if (bytes > 0) {
      row();
    }
  }

  /** The fields of a row. */
  static List<String> fields(String row, char separator) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    String text = row.replaceAll("\r?\n$", "");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean doubled = quoted && c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"';
      if (doubled) {
        field.append('"');
        i++;
      } else if (c == '"' && (quoted || field.isEmpty())) {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
