package io.sluice.logs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One pass over the bytes of newline-delimited JSON that holds it to the rules which every engine
 * shares: UTF-8, one object per line, every name once in it; NaN and Infinity are let through, as
 * many programs write them. Blank lines are passed over.
 */
final class JsonScan {
  private final long wanted;
  private final Set<String> names = new LinkedHashSet<>();
  private final Set<String> ofThisLine = new HashSet<>();
  private byte[] text = new byte[1 << 12]; // the line at hand
  private int size;
  private long line = 1;
  private long rows;
  private long found;
  private boolean unusual;

  /**
   * @param wanted the number of a row whose line is sought, or −1; the first object is row 1
   */
  JsonScan(long wanted) {
    this.wanted = wanted;
  }

  void read(InputStream in) throws IOException, TextFault {
    byte[] buffer = new byte[1 << 16];
    int got;
    while (found == 0 && (got = in.read(buffer)) >= 0) {
      int from = 0;
      for (int i = 0; i < got && found == 0; i++) {
        if (buffer[i] == '\n') {
          add(buffer, from, i);
          row();
          line++;
          from = i + 1;
        }
      }
      add(buffer, from, got);
    }
    if (found == 0 && size > 0) {
      row();
    }
  }

  private void add(byte[] buffer, int from, int to) throws TextFault {
    if (size + to - from > CsvScan.MOST_BYTES) {
      throw new TextFault(line, "needs at most 2,000,000 bytes in a row, got more");
    }
    if (size + to - from > text.length) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, size + to - from));
    }
    System.arraycopy(buffer, from, text, size, to - from);
    size += to - from;
  }

  long line() {
    return line;
  }

  long found() {
    return found;
  }

  long rows() {
    return rows;
  }

  /** Whether a number was written otherwise than most programs would. */
  boolean hasUnusualNumbers() {
    return unusual;
  }

  /** The names of all objects, in the order in which they first come. */
  List<String> names() {
    return List.copyOf(names);
  }

  private void row() throws TextFault {
    size -= size > 0 && text[size - 1] == '\r' ? 1 : 0;
    Utf8 utf8 = new Utf8();
    boolean blank = true;
    for (int i = 0; i < size; i++) {
      byte b = text[i];
      if ((b < 0 || utf8.open()) && !utf8.next(b)) {
        throw utf8.fault(line);
      }
      blank &= b == ' ' || b == '\t';
    }
    if (!blank) {
      parse(new JsonText(text, size));
      rows++;
      found = rows == wanted ? line : 0;
    }
    size = 0;
  }

  private void parse(JsonText json) throws TextFault {
    ofThisLine.clear();
    String fault = json.object(this::name);
    unusual |= json.hasUnusualNumbers();
    if (!fault.isEmpty()) {
      throw new TextFault(line, fault);
    }
  }

  /** Takes a name of the object at hand; says whether it is the first of that name. */
  private boolean name(int from, int to, boolean escaped) {
    String raw = new String(text, from, to - from, StandardCharsets.UTF_8);
    String name = escaped ? JsonText.unescaped(raw) : raw;
    names.add(name);
    return ofThisLine.add(name);
  }
}
