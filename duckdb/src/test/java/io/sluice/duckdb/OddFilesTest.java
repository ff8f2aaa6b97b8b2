package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.BadLogException;
import io.sluice.fit.LogData;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.PolicyTable;
import io.sluice.logs.Role;
import io.sluice.logs.SqlEngine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that are nearly what they should be. Every one has an answer here, which is the same for
 * every engine: the states that were read, or a message with its line.
 */
public class OddFilesTest {
  private static final String H = "state,action,reward\n";
  private static final Charset LATIN = StandardCharsets.ISO_8859_1;

  @TempDir protected Path folder;

  /** A new engine; another engine's test says another. */
  protected SqlEngine engine(int threads) {
    return DuckDb.start(threads);
  }

  /** A file and what becomes of it. */
  private record Odd(String file, byte[] content, String answer) {}

  private static Odd odd(String file, String content, String answer) {
    return new Odd(file, content.getBytes(StandardCharsets.UTF_8), answer);
  }

  private static byte[] gzip(String content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] changed(byte[] bytes, int fromEnd) {
    byte[] changed = bytes.clone();
    changed[changed.length - fromEnd] ^= 0x10;
    return changed;
  }

  private static List<Odd> csv() {
    String long1 = "x".repeat(2_000_001);
    return List.of(
        // what is fine
        odd("plain.csv", H + "s,a,0\nt,a,1\n", "[s, t]"),
        odd("no-end.csv", H + "s,a,0\nt,a,1", "[s, t]"),
        odd("crlf.csv", "state,action,reward\r\ns,a,0\r\nt,a,1\r\n", "[s, t]"),
        odd("mark.csv", "\uFEFF" + H + "s,a,0\n", "[s]"),
        odd("blank.csv", H + "\ns,a,0\n\n\nt,a,1\n\n", "[s, t]"),
        odd("quoted.csv", H + "\"s\",\"a\",\"0\"\n\"t,\"\"u\"\"\",a,1\n", "[s, t,\"u\"]"),
        odd("lines.csv", H + "\"s\nt\",a,0\n", "[s\nt]"),
        odd("lines-crlf.csv", H + "\"s\r\nt\",a,0\n", "[s\r\nt]"),
        odd("inches.csv", H + "5\"x,a,0\n", "[5\"x]"),
        odd("apostrophe.csv", H + "'s,a,0\n#t,a,1\n", "[#t, 's]"),
        odd("spaces.csv", H + " s,a,0\ns ,a,1\n", "[ s, s ]"),
        odd("backslash.csv", H + "s\\,a,0\n\\N,a,1\n", "[\\N, s\\]"),
        odd("numbered.csv", ",state,action,reward\n0,s,a,0\n", "[s]"),
        odd("null-text.csv", H + "NULL,a,0\nnan,a,1\n", "[NULL, nan]"),
        odd("wide.csv", "state;action;reward\ns,1;a;0\n", "[s,1]"),
        odd("header-lines.csv", "state,action,reward,\"a\nb\"\ns,a,0,1\n", "[s]"),
        odd("unicode.csv", H + "日本,a,0\né,a,1\n😀,a,1\n", "[é, 日本, 😀]"),
        odd("state=zzz.csv", H + "s,a,0\n", "[s]"),
        odd("a b+c%20#é.csv", H + "s,a,0\n", "[s]"),
        odd("_log.csv", H + "s,a,0\n", "[s]"),
        odd(".log.csv", H + "s,a,0\n", "[s]"),
        // what is not
        odd(
            "short.csv",
            H + "s,a,0\n\"t\nu\",a,0\n\nt,a\n",
            "short.csv:6: needs 3 fields, as the first line has, got 2"),
        odd("long.csv", H + "s,a,0,\n", "long.csv:2: needs 3 fields, as the first line has, got 4"),
        odd(
            "only-spaces.csv",
            H + "s,a,0\n   \n",
            "only-spaces.csv:3: needs 3 fields, as the first line has, got 1"),
        odd(
            "open.csv",
            H + "s,a,0\n\"t,a,0\ns,a,0\n",
            "open.csv:3: needs a closing quote, got none"),
        odd(
            "behind.csv",
            H + "\"s\"x,a,0\n",
            "behind.csv:2: needs a separator or the line's end behind a closing quote, got more text"),
        odd(
            "before.csv",
            H + "s, \"a\",0\n",
            "before.csv:2: needs quotes around a whole field, got spaces before a quote"),
        odd(
            "mixed.csv",
            H + "s,a,0\nt,a,0\r\n",
            "mixed.csv:3: needs LF at its end, as the first line has, got CR LF"),
        odd(
            "mixed2.csv",
            "state,action,reward\r\ns,a,0\n",
            "mixed2.csv:2: needs CR LF at its end, as the first line has, got LF"),
        odd(
            "mac.csv",
            "state,action,reward\rs,a,0\r",
            "mac.csv:1: needs lines that end in LF or in CR LF, got CR alone"),
        odd("nul.csv", H + "s\0,a,0\n", "nul.csv:2: needs text, got a NUL byte"),
        odd(
            "limit.csv",
            H + "s,a,0\n" + long1 + ",a,0\n",
            "limit.csv:3: needs at most 2,000,000 bytes in a row, got more"),
        odd(
            "first-blank.csv",
            "\n" + H + "s,a,0\n",
            "first-blank.csv:1: needs the names of columns in the first line, got a blank one"),
        odd(
            "twice.csv",
            "state,action,reward,state\ns,a,0,t\n",
            "twice.csv: needs columns of different names, upper and lower case being alike, got state and state"),
        odd(
            "twins.csv",
            "state,action,reward,STATE\ns,a,0,t\n",
            "twins.csv: needs columns of different names, upper and lower case being alike, got state and STATE"),
        odd("_x é.csv", H + "s,a,x\n", "_x é.csv:2: reward needs a number, got \"x\""),
        odd("true.csv", H + "s,a,true\n", "true.csv:2: reward needs a number, got \"true\""),
        odd(
            "empty-state.csv",
            H + "\"\",a,0\n",
            "empty-state.csv:2: state needs a value (fill in a name such as unknown, or use `features`, which allows missing values), got nothing"),
        odd(
            "lines2.csv",
            H + "\n\"s\nt\",a,0\nu,a,x\n",
            "lines2.csv:5: reward needs a number, got \"x\""),
        new Odd(
            "latin.csv",
            (H + "s,a,0\né,a,0\n").getBytes(LATIN),
            "latin.csv:3: needs text in UTF-8, got the byte 0xE9 (is it Latin-1?)"),
        new Odd(
            "latin-header.csv",
            ("é," + H + "1,s,a,0\n").getBytes(LATIN),
            "latin-header.csv:1: needs text in UTF-8, got the byte 0xE9 (is it Latin-1?)"),
        new Odd(
            "half.csv",
            Arrays.copyOf((H + "s,a,é").getBytes(StandardCharsets.UTF_8), H.length() + 5),
            "half.csv:2: needs text in UTF-8, got half a character"),
        new Odd(
            "wide16.csv",
            (H + "s,a,0\n").getBytes(StandardCharsets.UTF_16),
            "wide16.csv:1: needs text in UTF-8, got UTF-16"),
        new Odd(
            "wide16le.csv",
            (H + "s,a,0\n").getBytes(StandardCharsets.UTF_16LE),
            "wide16le.csv:1: needs text in UTF-8, got UTF-16"));
  }

