package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.duckdb.DuckDb;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a log is stored, every command prints the same bytes. */
class CommandsTest {
  private static final String[][] QUESTIONS = {
    {"check"},
    {"check", "--format", "json"},
    {"evaluate", "--policy", "uniform", "--interval", "selective,theorem,ips,snips"},
    {"plan", "--policy", "uniform", "--width", "0.05", "--step", "1"},
    {"plan", "--policy", "uniform", "--width", "0.05", "--format", "json"},
    {"evaluate", "--policy", "always:diverse", "--format", "json", "--interval", "bandit,snips"},
    {"coverage", "--policy", "always:diverse", "--runs", "3"},
  };

  @TempDir static Path folder;
  private static Path csv;
  private static List<String> rows;
  private static String header;
  private static List<String> answers;

  @BeforeAll
  static void aLogWhoseEpisodesEndEarly() throws IOException {
    csv = simulate("log.csv");
    rows = new ArrayList<>(Files.readAllLines(csv));
    header = rows.remove(0);
    answers = answers(csv.toString());
    assertThat(answers).allSatisfy(answer -> assertThat(answer).contains("400"));
  }

  private static Path simulate(String name) {
    Path file = folder.resolve(name);
    Run run = Run.of("simulate", "search-session", "--episodes", "400", "--out", file.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return file;
  }

  private static List<String> answers(String... paths) {
    List<String> answers = new ArrayList<>();
    for (String[] question : QUESTIONS) {
      List<String> args = new ArrayList<>(List.of(question));
      args.addAll(List.of(paths));
      Run run = Run.of(args.toArray(String[]::new));
      assertThat(run.err()).isEmpty();
      assertThat(run.exit()).isEqualTo(Main.DONE);
      answers.add(run.out());
    }
    return answers;
  }

  private static Path write(String name, List<String> lines) throws IOException {
    return Files.writeString(folder.resolve(name), header + "\n" + String.join("\n", lines) + "\n");
  }

  private static Path zipped(Path file) throws IOException {
    Path zip = folder.resolve(file.getFileName() + ".gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zip))) {
      Files.copy(file, out);
    }
    return zip;
  }

  /** The log through DuckDB into another format; numbers as numbers, labels as text. */
  private static Path converted(String name, String format) {
    Path file = folder.resolve(name);
    try (DuckDb engine = DuckDb.start()) {
      engine.execute(
          "COPY (SELECT * FROM read_csv(%s)) TO %s (FORMAT %s)"
              .formatted(engine.text(csv.toString()), engine.text(file.toString()), format));
    }
    return file;
  }

  @Test
  void theOrderOfRowsDoesNotMatter() throws IOException {
    List<String> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(5));
    assertThat(answers(write("shuffled.csv", shuffled).toString())).isEqualTo(answers);
  }

  @Test
  void severalFilesAreOneLogInAnyOrderAndAsAGlob() throws IOException {
    int third = rows.size() / 3; // episodes are cut in two
    String a = write("part-a.csv", rows.subList(0, third)).toString();
    String b = write("part-b.csv", rows.subList(third, 2 * third)).toString();
    String c = write("part-c.csv", rows.subList(2 * third, rows.size())).toString();
    assertThat(answers(c, a, b)).isEqualTo(answers);
    assertThat(answers(folder.resolve("part-*.csv").toString())).isEqualTo(answers);
  }

  @Test
  void zippedIsTheSame() throws IOException {
    assertThat(answers(zipped(csv).toString())).isEqualTo(answers);
  }

  @Test
  void parquetIsTheSameWhetherSimulatedOrConverted() {
    assertThat(answers(simulate("simulated.parquet").toString())).isEqualTo(answers);
    assertThat(answers(converted("converted.parquet", "parquet").toString())).isEqualTo(answers);
  }

  @Test
  void jsonIsTheSameAlsoZipped() throws IOException {
    Path json = converted("log.jsonl", "json");
    assertThat(answers(json.toString())).isEqualTo(answers);
    assertThat(answers(zipped(json).toString())).isEqualTo(answers);
  }

  @Test
  void otherNamesAndOrdersOfColumnsAreTheSame() throws IOException {
    assertThat(header).isEqualTo("episode,step,state,action,reward,propensity");
    List<String> lines = new ArrayList<>();
    for (String row : rows) {
      String[] cells = row.split(",");
      int stepFromZero = Integer.parseInt(cells[1]) - 1;
      lines.add(
          String.join(
              ",", cells[5], cells[4], cells[3], cells[2], "" + stepFromZero, "e" + cells[0]));
    }
    Path file = folder.resolve("aliases.csv");
    String aliases = "pscore,click,item_id,Context,timestep,trajectory_id\n";
    Files.writeString(file, aliases + String.join("\n", lines) + "\n");
    // The halves of `theorem` are drawn by the episode's name, which is another one here.
    List<String> renamed = answers(file.toString());
    assertThat(renamed.get(0)).isEqualTo(answers.get(0));
    assertThat(renamed.get(1)).isEqualTo(answers.get(1));
    // Weights are added up in blocks by the same name, which rounds them otherwise.
    assertThat(withoutOverlap(renamed.get(3))).isEqualTo(withoutOverlap(answers.get(3)));
    assertThat(withoutOverlap(renamed.get(4))).isEqualTo(withoutOverlap(answers.get(4)));
  }

  private static String withoutOverlap(String json) {
    return json.replaceFirst("\"overlap\" : \\{[^}]*}", "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "chain-bandit",
        "chain-bandit-released",
        "grid-world",
        "grid-world-uniform",
        "random-mdp",
        "search-session",
        "wet-chicken"
      })
  void everyEnvironmentIsSimulatedWithTheSeedDecidingEveryByte(String environment)
      throws IOException {
    for (String format : List.of(".csv", ".parquet")) {
      List<Path> files = new ArrayList<>();
      for (String seed : format.equals(".csv") ? List.of("3", "3", "4") : List.of("3", "3")) {
        Path file = folder.resolve(environment + files.size() + format);
        Run run =
            Run.of(
                "simulate",
                environment,
                "--episodes",
                "60",
                "--seed",
                seed,
                "--out",
                file.toString());
        assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
        assertThat(run.out()).isEqualTo("60 episodes of %s: %s\n".formatted(environment, file));
        files.add(file);
      }
      assertThat(files.get(1)).hasSameBinaryContentAs(files.get(0));
      if (files.size() > 2) {
        assertThat(Files.mismatch(files.get(2), files.get(0))).isNotNegative();
        continue;
      }
      Run check = Run.of("check", files.get(0).toString());
      assertThat(check.exit()).as(check.err()).isEqualTo(Main.DONE);
      assertThat(check.out()).contains(" 60 episodes, ").doesNotContain("DISAGREE");
    }
  }
}
