package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No command destroys what it reads, under whatever name, nor one of its results by another. */
@DisabledOnOs(OS.WINDOWS)
class OutputsAreNotInputsTest {
  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    Path log = folder.resolve("log.csv");
    Files.writeString(
        log,
        """
        episode,step,state,action,reward,propensity
        1,1,home,x,1,0.5
        1,2,cart,y,0,0.5
        2,1,home,y,0,0.5
        2,2,home,x,1,0.5
        """);
    Files.copy(log, folder.resolve("coverage.csv"));
    Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("log.csv"));
    Files.createSymbolicLink(folder.resolve("here"), Path.of("."));
    Files.createLink(folder.resolve("hard.csv"), log);
    Files.writeString(
        folder.resolve("policy.csv"), "state,action,probability\nhome,x,1\ncart,x,1\n");
    Files.writeString(folder.resolve("saved.json"), "{}"); // never read
    Files.createLink(folder.resolve("saved.csv"), folder.resolve("saved.json"));
    Run counted = run("count F/log.csv --out F/counts.parquet");
    assertThat(counted.exit()).as(counted.err()).isEqualTo(Main.DONE);
  }

  private Run run(String command) {
    return Run.of(command.replace("F/", folder + "/").split(" "));
  }

  private Map<String, Object> content() throws IOException {
    Map<String, Object> content = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        boolean plain = Files.isRegularFile(file);
        content.put(
            file.getFileName().toString(),
            plain
                ? new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1)
                : "");
      }
    }
    return content;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "learn F/log.csv --out F/log.csv",
        "learn F/log.csv --out F/./log.csv",
        "learn F/log.csv --out F/here/log.csv",
        "learn F/log.csv --out F/link.csv",
        "learn F/link.csv --out F/log.csv",
        "learn F/log.csv --out F/hard.csv",
        "learn F/l*g.csv --out F/log.csv",
        "learn F/*.csv --out F/hard.csv",
        "learn F/**/lo?.csv --out F/log.csv",
        "learn F/[kl]og.csv --out F/log.csv",
        "learn F/log.csv --behavior F/policy.csv --out F/policy.csv",
        "learn F/log.csv --out F/new.csv --report F/log.csv",
        "learn --counts F/counts.parquet --out F/counts.parquet",
        "check F/log.csv --out F/log.csv",
        "check F/log.csv --report F/link.csv",
        "evaluate F/log.csv --policy F/policy.csv --out F/policy.csv",
        "evaluate F/log.csv --policy mix:0.5:F/policy.csv --report F/policy.csv",
        "evaluate F/log.csv --policy mix:0.5:mix:0.5:F/policy.csv --out F/policy.csv",
        "evaluate F/log.csv --policy uniform --behavior F/policy.csv --out F/policy.csv",
        "plan F/log.csv --policy F/policy.csv --width 1 --out F/policy.csv",
        "plan F/log.csv --policy uniform --width 1 --out F/log.csv",
        "count --counts F/counts.parquet --out F/counts.parquet",
        "compare F/log.csv --policy uniform --policy always:x --out F/hard.csv",
        "compare F/log.csv --policy uniform --policy new=F/policy.csv --out F/policy.csv",
        "compare F/log.csv --policy uniform --policy always:x --report F/link.csv",
        "export F/saved.json --to sql --out F/saved.json",
        "export F/saved.json --to csv --out F/here/saved.csv",
        "apply F/saved.json F/log.csv --out F/hard.csv",
        "apply F/saved.json F/log.csv --out F/saved.csv",
        "coverage F/coverage.csv --policy uniform --runs 1 --out F/.",
        "coverage F/log.csv --policy uniform --runs 1 --report F/log.csv",
      })
  void anInputIsNotWrittenTo(String command) throws IOException {
    Map<String, Object> before = content();
    Run run = run(command);
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.USAGE);
    assertThat(run.err()).contains("needs a file that is not read, got the input ");
    assertThat(run.out()).isEmpty();
    assertThat(content()).isEqualTo(before);
  }

  /** A pipe that is read and written would wait for itself. */
  @Test
  @Timeout(60)
  void aNamedPipeIsNotReadAndWritten() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (String command :
        List.of(
            "check F/pipe --report F/pipe",
            "evaluate F/log.csv --policy F/pipe --out F/here/pipe",
            "check F/log.csv --out F/pipe --report F/pipe")) {
      Run run = run(command);
      assertThat(run.exit()).as(run.err()).isEqualTo(Main.USAGE);
      assertThat(run.err()).containsAnyOf("got the input ", "got the same");
    }
  }

  /** The control: other files are written. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "learn F/log.csv --learner spvi --out F/policy.csv",
        "learn F/l*g.csv --learner spvi --out F/coverage.csv",
        "check F/log.csv --out F/new.txt --report F/new.html",
        "check F/log.csv --out /dev/null --report /dev/null",
      })
  void otherFilesAreWritten(String command) {
    Run run = run(command);
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check F/log.csv --out F/new --report F/new",
        "check F/log.csv --out F/new --report F/here/new",
        "check F/log.csv --out F/policy.csv --report F/here/policy.csv",
        "evaluate F/log.csv --policy uniform --out F/new --report F/./new",
        "learn F/log.csv --out F/new --report F/new",
        "coverage F/log.csv --policy uniform --runs 1 --out F/new --report F/new/coverage.txt",
        "reproduce --runs 1 --out F/new --report F/new/results.md",
        "quickstart --out F/new --report F/new/learned.csv",
      })
  void twoOutputsAreTwoFiles(String command) throws IOException {
    Map<String, Object> before = content();
    Run run = run(command);
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.USAGE);
    assertThat(run.err()).contains("needs another file than --out, got the same");
    before.put("new", "");
    Map<String, Object> after = content();
    after.put("new", "");
    assertThat(after).isEqualTo(before);
  }

  /** A log that would be refused is not even looked at. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "check F/none.csv --out ",
        "check F/none.csv --report ",
        "evaluate F/none.csv --policy uniform --out ",
        "learn F/none.csv --out ",
        "plan F/none.csv --policy uniform --width 1 --out ",
        "count F/none.csv --out ",
      })
  void outputsAreLookedAtBeforeTheLog(String command) throws IOException {
    Path locked = Files.writeString(folder.resolve("locked.parquet"), "mine");
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r--r--r--"));
    for (Map.Entry<String, String> place :
        Map.of(
                "F/locked.parquet", "a read-only file",
                "F/absent/x.parquet", "no folder " + folder.resolve("absent"),
                "F/log.csv/x.parquet", "no folder " + folder.resolve("log.csv"))
            .entrySet()) {
      Run run = run(command + place.getKey());
      assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
      assertThat(run.err())
          .contains("needs a file that can be written, got " + place.getValue())
          .doesNotContain("none.csv");
    }
    assertThat(locked).hasContent("mine");
  }

  @Test
  void aFolderIsNoOutput() {
    Run run = run("check F/none.csv --out /");
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).isEqualTo("--out /: needs a file that can be written, got a folder\n");
  }

  @Test
  void modesAndLinksStayAsTheyAre() throws IOException {
    for (String command :
        List.of(
            "check F/log.csv --out F/LINK",
            "learn F/log.csv --out F/LINK --learner vi",
            "check F/log.csv --out /dev/null --report F/LINK",
            "simulate chain-bandit --episodes 5 --out F/LINK",
            "simulate chain-bandit --episodes 5 --out F/LINK.parquet",
            "count F/log.csv --out F/LINK.parquet")) {
      String suffix = command.endsWith("parquet") ? "" : ".csv";
      String name = "LINK" + (suffix.isEmpty() ? ".parquet" : ".csv");
      Path target = folder.resolve("target" + name);
      Files.writeString(target, "old");
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-------"));
      Path link = folder.resolve(name);
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, target);
      Run run = run(suffix.isEmpty() ? command : command.replace("LINK", "LINK.csv"));
      assertThat(run.exit()).as(command + run.err()).isEqualTo(Main.DONE);
      assertThat(link).as(command).isSymbolicLink();
      assertThat(Files.size(target)).as(command).isGreaterThan(3);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
          .as(command)
          .isEqualTo("rw-------");
    }
  }

  @Test
  void aFullDiskIsSaid() {
    if (Files.exists(Path.of("/dev/full"))) {
      Run run = run("check F/log.csv --out /dev/full");
      assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
      assertThat(run.err())
          .isEqualTo(
              "--out /dev/full: needs a file that can be written, got No space left on device\n");
    }
  }
}
