package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where input comes from, and what surrounds it: pipes, standard input, locales, full machines. */
class InputTest {
  private static final String LOG =
      "episode,step,state,action,reward,next_state\n"
          + "1,1,home,x,1,shop\n1,2,shop,y,0,\n2,1,home,y,0,shop\n2,2,shop,x,1,\n";

  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void aLog() throws IOException {
    log = Files.writeString(folder.resolve("log.csv"), LOG);
  }

  private static Run withInput(byte[] bytes, String... command) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(bytes));
    try {
      return Run.of(command);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void standardInputIsALogOfAnyFormat() throws IOException {
    String said = Run.of("evaluate", log.toString(), "--policy", "uniform").out();
    byte[] csv = LOG.getBytes(StandardCharsets.UTF_8);
    byte[] json =
        LOG.lines()
            .skip(1)
            .map(line -> line.split(",", -1))
            .map(
                f ->
                    "{\"episode\":%s,\"step\":%s,\"state\":\"%s\",\"action\":\"%s\",\"reward\":%s,\"next_state\":\"%s\"}\n"
                        .formatted((Object[]) f))
            .reduce("", String::concat)
            .getBytes(StandardCharsets.UTF_8);
    for (byte[] bytes : List.of(csv, Mutation.gzip(csv), json)) {
      Run run = withInput(bytes, "evaluate", "-", "--policy", "uniform");
      assertThat(run.err()).isEmpty();
      assertThat(run.out()).isEqualTo(said);
    }
    Run bad =
        withInput((LOG + "3,1,home,x,oops,\n").getBytes(StandardCharsets.UTF_8), "check", "-");
    assertThat(bad.err()).isEqualTo("stdin:6: reward needs a number, got \"oops\"\n");
    assertThat(bad.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(withInput(new byte[0], "check", "-").err())
        .isEqualTo("-: needs at least one row, got an empty file\n");
  }

  @Test
  void standardInputIsAPolicyButNotBoth() {
    byte[] policy =
        "state,action,probability\nhome,x,1\nshop,y,1\n".getBytes(StandardCharsets.UTF_8);
    Run run = withInput(policy, "evaluate", log.toString(), "--policy", "-");
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    Run both = withInput(policy, "evaluate", "-", "--policy", "-");
    assertThat(both.exit()).isEqualTo(Main.USAGE);
    assertThat(both.err())
        .startsWith("-: stands for standard input, which can be read once, got it 2 times");
  }

  @Test
  void namedPipesAreReadOnce() throws IOException, InterruptedException {
    CompletableFuture<Path> written = pipe("pipe", LOG);
    Run run = Run.of("check", folder.resolve("pipe").toString());
    written.join();
    assertThat(run.out()).isEqualTo(Run.of("check", log.toString()).out());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
  }

  @Test
  void aPolicyMayComeThroughANamedPipe() throws IOException, InterruptedException {
    String policy = "state,action,probability\nhome,x,1\nshop,y,1\n";
    CompletableFuture<Path> written = pipe("policy", policy);
    Run run = Run.of("evaluate", "" + log, "--policy", "" + folder.resolve("policy"));
    written.join();
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    Path file = Files.writeString(folder.resolve("file.csv"), policy);
    assertThat(run.out()).isEqualTo(Run.of("evaluate", "" + log, "--policy", "" + file).out());
  }

  /** A pipe that somebody writes to once it is opened. */
  private CompletableFuture<Path> pipe(String name, String text)
      throws IOException, InterruptedException {
    Path pipe = folder.resolve(name);
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assumeThat(made.waitFor()).isZero();
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return Files.writeString(pipe, text, java.nio.file.StandardOpenOption.WRITE);
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
  }

  /** Locales whose digits are others, where a number in a query would not be one. */
  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "fa-IR", "bn-BD"})
  void noLocaleChangesAResult(String tag) throws IOException {
    Locale before = Locale.getDefault();
    List<String> usual = results("usual");
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));
      assertThat("%d".formatted(1)).as("other digits").isNotEqualTo("1");
      assertThat(results("other")).isEqualTo(usual);
    } finally {
      Locale.setDefault(before);
    }
  }

  private List<String> results(String name) throws IOException {
    List<String> results = new ArrayList<>();
    String counts = folder.resolve("counts.parquet").toString();
    for (String command :
        List.of(
            "evaluate LOG --policy uniform --format json",
            "evaluate LOG --policy uniform --interval efficient,sharp,standard",
            "check LOG --format json",
            "check LOG --behavior estimate",
            "count LOG --out " + counts,
            "evaluate --counts " + counts + " --policy always:x --interval efficient")) {
      Run run = Run.of(command.replace("LOG", log.toString()).split(" "));
      assertThat(run.exit()).as(command + ": " + run.err()).isEqualTo(Main.DONE);
      results.add(run.out() + run.err());
    }
    Path page = folder.resolve(name + ".html");
    Run.of("check", log.toString(), "--report", page.toString());
    results.add(Files.readString(page).replace(name + ".html", ""));
    return results;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "--bins state=, ! --bins state: needs numbers, q2, q3, … or h2, h3, …, got ,",
        "--bins state=1, ! --bins state: needs numbers, q2, q3, … or h2, h3, …, got 1,",
        "--bins state=q1000000 ! --bins state: needs at most 1,000 bins of numbers, got 1000000",
        "--columns state=+ ! --columns: needs ROLE=COLUMN, got state=+",
        "--columns state=a+ ! --columns: needs ROLE=COLUMN, got state=a+",
        "--columns state=state,state=action ! --columns: needs every role once, got state twice",
        "--delta 1e-320 ! --delta: must be at least 1e-100, got 1.0E-320",
        "--reward-range -1e308,1e308 ! --reward-range: needs numbers up to 1e100 that are at least",
        "--reward-range 0,1e-310 ! --reward-range: needs numbers up to 1e100 that are at least",
      })
  void anOptionWithoutMeaningIsWrongUsage(String options, String message) {
    Run run = run("evaluate LOG --policy uniform " + options);
    assertThat(run.err()).startsWith(message);
    assertThat(run.exit()).isEqualTo(Main.USAGE);
  }

  /** Decisions of one step often have the name of a session, which is no episode then. */
  @Test
  void aSessionWithoutStepsIsNoEpisodeIfTheUserSaysSo() throws IOException {
    StringBuilder rows = new StringBuilder("session_id,state,action,reward,propensity\n");
    for (int i = 0; i < 40; i++) {
      rows.append("s%d,x,a%d,%d,0.5%n".formatted(i, i % 2, i % 3 % 2).replace("\r", ""));
    }
    Path log = Files.writeString(folder.resolve("sessions.csv"), rows);
    Run refused = Run.of("check", log.toString());
    assertThat(refused.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(refused.err())
        .startsWith("column step: needs")
        .contains("or say --columns episode= if every row is a decision of its own)");
    Run done = Run.of("check", log.toString(), "--columns", "episode=");
    assertThat(done.exit()).as(done.err()).isEqualTo(Main.DONE);
    assertThat(done.out()).startsWith("40 ");
  }

  @Test
  void moreOrFewerStatesThanCanBeAreBadData() {
    Run fewer = run("check LOG --states 1");
    assertThat(fewer.err())
        .isEqualTo("--states: must be at least the 2 states of the log, got 1\n");
    assertThat(fewer.exit()).isEqualTo(Main.BAD_DATA);
    Run more = run("check LOG --states 2000000000");
    assertThat(more.err())
        .isEqualTo("--states: must leave a table that fits into memory, got 2000000000\n");
    assertThat(more.exit()).isEqualTo(Main.BAD_DATA);
  }

  private Run run(String command) {
    return Run.of(
        Arrays.stream(command.split(" "))
            .map(w -> w.replace("LOG", "" + log))
            .toArray(String[]::new));
  }

  /** What a file of counts says, changed here and there: never believed, never a crash. */
  @Test
  void damagedCountsAreRefused() throws IOException {
    Path counts = folder.resolve("counts.parquet");
    run("count LOG --out " + counts);
    byte[] sound = Files.readAllBytes(counts);
    for (String entry : List.of("sluice.rows", "sluice.horizon", "sluice.rewards", "sluice.ends")) {
      String text = new String(sound, StandardCharsets.ISO_8859_1);
      int at = text.indexOf(entry) + entry.length();
      byte[] damaged = sound.clone();
      for (int i = at; i < at + 8; i++) {
        damaged[i] = damaged[i] >= '0' && damaged[i] <= '9' ? (byte) 'x' : damaged[i];
      }
      Files.write(counts, damaged);
      Run run = run("check --counts " + counts);
      assertThat(run.exit()).as(entry + run.err()).isEqualTo(Main.BAD_DATA);
      assertThat(run.err()).contains("counts.parquet: needs counts as sluice count writes them");
    }
  }

  /** In a process of its own, because a virtual machine looks for the folder once. */
  @Test
  void withoutATemporaryFolderAMessageSaysSo() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ShortJava.words(
                    "-Djava.io.tmpdir=" + folder.resolve("none"),
                    "-cp",
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    Main.class.getName(),
                    "check",
                    log.toString()))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(Main.BAD_DATA);
    assertThat(said).contains("temporary folder").contains("needs a folder that can be written");
  }
}
