package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.interval.IntervalKind;
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
import java.util.stream.Stream;
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
    if (fields.containsKey("provenance")) {
      ROW.matcher(section("provenance"))
          .results()
          .forEach(m -> all.put("provenance." + m.group(1), m.group(2)));
    }
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
                  path.endsWith("intervals") || path.endsWith("weights")
                      ? "{name}"
                      : path.endsWith("unseenActions")
                          ? "{action}"
                          : path.endsWith("assumptions") ? "{assumption}" : entry.getKey();
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
            "0,2",
            "--exogenous",
            "1,2");
    JsonNode bins = binned("--exogenous", "all");
    holds(
        "evaluate",
        all,
        unseen,
        bins,
        features("evaluate", "--policy uniform"),
        features("evaluate", "--behavior columns:b_ --policy uniform"),
        followUps("--by"),
        followUps("--by", "--features", "noise"),
        followUps("--over"));
    List<String> ofSteps = new ArrayList<>();
    all.get("steps").get(0).get("intervals").fieldNames().forEachRemaining(ofSteps::add);
    assertThat(ofSteps)
        .containsExactly(
            "standard",
            "selective",
            "bandit",
            "sharp",
            "efficient",
            "robust",
            "theorem",
            "theorem-per-state",
            "fused",
            "selective-printed");
    List<String> ofValue = new ArrayList<>();
    all.get("value").get("intervals").fieldNames().forEachRemaining(ofValue::add);
    assertThat(String.join(",", ofValue)).isEqualTo(kinds);
    for (String name : ofValue) {
      assertThat(PAGE).contains("`" + name + "`");
    }
  }

  /** Two actions, of which the rarer one pays, in two groups and one that is too small. */
  private Path groups() throws IOException {
    Path log = folder.resolve("groups.csv");
    StringBuilder rows = new StringBuilder("state,action,reward,propensity,noise,grp\n");
    for (int i = 0; i < 520; i++) {
      boolean rare = i % 5 == 0;
      boolean pays = rare ? i % 4 != 0 : i % 7 == 0;
      rows.append("home,%s,%d,%s,".formatted(rare ? "y" : "x", pays ? 1 : 0, rare ? 0.2 : 0.8));
      rows.append("%d,%d%n".formatted(i % 11, i < 4 ? i : 5 + i % 2));
    }
    Files.writeString(log, rows);
    return log;
  }

  private JsonNode followUps(String option, String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("evaluate", groups().toString()));
    all.addAll(List.of("--policy", "always:y", option, "grp", "--sensitivity"));
    all.addAll(List.of(more));
    return json(0, all.toArray(String[]::new));
  }

  @Test
  void comparePrintsTheDocumentedFields() throws IOException {
    String log = groups().toString();
    JsonNode result = json(0, "compare", log, "--policy", "A=always:y", "--policy", "uniform");
    JsonNode binned =
        json(0, "compare", LOG, "--policy", "uniform", "--exogenous", "1", "--states", "9");
    JsonNode all = binnedComparison();
    JsonNode by =
        json(0, "compare", log, "--policy", "A=always:y", "--policy", "uniform", "--by", "grp");
    holds("compare", result, binned, all, by);
    assertThat(result.get("policies").get(0).asText()).isEqualTo("A");
    assertThat(result.get("effects").get(0).get("best").get(0).asText()).isEqualTo("A");
  }

  private JsonNode binnedComparison() throws IOException {
    Path log = folder.resolve("binned.csv");
    Files.writeString(log, "state,action,reward\n1,x,1\n5,y,0\n1,y,1\n5,x,0\n");
    return json(
        0,
        "compare",
        log.toString(),
        "--policy",
        "uniform",
        "--bins",
        "state=q2",
        "--exogenous",
        "all");
  }

  private static JsonNode features(String command, String more) throws IOException {
    Path log = Repository.root().resolve("features/src/test/resources/reference/features.csv");
    String options = "--features f1,f2 --basis plain --ridge 1,1 " + more;
    List<String> words = new ArrayList<>(List.of(command, log.toString()));
    words.addAll(List.of(options.split(" ")));
    return json(0, words.toArray(String[]::new));
  }

  @Test
  void checkOfFeaturesPrintsTheDocumentedFields() throws IOException {
    Path log = folder.resolve("columns.csv");
    StringBuilder rows = new StringBuilder("episode,step,price,device,action,reward,b_x,b_y\n");
    for (int i = 0; i < 60; i++) {
      rows.append("%d,1,%d,tv,%s,1,0.5,0.5\n".formatted(i, i % 7, i % 2 == 0 ? "x" : "y"));
      rows.append("%d,2,%d,pc,%s,0,0.5,0.5\n".formatted(i, i % 5, i % 3 == 0 ? "x" : "y"));
    }
    Files.writeString(log, rows);
    JsonNode small =
        json(
            0,
            "check",
            log.toString(),
            "--features",
            "price,device",
            "--behavior",
            "columns:b_",
            "--tolerance",
            "0.001");
    JsonNode large =
        features("check", "--behavior columns:b_ --tolerance 0.9"); // which tells: null needed
    JsonNode declared = json(0, "check", LOG, "--exogenous", "1,2"); // for provenance alone
    JsonNode bins = provenance(binned("--exogenous", "all"));
    JsonNode estimated = features("check", "--behavior estimate");
    holds("check with features", small, large, estimated, provenance(declared), bins);
  }

  private static JsonNode provenance(JsonNode result) {
    return JSON.createObjectNode().set("provenance", result.get("provenance"));
  }

  private JsonNode binned(String option, String value) throws IOException {
    Path log = folder.resolve("binned.csv");
    Files.writeString(log, "state,action,reward\n1,x,1\n5,y,0\n1,y,1\n5,x,0\n");
    String policy = "uniform";
    return json(
        0, "evaluate", log.toString(), "--policy", policy, "--bins", "state=q2", option, value);
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
    JsonNode binned =
        json(0, "learn", log.toString(), "--learner", "spvi", "--bins", "state=3", "--out", out);
    JsonNode declared =
        json(0, "learn", LOG, "--learner", "spvi", "--exogenous", "1", "--out", out);
    JsonNode kept = json(0, "learn", LOG, "--learner", "certified", "--out", out);
    JsonNode chosen = chosen(out);
    holds("learn", plain, binned, declared, kept, chosen);
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
  void planPrintsTheDocumentedFields() throws IOException {
    Path log = folder.resolve("numbers.csv");
    Files.writeString(log, "state,action,reward\n1,x,1\n5,y,0\n1,y,1\n5,x,0\n1,x,0\n5,y,1\n");
    String out = folder.resolve("explore.csv").toString();
    JsonNode total = json(0, "plan", LOG, "--policy", "always:push", "--width", "0.1");
    JsonNode step =
        json(
            0,
            "plan %s --policy always:push --width 0.1 --step 1 --model per-step --states 9 --out %s"
                .formatted(LOG, out)
                .split(" "));
    JsonNode never =
        json(0, "plan %s --policy always:call --width 0.1 --exogenous 1".formatted(LOG).split(" "));
    JsonNode binned =
        json(0, "plan", log.toString(), "--bins", "state=3", "--policy", "uniform", "--width", "9");
    holds("plan", total, step, never, binned);
    assertThat(total.get("step").isNull()).isTrue();
    assertThat(step.get("exploring").get("policyFile").asText()).isEqualTo(out);
    assertThat(never.get("episodesNeeded").isNull()).isTrue();
    assertThat(binned.get("reached").asBoolean()).isTrue();
    double shares = total.get("stateShare").asDouble();
    for (JsonNode source : total.get("sources")) {
      shares += source.get("share").asDouble();
    }
    assertThat(shares).isCloseTo(1, within(1e-9));
  }

  @Test
  void planOfFeaturesPrintsTheDocumentedFields() throws IOException {
    String log = "--behavior columns:b_ --policy columns:p_ --width ";
    JsonNode total = features("plan", log + "0.01");
    JsonNode step = features("plan", log + "1e-9 --step 2"); // which takes too many to count
    JsonNode declared = json(0, "check", LOG, "--exogenous", "1,2"); // for provenance alone
    JsonNode bins = provenance(binned("--exogenous", "all"));
    holds("plan with features", total, step, provenance(declared), bins);
    JsonNode answer =
        features("evaluate", "--behavior columns:b_ --policy columns:p_ --interval efficient");
    JsonNode ends = answer.get("total").get("intervals").get("efficient");
    assertThat(total.get("width").asDouble())
        .isCloseTo(ends.get("upper").asDouble() - ends.get("lower").asDouble(), within(1e-12));
    double shares = total.get("stateShare").asDouble();
    for (JsonNode source : total.get("sources")) {
      shares += source.get("share").asDouble();
    }
    assertThat(shares).isCloseTo(1, within(1e-9));
  }

  /** A plan is about the interval that {@code evaluate} prints of the same counts. */
  @Test
  void theWidthOfAPlanIsThatOfEvaluate() throws IOException {
    String counts = folder.resolve("plan.parquet").toString();
    for (String behavior : List.of("", " --behavior estimate", " --reward-range -1,3")) {
      String options = LOG + " --policy always:push" + behavior;
      boolean declared = behavior.contains("range");
      Run counted =
          Run.of(("count " + LOG + (declared ? behavior : "") + " --out " + counts).split(" "));
      assertThat(counted.exit()).as(counted.err()).isEqualTo(Main.DONE);
      String judged = "--counts " + counts + " --policy always:push" + (declared ? "" : behavior);
      JsonNode evaluated = json(0, ("evaluate " + judged + " --interval efficient").split(" "));
      JsonNode total = json(0, ("plan " + options + " --width 0.1").split(" "));
      JsonNode step = json(0, ("plan " + options + " --width 0.1 --step 2").split(" "));
      assertThat(total.get("width").asDouble())
          .isCloseTo(width(evaluated.get("total")), within(1e-9));
      assertThat(step.get("width").asDouble())
          .isCloseTo(width(evaluated.get("steps").get(1)), within(1e-9));
    }
  }

  private static double width(JsonNode intervals) {
    JsonNode efficient = intervals.get("intervals").get("efficient");
    return efficient.get("upper").asDouble() - efficient.get("lower").asDouble();
  }

  @Test
  void countPrintsTheDocumentedFields() throws IOException {
    Path log = folder.resolve("rows.csv");
    Files.writeString(log, "state,action,reward\ns,a,0\n");
    String out = folder.resolve("counts.parquet").toString();
    holds("count", json(0, "count", log.toString(), "--out", out));
  }

  @Test
  void coveragePrintsTheDocumentedFields() throws IOException {
    String[] few = {"--runs", "3", "--episodes", "20"};
    JsonNode environment = json(0, with(few, "coverage", "chain-bandit", "--states", "9"));
    JsonNode log =
        json(0, with(few, "coverage", LOG, "--policy", "always:call", "--exogenous", "1"));
    JsonNode none = json(0, "coverage", "chain-bandit", "--interval", "bandit", "--runs", "20");
    Path numbers = folder.resolve("numbers.csv");
    Files.writeString(numbers, "state,action,reward\n1,x,1\n5,y,0\n1,y,1\n5,x,0\n");
    JsonNode binned =
        json(
            0,
            with(few, "coverage", numbers.toString(), "--policy", "uniform", "--bins", "state=3"));
    holds("coverage", environment, log, none, binned);
    assertThat(none.get("trusted").isNull()).isTrue();
    assertThat(none.get("untrusted").get(0).asText()).isEqualTo("bandit");
    List<String> kinds = new ArrayList<>();
    environment.get("steps").get(0).get("intervals").fieldNames().forEachRemaining(kinds::add);
    List<String> all = new ArrayList<>();
    IntervalKind.fromCounts().forEach(kind -> all.add(kind.toString()));
    all.add("robust"); // propensities are known, and episodes are few
    assertThat(kinds).isEqualTo(all);
    assertThat(environment.get("provenance").get("input").asText()).isEqualTo("chain-bandit");
  }

  private static String[] with(String[] more, String... args) {
    return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
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
    JsonNode perStep = json(0, "check", LOG, "--states", "9", "--exogenous", "2");
    JsonNode past = json(0, "check", GOLDEN.resolve("history/log.csv").toString());
    holds("check", bad, disagreeing, perStep, past);
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
