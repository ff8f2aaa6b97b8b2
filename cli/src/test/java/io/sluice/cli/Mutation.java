package io.sluice.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Ways to damage a file, most of them knowing what it is made of. */
final class Mutation {
  /** What a field may hold that was not meant to be there. */
  private static final List<String> ODD =
      List.of(
          "",
          " ",
          "\"\"",
          "\"",
          "0",
          "-0",
          "1e400",
          "-1e400",
          "nan",
          "NaN",
          "inf",
          "1_000",
          "0x10",
          "1d",
          "1.7",
          "-1",
          "2",
          "99999999999999999999",
          "true",
          "null",
          "NULL",
          "\\N",
          "é",
          "日本",
          "😀",
          "a|b",
          "a\\b",
          "'",
          "a'b",
          "a\"b",
          "\"a,b\"",
          "\"a\nb\"",
          "\u0000",
          "\u001b[31m",
          "-0.69",
          "0.3",
          "1e-320",
          "007",
          "1.0",
          "%s",
          "${x}",
          "x".repeat(3000));

  private static final List<String> NAMES =
      List.of(
          "state",
          "State",
          "obs",
          "context",
          "",
          "sluice_row",
          "propensity",
          "next_state",
          "end",
          "truncated",
          "cluster",
          "a\"b",
          "é",
          "reward",
          "step",
          "p",
          "probability");

  private static final List<String> JSON =
      List.of(
          "null",
          "true",
          "NaN",
          "1e400",
          "-0",
          "[]",
          "{}",
          "[1,{\"a\":2}]",
          "\"\"",
          "\"\\ud800\"",
          "\"\\u0000\"",
          "\"x\",\"state\":1",
          "1.50",
          "01",
          "'x'",
          "\"é\"",
          "");

  private final Random random;

  Mutation(long seed) {
    random = new Random(seed);
  }

