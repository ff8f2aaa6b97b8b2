package io.sluice.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Processes of their own, ended in every way, and what is left of them. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class TemporaryFilesTest {
  @TempDir Path folder;

  /** Has a temporary folder and a draft, says so, and waits. */
  static final class Working {
    private Working() {}

    public static void main(String[] args) throws IOException {
      Files.writeString(TemporaryFiles.folder("work").resolve("spilled"), "much");
      WholeFile.write(
          Path.of(args[0]),
          out -> {
            out.write('x');
            out.flush();
            System.out.println("working");
            while (System.in.read() >= 0) {
              // until it is told to go on
            }
          });
    }
  }

  private Process start(Path scratch, Path out) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + scratch,
            "-XX:-UsePerfData",
            "-Xshare:auto",
            "-cp",
            System.getProperty("java.class.path"),
            Working.class.getName(),
            out.toString())
        .start();
  }

  private static void untilItWorks(Process process) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    assertThat(out.readLine()).isEqualTo("working");
  }

  private static List<Path> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void whoeverIsKilledIsClearedUpAfterAndWhoeverWorksIsNot() throws Exception {
    Path scratch = Files.createDirectory(folder.resolve("scratch"));
    Path results = Files.createDirectory(folder.resolve("results"));
    Path mine = Files.createDirectory(scratch.resolve("sluice-results")); // somebody's, by chance
    Process killed = start(scratch, results.resolve("killed"));
    Process working = start(scratch, results.resolve("whole"));
    try {
      untilItWorks(killed);
      untilItWorks(working);
      assertThat(in(scratch)).hasSize(3);
      assertThat(in(results)).as("two drafts").hasSize(2);
      killed.toHandle().destroyForcibly();
      assertThat(killed.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(in(results)).as("nobody could clear up").hasSize(2);

      Process signalled = start(scratch, results.resolve("signalled"));
      try {
        untilItWorks(signalled);
        assertThat(in(scratch)).as("those of the living, and mine").hasSize(3).contains(mine);
        signalled.toHandle().destroy(); // SIGTERM; Process.destroy would let it go on, too
        assertThat(signalled.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(in(scratch)).hasSize(2);
        assertThat(in(results)).hasSize(1);
      } finally {
        signalled.destroyForcibly();
      }

      working.getOutputStream().close();
      assertThat(working.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(working.exitValue()).isZero();
      assertThat(in(scratch)).containsExactly(mine);
      assertThat(in(results)).containsExactly(results.resolve("whole"));
      assertThat(results.resolve("whole")).hasContent("x");
    } finally {
      killed.toHandle().destroyForcibly();
      working.destroyForcibly();
    }
  }

  @Test
  void aFolderIsRemovedWithAllThatIsInItAndLinksAreNotFollowed() throws IOException {
    Path kept = Files.writeString(folder.resolve("kept"), "mine");
    Path made = TemporaryFiles.folder("test");
    Files.createSymbolicLink(made.resolve("link"), folder);
    Files.writeString(Files.createDirectories(made.resolve("a/b")).resolve("c"), "c");
    TemporaryFiles.remove(made);
    assertThat(made).doesNotExist();
    assertThat(kept).hasContent("mine");
    TemporaryFiles.remove(made); // nothing to remove is no error
  }
}
