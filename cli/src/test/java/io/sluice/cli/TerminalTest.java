package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What reaches standard output and error, and what is done if nothing can. */
@Timeout(300)
class TerminalTest {
  /** Clears the screen, sets a title, turns text around, rings; the last is of one byte. */
  private static final String EVIL =
      "\u001b[2J\u001b]0;x\u0007\u202eabc\u2066\r\u0000\u0008\u007f\u0085\u009b31m\u2028";

  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void aLog() throws IOException {
    log = folder.resolve("log.jsonl");
    write(log, "reward");
  }

  private static void write(Path log, String reward) throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      rows.append(
              new ObjectMapper()
                  .writeValueAsString(
                      Map.of(
                          "episode",
                          i / 2,
                          "step",
                          i % 2 + 1,
                          "state",
                          EVIL + i * 7 % 3,
                          "action",
                          EVIL + i * 5 % 11 % 2,
                          reward,
                          i % 4 == 0 ? 1 : 0)))
          .append('\n');
    }
    Files.writeString(log, rows);
  }

  private static void assertHarmless(String text) {
    assertThat(text.chars().filter(c -> c != '\n' && c != '\t'))
        .as(text)
        .noneMatch(c -> Character.getType(c) == Character.CONTROL)
        .noneMatch(c -> Character.getType(c) == Character.FORMAT)
        .noneMatch(c -> c == 0x2028 || c == 0x2029);
  }

  @Test
  void noNameIsObeyedByATerminal() throws IOException {
    Path policy = folder.resolve("policy.csv");
    Path out = folder.resolve("out.txt");
    List<String[]> commands = new ArrayList<>();
    for (String format : List.of("text", "json")) {
      commands.add(new String[] {"check", log.toString(), "--format", format});
      commands.add(
          new String[] {
            "evaluate", log.toString(), "--policy", "always:" + EVIL + "1", "--format", format
          });
      commands.add(
          new String[] {
            "evaluate", log.toString(), "--policy", "always:" + EVIL, "--format", format
          });
      commands.add(
          new String[] {
            "learn",
            log.toString(),
            "--learner",
            "vi",
            "--out",
            policy.toString(),
            "--format",
            format
          });
      commands.add(
          new String[] {
            "plan", log.toString(), "--policy", "uniform", "--width", "0.1", "--format", format
          });
    }
    commands.add(new String[] {EVIL});
    commands.add(new String[] {"check", EVIL.replace("\u0000", "") + ".csv"});
    commands.add(new String[] {"check", log.toString(), "--model", EVIL});
    commands.add(new String[] {"check", log.toString(), "--columns", "state=" + EVIL});
    commands.add(new String[] {"check", log.toString(), "--" + EVIL});
    for (String[] command : commands) {
      Run run = Run.of(command);
      assertThat(run.exit()).as(run.err()).isNotEqualTo(Main.BUG);
      assertHarmless(run.out());
      assertHarmless(run.err());
    }
    Run.of("evaluate", log.toString(), "--policy", "always:" + EVIL, "--out", out.toString());
    assertHarmless(Files.readString(out));
    assertThat(Files.readString(policy)).as("data are as they are").contains("\u001b[2J");
  }

  /** In JSON, what is shown means what it stands for. */
  @Test
  void jsonStillHasTheNames() throws IOException {
    Run run =
        Run.of(
            "learn",
            log.toString(),
            "--learner",
            "vi",
            "--out",
            folder.resolve("p.csv").toString(),
            "--format",
            "json");
    assertThat(new ObjectMapper().readTree(run.out()).findValuesAsText("state"))
        .isNotEmpty()
        .allMatch(state -> state.startsWith(EVIL));
  }

  @Test
  void aBadRowWithEscapeCodesIsNamedWithoutThem() throws IOException {
    Path bad = folder.resolve("bad.jsonl");
    write(bad, "reward" + EVIL.replace("\u0000", ""));
    Run run = Run.of("check", bad.toString());
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertHarmless(run.err());
    assertThat(run.err()).contains("\\u001b[2J");
  }

  @Test
  void standardOutputThatTakesNothingIsNoSuccess() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    for (String[] command :
        new String[][] {
          {"check", log.toString()},
          {"evaluate", log.toString(), "--policy", "uniform", "--format", "json"},
          {"--help"},
          {"--version"},
          {"serve", log.toString()},
        }) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      int exit =
          Main.run(
              new PrintStream(full, true, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              false,
              command);
      assertThat(exit).as(command[0]).isEqualTo(Main.BAD_DATA);
      assertThat(err.toString(StandardCharsets.UTF_8))
          .isEqualTo(
              "standard output: needs to be written to, got an error (is it full, or closed?)\n");
    }
  }

  /** Processes of their own: a full device, and a descriptor that is not open. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aShellIsToldToo() throws Exception {
    for (String to : List.of("> /dev/full", ">&-")) {
      Process process =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  "exec %s -cp \"$0\" io.sluice.cli.Main --version %s"
                      .formatted(String.join(" ", ShortJava.words()), to),
                  System.getProperty("java.class.path"))
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(to + said).isEqualTo(Main.BAD_DATA);
      assertThat(said).contains("standard output: needs to be written to");
    }
  }
}
