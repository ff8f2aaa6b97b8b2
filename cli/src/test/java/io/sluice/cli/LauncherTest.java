package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script that builds and starts Sluice, with a Maven and a Java that only pretend. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  @TempDir Path folder;
  private Path home;
  private Path tools;

  @BeforeEach
  void aClone() throws Exception {
    home = Files.createDirectory(folder.resolve("clone"));
    tools = Files.createDirectory(folder.resolve("tools"));
    Files.copy(Repository.root().resolve("sluice"), home.resolve("sluice"));
    Files.writeString(home.resolve("pom.xml"), "<project/>");
    pipe("begun");
    pipe("go");
    // Says that it has begun, and goes on when it is told to.
    tool(
        "mvn",
        """
        echo built >> "%1$s/builds"
        echo begun > "%1$s/begun"
        read word < "%1$s/go"
        mkdir -p "%1$s/clone/cli/target/lib"
        echo jar > "%1$s/clone/cli/target/sluice.jar"
        echo "$*" > "%1$s/words"
        case "$*" in *xgboost*) mkdir -p "%1$s/clone/xgboost/target" ;; esac
        """
            .formatted(folder));
    tool(
        "java",
        """
        for word in "$@"; do case "$word" in -XX:SharedArchiveFile=*sluice-draft*) echo jsa > "${word#*=}" ;; esac; done
        echo "ran $*"
        """);
  }

  private void tool(String name, String script) throws IOException {
    Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + script);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private void pipe(String name) throws Exception {
    Path pipe = folder.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
  }

  private Process launch() throws IOException {
    return launch("--version");
  }

  private Process launch(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("bash", home.resolve("sluice").toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
    return builder.redirectErrorStream(true).start();
  }

  private static String end(Process process) throws Exception {
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return said;
  }

  private List<String> target() throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> home.relativize(file).toString())
          .filter(name -> !List.of("sluice", "pom.xml", ".sluice-lock").contains(name))
          .sorted()
          .toList();
    }
  }

  @Test
  void xgboostIsFetchedAndPutOnTheClassPathOnlyWhenItIsAskedFor() throws Exception {
    for (boolean asked : new boolean[] {false, true}) {
      Process process = launch("evaluate", "--nuisance", asked ? "boosted" : "ridge");
      Files.readString(folder.resolve("begun"));
      Files.writeString(folder.resolve("go"), "go\n");
      String trees = home.resolve("xgboost/target/sluice-xgboost.jar").toString();
      assertThat(end(process).contains(trees)).isEqualTo(asked);
      String words = Files.readString(folder.resolve("words"));
      assertThat(words).contains("--projects cli" + (asked ? ",xgboost " : " "));
    }
  }

  @Test
  void onlySmallLogsDoWithoutTheSecondCompiler() throws Exception {
    Path small = Files.writeString(folder.resolve("small.csv"), "a");
    Path large = folder.resolve("large.csv");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(1 << 24);
    }
    Process building = launch();
    Files.readString(folder.resolve("begun"));
    Files.writeString(folder.resolve("go"), "go\n");
    end(building);
    String lightly = "-XX:TieredStopAtLevel=1";
    assertThat(end(launch("evaluate", small.toString()))).contains(lightly, "-XX:+UseParallelGC");
    assertThat(end(launch("evaluate", large.toString()))).doesNotContain(lightly);
    assertThat(end(launch("evaluate", small.toString(), "--features", "x")))
        .doesNotContain(lightly);
    assertThat(end(launch("evaluate", "-"))).doesNotContain(lightly);
    assertThat(end(launch("coverage", small.toString()))).doesNotContain(lightly);
  }

  @Test
  void twoThatBuildAtOnceWaitForEachOther() throws Exception {
    Process first = launch();
    Process second = launch();
    try {
      Files.readString(folder.resolve("begun"));
      Files.writeString(folder.resolve("go"), "go\n");
      for (Process process : List.of(first, second)) {
        assertThat(end(process)).contains("ran").contains("--version");
        assertThat(process.exitValue()).isZero();
      }
      assertThat(folder.resolve("builds")).hasContent("built");
      assertThat(target()).containsExactly("cli/target/sluice.jar", "cli/target/sluice.jsa");
    } finally {
      first.destroyForcibly();
      second.destroyForcibly();
    }
  }

  @Test
  void whoeverIsToldToEndLeavesNothingAndTheNextOneBuilds() throws Exception {
    Process ended = launch();
    Files.readString(folder.resolve("begun"));
    ended.toHandle().destroy(); // SIGTERM; Process.destroy would also close what it says
    end(ended);
    assertThat(ended.exitValue()).isEqualTo(143);
    assertThat(target()).isEmpty();
    Process next = launch();
    Files.readString(folder.resolve("begun"));
    Files.writeString(folder.resolve("go"), "go\n");
    assertThat(end(next)).contains("ran");
    assertThat(target()).containsExactly("cli/target/sluice.jar", "cli/target/sluice.jsa");
  }
}
