package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Names of columns as RFC 4180 writes them, and text that comes packed. */
class CsvScanTest {
  @Test
  void quotesAroundNamesAreNotPartOfThem() {
    assertThat(CsvScan.fields("\"a \"\"x\"\"\",\"b,c\",d\"e", ','))
        .containsExactly("a \"x\"", "b,c", "d\"e");
    assertThat(CsvScan.fields("\"\",\"\"\"\"\r\n", ',')).containsExactly("", "\"");
    assertThat(CsvScan.fields("\"a\";b,c;\n", ';')).containsExactly("a", "b,c", "");
    assertThat(CsvScan.fields("a\"\"b", ',')).containsExactly("a\"\"b");
  }

  @Test
  void aQuoteWithinTextIsTextAndOneBehindBlanksIsNot() {
    for (String field : List.of("x\"y", " x\"y", "\tx\"", "x \"y")) {
      assertThat(text("a,b\n1," + field + "\n").fault()).as(field).isEmpty();
    }
    for (String field : List.of(" \"x\"", "\t\"x\"", " \t\"x\"")) {
      assertThat(text("a,b\n1," + field + "\n").fault())
          .as(field)
          .isEqualTo("needs quotes around a whole field, got spaces before a quote");
    }
  }

  private static TextScan text(String csv) {
    byte[] bytes = csv.getBytes(StandardCharsets.UTF_8);
    return TextScan.of(() -> new ByteArrayInputStream(bytes), "csv", ',');
  }

  private static byte[] packed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static TextScan scan(byte[] bytes) {
    return TextScan.of(
        TextScan.unpacked(() -> new ByteArrayInputStream(bytes), "log.csv.gz"), "csv", ',');
  }

  @Test
  void damageOfAPackedFileIsSaidAndNotWhatItsTextCameToBe() throws IOException {
    String text = "a,b\n" + "1,2\n".repeat(3);
    byte[] sound = packed(text);
    assertThat(scan(sound)).returns("", TextScan::fault).returns(3L, TextScan::rows);
    byte[] sum = sound.clone();
    sum[sum.length - 8] ^= 1;
    assertThat(scan(sum))
        .returns(
            "needs a GZIP stream with its own checksum, got another checksum at its end",
            TextScan::fault)
        .returns(5L, TextScan::line);
    byte[] more = Arrays.copyOf(sound, sound.length + 1);
    more[sound.length] = 'x';
    assertThat(scan(more).fault())
        .isEqualTo("needs GZIP streams and nothing else, got other bytes after the last");
    assertThat(scan(Arrays.copyOf(sound, sound.length - 9)).fault())
        .isEqualTo("needs a whole GZIP stream, got one that was cut off here");
    assertThat(scan(text.getBytes(StandardCharsets.UTF_8)).fault())
        .isEqualTo("needs a GZIP stream, got something else");
    byte[] ragged = packed(text + "1\n");
    assertThat(scan(ragged))
        .returns("needs 2 fields, as the first line has, got 1", TextScan::fault)
        .returns(5L, TextScan::line);
    ragged[ragged.length - 8] ^= 1;
    assertThat(scan(ragged).fault())
        .as("a wrong checksum is why a row is ragged")
        .isEqualTo("needs a GZIP stream with its own checksum, got another checksum at its end");
  }

  @Test
  void twoStreamsAreOneText() throws IOException {
    byte[] first = packed("a,b\n1,2\n");
    byte[] second = packed("3,4\n");
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    assertThat(scan(both)).returns("", TextScan::fault).returns(2L, TextScan::rows);
  }

  @Test
  void aPackedFileUnderAnotherNameIsRefused() throws IOException {
    byte[] bytes = packed("a\n");
    assertThat(TextScan.of(() -> new ByteArrayInputStream(bytes), "csv", ',').fault())
        .isEqualTo("needs a name that ends in .gz for a GZIP stream, got one without");
  }

  private static String fault(int... units) {
    byte[] bytes = new byte[units.length];
    for (int i = 0; i < units.length; i++) {
      bytes[i] = (byte) units[i];
    }
    return TextScan.of(() -> new ByteArrayInputStream(bytes), "csv", ',').fault();
  }

  /** Half of a mark is none. */
  @Test
  void aMarkIsAllOfItsBytes() {
    assertThat(fault(0xFE, 0xFF)).isEqualTo("needs text in UTF-8, got UTF-16");
    assertThat(fault(0xFF, 0xFE)).isEqualTo("needs text in UTF-8, got UTF-16");
    assertThat(fault(0xFE, 'a', '\n')).contains("the byte 0xFE");
    assertThat(fault(0xFF, 'a', '\n')).contains("the byte 0xFF");
    assertThat(fault(0x1F, 'a', '\n')).isEmpty();
    assertThat(fault('a', 0x8B, '\n')).contains("the byte 0x8B");
    assertThat(fault(0xEF, 0xBB)).isEqualTo("needs text in UTF-8, got half a character");
    assertThat(fault(0xEF, 0xBB, 0xBE, '\n')).isEmpty();
  }

  @Test
  void aFileIsClosedWhateverIsInIt() {
    for (String text : List.of("a\n1\n", "\u0000a", "a,b\n1\n")) {
      AtomicInteger open = new AtomicInteger();
      TextScan.Bytes bytes =
          () -> {
            open.incrementAndGet();
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
              @Override
              public void close() {
                open.decrementAndGet();
              }
            };
          };
      TextScan.of(bytes, "csv", ',');
      TextScan.separator(bytes);
      assertThat(open).as(text).hasValue(0);
    }
  }

  /** The first line may have line ends within quotes. */
  @Test
  void whatSeparatesIsLookedForInTheWholeFirstLine() {
    byte[] bytes = "\"a\n\";b;c\n1,2,3,4,5\n".getBytes(StandardCharsets.UTF_8);
    assertThat(TextScan.separator(() -> new ByteArrayInputStream(bytes))).isEqualTo(';');
  }

  @Test
  void aPackedFileOfJsonThatIsCutOffHasItsLine() throws IOException {
    byte[] sound = packed("{\"a\":1}\n{\"a\":2}\n");
    byte[] cut = Arrays.copyOf(sound, sound.length - 4);
    TextScan scan =
        TextScan.of(TextScan.unpacked(() -> new ByteArrayInputStream(cut), "x.gz"), "json", ',');
    assertThat(scan.fault()).isEqualTo("needs a whole GZIP stream, got one that was cut off here");
    assertThat(scan.line()).isEqualTo(3);
  }
}
