package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fit.BadLogException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules for text files; whole files on every engine are in {@code OddFilesTest}. */
class TextScanTest {
  private static TextScan.Bytes bytes(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static TextScan.Bytes bytes(byte[] bytes) {
    return () -> new ByteArrayInputStream(bytes);
  }

  private static TextScan csv(String text) {
    return TextScan.of(bytes(text), "csv", ',');
  }

  private static TextScan json(String text) {
    return TextScan.of(bytes(text), "json", ',');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "a,b\\n1,2\\n3,4\\n ! 2",
        "a,b\\n1,2\\n3,4 ! 2",
        "a,b\\n ! 0",
        "a,b ! 0",
        "a,b\\n\\n\\n1,2\\n\\n ! 1",
        "a,b\\n,\\n ! 1",
        "a,b\\n\"\",2\\n ! 1",
        "a,b\\n\"x\"\"y\",\"\"\"\"\\n ! 1",
        "a,b\\n\"x\\ny\",2\\n ! 1",
        "a,b\\r\\n1,2\\r\\n ! 1",
      })
  void rowsAreCounted(String text, long rows) {
    TextScan scan = csv(text.replace("\\n", "\n").replace("\\r", "\r"));
    assertThat(scan.fault()).isEmpty();
    assertThat(scan.line()).isZero();
    assertThat(scan.columns()).containsExactly("a", "b");
    assertThat(scan.rows()).isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "a,b\\n1\\n ! 2 ! needs 2 fields, as the first line has, got 1",
        "a,b\\n1,2\\n\\n1,2,3 ! 4 ! needs 2 fields, as the first line has, got 3",
        "a,b\\n\"x\\ny\",2\\n1\\n ! 4 ! needs 2 fields, as the first line has, got 1",
        "a,b\\n\"x\\ny\\nz\\n ! 2 ! needs a closing quote, got none",
        "a,b\\n\"x\"y,2 ! 2 ! needs a separator or the line's end behind a closing quote, got more text",
        "a,b\\n\"x\" ,2 ! 2 ! needs a separator or the line's end behind a closing quote, got more text",
        "a,b\\n1, \"x\" ! 2 ! needs quotes around a whole field, got spaces before a quote",
        "a,b\\n1,2\\r\\n ! 2 ! needs LF at its end, as the first line has, got CR LF",
        "a,b\\r\\n1,2\\n ! 2 ! needs CR LF at its end, as the first line has, got LF",
        "a,b\\r1,2\\r ! 1 ! needs lines that end in LF or in CR LF, got CR alone",
        "a,b\\n1,2\\r ! 2 ! needs lines that end in LF or in CR LF, got CR alone",
        "\\na,b\\n ! 1 ! needs the names of columns in the first line, got a blank one",
        "a,b\\n1,\\0 ! 2 ! needs text, got a NUL byte",
      })
  void faultsHaveTheirLine(String text, long line, String fault) {
    TextScan scan = csv(text.replace("\\n", "\n").replace("\\r", "\r").replace("\\0", "\0"));
    assertThat(scan.fault()).isEqualTo(fault);
    assertThat(scan.line()).isEqualTo(line);
    assertThatThrownBy(() -> scan.requireSound("/x/log.csv"))
        .isInstanceOf(BadLogException.class)
        .hasMessage("log.csv:%d: %s", line, fault);
  }

  @Tag("slow") // left out by mutation testing
  @Test
  void aRowOfTwoMillionBytesIsTheLongest() {
    String most = "a,b\n" + "x".repeat(CsvScan.MOST_BYTES - 3) + ",y\n";
    assertThat(csv(most).fault()).isEmpty();
    assertThat(csv(most.replace(",y", ",yz")).fault())
        .isEqualTo("needs at most 2,000,000 bytes in a row, got more");
    assertThat(csv("a,b\n1,2\n3,\"" + "x\n".repeat(1_000_000)).fault())
        .isEqualTo(
            "needs at most 2,000,000 bytes in a row, got more behind a quote that is not closed");
    String line = "{\"a\":\"" + "x".repeat(CsvScan.MOST_BYTES - 8) + "\"}";
    assertThat(json(line + "\n" + line).fault()).isEmpty();
    assertThat(json("{}\n " + line).fault())
        .isEqualTo("needs at most 2,000,000 bytes in a row, got more");
  }

  /** The edges of each form of a character: RFC 3629, section 4. */
  @Test
  void onlyUtf8IsText() {
    for (String text :
        List.of("\u0080", "é", "߿", "ࠀ", "\uD7FF", "\uE000", "\uFFFF", "𐀀", "\uDBFF\uDFFF")) {
      assertThat(csv("a\n" + text + "\n").fault()).as(text).isEmpty();
    }
    int[][] wrong = {
      {0x80},
      {0xBF},
      {0xC0, 0x80},
      {0xC1, 0xBF},
      {0xC2, 0x7F},
      {0xC2, 0xC0},
      {0xE0, 0x9F, 0x80},
      {0xED, 0xA0, 0x80},
      {0xE1, 0x80, 0x41},
      {0xF0, 0x8F, 0x80, 0x80},
      {0xF4, 0x90, 0x80, 0x80},
      {0xF5, 0x80, 0x80, 0x80},
      {0xFF}
    };
    for (int[] units : wrong) {
      byte[] bytes = new byte[units.length + 3];
      bytes[0] = 'a';
      bytes[1] = '\n';
      for (int i = 0; i < units.length; i++) {
        bytes[i + 2] = (byte) units[i];
      }
      bytes[bytes.length - 1] = '\n';
      TextScan scan = TextScan.of(bytes(bytes), "csv", ',');
      assertThat(scan.fault())
          .isEqualTo("needs text in UTF-8, got the byte 0x%X (is it Latin-1?)", units[0]);
      assertThat(scan.line()).isEqualTo(2);
    }
    byte[] half = {'a', '\n', (byte) 0xE1, (byte) 0x80};
    assertThat(TextScan.of(bytes(half), "csv", ',').fault())
        .isEqualTo("needs text in UTF-8, got half a character");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " { } ",
        "{\"a\":1}",
        "{\"a\": -0.5e+10 , \"b\" : 1E5}",
        "{\"a\":[]}",
        "{\"a\":[1, [2], {\"b\":{}}]}",
        "{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\"}",
        "{\"a\":true,\"b\":false,\"c\":null}",
        "{\"a\":NaN,\"b\":Infinity,\"c\":-Infinity}",
        "{\"a\":0}",
        "{\"a\":10}"
      })
  void linesOfJsonAreTaken(String line) {
    assertThat(json(line).fault()).isEmpty();
    assertThat(json(line).rows()).isOne();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":1}}",
        "{\"a\":1} x",
        "{\"a\":01}",
        "{\"a\":1.}",
        "{\"a\":.5}",
        "{\"a\":1e}",
        "{\"a\":1e+}",
        "{\"a\":+1}",
        "{\"a\":-}",
        "{\"a\":tru}",
        "{\"a\":nul}",
        "{\"a\":Nan}",
        "{\"a\":Inf}",
        "{\"a\":\"x}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12g4\"}",
        "{\"a\":\"\\ud800\"}",
        "{\"a\":\"\\udc00\"}",
        "{\"a\":\"\\ud800\\u0041\"}",
        "{\"a\":\"\t\"}",
        "{\"a\":[1,]}",
        "{\"a\":[1}",
        "{\"a\":{\"b\" 1}}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "x",
        "{\"a\":1}{\"a\":2}",
        "{\"a\":\"\\",
        "{\"a\":[1 2]}",
        "{1:2}"
      })
  void linesThatAreNotJsonAreNot(String line) {
    TextScan scan = json("{\"z\":1}\n\n" + line);
    assertThat(scan.fault()).isEqualTo("needs JSON, got a line that is not JSON");
    assertThat(scan.line()).isEqualTo(3);
  }

  @Test
  void jsonHasItsLimits() {
    String deep = "[".repeat(100) + "]".repeat(100);
    assertThat(json("{\"a\":" + deep + "}").fault()).isEmpty();
    assertThat(json("{\"a\":[" + deep + "]}").fault()).isNotEmpty();
    assertThat(json("{\"a\":" + "1".repeat(300) + "}").fault()).isEmpty();
    assertThat(json("{\"a\":" + "1".repeat(301) + "}").fault()).isNotEmpty();
    for (String other : List.of("[1]", "1", "\"x\"", "null")) {
      assertThat(json(other).fault())
          .isEqualTo("needs one JSON object per line, got something else");
    }
  }

  @Test
  void namesOfJsonAreCollectedAndEachIsThereOnce() {
    TextScan scan = json("{\"b\":1,\"a\":2}\r\n{\"a\":1,\"\\u0063\\n\":{\"x\":1,\"x\":2}}\n");
    assertThat(scan.fault()).isEmpty();
    assertThat(scan.columns()).containsExactly("b", "a", "c\n");
    assertThat(json("{\"a\":1,\"b\":2,\"\\u0061\":3}").fault())
        .startsWith("needs every name once in an object, got ");
    assertThat(json("{\"a\":1}\n{\"a\":1}").fault()).isEmpty();
  }

  @Test
  void linesOfRowsCountAsAnEditorCounts() {
    String text = "a,b\n\n\"x\ny\",1\n\n2,3\n";
    assertThat(TextScan.line(bytes(text), "csv", ',', 1)).isEqualTo(1);
    assertThat(TextScan.line(bytes(text), "csv", ',', 2)).isEqualTo(3);
    assertThat(TextScan.line(bytes(text), "csv", ',', 3)).isEqualTo(6);
    assertThat(TextScan.line(bytes("\n{}\n \n{}\n"), "json", ',', 2)).isEqualTo(4);
  }

  @Test
  void theFirstLineSaysWhatSeparates() {
    assertThat(TextScan.separator(bytes("a;b\n1,2,3,4;5\n"))).isEqualTo(';');
    assertThat(TextScan.separator(bytes("\"a;;\n;b\"\tc\n"))).isEqualTo(';');
    assertThat(TextScan.separator(bytes("a\n;;;"))).isEqualTo(',');
  }

  @Test
  void marksAndWideTextAreSeen() {
    assertThat(csv("\uFEFFa\n1\n").columns()).containsExactly("a");
    assertThat(json("\uFEFF{}").fault())
        .isEqualTo("needs JSON at once, got a byte order mark before it");
    for (var wide :
        List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      assertThat(TextScan.of(bytes("a,b\n".getBytes(wide)), "csv", ',').fault())
          .isEqualTo("needs text in UTF-8, got UTF-16");
    }
    assertThatThrownBy(() -> csv("").requireSound("x.csv"))
        .hasMessage("x.csv: needs at least one row, got an empty file");
    assertThatThrownBy(() -> csv("a,A\n").requireSound("x.csv"))
        .hasMessageContaining("got a and A");
    assertThat(LogFiles.named(csv(",a,\n1,2,3\n").requireSound("x.csv").columns()))
        .containsExactly("column0", "a", "column2");
  }

  /** Longer than what is read at once, 65,536 bytes, and than what is kept for a line, 4,096. */
  @Test
  void longLinesOfJsonAreReadWhole() {
    StringBuilder text = new StringBuilder("{\"a\":1}\n");
    for (int length : new int[] {5_000, 9_000, 100_000, 30_000}) {
      text.append("{\"a\":\"").append("x".repeat(length)).append("\"}\n");
    }
    assertThat(json(text.toString()).fault()).isEmpty();
    assertThat(json(text.toString()).rows()).isEqualTo(5);
    TextScan broken = json(text + "{\"b\":\"" + "x".repeat(70_000) + "\"");
    assertThat(broken.fault()).isEqualTo("needs JSON, got a line that is not JSON");
    assertThat(broken.line()).isEqualTo(6);
  }

  @Test
  void aFileThatCannotBeReadIsSaidInOneWay() {
    TextScan.Bytes gone =
        () -> {
          throw new java.io.IOException("the disk is gone");
        };
    assertThat(TextScan.of(gone, "csv", ',').fault())
        .isEqualTo("needs a file that can be read, got the disk is gone");
    assertThat(TextScan.of(gone, "json", ',').fault())
        .isEqualTo("needs a file that can be read, got the disk is gone");
  }
}
