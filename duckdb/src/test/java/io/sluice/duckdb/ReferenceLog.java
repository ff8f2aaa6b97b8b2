package io.sluice.duckdb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One folder of {@code reference/}: a log, and what the independent program made of it. */
record ReferenceLog(String name, Path file, JsonNode expected) {
  private static final Pattern FIELD = Pattern.compile("\"([^\"]*)\"|([^,]+)");

  /** Not as resources: modules that inherit these tests have them in a jar. */
  private static final Path FOLDER =
      Path.of("..", "duckdb", "src", "test", "resources", "reference");

  static Stream<ReferenceLog> all() {
    try (Stream<Path> folders = Files.list(FOLDER)) {
      return folders.filter(Files::isDirectory).sorted().map(ReferenceLog::open).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ReferenceLog open(Path folder) {
    try {
      JsonNode expected = new ObjectMapper().readTree(folder.resolve("expected.json").toFile());
      return new ReferenceLog(folder.getFileName().toString(), folder.resolve("log.csv"), expected);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Table table() {
    try {
      List<List<String>> lines =
          Files.readAllLines(file).stream().map(ReferenceLog::fields).toList();
      return new Table(lines.get(0), lines.subList(1, lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    for (Matcher m = FIELD.matcher(line); m.find(); ) {
      fields.add(m.group(1) != null ? m.group(1) : m.group(2));
    }
    return fields;
  }

  /** A table [state][action] as a policy file has it. */
  Table policy(JsonNode probabilities) {
    List<List<String>> rows = new ArrayList<>();
    for (int x = 0; x < probabilities.size(); x++) {
      for (int a = 0; a < probabilities.get(x).size(); a++) {
        rows.add(
            List.of(
                expected.get("states").get(x).asText(),
                expected.get("actions").get(a).asText(),
                probabilities.get(x).get(a).asText()));
      }
    }
    return new Table(List.of("state", "action", "probability"), rows);
  }

  @Override
  public String toString() {
    return name;
  }
}
