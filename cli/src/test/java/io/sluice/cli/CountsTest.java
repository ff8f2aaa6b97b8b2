package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Count now, answer later: kept counts, added up, answer as the log itself does. */
class CountsTest {
  @TempDir Path folder;
  private List<String> lines;

  @BeforeEach
  void log() throws IOException {
    String whole = path("whole.csv");
    run("simulate search-session --length 3 --episodes 600 --out " + whole);
    lines = Files.readAllLines(Path.of(whole));
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private static Run run(String command) {
    return Run.of(command.split(" "));
  }

  private static String done(String command) {
    Run run = run(command);
    assertThat(run.exit()).as(command + ": " + run.err()).isEqualTo(Main.DONE);
    return run.out();
  }

  /**
   * What is printed, without tests of assumptions and what follows from them: some need rows. Of
   * {@code efficient} the estimate alone is compared, because its variance is by episode where
   * there are episodes; its verdicts and the warning that says so are left out too.
   */
  private static String answer(String command) throws IOException {
    String out = done(command);
    if (!out.startsWith("{")) {
      return out.replaceAll("(?m)^  (CONTRADICTED|cannot tell|holds) .*\\R", "");
    }
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(out);
    json.remove("assumptions");
    json.findParents("reason").forEach(parent -> ((ObjectNode) parent).remove("reason"));
    for (JsonNode of : json.findValues("efficient")) {
      if (of instanceof ObjectNode interval) {
        interval.retain("estimate");
      }
    }
    json.findParents("decidedBy")
        .forEach(
            p ->
                ((ObjectNode) p)
                    .remove(List.of("verdict", "decidedBy", "limit", "episodesNeeded")));
    if (json.get("warnings") instanceof ArrayNode warnings) {
      for (int i = warnings.size() - 1; i >= 0; i--) {
        if (warnings.get(i).asText().startsWith("efficient has its variance from counts")) {
          warnings.remove(i);
        }
      }
    }
    json.remove("objections");
    json.findParents("modelChosenBy").forEach(p -> ((ObjectNode) p).remove("modelChosenBy"));
    return json.toPrettyString();
  }

  private static void refused(String command, int exit, String message) {
    Run run = run(command);
    assertThat(run.err()).contains(message);
    assertThat(run.exit()).isEqualTo(exit);
  }

  /** The rows of every second episode, or of the others. */
  private void part(String name, int remainder) throws IOException {
    Stream<String> rows =
        lines.stream().skip(1).filter(l -> Integer.parseInt(l.split(",")[0]) % 2 == remainder);
    Files.write(Path.of(path(name)), Stream.concat(Stream.of(lines.get(0)), rows).toList());
  }

  private String twoParts() throws IOException {
    part("a.csv", 0);
    part("b.csv", 1);
    done("count %s --out %s".formatted(path("a.csv"), path("a.parquet")));
    done("count %s --out %s".formatted(path("b.csv"), path("b.parquet")));
    return "--counts %s --counts %s".formatted(path("a.parquet"), path("b.parquet"));
  }

  @Test
  void countsOfTwoPartsAnswerAsTheWholeLogDoes() throws IOException {
    String counts = twoParts();
    for (String command :
        List.of(
            "check LOG",
            "check LOG --format json",
            "evaluate LOG --policy uniform --format json --interval selective,efficient,sharp,theorem,fused",
            "evaluate LOG --policy always:diverse --behavior estimate --format json",
            "plan LOG --policy uniform --width 0.1 --format json")) {
      assertThat(answer(command.replace("LOG", counts)))
          .isEqualTo(answer(command.replace("LOG", path("whole.csv"))));
    }
    String out = path("policy.csv");
    String learn =
        "learn LOG --learner certified --guarantee finite-sample --format json --out " + out;
    String expected = answer(learn.replace("LOG", path("whole.csv")));
    String policy = Files.readString(Path.of(out));
    assertThat(answer(learn.replace("LOG", counts))).isEqualTo(expected);
    assertThat(Files.readString(Path.of(out))).isEqualTo(policy);
  }

  /** Every third episode is cut off after its first step, in the state of its second. */
  @Test
  void countsOfCutEpisodesAnswerAsTheWholeLogDoes() throws IOException {
    List<String> columns = List.of(lines.get(0).split(","));
    int step = columns.indexOf("step");
    int state = columns.indexOf("state");
    List<String> cut = new ArrayList<>(List.of(lines.get(0) + ",next_state,truncated"));
    for (int i = 1; i < lines.size(); i++) {
      String[] row = lines.get(i).split(",");
      String[] next = i + 1 < lines.size() ? lines.get(i + 1).split(",") : row;
      boolean follows = next[0].equals(row[0]) && next != row;
      boolean third = Integer.parseInt(row[0]) % 3 == 0;
      if (!third || row[step].equals("1")) {
        String arrived = follows ? next[state] : "";
        cut.add("%s,%s,%s".formatted(lines.get(i), arrived, third && follows));
      }
    }
    lines = cut;
    Files.write(Path.of(path("whole.csv")), cut);
    String counts = twoParts();
    String whole = answer("check %s --format json".formatted(path("whole.csv")));
    assertThat(whole).contains("episodes were cut off");
    assertThat(answer("check %s --format json".formatted(counts))).isEqualTo(whole);
    String evaluate = "evaluate LOG --policy uniform --format json --interval efficient";
    assertThat(answer(evaluate.replace("LOG", counts)))
        .isEqualTo(answer(evaluate.replace("LOG", path("whole.csv"))));
  }

  @Test
  void countsMayBeAddedUpInAFileOfTheirOwn() throws IOException {
    String counts = twoParts();
    done("count %s --out %s".formatted(counts, path("both.parquet")));
    done("count %s --out %s".formatted(path("whole.csv"), path("whole.parquet")));
    String check = "check --counts %s --format json";
    assertThat(done(check.formatted(path("both.parquet"))))
        .isEqualTo(done(check.formatted(path("whole.parquet"))));
    // its parts are known again
    refused(
        "check --counts %s --counts %s".formatted(path("both.parquet"), path("a.parquet")),
        Main.BAD_DATA,
        "a.parquet: needs rows that are not counted yet, got those that "
            + path("both.parquet")
            + " has too (input hash ");
  }

  @Test
  void theSameRowsAreNotCountedTwiceHoweverTheyAreWrittenDown() throws IOException {
    part("a.csv", 0);
    List<String> rows = Files.readAllLines(Path.of(path("a.csv")));
    List<String> turned = new ArrayList<>(rows.subList(1, rows.size()));
    Collections.reverse(turned);
    turned.add(0, rows.get(0));
    Files.write(Path.of(path("turned.csv")), turned);
    String one = done("count %s --out %s".formatted(path("a.csv"), path("a.parquet")));
    String two = done("count %s --out %s".formatted(path("turned.csv"), path("t.parquet")));
    assertThat(two.lines().toList().get(1))
        .isEqualTo(one.lines().toList().get(1))
        .matches("input hash: [0-9a-f]{16}");
    refused(
        "evaluate --counts %s --counts %s --policy uniform"
            .formatted(path("a.parquet"), path("t.parquet")),
        Main.BAD_DATA,
        "t.parquet: needs rows that are not counted yet, got those that");
    // the control: other episodes that say the same are other rows
    String renamed =
        String.join("\n", rows.stream().map(l -> l.startsWith("e") ? l : "1000" + l).toList());
    Files.writeString(Path.of(path("renamed.csv")), renamed + "\n");
    done("count %s --out %s".formatted(path("renamed.csv"), path("r.parquet")));
    String both = "--counts %s --counts %s".formatted(path("a.parquet"), path("r.parquet"));
    assertThat(done("check " + both)).contains("600 episodes");
  }

  @Test
  void whatCountsCannotSayIsSaid() throws IOException {
    String counts = twoParts();
    refused(
        "evaluate %s --policy uniform --interval ips".formatted(counts),
        Main.BAD_DATA,
        "interval ips: needs rows, got only the counts of a log");
    refused(
        "evaluate %s --policy uniform --interval fused --seed 2".formatted(counts),
        Main.BAD_DATA,
        "needs --seed 1, by which its episodes were assigned to halves, got 2");
    refused(
        "check %s --reward-range 0,2".formatted(counts),
        Main.USAGE,
        "--counts: were made with their own --columns, --bins, --reward-range");
    refused("check", Main.USAGE, "needs a LOG or --counts, got neither");
    refused(
        "check %s %s".formatted(path("a.csv"), counts),
        Main.USAGE,
        "needs a LOG or --counts, got both");
  }

  @Test
  void countsThatDoNotFitTogetherAreRefused() throws IOException {
    twoParts();
    String wide = "count %s --reward-range 0,2 --out %s";
    done(wide.formatted(path("b.csv"), path("wide.parquet")));
    refused(
        "check --counts %s --counts %s".formatted(path("a.parquet"), path("wide.parquet")),
        Main.BAD_DATA,
        "wide.parquet: must have the reward range as %s has, which is [0, 1], got [0, 2]"
            .formatted(path("a.parquet")));
    Run.of("simulate", "chain-bandit", "--episodes", "9", "--out", path("log.parquet"));
    refused(
        "check --counts " + path("log.parquet"),
        Main.BAD_DATA,
        "log.parquet: needs a file that sluice count wrote, got another Parquet file");
    refused(
        "check --counts " + path("none.parquet"),
        Main.BAD_DATA,
        "none.parquet: needs a readable parquet file, got: no file of that name");
    refused(
        "count %s --out %s".formatted(path("a.csv"), path("counts.csv")),
        Main.USAGE,
        "--out: needs a file ending in .parquet, got");
    refused(
        "count %s --out %s".formatted(path("a.csv"), path("no/counts.parquet")),
        Main.BAD_DATA,
        "counts.parquet: needs a file that can be written, got no folder");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith("."));
    }
  }
}