  <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** A file's bytes, damaged once to three times. */
  byte[] of(String name, byte[] bytes) throws IOException {
    byte[] changed = bytes;
    for (int i = random.nextInt(3); i >= 0; i--) {
      boolean blind = random.nextInt(4) == 0 || name.endsWith(".parquet");
      changed = blind ? bytes(changed) : name.contains(".json") ? json(changed) : csv(changed);
    }
    if (name.endsWith(".gz")) {
      changed = gzip(changed);
      return random.nextInt(2) == 0 ? bytes(changed) : changed;
    }
    return changed;
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
      packed.write(bytes);
    }
    return out.toByteArray();
  }

  private byte[] bytes(byte[] bytes) {
    if (bytes.length == 0) {
      return bytes;
    }
    int at = random.nextInt(bytes.length);
    int to = Math.min(bytes.length, at + 1 + random.nextInt(20));
    byte[] changed = bytes.clone();
    switch (random.nextInt(6)) {
      case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> changed[at] = (byte) random.nextInt(256);
      case 2 -> Arrays.fill(changed, at, to, (byte) (random.nextBoolean() ? 0 : 255));
      case 3 -> changed = Arrays.copyOf(bytes, at);
      case 4 ->
          changed = joined(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, to, bytes.length));
      default ->
          changed = joined(Arrays.copyOf(bytes, to), Arrays.copyOfRange(bytes, at, bytes.length));
    }
    return changed;
  }

  private static byte[] joined(byte[] one, byte[] two) {
    byte[] both = Arrays.copyOf(one, one.length + two.length);
    System.arraycopy(two, 0, both, one.length, two.length);
    return both;
  }

  private byte[] csv(byte[] bytes) {
    List<String> lines = lines(bytes);
    int at = random.nextInt(lines.size());
    List<String> cells = new ArrayList<>(List.of(lines.get(at).split(",", -1)));
    int column = random.nextInt(cells.size());
    switch (random.nextInt(9)) {
      case 0, 1, 2 -> cells.set(column, one(ODD));
      case 3 -> cells.remove(column);
      case 4 -> cells.add(column, one(ODD));
      case 5 -> {
        at = 0;
        cells = new ArrayList<>(List.of(lines.get(0).split(",", -1)));
        cells.set(random.nextInt(cells.size()), one(NAMES));
      }
      case 6 -> lines.add(at, random.nextBoolean() ? "" : lines.get(at));
      case 7 -> Collections.swap(lines, at, random.nextInt(lines.size()));
      default -> {
        String end = one(List.of("\r\n", "\r", "\n\n"));
        int from = random.nextInt(3) == 0 ? at : 0;
        String head = String.join("\n", lines.subList(0, from));
        return (head + (from > 0 ? "\n" : "") + String.join(end, lines.subList(from, lines.size())))
            .getBytes(StandardCharsets.UTF_8);
      }
    }
    if (random.nextInt(9) > 0 && at < lines.size() && !lines.get(at).isEmpty()) {
      lines.set(at, String.join(",", cells));
    }
    return encoded(String.join("\n", lines) + "\n");
  }

  private byte[] json(byte[] bytes) {
    List<String> lines = lines(bytes);
    int at = random.nextInt(lines.size());
    String[] members = lines.get(at).split(",", -1);
    int member = random.nextInt(members.length);
    int colon = members[member].indexOf(':');
    if (colon > 0) {
      boolean last = members[member].endsWith("}");
      switch (random.nextInt(4)) {
        case 0 ->
            members[member] =
                (member == 0 ? "{" : "")
                    + "\""
                    + one(NAMES)
                    + "\""
                    + members[member].substring(colon);
        case 1 -> members[member] = members[member] + ",";
        default ->
            members[member] =
                members[member].substring(0, colon + 1) + one(JSON) + (last ? "}" : "");
      }
    }
    lines.set(at, String.join(",", members));
    return encoded(String.join("\n", lines) + "\n");
  }

  private static List<String> lines(byte[] bytes) {
    return new ArrayList<>(
        List.of(new String(bytes, StandardCharsets.UTF_8).strip().split("\n", -1)));
  }

  /** Mostly UTF-8. */
  private byte[] encoded(String text) {
    return switch (random.nextInt(40)) {
      case 0 -> text.getBytes(StandardCharsets.UTF_16);
      case 1 -> text.getBytes(StandardCharsets.ISO_8859_1);
      case 2 -> ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8);
      default -> text.getBytes(StandardCharsets.UTF_8);
    };
  }

  /** Options, each with values that are nearly what it takes. */
  List<String> options() {
    List<List<String>> all =
        List.of(
            List.of("--delta", "1e-320", "0", "1", "NaN", "0.05", "1e-90"),
            List.of(
                "--bins",
                "state=,",
                "state=",
                "state=q1000000",
                "reward=q4",
                "state=h3",
                "state=0.5",
                "=",
                "state=1,1"),
            List.of(
                "--columns",
                "state=+",
                "state=state+action",
                "reward=state",
                "episode=state",
                ",",
                "state=a+",
                "=x"),
            List.of(
                "--reward-range",
                "-1e308,1e308",
                "0,1e-310",
                "-5,5",
                "1,0",
                ",",
                "0,1,",
                "nan,1",
                "0,1e90"),
            List.of("--return-range", "-1e308,1e308", "0,2", "0,0.5", "-1,"),
            List.of("--states", "1", "0", "-1", "2000000000", "100000"),
            List.of("--exogenous", "1,2", "all", "0", "99", ","),
            List.of("--bonus-scale", "-1", "NaN", "1e308", "0"),
            List.of("--bonus", "hoeffding", "bernstein", "", "paper"),
            List.of("--model", "auto", "pooled", "per-step", "x"),
            List.of("--behavior", "estimate", "none.csv", "policy.csv", ""),
            List.of("--ends", "cut", "ended", "unknown", "x"),
            List.of("--history", "1", "3:states", "0", "101", "1:", "x"),
            List.of(
                "--where",
                "reward > 0",
                "1",
                "state",
                "nope = 1",
                "state = 'zzz'",
                "reward > 0 OR",
                "'",
                "1 = 1) --",
                "reward / 0 > 1",
                ""),
            List.of("--features", "state", "state,step", "nope", "reward", "", "propensity", ","),
            List.of("--seed", "-9223372036854775808", "x", "7"));
    List<String> options = new ArrayList<>();
    for (int i = random.nextInt(2); i >= 0; i--) {
      List<String> chosen = one(all);
      options.addAll(List.of(chosen.get(0), chosen.get(1 + random.nextInt(chosen.size() - 1))));
    }
    return options;
  }

  /** Saved counts with one of the texts of their metadata changed, lengths as they were. */
  byte[] entries(byte[] counts) {
    byte[] changed = counts.clone();
    String text = new String(counts, StandardCharsets.ISO_8859_1);
    String name = one(List.of("rows", "horizon", "rewards", "ends", "seed", "observed", "returns"));
    int at = text.indexOf("sluice." + name) + 7 + name.length();
    for (int i = at; i < Math.min(at + 12, changed.length); i++) {
      if (changed[i] >= '0' && changed[i] <= '9' && random.nextInt(3) > 0) {
        changed[i] = (byte) one(List.of('9', '-', 'x', '0', '.')).charValue();
      }
    }
    return changed;
  }

  /** What a column may be changed to, %s being what it was. */
  private static final List<String> TYPES =
      List.of(
          "TRY_CAST(%s AS TINYINT)",
          "TRY_CAST(%s AS HUGEINT)",
          "TRY_CAST(%s AS FLOAT)",
          "TRY_CAST(%s AS DECIMAL(10, 2))",
          "TRY_CAST(%s AS BOOLEAN)",
          "CAST(CAST(%s AS VARCHAR) AS BLOB)",
          "CAST(%s AS VARCHAR)",
          "DATE '2020-01-01'",
          "TIMESTAMP '2020-01-01 00:00:00'",
          "INTERVAL 1 DAY",
          "[1.0, 2.5]",
          "[%s]",
          "{'a': %s}",
          "'NaN'::DOUBLE",
          "'-inf'::DOUBLE",
          "NULL",
          "CASE WHEN episode = '7' THEN NULL ELSE %s END",
          "CASE WHEN episode < '3' THEN '' ELSE CAST(%s AS VARCHAR) END");

  /** A command that writes the rows of a CSV file as Parquet, one or two columns changed. */
  String copy(Path from, Path to) {
    List<String> names =
        new ArrayList<>(List.of("episode", "step", "state", "action", "reward", "propensity"));
    List<String> values = new ArrayList<>(names);
    List<String> number = List.of("INTEGER", "INTEGER", "VARCHAR", "VARCHAR", "DOUBLE", "DOUBLE");
    for (int j = 0; j < names.size(); j++) {
      values.set(j, "CAST(%s AS %s)".formatted(names.get(j), number.get(j)));
    }
    for (int i = random.nextInt(2); i >= 0; i--) {
      int column = random.nextInt(names.size());
      if (random.nextInt(4) == 0) {
        names.set(column, one(NAMES));
      } else {
        values.set(column, one(TYPES).replace("%s", values.get(column)));
      }
    }
    List<String> select = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      select.add("%s AS \"%s\"".formatted(values.get(j), names.get(j).replace("\"", "\"\"")));
    }
    List<String> codecs = List.of("snappy", "uncompressed", "gzip", "zstd", "lz4_raw", "brotli");
    return "COPY (SELECT %s FROM read_csv('%s', all_varchar = true), range(%s) %s) TO '%s' (FORMAT parquet, COMPRESSION %s, PARQUET_VERSION %s, ROW_GROUP_SIZE 2048)"
        .formatted(
            String.join(", ", select),
            from,
            random.nextInt(8) == 0 ? 100 : 1,
            random.nextInt(20) == 0 ? "LIMIT 0" : "",
            to,
            one(codecs),
            one(List.of("v1", "v2")));
  }

  int below(int bound) {
    return random.nextInt(bound);
  }
}
