package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** {@code docs/paper-map.md} names what exists, and leaves out no label of the paper. */
class PaperMapTest {
  private static final String MAP = Repository.read("docs/paper-map.md");
  private static final Pattern CODE = Pattern.compile("`(io\\.sluice\\.[\\w.]+)#(\\w+)`");
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*)#(\\w+)`");
  private static final Pattern LABEL = Pattern.compile("`((?:eq|thm|lem|alg|fig):[^`]+)`");
  private static final Pattern PAPER =
      Pattern.compile("\\\\label\\{((?:eq|thm|lem|alg|fig):[^}]+)");
  private static final String DEVIATES = "Deviates from the paper:";

  /** One row of the first table. */
  private record Row(String label, String where, String command, String test, String differs) {}

  private static List<Row> rows(String map) {
    return map.lines()
        .map(line -> line.split("(?<!\\\\)\\|", -1))
        .map(cells -> Arrays.stream(cells).map(String::strip).toList())
        .filter(cells -> cells.size() == 7 && LABEL.matcher(cells.get(1)).matches())
        .map(c -> new Row(bare(c.get(1)), c.get(2), bare(c.get(3)), c.get(4), c.get(5)))
        .toList();
  }

  private static String bare(String code) {
    return code.replace("`", "");
  }

  private static List<MatchResult> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }

  /** The members that a text names and no class has. */
  private static List<String> missingMembers(String text) {
    return all(CODE, text).stream()
        .filter(m -> !hasMember(m.group(1), m.group(2)))
        .map(MatchResult::group)
        .toList();
  }

  private static boolean hasMember(String className, String member) {
    try {
      Class<?> type = Class.forName(className);
      return Arrays.stream(type.getDeclaredMethods()).map(Method::getName).anyMatch(member::equals)
          || Arrays.stream(type.getDeclaredFields())
              .filter(Field::isEnumConstant)
              .map(Field::getName)
              .anyMatch(member::equals)
          || member.equals(type.getSimpleName()) && type.getDeclaredConstructors().length > 0;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** The tests that a text names and no test source has. */
  private static List<String> missingTests(String text) {
    List<Path> sources = Repository.sources("src/test/java");
    return all(TEST, text).stream()
        .filter(
            m ->
                sources.stream()
                    .filter(file -> file.endsWith(m.group(1) + ".java"))
                    .noneMatch(file -> hasTest(Repository.read(file), m.group(2))))
        .map(MatchResult::group)
        .toList();
  }

  /** Whether a member of that name has a test annotation; blank lines separate members. */
  private static boolean hasTest(String source, String method) {
    return Arrays.stream(source.split("\n\\s*\n"))
        .anyMatch(
            member ->
                Pattern.compile("@(Parameterized|Repeated)?Test\\b").matcher(member).find()
                    && Pattern.compile("\\bvoid " + method + "\\(").matcher(member).find());
  }

  private static List<String> labels() throws IOException {
    try (InputStream list = PaperMapTest.class.getResourceAsStream("/paper-labels.txt")) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void everyLabelHasOneRowInTheOrderOfThePaper() throws IOException {
    assertThat(labels()).hasSizeGreaterThan(30).doesNotHaveDuplicates();
    assertThat(rows(MAP)).extracting(Row::label).containsExactlyElementsOf(labels());
  }

  @Test
  void theStoredLabelsAreThoseOfThePaper() throws IOException {
    Path folder = Repository.root().resolveSibling("shared").resolve("paper");
    Assumptions.assumeTrue(Files.isDirectory(folder), "shared paper folder absent: skipped");
    try (Stream<Path> files = Files.list(folder)) {
      List<String> printed =
          files
              .filter(file -> file.toString().endsWith(".tex"))
              .sorted()
              .flatMap(file -> all(PAPER, Repository.read(file)).stream())
              .map(match -> match.group(1))
              .toList();
      assertThat(labels()).containsExactlyElementsOf(printed);
    }
  }

  @Test
  void everyRowSaysWhereAndNamesATest() {
    for (Row row : rows(MAP)) {
      boolean proofStep = row.where.startsWith("proof step: ");
      assertThat(proofStep || CODE.matcher(row.where).find()).as("where: %s", row).isTrue();
      assertThat(TEST.matcher(row.test).find()).as("test: %s", row).isTrue();
      assertThat(row.differs).as("differs: %s", row).isNotEmpty();
    }
  }

  @Test
  void everyMethodNamedExists() {
    assertThat(all(CODE, MAP)).hasSizeGreaterThan(30);
    assertThat(missingMembers(MAP)).isEmpty();
  }

  /** The members that a row names and its command cannot reach. */
  private static List<String> unreached(Row row, Map<String, CallGraph> graphs) {
    CallGraph graph = graphs.get(row.command);
    return all(CODE, row.where).stream()
        .filter(m -> graph == null || !graph.reaches(m.group(1), m.group(2)))
        .map(MatchResult::group)
        .toList();
  }

  private static Map<String, CallGraph> commands() {
    return Map.of(
        "evaluate", CallGraph.of(EvaluateCommand.class),
        "learn", CallGraph.of(LearnCommand.class),
        "reproduce", CallGraph.of(ReproduceCommand.class));
  }

  @Test
  void everyMethodNamedIsReachedFromTheCommandOfItsRow() {
    Map<String, CallGraph> graphs = commands();
    List<Row> computed = rows(MAP).stream().filter(r -> CODE.matcher(r.where).find()).toList();
    assertThat(computed).hasSizeGreaterThan(20);
    assertThat(computed).allSatisfy(row -> assertThat(unreached(row, graphs)).isEmpty());
    // The controls: policies are not evaluated, nor learned, by a choice that may remember.
    for (String command : List.of("evaluate", "learn", "no such command")) {
      Row wrong = new Row("", "`io.sluice.model.Backups#run`", command, "", "");
      assertThat(unreached(wrong, graphs)).hasSize(1);
    }
  }

  @Test
  void everyTestNamedExists() {
    assertThat(all(TEST, MAP)).hasSizeGreaterThan(30);
    assertThat(missingTests(MAP)).isEmpty();
  }

  @Test
  void everyNameWithAMemberIsCheckedAsOneOrTheOther() {
    long names = Pattern.compile("`[^`\\s]+#[^`]*`").matcher(MAP).results().count();
    assertThat(all(CODE, MAP).size() + all(TEST, MAP).size()).isEqualTo((int) names);
  }

  @Test
  void labelsReferredToAreLabels() throws IOException {
    assertThat(labels())
        .containsAll(all(LABEL, MAP).stream().map(m -> m.group(1)).distinct().toList());
  }

  @Test
  void everyDeviationInTheSourcesIsInAClassThatTheMapNames() {
    List<String> named = all(CODE, MAP).stream().map(m -> m.group(1)).toList();
    List<String> deviating =
        Repository.sources("src/main/java").stream()
            .filter(file -> withoutLineBreaks(Repository.read(file)).contains(DEVIATES))
            .map(PaperMapTest::className)
            .toList();
    assertThat(deviating).hasSizeGreaterThan(2);
    assertThat(named).containsAll(deviating);
  }

  private static String withoutLineBreaks(String source) {
    return source.replaceAll("\\s*\\n\\s*\\*\\s*", " ");
  }

  private static String className(Path file) {
    String path = file.toString().replace(file.getFileSystem().getSeparator(), ".");
    return path.replaceFirst(".*\\.src\\.main\\.java\\.", "").replaceFirst("\\.java$", "");
  }

  /** The controls: what is not there is found missing. */
  @Test
  void whatDoesNotExistIsNoticed() {
    assertThat(missingMembers("`io.sluice.model.Backups#guess` `io.sluice.model.Guess#run`"))
        .hasSize(2);
    assertThat(missingMembers("`io.sluice.model.Backups#run`")).isEmpty();
    // a member that is there but is no test, and a test of another class
    assertThat(missingTests("`PaperMapTest#missingTests` `MainTest#everyTestNamedExists`"))
        .hasSize(2);
    assertThat(missingTests("`PaperMapTest#everyTestNamedExists`")).isEmpty();
    assertThat(withoutLineBreaks(" * <p>Deviates from\n   * the paper: so")).contains(DEVIATES);
  }
}
