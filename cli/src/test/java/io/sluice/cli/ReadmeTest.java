package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the README and the documents with console blocks show is what one gets. A line "…" stands
 * for lines that are left out.
 */
class ReadmeTest {
  private static final String README = Repository.read("README.md");
  private static final List<String> SHOWING =
      List.of("docs/quickstart.md", "docs/tutorial.md", "docs/coverage.md", "docs/reproduction.md");
  private static final String LAUNCHER = "$ ./sluice ";
  private static final List<String> WRITING = List.of("quickstart", "reproduce");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
  private static final String PROGRAM =
      """
      import static io.sluice.interval.IntervalKind.*;
      import static java.lang.Double.parseDouble;
      import static java.util.stream.Collectors.*;

      import io.sluice.fit.*;
      import io.sluice.interval.Interval;
      import java.nio.file.*;
      import java.util.*;

      class Shop {
        public static void main(String[] args) throws Exception {
      %s
        }
      }
      """;

  @TempDir Path folder;

  private record Block(String language, String text) {}

  private static List<Block> blocks() {
    return BLOCK
        .matcher(README + "\n" + String.join("\n", SHOWING.stream().map(Repository::read).toList()))
        .results()
        .map(m -> new Block(m.group(1), m.group(2)))
        .toList();
  }

  @Test
  void bothCommandsAreThere() {
    assertThat(blocks())
        .filteredOn(block -> block.language.equals("console"))
        .anyMatch(block -> block.text.startsWith(LAUNCHER + "quickstart\n"))
        .anyMatch(block -> block.text.equals("$ mvn verify\n"));
  }

  @Test
  void commandsPrintWhatIsShown() {
    List<Block> commands =
        blocks().stream().filter(block -> block.text.startsWith(LAUNCHER)).toList();
    assertThat(commands).isNotEmpty();
    Map<List<String>, String> printed = new HashMap<>(); // a command may be shown more than once
    for (Block block : commands) {
      int line = block.text.indexOf('\n');
      List<String> args =
          new ArrayList<>(
              Arrays.asList(block.text.substring(LAUNCHER.length(), line).strip().split(" +")));
      args.replaceAll(this::placed);
      Path written =
          folder.resolve(args.get(0).equals("quickstart") ? "quickstart" : "reproduction");
      if (WRITING.contains(args.get(0))) {
        args.addAll(List.of("--out", written.toString()));
      }
      String out = printed.computeIfAbsent(args, ReadmeTest::printed);
      out = out.replace(written.toString(), written.getFileName().toString());
      out = out.replace(Repository.root() + "/", "").replace(folder + "/", "");
      if (block.text.contains("\n…\n")) {
        assertThat(out).matches(leavingOut(block.text.substring(line + 1)));
      } else {
        assertThat(out).isEqualTo(block.text.substring(line + 1));
      }
    }
  }

  private static String printed(List<String> args) {
    Run run = Run.of(args.toArray(String[]::new));
    assertThat(run.exit()).as("%s: %s", args, run.err()).isIn(Main.DONE, Main.BAD_DATA);
    return run.out() + run.err();
  }

  /** A word as the command gets it: without quotes, with files where they are here. */
  private String placed(String word) {
    String bare = word.replace("\"", "");
    return bare.equals("policy.csv")
        ? folder.resolve(bare).toString()
        : bare.startsWith("docs/") ? Repository.root().resolve(bare).toString() : bare;
  }

  /** A text whose lines "…" stand for any lines. */
  private static Pattern leavingOut(String text) {
    StringBuilder pattern = new StringBuilder("(?s)");
    text.lines()
        .forEach(l -> pattern.append(l.equals("…") ? "(?:.*\\n)?" : Pattern.quote(l + "\n")));
    return Pattern.compile(pattern.toString());
  }

  @Test
  void leftOutLinesHideNoOthers() {
    Pattern pattern = leavingOut("a\n…\nd\n");
    assertThat("a\nb\nc\nd\n").matches(pattern);
    assertThat("a\nd\n").matches(pattern);
    assertThat("a\nb\nc\n").doesNotMatch(pattern);
    assertThat("x\na\nd\n").doesNotMatch(pattern);
  }

  @Test
  void javaBlocksCompileAndPrintTheBlockThatFollows() throws Exception {
    List<Block> blocks = blocks();
    int programs = 0;
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).language.equals("java")) {
        assertThat(blocks.get(i + 1).language).as("after a java block").isEqualTo("text");
        assertThat(compileAndRun(blocks.get(i).text)).isEqualTo(blocks.get(i + 1).text);
        programs++;
      }
    }
    assertThat(programs).isPositive();
  }

  /** At most twelve lines: what a user has to write. */
  @Test
  void theLibraryAnswersInTwelveLines() {
    assertThat(blocks())
        .filteredOn(block -> block.language.equals("java"))
        .allSatisfy(block -> assertThat(block.text.lines()).hasSizeLessThanOrEqualTo(12))
        .isNotEmpty();
  }

  /** The lines become the body of a main method; the log that they read is simulated before. */
  private String compileAndRun(String lines) throws Exception {
    Path log = folder.resolve("search-log.csv");
    String[] simulate = {
      "simulate", "search-session", "--length", "3", "--episodes", "20000", "--out", log.toString()
    };
    assertThat(Run.of(simulate).exit()).isEqualTo(Main.DONE);
    String program = PROGRAM.formatted(lines.replace("quickstart/search-log.csv", log.toString()));
    Path source = Files.writeString(folder.resolve("Shop.java"), program);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
      var units = files.getJavaFileObjects(source);
      boolean compiled = compiler.getTask(messages, files, null, options, null, units).call();
      assertThat(compiled).as(messages.toString()).isTrue();
    }
    URL[] classes = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes, ReadmeTest.class.getClassLoader())) {
      Method main = loader.loadClass("Shop").getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      return printed(main);
    }
  }

  /** What a program prints, in the locale that the README was written in. */
  private static String printed(Method main) throws Exception {
    PrintStream out = System.out;
    Locale locale = Locale.getDefault();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      Locale.setDefault(Locale.US);
      System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
      main.invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(out);
      Locale.setDefault(locale);
    }
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
