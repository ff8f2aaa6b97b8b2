package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Words.Banned;
import io.sluice.cli.Words.Found;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** What people read is in the words of the field: documents, help, messages and comments. */
class WordsTest {
  /**
   * Where a banned word may stand.
   *
   * @param where a file, or a folder that ends with a slash
   * @param words which; empty for any
   * @param why so
   */
  private record Allowed(String where, String words, String why) {
    boolean covers(Found found) {
      boolean here =
          where.endsWith("/") ? found.file().startsWith(where) : found.file().equals(where);
      return here && (words.isEmpty() || words.equalsIgnoreCase(found.words()));
    }
  }

  private static final List<Allowed> ALLOWED =
      List.of(
          new Allowed("docs/json.md", "world", "a field of the JSON contract"),
          new Allowed(
              "report/src/main/java/io/sluice/report/json/CoverageJson.java",
              "world",
              "a field of the JSON contract"),
          new Allowed("docs/published-cases.md", "trial", "a clinical trial"));

  /** Words of no field, which are not to be names either. */
  private static final Pattern NAMES =
      Pattern.compile("\\b(?:houses?|rooms?|dials?|guess\\w*|gauntlets?|trials?|worlds?)\\b");

  private static List<Found> notAllowed(List<Found> found) {
    return found.stream().filter(f -> ALLOWED.stream().noneMatch(a -> a.covers(f))).toList();
  }

  private static List<Found> inDocuments() {
    List<Path> files =
        new ArrayList<>(
            Stream.of(
                    "README.md",
                    "CHANGELOG.md",
                    "CODE_OF_CONDUCT.md",
                    "CONTRIBUTING.md",
                    "NOTICE",
                    "SECURITY.md",
                    "benchmarks/README.md")
                .map(Repository.root()::resolve)
                .toList());
    files.addAll(below("docs", name -> name.endsWith(".md")));
    files.addAll(below(".github", name -> name.matches(".*\\.(md|yml)")));
    for (String folder : List.of("python/src", "python/tests", "dist/site")) {
      files.addAll(below(folder, name -> name.matches(".*\\.(md|py|css)")));
    }
    for (String file : List.of("README.md", "build.py", "verify.py", "pyproject.toml")) {
      files.add(Repository.root().resolve("python").resolve(file));
    }
    return files.stream().flatMap(f -> Words.in(name(f), Repository.read(f)).stream()).toList();
  }

  private static List<Found> inSources() {
    return Repository.sources("src/main/java").stream()
        .flatMap(f -> Words.in(name(f), JavaTexts.of(Repository.read(f))).stream())
        .toList();
  }

