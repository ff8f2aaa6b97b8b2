package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LogWriterTest {
  private static final int EPISODES = 500;

  static Stream<Environment> environments() {
    Environment random = new RandomMdp(new Shape(5, 3, 4), 3, 0.5, 0.2).changingEnvironment(71);
    return Stream.of(
        ChainBandit.of(3), // rewards of 0.5
        GridWorld.paper().environment(), // commas in every label
        SearchSession.mixed().environment(), // early ends
        random.withBehavior(Rows.randomPolicy(random.shape(), 72)),
        oddlyNamed());
  }

  private static Environment oddlyNamed() {
    Environment grid = new GridWorld(2, 2, 0, 0, 1, 1, 3).environment();
    return new Environment(
        "odd",
        List.of("a \"quoted\" word", "comma, here", "two\nlines", "\""),
        List.of("left", ",", "ü – é", "a\r\nb"),
        grid.model(),
        grid.rewards(),
        grid.start(),
        grid.behavior());
  }

  @ParameterizedTest
  @MethodSource("environments")
  void aLogReadBackGivesTheSameCountsAndTheBehaviorsPropensities(Environment environment)
      throws IOException {
    List<List<String>> rows = parse(csv(environment));
    assertThat(rows.get(0))
        .containsExactly("episode", "step", "state", "action", "reward", "propensity");
    CountsAccumulator counts = new CountsAccumulator(environment.shape());
    for (int i = 1; i < rows.size(); i++) {
      List<String> row = rows.get(i);
      assertThat(row).hasSize(6);
      int h = Integer.parseInt(row.get(1));
      int x = environment.states().indexOf(row.get(2));
      int a = environment.actions().indexOf(row.get(3));
      boolean goesOn = i + 1 < rows.size() && rows.get(i + 1).get(0).equals(row.get(0));
      int next =
          goesOn ? environment.states().indexOf(rows.get(i + 1).get(2)) : environment.shape().end();
      counts.add(h, x, a, next, Double.parseDouble(row.get(4)));
      assertThat(Double.parseDouble(row.get(5)))
          .isEqualTo(environment.behavior().probability(h, x, a));
    }
    TransitionCounts read = counts.toCounts();
    assertThat(read).isEqualTo(new Rollouts(environment, 73).count(EPISODES));
    assertThat(rows.get(1).get(0)).isEqualTo("1");
    assertThat(rows.get(rows.size() - 1).get(0)).isEqualTo(String.valueOf(EPISODES));
  }

  @Test
  void labelsWithCommasAndQuotesAreQuotedAndOthersAreNot() throws IOException {
    assertThat(csv(oddlyNamed()))
        .contains(",\"a \"\"quoted\"\" word\",")
        .contains(",\"comma, here\",")
        .contains(",\"two\nlines\",")
        .contains(",\",\",")
        .contains(",\"a\r\nb\",")
        .contains(",ü – é,")
        .contains(",left,");
    assertThat(csv(GridWorld.paper().environment())).contains("\n1,1,\"1,1\",");
    assertThat(csv(ChainBandit.of(3))).contains("\n1,1,top1,a").doesNotContain("\"");
  }

  @Test
  void theSameSeedWritesTheSameText() throws IOException {
    assertThat(csv(ChainBandit.of(3))).isEqualTo(csv(ChainBandit.of(3)));
  }

  @Test
  void aFullDiskIsReportedAsItCame() {
    IOException full = new IOException("disk full");
    Writer out =
        new Writer() {
          private int written;

          @Override
          public void write(char[] text, int from, int length) throws IOException {
            written += length;
            if (written > 200) {
              throw full;
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    assertThatThrownBy(() -> LogWriter.csv(ChainBandit.of(3), EPISODES, 73, out)).isSameAs(full);
  }

  private static String csv(Environment environment) throws IOException {
    StringBuilder out = new StringBuilder();
    LogWriter.csv(environment, EPISODES, 73, out);
    return out.toString();
  }

  /** RFC 4180 with plain line feeds, written apart from the program's own reader. */
  private static List<List<String>> parse(String csv) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < csv.length(); i++) {
      char c = csv.charAt(i);
      if (c == '"' && quoted && i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
        cell.append(csv.charAt(i++));
      } else if (c == '"') {
        quoted = !quoted;
      } else if (quoted || c != ',' && c != '\n') {
        cell.append(c);
      } else {
        row.add(cell.toString());
        cell.setLength(0);
        if (c == '\n') {
          rows.add(row);
          row = new ArrayList<>();
        }
      }
    }
    assertThat(row).as("the last line ends").isEmpty();
    return rows;
  }
}
