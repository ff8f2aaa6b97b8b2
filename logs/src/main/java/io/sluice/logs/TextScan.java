package io.sluice.logs;

import io.sluice.fit.BadLogException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text file through before an engine does, so that what is wrong with it has one message,
 * with its line, whichever engine reads it; and what one engine would pass over is wrong for all.
 *
 * @param columns the names of columns, in their order
 * @param rows how many there are
 * @param hasUnusualNumbers whether JSON has numbers such as 1.50, which engines spell differently
 * @param line where the fault is, or 0
 * @param fault what is wrong, or nothing
 */
public record TextScan(
    List<String> columns, long rows, boolean hasUnusualNumbers, long line, String fault)
    implements Serializable {
  /** So many bytes are looked through for damage of a file whose text has a fault. */
  private static final long MOST_READ_AGAIN = 1L << 30;

  /** Opens a file's bytes, as often as it is asked to. */
  @FunctionalInterface
  public interface Bytes {
    InputStream open() throws IOException;
  }

  /** The bytes of a file that may be compressed. */
  public static Bytes unpacked(Bytes file, String name) {
    return LogFiles.isGzip(name) ? () -> new Unpacked(file.open()) : file;
  }

  /**
   * GZIP streams, one or several, with nothing behind them, which some engines would pass over.
   * What was unpacked before a stream breaks is handed out first, so that its lines are counted.
   */
  private static final class Unpacked extends GZIPInputStream {
    private static final int TRAILER = 8; // bytes of checksum and length behind what is packed

    private @Nullable IOException broken;

    Unpacked(InputStream in) throws IOException {
      super(in, 1 << 16);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (broken != null) {
        throw broken;
      }
      long before = inf.getBytesWritten();
      int n;
      try {
        n = super.read(bytes, offset, length);
      } catch (IOException e) {
        int got = (int) (inf.getBytesWritten() - before);
        if (got <= 0) {
          throw e;
        }
        broken = e;
        return got;
      }
      if (n < 0 && (inf.getRemaining() > TRAILER || in.read() >= 0)) {
        throw new ZipException("more");
      }
      return n;
    }

    /** Nothing for certain: a buffer that read on after this would lose what it had. */
    @Override
    public int available() {
      return 0;
    }
  }

  /**
   * Reads a whole file.
   *
   * @param format csv or json
   * @param separator of a CSV file
   */
  public static TextScan of(Bytes bytes, String format, char separator) {
    return format.equals("csv")
        ? csv(bytes, new CsvScan(separator, -1))
        : json(bytes, new JsonScan(-1));
  }

  /** A line of JSON with its unusual numbers in another spelling, as texts where they are alone. */
  public static String respelled(String line, UnaryOperator<String> spelling) {
    return JsonText.respelled(line, spelling);
  }

  private static TextScan csv(Bytes bytes, CsvScan scan) {
    try (InputStream in = text(bytes, true)) {
      scan.read(in);
      return new TextScan(scan.names(), scan.rows(), false, 0, "");
    } catch (TextFault e) {
      return failed(e.line(), cause(bytes, e));
    } catch (IOException e) {
      return failed(scan.line(), said(e));
    }
  }

  private static TextScan json(Bytes bytes, JsonScan scan) {
    try (InputStream in = text(bytes, false)) {
      scan.read(in);
      return new TextScan(scan.names(), scan.rows(), scan.hasUnusualNumbers(), 0, "");
    } catch (TextFault e) {
      return failed(e.line(), cause(bytes, e));
    } catch (IOException e) {
      return failed(scan.line(), said(e));
    }
  }

  /** Where the bytes themselves are damaged, it is that, and not what the text came to be. */
  private static String cause(Bytes bytes, TextFault fault) {
    try (InputStream in = bytes.open()) {
      byte[] buffer = new byte[1 << 16];
      long left = MOST_READ_AGAIN;
      for (int n = in.read(buffer); n >= 0 && left > 0; n = in.read(buffer)) {
        left -= n;
      }
      return String.valueOf(fault.getMessage());
    } catch (IOException e) {
      return said(e);
    }
  }

  private static TextScan failed(long line, String fault) {
    return new TextScan(List.of(), 0, false, line, fault);
  }

  private static String said(IOException e) {
    if (e instanceof EOFException) {
      return "needs a whole GZIP stream, got one that was cut off here";
    }
    if (e instanceof ZipException) {
      String message = String.valueOf(e.getMessage());
      return message.contains("Not in GZIP format")
          ? "needs a GZIP stream, got something else"
          : message.equals("more")
              ? "needs GZIP streams and nothing else, got other bytes after the last"
              : message.contains("trailer")
                  ? "needs a GZIP stream with its own checksum, got another checksum at its end"
                  : "needs a GZIP stream, got one that is broken here";
    }
    return "needs a file that can be read, got " + e.getMessage();
  }

  /** The line of a row, as an editor counts lines; the header of a CSV file is row 1. */
  public static long line(Bytes bytes, String format, char separator, long row) {
    try (InputStream in = text(bytes, format.equals("csv"))) {
      if (format.equals("csv")) {
        CsvScan scan = new CsvScan(separator, row);
        scan.read(in);
        return scan.found();
      }
      JsonScan scan = new JsonScan(row);
      scan.read(in);
      return scan.found();
    } catch (IOException | TextFault e) {
      return row; // the file has changed since it was checked
    }
  }

  /** What separates the fields of a CSV file, by its first line; a comma if it cannot be read. */
  public static char separator(Bytes bytes) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (InputStream in = new BufferedInputStream(bytes.open())) {
      boolean quoted = false;
      for (int b = in.read(); b >= 0 && line.size() < CsvScan.MOST_BYTES; b = in.read()) {
        quoted ^= b == '"';
        if (b == '\n' && !quoted) {
          break;
        }
        line.write(b);
      }
    } catch (IOException e) {
      // said when the whole file is read
    }
    return LogFiles.separator(line.toString(StandardCharsets.UTF_8));
  }

  /** The bytes behind a mark at the beginning, which CSV may have. */
  private static InputStream text(Bytes bytes, boolean mayBeMarked) throws IOException, TextFault {
    InputStream in = new BufferedInputStream(bytes.open(), 1 << 16);
    try {
      in.mark(4);
      byte[] first = in.readNBytes(4);
      in.reset();
      int a = first.length > 0 ? first[0] & 0xFF : -1;
      int b = first.length > 1 ? first[1] & 0xFF : -1;
      boolean wide = a == 0xFE && b == 0xFF || a == 0xFF && b == 0xFE || a == 0 ^ b == 0;
      if (wide) {
        throw new TextFault(1, "needs text in UTF-8, got UTF-16");
      }
      if (a == 0x1F && b == 0x8B) {
        throw new TextFault(1, "needs a name that ends in .gz for a GZIP stream, got one without");
      }
      if (a == 0xEF && b == 0xBB && first.length > 2 && (first[2] & 0xFF) == 0xBF) {
        if (!mayBeMarked) {
          throw new TextFault(1, "needs JSON at once, got a byte order mark before it");
        }
        in.skipNBytes(3);
      }
      return in;
    } catch (IOException | TextFault e) {
      in.close();
      throw e;
    }
  }

  /** Fails if there is a fault, or nothing in the file. */
  public TextScan requireSound(String file) {
    if (!fault.isEmpty()) {
      throw new BadLogException("%s:%s: %s".formatted(LogFiles.shortName(file), line, fault));
    }
    if (columns.isEmpty()) {
      throw LogFiles.empty(file);
    }
    LogFiles.requireDifferent(file, columns);
    return this;
  }
}