  private static List<Path> below(String folder, Predicate<String> named) {
    try (Stream<Path> files = Files.walk(Repository.root().resolve(folder))) {
      return files.filter(f -> named.test(f.getFileName().toString())).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path file) {
    return Repository.root().relativize(file).toString().replace('\\', '/');
  }

  @Test
  void documentsAreInTheWordsOfTheField() {
    assertThat(notAllowed(inDocuments())).isEmpty();
  }

  /** String literals, Javadoc and comments of one line, of every module. */
  @Test
  void messagesAndCommentsAreInTheWordsOfTheField() {
    assertThat(notAllowed(inSources())).isEmpty();
  }

  /** Variables, fields and methods. */
  @Test
  void namesAreInTheWordsOfTheField() {
    assertThat(Repository.sources("src/main/java"))
        .allSatisfy(
            f ->
                assertThat(NAMES.matcher(JavaTexts.namesOf(Repository.read(f))).results())
                    .extracting(MatchResult::group)
                    .as(name(f))
                    .isEmpty());
  }

  @Test
  void aNameWouldBeFound() {
    String source =
        "int room = 1; // room\nString s = \"--dial\"; double dial; GridWorld w; guess();";
    assertThat(NAMES.matcher(JavaTexts.namesOf(source)).results())
        .extracting(MatchResult::group)
        .containsExactly("room", "dial", "guess");
  }

  @Test
  void pagesAreInTheWordsOfTheField() {
    List<Path> files = new ArrayList<>();
    for (String module : List.of("report", "serve")) {
      files.addAll(
          below(module + "/src/main/resources", name -> name.matches(".*\\.(html|js|css)")));
    }
    assertThat(files).hasSizeGreaterThan(5);
    assertThat(files).allSatisfy(f -> assertThat(Words.in(name(f), Repository.read(f))).isEmpty());
  }

  @Test
  void helpIsInTheWordsOfTheField() {
    List<String> commands =
        Stream.of(Main.class.getAnnotation(Command.class).subcommands())
            .map(command -> command.getAnnotation(Command.class).name())
            .toList();
    assertThat(commands).contains("check", "evaluate", "learn").hasSizeGreaterThan(8);
    assertThat(Words.in("--help", Run.of("--help").out())).isEmpty();
    for (String command : commands) {
      String help = Run.of(command, "--help").out();
      assertThat(help).contains("sluice " + command);
      assertThat(Words.in(command + " --help", help)).isEmpty();
    }
  }

  /** Data types say what they hold. */
  @Test
  void noTypeIsNamedByAPicture() {
    Pattern named = Pattern.compile("(Beside|Watch|Desk|Asked|Rivals?|House|Room|World)\\.java");
    assertThat(Repository.sources("src/main/java"))
        .noneMatch(f -> named.matcher(f.getFileName().toString()).matches());
    assertThat(named.matcher("Desk.java").matches()).isTrue(); // the control
    assertThat(named.matcher("GridWorld.java").matches()).isFalse();
  }

  /** A link to the glossary leads to a term of it. */
  @Test
  void theGlossaryDefinesWhatLinksToIt() {
    String glossary = Repository.read("docs/glossary.md");
    Pattern link = Pattern.compile("\\[([^]]+)]\\((?:docs/)?glossary\\.md\\)");
    List<String> terms = new ArrayList<>();
    List<Path> files = new ArrayList<>(below("docs", name -> name.endsWith(".md")));
    files.add(Repository.root().resolve("README.md"));
    for (Path file : files) {
      link.matcher(Repository.read(file)).results().forEach(m -> terms.add(m.group(1)));
    }
    terms.removeAll(List.of("docs/glossary.md", "glossary")); // links to the page as a whole
    assertThat(terms).hasSizeGreaterThan(4);
    assertThat(terms).allMatch(term -> defines(glossary, term));
    assertThat(defines(glossary, "a term that is not in it")).isFalse();
  }

  /** A term stands at the beginning of a row; an index of δ makes no other term. */
  private static boolean defines(String glossary, String term) {
    return glossary.contains("\n| " + term.replaceAll("_\\w+$", ""));
  }

  @Test
  void everyExceptionIsStillNeeded() {
    List<Found> all = new ArrayList<>(inDocuments());
    all.addAll(inSources());
    assertThat(ALLOWED).allMatch(allowed -> all.stream().anyMatch(allowed::covers));
    Allowed unneeded = new Allowed("docs/pages.md", "house", "");
    assertThat(all).noneMatch(unneeded::covers); // the control
  }

  /** Negative control: every entry finds its example, wherever it stands. */
  @Test
  void everyBannedWordWouldBeFound() {
    for (Banned banned : Words.BANNED) {
      String example = banned.example();
      List<String> texts =
          List.of(
              example,
              "| x | " + example.replaceFirst(" ", "\n") + " |",
              JavaTexts.of("String s = \"%s\\n\";".formatted(example)),
              JavaTexts.of("String s =\n  \"" + example.replaceFirst(" ", " \"\n + \"") + "\";"),
              JavaTexts.of("String s = \"\"\"\n   %s\n  \"\"\";".formatted(example)),
              JavaTexts.of("int i = 0; // " + example + "\n"),
              JavaTexts.of(
                  "/** Says\n * " + example.replaceFirst(" ", "\n * ") + ". */ class X {}"));
      assertThat(texts)
          .allSatisfy(
              text ->
                  assertThat(Words.in("x", text))
                      .as(text)
                      .extracting(Found::instead)
                      .contains(banned.instead()));
    }
    assertThat(Words.in("a.md", "one\ntwo\nthe house"))
        .containsExactly(new Found("a.md", 3, "house", "project, modules"));
  }

  @Test
  void usualWordsAreNotFound() {
    assertThat(
            Words.in(
                "x",
                "cannot tell yet; grid-world, GridWorld, --dial 1; can be told apart; can tell"
                    + " apart; nominal 95%; certified; a dialect; worldwide; mushrooms; guidance"))
        .isEmpty();
    assertThat(
            Words.in(
                "x",
                JavaTexts.of(
                    "/* a room */ class World { char c = '\"'; int dial = guess(\"\\\"\"); }")))
        .isEmpty();
  }
}
