package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results are written whole or not at all, and only a person who watches sees progress. */
class OutputTest {
  private static final List<String> COMMANDS =
      List.of(
          "check LOG --out OUT",
          "check LOG --format json --out OUT",
          "evaluate LOG --policy uniform --out OUT",
          "evaluate LOG --policy uniform --format json --out OUT",
          "learn LOG --out OUT",
          "plan LOG --policy uniform --width 0.1 --out OUT",
          "simulate chain-bandit --episodes 5 --out OUT");

  @TempDir Path folder;
  private Path log;

  static List<String> commands() {
    return COMMANDS;
  }

  @BeforeEach
  void aLog() throws IOException {
    log = folder.resolve("log.csv");
    Files.writeString(
        log,
        """
        episode,step,state,action,reward
        1,1,home,x,1
        1,2,cart,y,0
        2,1,home,y,0
        2,2,home,x,1
        3,1,cart,y,1
        """);
  }

  private Run run(String command, Path out) {
    return Run.of(words(command, out));
  }

  private String[] words(String command, Path out) {
    return Stream.of(command.split(" "))
        .map(word -> word.replace("LOG", log.toString()).replace("OUT", out.toString()))
        .toArray(String[]::new);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"check LOG", "evaluate LOG --policy uniform --format json"})
  void theFileHoldsWhatWouldBePrinted(String command) throws IOException {
    Path out = Files.writeString(folder.resolve("result.csv"), "an older result");
    Run printed = run(command, out);
    Run written = run(command + " --out OUT", out);
    assertThat(written.exit()).isEqualTo(Main.DONE);
    assertThat(written.out()).isEmpty();
    assertThat(out).hasContent(printed.out());
    assertThat(files()).containsExactly(log, out);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aFolderThatIsNotThereIsBadDataAndNothingIsLeft(String command) throws IOException {
    Path out = folder.resolve("absent").resolve("result.csv");
    Run run = run(command, out);
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err())
        .isEqualTo(
            "--out %s: needs a file that can be written, got no folder %s\n"
                .formatted(out, out.getParent()));
    assertThat(run.out()).isEmpty();
    assertThat(files()).containsExactly(log);
    assertThat(out.getParent()).doesNotExist();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aFolderInPlaceOfTheFileStaysAsItIs(String command) throws IOException {
    Path out = Files.createDirectory(folder.resolve("result.csv"));
    Path mine = Files.writeString(out.resolve("mine"), "mine");
    Run run = run(command, out);
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err())
        .isEqualTo("--out %s: needs a file that can be written, got a folder\n".formatted(out));
    assertThat(files()).containsExactly(log, mine);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check LOG --report OUT",
        "evaluate LOG --policy uniform --report OUT",
        "learn LOG --out OUT.csv --report OUT",
        "coverage LOG --policy uniform --runs 1 --report OUT",
        "reproduce --runs 1 --out OUT.csv --report OUT"
      })
  void aPlaceWhereNoPageCanBeIsRefusedBeforeAnythingIsWritten(String command) throws IOException {
    Path absent = folder.resolve("absent").resolve("page.html");
    Path other = folder.resolve("other");
    Run run = run(command.replace("OUT.csv", other.toString()), absent);
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err())
        .isEqualTo(
            "--report %s: needs a file that can be written, got no folder %s\n"
                .formatted(absent, absent.getParent()));
    Run folderInstead = run(command.replace("OUT.csv", other.toString()), folder);
    assertThat(folderInstead.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(folderInstead.err()).contains("--report " + folder, "got a folder");
    assertThat(files()).containsExactly(log);
  }

  @Test
  void aRunThatFailsLeavesAnOlderResultAlone() throws IOException {
    Path out = Files.writeString(folder.resolve("result.csv"), "an older result");
    Files.writeString(log, "episode,step,state,action,reward\n1,1,home,x,7\n");
    for (String command : List.of("check LOG", "evaluate LOG --policy uniform", "learn LOG")) {
      assertThat(run(command + " --out OUT", out).exit()).isEqualTo(Main.BAD_DATA);
      assertThat(out).hasContent("an older result");
      assertThat(files()).containsExactly(log, out);
    }
  }

  @Test
  void aLogThatCannotBeUsedIsAResultOfCheckInJson() throws IOException {
    Path out = folder.resolve("result.json");
    Files.writeString(log, "episode,step,state,action,reward\n1,1,home,x,7\n");
    assertThat(run("check LOG --format json --out OUT", out).exit()).isEqualTo(Main.BAD_DATA);
    assertThat(Files.readString(out)).contains("\"errors\" : [").contains("got 7 to 7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check LOG",
        "evaluate LOG --policy uniform",
        "learn LOG --learner spvi --out OUT",
        "plan LOG --policy uniform --width 0.1"
      })
  void onlyATerminalSeesProgressAndItIsWipedAgain(String command) {
    String[] words = words(command, folder.resolve("policy.csv"));
    Run piped = Run.of(words);
    Run watched = Run.onTerminal(words);
    assertThat(piped.err()).isEmpty();
    assertThat(watched.out()).isEqualTo(piped.out()).doesNotContain("\r");
    assertThat(watched.err()).matches("(checking|evaluating|learning|planning)…\r +\r");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check LOG", "evaluate LOG --policy uniform", "learn LOG --out OUT"})
  void onATerminalAnErrorStartsOnACleanLine(String command) throws IOException {
    Files.writeString(log, "episode,step,state,action,reward\n1,1,home,x,7\n");
    Run run = Run.onTerminal(words(command, folder.resolve("policy.csv")));
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).contains("…\r").contains(" \rcolumn reward: must lie in [0, 1]");
  }
}
