package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands print what they printed: a folder per case, see {@code golden/ORIGIN.md}. */
public class GoldenTest {
  private static final Path CASES = Repository.root().resolve("cli/src/test/resources/golden");
  private static final String EXPECTED = "expected-";
  private static final List<String> ABOUT_RUNS =
      List.of("expected-output.txt", "expected-exit.txt");

  @TempDir Path folder;

  /** Another engine's test says another. */
  protected String[] engine() {
    return new String[0];
  }

  static List<String> cases() throws IOException {
    try (Stream<Path> folders = Files.list(CASES)) {
      return folders
          .filter(Files::isDirectory)
          .map(f -> f.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void commandsPrintExitAndLeaveWhatIsExpected(String name) throws IOException {
    Path from = CASES.resolve(name);
    List<Path> files = files(from);
    for (Path file : files) {
      if (!isExpectation(file)) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    StringBuilder printed = new StringBuilder();
    StringBuilder exits = new StringBuilder();
    for (String command : Files.readAllLines(from.resolve("command.txt"))) {
      Run run = Run.on(engine(), command.replace("{dir}", folder.toString()).split(" +"));
      printed.append("$ sluice ").append(command).append('\n').append(run.out()).append(run.err());
      exits.append(run.exit()).append('\n');
    }
    assertThat(printed.toString().replace(folder.toString(), "{dir}"))
        .isEqualTo(Repository.read(from.resolve("expected-output.txt")));
    assertThat(exits).hasToString(Repository.read(from.resolve("expected-exit.txt")));
    for (Path file : files) {
      String expectation = file.getFileName().toString();
      if (isExpectation(file) && !ABOUT_RUNS.contains(expectation)) {
        assertThat(folder.resolve(expectation.substring(EXPECTED.length())))
            .hasSameTextualContentAs(file);
      }
    }
    assertThat(files(folder))
        .as("nothing but inputs and results is left")
        .hasSize(files.size() - 2);
  }

  @Test
  void thereAreCasesOfEveryCommandThatReadsALog() throws IOException {
    StringBuilder commands = new StringBuilder();
    for (String name : cases()) {
      commands.append(Repository.read(CASES.resolve(name).resolve("command.txt")));
    }
    assertThat(commands.toString().lines().map(line -> line.substring(0, line.indexOf(' '))))
        .contains("check", "evaluate", "learn", "plan", "coverage");
  }

  private static boolean isExpectation(Path file) {
    return file.getFileName().toString().startsWith(EXPECTED);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
