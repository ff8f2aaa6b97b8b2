package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code evaluate} says of logs and policies that differ in a way that has to be known. */
class RelatedLogsTest {
  private static final int STEPS = 3;
  private static final String HEADER = "episode,step,state,action,reward,propensity";
  private static final String POLICY =
      "state,action,probability\nx,b,1\ny,a,0.25\ny,b,0.75\nz,a,1\n";
  private static final String BEHAVIOR =
      "state,action,probability\nx,a,0.5\nx,b,0.5\ny,a,0.25\ny,b,0.75\nz,a,0.75\nz,b,0.25\n";

  @TempDir Path folder;

  private record Row(int episode, int step, char state, char action, double reward, double p) {}

  /** 300 episodes; rewards are 0, ¼, … 1, and depend on states and actions, as next states do. */
  private static List<Row> log() {
    Random random = new Random(8);
    List<Row> rows = new ArrayList<>();
    for (int i = 1; i <= 300; i++) {
      char state = (char) ('x' + random.nextInt(3));
      for (int h = 1; h <= STEPS; h++) {
        double ofA = state == 'x' ? 0.5 : state == 'y' ? 0.25 : 0.75;
        char action = random.nextDouble() < ofA ? 'a' : 'b';
        double reward = random.nextInt(3) / 4.0 + (action == 'b' ? 0.25 : 0) * (state - 'x');
        rows.add(new Row(i, h, state, action, reward, action == 'a' ? ofA : 1 - ofA));
        state = random.nextDouble() < 0.4 ? action == 'a' ? 'x' : 'z' : 'y';
      }
    }
    return rows;
  }

  private static String line(Row row) {
    return "e%d,%d,%s,%s,%s,%s"
        .formatted(row.episode, row.step, row.state, row.action, row.reward, row.p);
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  private String logFile(Stream<String> lines) throws IOException {
    return file("log.csv", HEADER + "\n" + String.join("\n", lines.toList()) + "\n");
  }

  /** Every figure of an interval and every verdict, by what it is of. */
  private static Map<String, JsonNode> answer(String log, String policy, String... more)
      throws IOException {
    String[] words = {
      "evaluate", log, "--policy", policy, "--format", "json", "--model", "per-step"
    };
    Run run = Run.of(Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    JsonNode json = new ObjectMapper().readTree(run.out());
    Map<String, JsonNode> answer = new TreeMap<>();
    for (JsonNode step : json.get("steps")) {
      collect("step " + step.get("step") + " ", step, answer);
    }
    collect("total ", json.get("total"), answer);
    collect("value ", json.get("value"), answer);
    return answer;
  }

  private static void collect(String name, JsonNode of, Map<String, JsonNode> to) {
    of.get("intervals")
        .properties()
        .forEach(
            interval -> {
              for (String figure : List.of("estimate", "lower", "upper")) {
                to.put(name + interval.getKey() + " " + figure, interval.getValue().get(figure));
              }
            });
    if (of.has("verdict")) {
      to.put(name + "verdict", of.get("verdict"));
    }
  }

  private Map<String, JsonNode> plain() throws IOException {
    return answer(logFile(log().stream().map(RelatedLogsTest::line)), file("p.csv", POLICY));
  }

  private static void assertSame(Map<String, JsonNode> actual, Map<String, JsonNode> expected) {
    assertRelated(actual, expected, (name, figure) -> figure);
  }

  /**
   * @param related what a figure of the one is in the other
   */
  private static void assertRelated(
      Map<String, JsonNode> actual,
      Map<String, JsonNode> expected,
      BiFunction<String, Double, Double> related) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet()).hasSizeGreaterThan(30);
    expected.forEach(
        (name, one) -> {
          if (one.isNumber()) {
            double figure = related.apply(name, one.asDouble());
            assertThat(actual.get(name).asDouble())
                .as(name)
                .isCloseTo(figure, within(1e-9 * Math.max(1, Math.abs(figure))));
          } else {
            assertThat(actual.get(name)).as(name).isEqualTo(one);
          }
        });
  }

  /** The control: another log has other figures. */
  @Test
  void anotherLogIsNotTheSame() throws IOException {
    Map<String, JsonNode> other =
        answer(
            logFile(log().stream().skip(STEPS).map(RelatedLogsTest::line)), file("p.csv", POLICY));
    Map<String, JsonNode> plain = plain();
    assertThat(plain.keySet()).isEqualTo(other.keySet());
    assertThat(plain.keySet().stream().filter(k -> plain.get(k).equals(other.get(k))).count())
        .isLessThan(plain.size() / 4);
  }

  @Test
  void theOrderOfRowsDoesNotMatter() throws IOException {
    List<Row> shuffled = log();
    Collections.shuffle(shuffled, new Random(5));
    assertThat(answer(logFile(shuffled.stream().map(RelatedLogsTest::line)), file("p.csv", POLICY)))
        .isEqualTo(plain());
  }

