package io.sluice.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One folder of {@code reference/}: a log, and what the independent program made of it. */
final class ReferenceCase {
  private static final Pattern FIELD = Pattern.compile("\"([^\"]*)\"|([^,]+)");

  final String name;
  private final Path folder;
  final JsonNode expected;
  final Shape shape;
  final double delta;
  final TransitionCounts counts;
  final Policy behavior;
  private final List<String> lines;
  private final Map<String, Integer> states;
  private final Map<String, Integer> actions;

  private ReferenceCase(Path folder) throws IOException {
    this.folder = folder;
    name = folder.getFileName().toString();
    expected = new ObjectMapper().readTree(folder.resolve("expected.json").toFile());
    states = positions(expected.get("states"));
    actions = positions(expected.get("actions"));
    shape = new Shape(states.size(), actions.size(), expected.get("horizon").asInt());
    delta = expected.get("delta").asDouble();
    lines = Files.readAllLines(folder.resolve("log.csv"));
    counts = read(lines);
    behavior = policy(expected.get("behavior"));
  }

  static Stream<ReferenceCase> all() {
    try (Stream<Path> folders =
        Files.list(Path.of(ReferenceCase.class.getResource("/reference").toURI()))) {
      return folders.filter(Files::isDirectory).sorted().map(ReferenceCase::open).toList().stream();
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Another file of the folder. */
  JsonNode json(String file) {
    try {
      return new ObjectMapper().readTree(folder.resolve(file).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ReferenceCase open(Path folder) {
    try {
      return new ReferenceCase(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Integer> positions(JsonNode names) {
    Map<String, Integer> positions = new HashMap<>();
    names.forEach(n -> positions.put(n.asText(), positions.size()));
    return positions;
  }

  /** Rows come in the order of their episodes and steps. */
  private TransitionCounts read(List<String> lines) {
    CountsAccumulator rows = new CountsAccumulator(shape);
    for (int i = 1; i < lines.size(); i++) {
      List<String> row = fields(lines.get(i)); // episode, step, state, action, reward
      List<String> after = i + 1 < lines.size() ? fields(lines.get(i + 1)) : List.of("none");
      int next = after.get(0).equals(row.get(0)) ? state(after.get(2)) : shape.end();
      double reward = Double.parseDouble(row.get(4));
      rows.add(Integer.parseInt(row.get(1)), state(row.get(2)), action(row.get(3)), next, reward);
    }
    return rows.toCounts();
  }

  /** Shows the log episode by episode; which of two folds one is in depends on its number. */
  void forEachEpisode(Consumer<Episode> visitor) {
    Episode.Writer writer = new Episode.Writer(shape, RewardRange.UNIT);
    int[] number = new int[1];
    forEachRow(
        (step, state, action, reward) -> {
          if (step == 1) {
            if (number[0] > 0) {
              visitor.accept(writer.episode());
            }
            writer.begin(number[0], number[0] % 2);
            number[0]++;
          }
          writer.row(state, action, reward, behavior.probability(step, state, action));
        });
    visitor.accept(writer.episode());
  }

  /** Shows the log row by row, in the order of its episodes and steps. */
  void forEachRow(RowVisitor visitor) {
    for (int i = 1; i < lines.size(); i++) {
      List<String> row = fields(lines.get(i));
      visitor.visit(
          Integer.parseInt(row.get(1)),
          state(row.get(2)),
          action(row.get(3)),
          Double.parseDouble(row.get(4)));
    }
  }

  @FunctionalInterface
  interface RowVisitor {
    void visit(int step, int state, int action, double reward);
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    for (Matcher m = FIELD.matcher(line); m.find(); ) {
      fields.add(m.group(1) != null ? m.group(1) : m.group(2));
    }
    return fields;
  }

  int state(String name) {
    return states.get(name);
  }

  int action(String name) {
    return actions.get(name);
  }

  /** A policy from a table [state][action]. */
  Policy policy(JsonNode table) {
    return Policy.stationary(shape, (x, a) -> table.get(x).get(a).asDouble());
  }

  @Override
  public String toString() {
    return name;
  }
}
