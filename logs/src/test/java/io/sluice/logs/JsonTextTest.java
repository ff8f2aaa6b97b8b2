package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The corners of JSON: what stands at an edge, and what a line before may have left. */
class JsonTextTest {
  private static final String NO_JSON = "needs JSON, got a line that is not JSON";

  private static TextScan scan(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return TextScan.of(() -> new ByteArrayInputStream(bytes), "json", ',');
  }

  private static String fault(String text) {
    return scan(text).fault();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":{\"b\" :1}}",
        "{\"a\":{ \"b\":1, \"c\":2}}",
        "{\"a\":{ }}",
        "{\"a\":[ ]}",
        "{\"a\":[1 ,2]}",
        "{\"a\":9}",
        "{\"a\":1e-9}",
        "{\"a\":\"\\ud800\\udc00\"}",
        "{\"a\":\"\\udbff\\udfff\"}",
        "{\"a\":\"\\ue000\"}",
        "{\"a\":\"\\ud7ff\"}",
        "{\"a\":\"\\u0000\"}",
        "{\"a\":\" ~\"}",
      })
  void whatStandsAtAnEdgeIsTaken(String line) {
    assertThat(fault(line)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{} x",
        "{\"a\":{\"b\"}",
        "{\"a\":[}",
        "{\"a\":[1,}",
        "{\"a\":-Inf}",
        "{\"a\":1e+-5}",
        "{\"a\":\"\\udc00\\udc00\"}",
        "{\"a\":\"\\ud800\\ue000\"}",
        "{\"a\":\"\\ud800\\udbff\"}",
        "{\"a\":\"\\udfff\"}",
        "{\"a\":\"\\ud800\\t\"}",
        "{\"a\":\"\0\"}",
        "{\"a\":\"\t}",
        "{\"a\":\"\\x}",
      })
  void whatStandsBehindAnEdgeIsNot(String line) {
    assertThat(fault(line)).isEqualTo(NO_JSON);
  }

  @Test
  void aLineEndsWhereItEndsWhateverStoodThereBefore() {
    assertThat(fault("{  }\n{}")).isEmpty();
    assertThat(fault("{\"a\":11}\n{\"a\":1")).isEqualTo(NO_JSON);
  }

  /** The first line that fills the memory of one. */
  @ParameterizedTest
  @ValueSource(strings = {"\\", "\\u", "\\u12", "x", "\"", "\":", "\":1", "\":-"})
  void aLineThatIsCutOffWhereMemoryEndsIsNoJson(String last) {
    String begin = "{\"";
    String filled = begin + "x".repeat((1 << 12) - begin.length() - last.length()) + last;
    assertThat(fault(filled)).isEqualTo(NO_JSON);
  }

  @Test
  void escapesInNamesAreCharacters() {
    assertThat(JsonText.unescaped("\\b\\f\\n\\r\\t\\/\\\\\\\"\\u0041x"))
        .isEqualTo("\b\f\n\r\t/\\\"Ax");
  }

  @Test
  void theNameThatIsThereTwiceIsSaid() {
    assertThat(fault("{\"left\":1,\"b\":2,\"left\":3}"))
        .isEqualTo("needs every name once in an object, got \"left\" twice");
  }

  /** Lines longer than the first memory of one, and longer than what is read at once. */
  @Test
  void longLinesAreReadWhole() {
    for (int length : new int[] {4_096, 5_000, 10_000, 70_000, 200_000}) {
      String line = "{\"a\":\"" + "x".repeat(length) + "\",\"b\":1}";
      TextScan scan = scan("{\"c\":2}\n" + line + "\n" + line + "\n{\"d\":2}");
      assertThat(scan.fault()).isEmpty();
      assertThat(scan.rows()).isEqualTo(4);
      assertThat(scan.columns()).containsExactly("c", "a", "b", "d");
      assertThat(fault(line + "\n" + line.replace("xx\"", "xx"))).isEqualTo(NO_JSON);
    }
  }

  /** What is read last is shorter than what was read before, whose lines must not come again. */
  @Test
  void whatIsReadLastEndsWhereTheFileEnds() {
    assertThat(scan("{\"a\":1234}\n".repeat(6000) + "{\"a\":12}").rows()).isEqualTo(6001);
  }

  @Test
  void bytesThatAreNotUtf8HaveTheirLine() {
    byte[] latin = "{\"a\":\"\u00e9\"}\n{\"a\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
    TextScan scan = TextScan.of(() -> new ByteArrayInputStream(latin), "json", ',');
    assertThat(scan.fault()).isEqualTo("needs text in UTF-8, got the byte 0xE9 (is it Latin-1?)");
    assertThat(scan.line()).isEqualTo(1);
    assertThat(fault("{\"a\":\"\u00e9\"}\n{\"a\":\"\ud83d\ude00\"}")).isEmpty();
    byte[] half = {'{', '"', (byte) 0xC3};
    assertThat(TextScan.of(() -> new ByteArrayInputStream(half), "json", ',').fault()).isNotEmpty();
  }

  @Test
  void aNameThatIsEmptyIsRefused() {
    TextScan scan = scan("{\"a\":1}\n{\"b\":1,\"\":2}");
    assertThat(scan.fault())
        .isEqualTo("needs a name for every value of an object, got an empty one");
    assertThat(scan.line()).isEqualTo(2);
    assertThat(fault("{\"a\":{\"\":2}}")).as("within a value").isEmpty();
  }

  /** Numbers that are spelled alike by every engine are left as they are. */
  @Test
  void unusualNumbersAreRespelled() {
    for (String usual :
        new String[] {
          "0",
          "7",
          "-7",
          "0.5",
          "-0.5",
          "1.0",
          "10.25",
          "0.001",
          "123456789012345678901",
          "100.001",
          "\"1.50\"",
          "null",
          "[1, {\"a\":2.5}]",
          "1.23456789012345",
          "-0.0"
        }) {
      String line = "{\"a\":%s, \"b\": true}".formatted(usual);
      assertThat(scan(line).hasUnusualNumbers()).as(usual).isFalse();
      assertThat(TextScan.respelled(line, n -> "?")).isEqualTo(line);
    }
    for (String unusual :
        new String[] {
          "-0",
          "1.50",
          "1.00",
          "-2.10",
          "1e2",
          "1E+2",
          "0.5e-1",
          "0.0005",
          "0.00012",
          "-0.00012",
          "1.234567890123456"
        }) {
      String line = "{\"é\":%s,\"b\":[\"-0\",1]}".formatted(unusual);
      assertThat(scan("{}\n" + line + "\n{}").hasUnusualNumbers()).as(unusual).isTrue();
      assertThat(TextScan.respelled(line, n -> "<" + n + ">"))
          .isEqualTo("{\"é\":\"<%s>\",\"b\":[\"-0\",1]}", unusual);
    }
    assertThat(TextScan.respelled("{\"a\":[1.50,{\"b\":-0}],\"c\":1e2}", n -> "9"))
        .isEqualTo("{\"a\":[9,{\"b\":9}],\"c\":\"9\"}");
  }
}