  /** The names come in another order than before, too. */
  @Test
  void namesOfStatesAndActionsDoNotMatter() throws IOException {
    assertSame(
        answer(
            logFile(log().stream().map(RelatedLogsTest::line).map(RelatedLogsTest::renamed)),
            file("q.csv", renamed(POLICY))),
        plain());
  }

  private static String renamed(String text) {
    return text.replace(",x,", ",up,")
        .replace("\nx,", "\nup,")
        .replace(",y,", ",down,")
        .replace("\ny,", "\ndown,")
        .replace(",z,", ",back,")
        .replace("\nz,", "\nback,")
        .replace(",a,", ",two,")
        .replace(",b,", ",one,");
  }

  /** {@code robust} splits episodes by a hash of their names. */
  @Test
  void namesOfEpisodesDoNotMatterWhereNothingIsSplit() throws IOException {
    Map<String, JsonNode> renamed =
        answer(
            logFile(log().stream().map(RelatedLogsTest::line).map(l -> "visit-" + l)),
            file("p.csv", POLICY));
    assertSame(without("robust", renamed), without("robust", plain()));
  }

  private static Map<String, JsonNode> without(String interval, Map<String, JsonNode> answer) {
    Map<String, JsonNode> others = new TreeMap<>(answer);
    assertThat(others.keySet().removeIf(name -> name.contains(" " + interval + " "))).isTrue();
    return others;
  }

  /** Effects of 100r are 100 times as large, and with 2r − 1 twice; values move, too. */
  @Test
  void rewardsInOtherUnitsGiveAnswersInThoseUnits() throws IOException {
    Map<String, JsonNode> plain = plain();
    assertRelated(inUnits(r -> 100 * r, "0,100"), plain, (name, figure) -> 100 * figure);
    assertRelated(
        inUnits(r -> 2 * r - 1, "-1,1"),
        plain,
        (name, figure) -> 2 * figure - (name.startsWith("value") ? STEPS : 0));
  }

  private Map<String, JsonNode> inUnits(DoubleUnaryOperator units, String range)
      throws IOException {
    Stream<String> lines =
        log().stream()
            .map(
                r ->
                    new Row(
                        r.episode, r.step, r.state, r.action, units.applyAsDouble(r.reward), r.p))
            .map(RelatedLogsTest::line);
    return answer(logFile(lines), file("p.csv", POLICY), "--reward-range=" + range);
  }

  /** A file also says how small propensities can be, so that {@code sharp} can bet on episodes. */
  @Test
  void propensitiesInAColumnOrInAFileAreTheSame() throws IOException {
    List<String> rows = log().stream().map(r -> line(r).replaceAll(",[^,]*$", "")).toList();
    String bare = "episode,step,state,action,reward\n" + String.join("\n", rows) + "\n";
    Map<String, JsonNode> byFile =
        answer(
            file("bare.csv", bare), file("p.csv", POLICY), "--behavior", file("b.csv", BEHAVIOR));
    assertSame(without("sharp", byFile), without("sharp", plain()));
  }

  @Test
  void aMixtureOfAllOfAPolicyIsThePolicy() throws IOException {
    Map<String, JsonNode> plain = plain();
    String log = folder.resolve("log.csv").toString();
    assertSame(answer(log, "mix:1:" + folder.resolve("p.csv")), plain);
    assertThat(answer(log, "mix:0.5:" + folder.resolve("p.csv"))).isNotEqualTo(plain);
  }

  @Test
  void anActionThatNobodyTakesChangesNothing() throws IOException {
    Map<String, JsonNode> plain = plain();
    String more = POLICY + "x,c,0\ny,c,0\nz,c,0\n";
    assertSame(answer(folder.resolve("log.csv").toString(), file("more.csv", more)), plain);
  }

  @Test
  void nextStatesThatRowsSayAnywayChangeNothing() throws IOException {
    List<Row> rows = log();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      boolean last = rows.get(i).step == STEPS;
      lines.add(line(rows.get(i)) + "," + (last ? "" : rows.get(i + 1).state));
    }
    String log = file("next.csv", HEADER + ",next_state\n" + String.join("\n", lines) + "\n");
    assertSame(answer(log, file("p.csv", POLICY)), plain());
  }

  @Test
  void effectsOfStepsAddUpToTheTotalAndToTheDifferenceOfValues() throws IOException {
    Map<String, JsonNode> plain = plain();
    double total = plain.get("total efficient estimate").asDouble();
    double sum = 0;
    for (int h = 1; h <= STEPS; h++) {
      sum += plain.get("step " + h + " efficient estimate").asDouble();
    }
    assertThat(sum).isCloseTo(total, within(1e-9));
    double logged = log().stream().mapToDouble(Row::reward).sum() / 300;
    assertThat(plain.get("value efficient estimate").asDouble())
        .isCloseTo(logged + total, within(1e-9));
  }
}
