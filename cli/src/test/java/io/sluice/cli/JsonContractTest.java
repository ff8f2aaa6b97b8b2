package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.answers.IntervalKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/json.md} lists every field with its type, and nothing else is printed. */
class JsonContractTest {
  private static final String PAGE = Repository.read("docs/json.md");
  private static final Path GOLDEN = Repository.root().resolve("cli/src/test/resources/golden");
  private static final String LOG = GOLDEN.resolve("check/log.csv").toString();
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([^`]+)` \\| ([a-z ]+) \\| .+ \\|$");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  /** The documented fields of a command, those of intervals and provenance included. */
  private static Map<String, String> documented(String command) {
    Map<String, String> fields = new LinkedHashMap<>();
    String section = section(command).split("\\| field of an interval", 2)[0];
    ROW.matcher(section).results().forEach(m -> fields.put(m.group(1), m.group(2)));
    Map<String, String> all = new TreeMap<>(fields);
    for (String field : fields.keySet()) {
      if (field.endsWith("intervals")) {
        all.put(field + ".{name}", "object");
        String interval = section(command).split("\\| field of an interval", 2)[1];
        ROW.matcher(interval)
            .results()
            .forEach(m -> all.put(field + ".{name}." + m.group(1), m.group(2)));
      }
    }
    ROW.matcher(section("provenance"))
        .results()
        .forEach(m -> all.put("provenance." + m.group(1), m.group(2)));
    return all;
  }

  private static String section(String title) {
    return PAGE.split("(?m)^## " + title + "$", 2)[1].split("(?m)^## ", 2)[0];
  }

  /** Every field of a result as it is documented, with the types it has. */
  private static void collect(String path, JsonNode node, Map<String, TreeSet<String>> found) {
    if (!path.isEmpty()) {
      found.computeIfAbsent(path, p -> new TreeSet<>()).add(type(node));
    }
    for (JsonNode element : node.isArray() ? node : JSON.createArrayNode()) {
      collect(path + "[]", element, found);
    }
    node.properties()
        .forEach(
            entry -> {
              String name =
                  path.endsWith("intervals")
                      ? "{name}"
                      : path.endsWith("unseenActions") ? "{action}" : entry.getKey();
              String child = path.isEmpty() ? name : path + "." + name;
              collect(child, entry.getValue(), found);
            });
  }

  private static String type(JsonNode node) {
    return node.isIntegralNumber()
        ? "integer"
        : node.isTextual() ? "string" : node.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  private static JsonNode json(int exit, String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--format", "json"));
    Run run = Run.of(all.toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isEqualTo(exit);
    assertThat(run.err()).isEmpty();
    return JSON.readTree(run.out());
  }

  private static void holds(String command, JsonNode... results) {
    Map<String, TreeSet<String>> found = new TreeMap<>();
    for (JsonNode result : results) {
      collect("", result, found);
    }
    // An element that has fields needs no line of its own.
    found.keySet().removeIf(path -> path.endsWith("[]") && found.get(path).contains("object"));
    Map<String, String> documented = documented(command);
    assertThat(found.keySet()).isEqualTo(documented.keySet());
    found.forEach(
        (path, types) ->
            assertThat(List.of(documented.get(path).split(" or "))).as(path).containsAll(types));
  }

  @Test
  void evaluatePrintsTheDocumentedFields() throws IOException {
    String kinds =
        String.join(",", List.of(IntervalKind.values()).stream().map(Object::toString).toList());
    JsonNode all = json(0, "evaluate", LOG, "--policy", "always:push", "--interval", kinds);
    JsonNode unseen =
        json(
            0,
            "evaluate",
            LOG,
            "--policy",
            "always:call",
            "--states",
            "9",
            "--reward-range",
            "0,2");
    JsonNode bins = binned();
    holds("evaluate", all, unseen, bins);
    List<String> ofSteps = new ArrayList<>();
    all.get("steps").get(0).get("intervals").fieldNames().forEachRemaining(ofSteps::add);
    assertThat(ofSteps)
        .containsExactly(
            "standard",
            "selective",
            "bandit",
            "sharp",
            "efficient",
            "theorem",
            "theorem-per-state");
    List<String> ofValue = new ArrayList<>();
    all.get("value").get("intervals").fieldNames().forEachRemaining(ofValue::add);
    assertThat(String.join(",", ofValue)).isEqualTo(kinds);
    for (String name : ofValue) {
      assertThat(PAGE).contains("`" + name + "`");
    }
  }

  private JsonNode binned() throws IOException {
    Path log = folder.resolve("binned.csv");
    Files.writeString(log, "state,action,reward\n1,x,1\n5,y,0\n1,y,1\n5,x,0\n");
    return json(0, "evaluate", log.toString(), "--policy", "uniform", "--bins", "state=q2");
  }

  @Test
  void anIntervalIsTheSumOfItsParts() throws IOException {
    JsonNode answer =
        json(0, "evaluate", LOG, "--policy", "always:push", "--interval", "selective");
    for (JsonNode step : answer.get("steps")) {
      JsonNode interval = step.get("intervals").get("selective");
      double lower = interval.get("estimate").asDouble();
      double upper = lower;
      for (JsonNode part : interval.get("parts")) {
        lower -= part.get("below").asDouble();
        upper += part.get("above").asDouble();
      }
      assertThat(interval.get("lower").asDouble()).isCloseTo(lower, within(1e-12));
      assertThat(interval.get("upper").asDouble()).isCloseTo(upper, within(1e-12));
    }
  }

  @Test
  void learnPrintsTheDocumentedFields() throws IOException {
    Path log = folder.resolve("numbers.csv");
    Files.writeString(log, "state,action,reward\n1,x,1\n5,y,0\n1,y,1\n5,x,0\n");
    String out = folder.resolve("policy.csv").toString();
    JsonNode plain = json(0, "learn", LOG, "--learner", "vi", "--states", "9", "--out", out);
    JsonNode binned = json(0, "learn", log.toString(), "--bins", "state=3", "--out", out);
    JsonNode kept = json(0, "learn", LOG, "--learner", "certified", "--out", out);
    JsonNode chosen = chosen(out);
    holds("learn", plain, binned, kept, chosen);
    assertThat(plain.get("policyFile").asText()).isEqualTo(out);
    assertThat(plain.get("certificate").isNull()).isTrue();
    assertThat(kept.get("certificate").get("chosen").isNull()).isTrue();
    assertThat(chosen.get("certificate").get("lower").asDouble()).isPositive();
  }

  /** One action pays and the other does not, which half of a hundred rows shows beyond doubt. */
  private JsonNode chosen(String out) throws IOException {
    Path log = folder.resolve("plain.csv");
    Files.writeString(
        log, "state,action,reward,propensity\n" + "home,x,0,0.5\nhome,y,1,0.5\n".repeat(50));
    return json(0, "learn", log.toString(), "--learner", "certified", "--out", out);
  }

  @Test
  void checkPrintsTheDocumentedFieldsAlsoOfABadLog() throws IOException {
    JsonNode bad = json(3, "check", GOLDEN.resolve("bad-rows/log.csv").toString());
    assertThat(bad.get("errorCount").asInt()).isEqualTo(bad.get("errors").size()).isPositive();
    Path wrong = folder.resolve("wrong.csv");
    StringBuilder rows = new StringBuilder("state,action,reward,propensity\n");
    rows.append("1,x,1,0.1\n".repeat(90)).append("1,y,1,0.9\n".repeat(10));
    Files.writeString(wrong, rows);
    JsonNode disagreeing = json(0, "check", wrong.toString(), "--bins", "state=3");
    JsonNode perStep = json(0, "check", LOG, "--states", "9");
    holds("check", bad, disagreeing, perStep);
    assertThat(disagreeing.get("calibration").get("disagreeing")).hasSize(1);
  }

  @Test
  void numbersSurviveARoundTrip() throws IOException {
    JsonNode once = json(0, "evaluate", LOG, "--policy", "uniform");
    JsonNode twice = JSON.readTree(JSON.writeValueAsString(once));
    assertThat(twice).isEqualTo(once);
    assertThat(Run.of("evaluate", LOG, "--policy", "uniform", "--format", "json").out())
        .doesNotContain("NaN")
        .doesNotContain("Infinity")
        .contains(once.get("behaviorValue").asText());
  }

  @Test
  void theExampleIsWhatIsPrinted() {
    String example = section("Example").split("```console\n\\$ sluice ")[1].split("```")[0];
    String command = example.substring(0, example.indexOf('\n'));
    Path files = GOLDEN.resolve("one-step-by-hand");
    Run run = Run.of(command.replaceAll("(log|coin)\\.csv", files + "/$1.csv").split(" "));
    assertThat(run.out()).isEqualTo(example.substring(example.indexOf('\n') + 1));
  }
}
