package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quickstart's log with a column of next states that is right, empty or wrong. */
class NextStatesTest {
  @TempDir static Path folder;
  private static List<String> log;
  private static Path policy;

  @BeforeAll
  static void quickstart() throws IOException {
    Path out = folder.resolve("quickstart");
    assertThat(Run.of("quickstart", "--out", out.toString()).exit()).isEqualTo(Main.DONE);
    log = Files.readAllLines(out.resolve("search-log.csv"));
    policy = out.resolve("proposed.csv");
  }

  /**
   * @param given what a row says that another of its episode follows, from that one's state
   */
  private static String with(String name, UnaryOperator<String> given) throws IOException {
    List<String> columns = List.of(log.get(0).split(","));
    int episode = columns.indexOf("episode");
    int state = columns.indexOf("state");
    List<String> lines = new ArrayList<>(List.of(log.get(0) + ",next_state"));
    for (int i = 1; i < log.size(); i++) {
      String[] row = log.get(i).split(",");
      String[] next = i + 1 < log.size() ? log.get(i + 1).split(",") : new String[0];
      boolean follows = next.length > 0 && next[episode].equals(row[episode]);
      lines.add(log.get(i) + "," + (follows ? given.apply(next[state]) : ""));
    }
    return Files.write(folder.resolve(name), lines).toString();
  }

  private static Run evaluate(String path) {
    return Run.of("evaluate", path, "--policy", policy.toString());
  }

  @Test
  void rightOnesChangeNothing() throws IOException {
    Run plain = evaluate(folder.resolve("quickstart/search-log.csv").toString());
    assertThat(plain.exit()).as(plain.err()).isEqualTo(Main.DONE);
    assertThat(evaluate(with("right.csv", next -> next)).out()).isEqualTo(plain.out());
  }

  @Test
  void emptyOnesAreFilledAndSaidToBe() throws IOException {
    Run plain = evaluate(folder.resolve("quickstart/search-log.csv").toString());
    Run emptied = evaluate(with("empty.csv", next -> ""));
    assertThat(emptied.exit()).isEqualTo(Main.DONE);
    String note = "note: next_state is empty in ";
    assertThat(emptied.out()).contains(note).contains("taken from that one");
    assertThat(emptied.out().lines().filter(line -> !line.startsWith(note)).toList())
        .containsAll(plain.out().lines().filter(line -> !line.isBlank()).toList());
  }

  @Test
  void wrongOnesAreRefusedWithTheirLines() throws IOException {
    Run wrong = evaluate(with("wrong.csv", next -> "nowhere"));
    assertThat(wrong.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err())
        .contains("wrong.csv:2: next_state of episode ")
        .contains("the state of its next row, got \"nowhere\"")
        .contains("more");
    assertThat(wrong.err().lines().filter(line -> line.contains("wrong.csv:"))).hasSize(20);
  }
}