  private static String json(String state, String reward) {
    return "{\"state\": %s, \"action\": \"a\", \"reward\": %s}\n".formatted(state, reward);
  }

  private static List<Odd> jsonAndGzip() {
    byte[] packed = gzip(H + "s,a,0\nt,a,1\n".repeat(100));
    String one = json("\"s\"", "0");
    return List.of(
        odd("_log.jsonl", one, "[s]"),
        odd(
            ".bad.jsonl",
            one + json("\"s\"", "true"),
            ".bad.jsonl:2: reward needs a number, got \"true\""),
        odd("plain.jsonl", one + "\n" + json("\"t\"", "1"), "[s, t]"),
        odd("crlf.jsonl", one.replace("\n", "\r\n"), "[s]"),
        odd("numbers.jsonl", json("1.0", "0") + json("2", "1"), "[1, 2]"),
        odd("exponents.jsonl", json("1e2", "0") + json("-0", "1e0"), "[0, 100]"),
        odd(
            "spellings.jsonl",
            json("1.50", "0")
                + "\n"
                + json("-0", "0.50")
                + json("\"2.50\"", "1e0")
                + json("1e2", "1")
                + json("0.00001", "1")
                + json("0.5", "1")
                + json("[1.50, \"1.50\", {\"é\": 1e1}]", "0")
                + json("123456789012345678901234", "1.0")
                + json("\"s\"", "1").replace("\n", "\r\n"),
            "[0, 0.5, 1.5, 100.0, 123456789012345678901234, 1e-05, 2.50, [1.5,\"1.50\",{\"é\":10.0}], s]"),
        odd("escapes.jsonl", json("\"\\u00e9\\ud83d\\ude00\\n\"", "0"), "[é😀\n]"),
        odd("true-state.jsonl", json("true", "0"), "[true]"),
        odd("names.jsonl", json("\"NaN\"", "0"), "[NaN]"),
        odd(
            "more.jsonl",
            one + "{\"state\":\"t\",\"action\":\"a\",\"reward\":1,\"more\":{\"x\":[1]}}\n",
            "[s, t]"),
        odd(
            "mark.jsonl",
            "\uFEFF" + one,
            "mark.jsonl:1: needs JSON at once, got a byte order mark before it"),
        odd(
            "true.jsonl",
            json("\"s\"", "true"),
            "true.jsonl:1: reward needs a number, got \"true\""),
        odd(
            "nan.jsonl",
            one + json("\"s\"", "NaN"),
            "nan.jsonl:2: reward needs a number, got \"NaN\""),
        odd(
            "empty-state.jsonl",
            one + "\n" + json("\"\"", "0"),
            "empty-state.jsonl:3: state needs a value (fill in a name such as unknown, or use `features`, which allows missing values), got nothing"),
        odd(
            "null.jsonl",
            json("null", "0"),
            "null.jsonl:1: state needs a value (fill in a name such as unknown, or use `features`, which allows missing values), got nothing"),
        odd(
            "single.jsonl",
            one.replace('"', '\''),
            "single.jsonl:1: needs JSON, got a line that is not JSON"),
        odd(
            "comma.jsonl",
            one.replace("}", ",}"),
            "comma.jsonl:1: needs JSON, got a line that is not JSON"),
        odd("two.jsonl", one.strip() + one, "two.jsonl:1: needs JSON, got a line that is not JSON"),
        odd(
            "torn.jsonl",
            one.replace(", ", ",\n"),
            "torn.jsonl:1: needs JSON, got a line that is not JSON"),
        odd(
            "surrogate.jsonl",
            json("\"\\ud800\"", "0"),
            "surrogate.jsonl:1: needs JSON, got a line that is not JSON"),
        odd(
            "deep.jsonl",
            json("[".repeat(200) + "]".repeat(200), "0"),
            "deep.jsonl:1: needs JSON, got a line that is not JSON"),
        odd(
            "twice.jsonl",
            one + one.replace("}", ", \"state\": 1}"),
            "twice.jsonl:2: needs every name once in an object, got \"state\" twice"),
        odd(
            "twins.jsonl",
            one + one.replace("state", "State"),
            "twins.jsonl: needs columns of different names, upper and lower case being alike, got state and State"),
        odd(
            "array.jsonl",
            "[1]\n",
            "array.jsonl:1: needs one JSON object per line, got something else"),
        new Odd(
            "latin.jsonl",
            (one + json("\"é\"", "0")).getBytes(LATIN),
            "latin.jsonl:2: needs text in UTF-8, got the byte 0xE9 (is it Latin-1?)"),
        new Odd(
            "wide16.jsonl",
            one.getBytes(StandardCharsets.UTF_16),
            "wide16.jsonl:1: needs text in UTF-8, got UTF-16"),
        new Odd("plain.csv.gz", packed, "[s, t]"),
        new Odd("members.csv.gz", both(gzip(H + "s,a,0\n"), gzip("t,a,1\n")), "[s, t]"),
        new Odd(
            "padded.csv.gz",
            both(gzip(H + "s,a,0\n"), new byte[512]),
            "padded.csv.gz:3: needs GZIP streams and nothing else, got other bytes after the last"),
        new Odd(
            "more.csv.gz",
            both(gzip(H + "s,a,0\n"), new byte[] {120}),
            "more.csv.gz:3: needs GZIP streams and nothing else, got other bytes after the last"),
        new Odd(
            "sum.csv.gz",
            changed(packed, 8),
            "sum.csv.gz:202: needs a GZIP stream with its own checksum, got another checksum at its end"),
        new Odd(
            "size.csv.gz",
            changed(packed, 1),
            "size.csv.gz:202: needs a GZIP stream with its own checksum, got another checksum at its end"),
        new Odd(
            "cut.csv.gz",
            Arrays.copyOf(packed, packed.length - 3),
            "cut.csv.gz:202: needs a whole GZIP stream, got one that was cut off here"),
        new Odd(
            "packed.csv",
            packed,
            "packed.csv:1: needs a name that ends in .gz for a GZIP stream, got one without"),
        new Odd(
            "plain2.csv.gz",
            H.getBytes(StandardCharsets.UTF_8),
            "plain2.csv.gz:1: needs a GZIP stream, got something else"));
  }

  /**
   * A stream that ends early: the line is the one that the text breaks off in, by reading byte for
   * byte, which no buffer can lose anything of.
   */
  @Test
  void theLineWhereAGzipStreamIsCutOffIsCounted() throws IOException {
    StringBuilder rows = new StringBuilder(H);
    for (int i = 0; i < 20_000; i++) {
      rows.append("state%s,action%s,0.%s\n".formatted(i * 31 % 977, i % 7, i * 13 % 89));
    }
    byte[] large = gzip(rows.toString());
    byte[] small = gzip(rows.substring(0, 3_000));
    byte[] bad = stored(rows.toString());
    int second = HEAD + 5 + (bad[HEAD + 1] & 0xFF) + ((bad[HEAD + 2] & 0xFF) << 8);
    bad[second + 3] ^= 1; // the complement of the second block's length
    byte[] cutSmall = Arrays.copyOf(small, small.length - 20);
    byte[] cutLarge = Arrays.copyOf(large, large.length / 2);
    assertThat(lineOfTheEnd(cutSmall)).isGreaterThan(100);
    assertThat(lineOfTheEnd(cutLarge)).isGreaterThan(8_000);
    assertThat(lineOfTheEnd(bad)).isBetween(10L, 10_000L);
    String cut = ": needs a whole GZIP stream, got one that was cut off here";
    String broken = ": needs a GZIP stream, got one that is broken here";
    everyAnswer(
        List.of(
            new Odd("cut1.csv.gz", cutSmall, "cut1.csv.gz:" + lineOfTheEnd(cutSmall) + cut),
            new Odd("cut2.csv.gz", cutLarge, "cut2.csv.gz:" + lineOfTheEnd(cutLarge) + cut),
            new Odd("bad.csv.gz", bad, "bad.csv.gz:" + lineOfTheEnd(bad) + broken)));
  }

  private static final int HEAD = 10; // bytes before the first block of a GZIP stream

  /** A GZIP stream of blocks that are not packed, each behind its kind and its length, twice. */
  private static byte[] stored(String content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out =
        new GZIPOutputStream(bytes) {
          {
            def.setLevel(Deflater.NO_COMPRESSION);
          }
        }) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static long lineOfTheEnd(byte[] packed) {
    long line = 1;
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      for (int b = in.read(); b >= 0; b = in.read()) {
        line += b == '\n' ? 1 : 0;
      }
    } catch (IOException e) {
      return line;
    }
    throw new AssertionError("a whole stream");
  }

  private static byte[] both(byte[] one, byte[] two) {
    byte[] both = Arrays.copyOf(one, one.length + two.length);
    System.arraycopy(two, 0, both, one.length, two.length);
    return both;
  }

  protected String answer(SqlEngine engine, String... paths) {
    try {
      LogData log = LogReader.open(engine, List.of(paths), LogOptions.defaults(), Set.of()).data();
      return log.states().names().toString();
    } catch (BadLogException e) {
      return String.valueOf(e.getMessage()).replace(folder + "/", "");
    }
  }

  private void everyAnswer(List<Odd> files) throws IOException {
    List<String> answers = new ArrayList<>();
    try (SqlEngine engine = engine(2)) {
      for (Odd odd : files) {
        Path file = Files.write(folder.resolve(odd.file()), odd.content());
        answers.add(odd.file() + " → " + answer(engine, file.toString()));
      }
    }
    assertThat(answers)
        .containsExactlyElementsOf(
            files.stream().map(odd -> odd.file() + " → " + odd.answer()).toList());
  }

  @Test
  void everyOddCsvFileHasItsAnswer() throws IOException {
    everyAnswer(csv());
  }

  @Test
  void everyOddJsonOrGzipFileHasItsAnswer() throws IOException {
    everyAnswer(jsonAndGzip());
  }

  /** Parquet knows booleans and empty texts; they are what they are in a text file. */
  @Test
  void parquetFollowsTheRulesOfText() throws IOException {
    String rest = " AS state, 'a' AS action, 0 AS reward";
    String good = "SELECT 's'" + rest;
    String noState =
        "column state: needs a column of that name, or one of obs, observation, context, state_id, s, got only action, reward (map yours with `columns` state=NAME; if a state is several columns, state=A+B, or `features` A,B)";
    List<List<String>> cases =
        List.of(
            List.of(good, "[s]"),
            List.of(
                "SELECT 's' AS state, 'a' AS action, true AS reward",
                "log.parquet:1: reward needs a number, got \"true\""),
            List.of(
                "SELECT '' AS state, 'a' AS action, 0 AS reward",
                "log.parquet:1: state needs a value (fill in a name such as unknown, or use `features`, which allows missing values), got nothing"),
            List.of(
                "SELECT '' AS episode, 1 AS step, 's' AS state, 'a' AS action, 0 AS reward",
                "log.parquet:1: episode needs a value, got nothing"),
            List.of("SELECT 's'::BLOB AS state, 'a' AS action, 0 AS reward", "[s]"),
            List.of("SELECT {'a': 1}" + rest, noState),
            List.of(
                "SELECT 's' AS state, 'a' AS action, DATE '2020-01-01' AS reward",
                "log.parquet:1: reward needs a number, got \"2020-01-01\""),
            List.of(
                "SELECT TIMESTAMP_NS '2020-01-01 10:00:00.000000001'" + rest,
                "[2020-01-01 10:00:00.000000001]"),
            List.of("SELECT TIMESTAMP '2020-01-01 10:00:00.50'" + rest, "[2020-01-01 10:00:00.5]"),
            List.of(
                "SELECT TIMESTAMPTZ '2020-01-01 10:00:00+02'" + rest, "[2020-01-01 08:00:00+00]"),
            List.of("SELECT TIME '10:00:00.50'" + rest, "[10:00:00.5]"),
            List.of("SELECT TIMETZ '10:00:00+02'" + rest, "[08:00:00+00]"),
            List.of(
                "SELECT UUID '123e4567-e89b-12d3-a456-426614174000'" + rest,
                "[123e4567-e89b-12d3-a456-426614174000]"),
            List.of(
                "SELECT NULL::TIME" + rest,
                "log.parquet:1: state needs a value (fill in a name such as unknown, or use `features`, which allows missing values), got nothing"),
            List.of("SELECT INTERVAL 1 DAY" + rest, noState),
            List.of("SELECT {'a': TIME '10:00:00'}" + rest, noState),
            List.of(
                good
                    + ", INTERVAL 1 DAY AS wait, {'a': UUID '123e4567-e89b-12d3-a456-426614174000'} AS more",
                "[s]"),
            List.of(good + ", 1 AS \"${x}\"", "[s]"));
    Path file = folder.resolve("log.parquet");
    try (SqlEngine engine = engine(2)) {
      for (List<String> c : cases) {
        copy(c.get(0), file);
        assertThat(answer(engine, file.toString())).as(c.get(0)).isEqualTo(c.get(1));
      }
      copy(good + ", 't' AS tatea", file);
      Files.write(file, replaced(Files.readAllBytes(file), "tatea", "STATE"));
      assertThat(answer(engine, file.toString()))
          .isEqualTo(
              "log.parquet: needs columns of different names, upper and lower case being alike, got"
                  + " state and STATE");
    }
  }

  /** Columns of a name that have one type in one file and another in the other. */
  @Test
  void filesOfDifferentTypesAreReadTogether() throws IOException {
    List<List<String>> cases =
        List.of(
            List.of("9007199254740993", "1::TINYINT", "[1, 9007199254740993]"),
            List.of("1.5::DOUBLE", "2", "[1.5, 2]"),
            List.of("1.50::DECIMAL(5, 2)", "2", "[1.5, 2]"),
            List.of("1", "true", "[1, true]"),
            List.of("1.5::DOUBLE", "'s'", "[1.5, s]"),
            List.of("DATE '2020-01-01'", "1", "[1, 2020-01-01]"),
            List.of(
                "DATE '2020-01-01'",
                "TIMESTAMPTZ '2020-01-01 10:00:00+02'",
                "[2020-01-01, 2020-01-01 08:00:00+00]"),
            List.of("[1, 2]", "'s'", "[[1, 2], s]"),
            List.of(
                "UUID '123e4567-e89b-12d3-a456-426614174000'",
                "'s'",
                "[123e4567-e89b-12d3-a456-426614174000, s]"),
            List.of(
                "INTERVAL 1 DAY",
                "'s'",
                "one.parquet:1: State needs a value (fill in a name such as unknown, or use `features`, which allows missing values), got nothing"));
    String one = folder.resolve("one.parquet").toString();
    String two = folder.resolve("two.parquet").toString();
    try (SqlEngine engine = engine(2)) {
      for (List<String> c : cases) {
        copy("SELECT %s AS state, 'a' AS action, 0 AS reward".formatted(c.get(0)), Path.of(one));
        copy("SELECT %s AS State, 'a' AS action, 0 AS reward".formatted(c.get(1)), Path.of(two));
        assertThat(answer(engine, one, two)).as(c.get(0)).isEqualTo(c.get(2));
      }
      copy("SELECT 's' AS state, 'a' AS action, 1 AS reward", Path.of(one));
      copy("SELECT 's' AS state, 'a' AS action, true AS reward", Path.of(two));
      assertThat(answer(engine, one, two))
          .isEqualTo("two.parquet:1: reward needs a number, got \"true\"");
    }
  }

  /** Names that mean something to Spark. */
  @Test
  void aNameThatLooksLikeAVariableIsAName() throws IOException {
    try (SqlEngine engine = engine(2)) {
      for (String name : List.of("${x}", "_metadata", "a.b")) {
        Path csv = Files.writeString(folder.resolve("log.csv"), name + ",action,reward\ns,a,0\n");
        Path parquet = folder.resolve("log.parquet");
        copy("SELECT 's' AS \"%s\", 'a' AS action, 0 AS reward".formatted(name), parquet);
        LogOptions options = Opened.columns(Map.of(Role.STATE, List.of(name)));
        for (Path file : List.of(csv, parquet)) {
          LogData log = LogReader.open(engine, List.of(file.toString()), options, Set.of()).data();
          assertThat(log.states().names()).as(name).containsExactly("s");
        }
      }
    }
  }

  protected static void copy(String select, Path file) {
    try (DuckDb engine = DuckDb.start(1)) {
      engine.execute("COPY (%s) TO '%s' (FORMAT parquet)".formatted(select, file));
    }
  }

  /** The file with every occurrence of a text changed to another one of the same length. */
  private static byte[] replaced(byte[] bytes, String old, String text) {
    return new String(bytes, LATIN).replace(old, text).getBytes(LATIN);
  }

  /**
   * Statistics that say that all states are "t": the pages say "s", and pages count. Values of a
   * text column are written once in its dictionary and twice or more in the footer.
   */
  @Test
  void pagesOfParquetCountNotWhatItsFooterSaysOfThem() throws IOException {
    Path file = folder.resolve("log.parquet");
    copy("SELECT 'ssss' AS state, 'a' AS action, 7 AS reward FROM range(10)", file);
    String text = new String(Files.readAllBytes(file), LATIN);
    int footer = text.length() - 8 - ending(text);
    String lying = text.substring(0, footer) + text.substring(footer).replace("ssss", "tttt");
    assertThat(lying).as("the footer has statistics").isNotEqualTo(text);
    Files.write(file, lying.getBytes(LATIN));
    try (SqlEngine engine = engine(2)) {
      LogData log =
          LogReader.open(engine, List.of(file.toString()), Opened.range(0, 10), Set.of()).data();
      assertThat(log.states().names()).containsExactly("ssss");
    }
  }

  /** The length of the footer, which the file's last bytes say. */
  private static int ending(String text) {
    int at = text.length() - 8;
    return text.charAt(at)
        | text.charAt(at + 1) << 8
        | text.charAt(at + 2) << 16
        | text.charAt(at + 3) << 24;
  }

  @Test
  void foldersGiveNoColumns() throws IOException {
    Path inside = Files.createDirectories(folder.resolve("state=zzz/reward=1"));
    Files.writeString(inside.resolve("log.csv"), H + "s,a,0\n");
    Files.writeString(inside.resolve("log.jsonl"), json("\"s\"", "0"));
    copy("SELECT 's' AS state, 'a' AS action, 0 AS reward", inside.resolve("log.parquet"));
    try (SqlEngine engine = engine(2)) {
      for (String ending : List.of("csv", "jsonl", "parquet")) {
        String file = inside.resolve("log." + ending).toString();
        String glob = folder.resolve("*/*/log." + ending).toString();
        assertThat(answer(engine, file)).as(file).isEqualTo("[s]");
        assertThat(answer(engine, glob)).as(glob).isEqualTo("[s]");
      }
    }
  }

  /** Spark by itself passes over files whose names begin with _ or a dot. */
  @Test
  void noNameIsPassedOver() throws IOException {
    copy("SELECT 's' AS state, 'a' AS action, 0 AS reward", folder.resolve("_log.parquet"));
    Path inside = Files.createDirectory(folder.resolve("_inside"));
    Files.writeString(inside.resolve("a.csv"), H + "s,a,0\n");
    Files.writeString(inside.resolve("_b.csv"), H + "t,a,0\n");
    try (SqlEngine engine = engine(2)) {
      assertThat(answer(engine, folder.resolve("_log.parquet").toString())).isEqualTo("[s]");
      assertThat(answer(engine, inside.resolve("*.csv").toString())).isEqualTo("[s, t]");
      Files.writeString(inside.resolve("_b.csv"), H + "t,a,0\nt,a,x\n");
      assertThat(answer(engine, inside.resolve("*.csv").toString()))
          .isEqualTo("_b.csv:3: reward needs a number, got \"x\"");
    }
  }

  @Test
  void aFileIsTakenLiterallyBeforeItIsAPattern() throws IOException {
    String literal = Files.writeString(folder.resolve("log[1].csv"), H + "right,a,0\n").toString();
    Files.writeString(folder.resolve("log1.csv"), H + "wrong,a,0\n");
    String star = Files.writeString(folder.resolve("log*.csv"), H + "star,a,0\n").toString();
    String question = Files.writeString(folder.resolve("lo?1.csv"), H + "ask,a,0\n").toString();
    String brace = Files.writeString(folder.resolve("{a,b}.csv"), H + "brace,a,0\n").toString();
    try (SqlEngine engine = engine(2)) {
      assertThat(answer(engine, literal)).isEqualTo("[right]");
      assertThat(answer(engine, star)).isEqualTo("[star]");
      assertThat(answer(engine, question)).isEqualTo("[ask]");
      assertThat(answer(engine, brace)).isEqualTo("[brace]");
      assertThat(answer(engine, folder.resolve("log[12].csv").toString())).isEqualTo("[wrong]");
    }
  }

  @Test
  void columnsOfSeveralFilesGoByName() throws IOException {
    String one = Files.writeString(folder.resolve("1.csv"), H + "s,a,0\n").toString();
    String two =
        Files.writeString(folder.resolve("2.csv"), "x,Reward,state,action\n9,1,t,a\n").toString();
    try (SqlEngine engine = engine(2)) {
      assertThat(answer(engine, one, two)).isEqualTo("[s, t]");
    }
  }

  @Test
  void aPolicyThatCouldBeMeantTwoWaysIsRefused() throws IOException {
    List<List<String>> cases =
        List.of(
            List.of(
                "state,action,probability,propensity\ns,a,1,1\n",
                "policy.csv: needs one column for each of state, action, probability and step, but"
                    + " probability and propensity could all be meant"),
            List.of(
                "context,state,action,probability\nx,s,a,1\n",
                "policy.csv: needs one column for each of state, action, probability and step, but"
                    + " context and state could all be meant"),
            List.of(
                "state,action,probability,step\ns,a,1,1.7\n",
                "policy.csv, state \"s\", action \"a\": step needs a whole number, got 1.7"),
            List.of(
                "state,action,probability,step\ns,a,1,NaN\n",
                "policy.csv, state \"s\", action \"a\": step needs a whole number, got NaN"),
            List.of(
                "state,action,probability,step\ns,a,1,\n",
                "policy.csv, state \"s\", action \"a\": needs a state, an action and, if there are"
                    + " steps, a step"),
            List.of(
                "state,action,probability,state\ns,a,1,t\n",
                "policy.csv: needs columns of different names, upper and lower case being alike, got"
                    + " state and state"));
    try (SqlEngine engine = engine(2)) {
      for (List<String> c : cases) {
        Path file = Files.writeString(folder.resolve("policy.csv"), c.get(0));
        String said;
        try {
          said = String.valueOf(PolicyTable.read(engine, file.toString()).actions());
        } catch (BadLogException e) {
          said = String.valueOf(e.getMessage()).replace(folder + "/", "");
        }
        assertThat(said).as(c.get(0)).isEqualTo(c.get(1));
      }
    }
  }

  /** A next state has to be that of the next row; an empty one is taken from it. */
  @Test
  void nextStatesAreHeldAgainstRowsInEveryFormat() throws IOException {
    String header = "episode,step,state,action,reward,next_state\n";
    String wrong = header + "1,1,home,x,1,home\n1,2,shop,y,0,\n";
    String empty = header + "1,1,home,x,1,\n1,2,shop,y,0,\n";
    try (SqlEngine engine = engine(2)) {
      for (String ending : List.of("csv", "csv.gz", "jsonl", "parquet")) {
        String file = folder.resolve("next." + ending).toString();
        write(Table.parse(wrong.strip()), file);
        assertThat(answer(engine, file))
            .as(ending)
            .endsWith(
                ": next_state of episode 1 at step 1 must be \"shop\", the state of its next row,"
                    + " got \"home\"");
        write(Table.parse(empty.strip()), file);
        LogData log = LogReader.open(engine, List.of(file), LogOptions.defaults(), Set.of()).data();
        assertThat(log.ends().filled()).as(ending).isEqualTo(1);
        assertThat(log.counts().shape().horizon()).isEqualTo(2);
      }
    }
  }

  private static void write(Table log, String file) {
    Path path = Path.of(file);
    if (file.endsWith("parquet")) {
      log.toParquet(path);
    } else if (file.endsWith("jsonl")) {
      Table.write(path, log.json());
    } else {
      log.toCsv(path);
    }
  }
}
