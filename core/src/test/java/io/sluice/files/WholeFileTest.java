package io.sluice.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A file is replaced whole or not at all, and stays what it was to others. */
@Timeout(60)
@DisabledOnOs(OS.WINDOWS)
class WholeFileTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void aFile() throws IOException {
    file = Files.writeString(folder.resolve("result.txt"), "old");
  }

  private static void write(Path file, String text) throws IOException {
    WholeFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aFileIsReplacedAndNothingElseIsLeft() throws IOException {
    write(file, "new");
    write(folder.resolve("more.txt"), "more");
    assertThat(file).hasContent("new");
    assertThat(names()).containsExactly("more.txt", "result.txt");
  }

  @Test
  void whatFailsHalfWayLeavesTheOldFile() throws IOException {
    assertThatThrownBy(
            () ->
                WholeFile.write(
                    file,
                    out -> {
                      out.write(new byte[10_000]);
                      throw new IOException("no space left");
                    }))
        .hasMessage("no space left");
    assertThat(file).hasContent("old");
    assertThat(names()).containsExactly("result.txt");
  }

  @Test
  void whoMayReadItDoesNotChange() throws IOException {
    for (String rights : List.of("rw-------", "rw-rw-rw-", "rwxr-x---")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
      write(file, "secret");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo(rights);
    }
  }

  /** Not even while it is being written. */
  @Test
  void theDraftOfASecretIsSecretToo() throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    WholeFile.write(
        file,
        out -> {
          try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
              assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                  .isEqualTo("rw-------");
            }
          }
        });
  }

  @Test
  void aSymbolicLinkStaysOneAndWhatItPointsToIsReplaced() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("result.txt"));
    Path further = Files.createSymbolicLink(folder.resolve("further"), link);
    write(further, "new");
    assertThat(link).isSymbolicLink();
    assertThat(further).isSymbolicLink();
    assertThat(file).hasContent("new");
    Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("absent.txt"));
    write(dangling, "made");
    assertThat(dangling).isSymbolicLink();
    assertThat(folder.resolve("absent.txt")).hasContent("made");
  }

  @Test
  void aFileOfTwoNamesKeepsBoth() throws IOException {
    Path other = Files.createLink(folder.resolve("other.txt"), file);
    write(file, "new and longer");
    write(file, "new");
    assertThat(other).hasContent("new");
    assertThat(Files.isSameFile(file, other)).isTrue();
  }

  @Test
  void aReadOnlyFileIsRefusedEvenToThoseWhoMayDoAnything() throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    for (Path name : List.of(file, Files.createSymbolicLink(folder.resolve("link"), file))) {
      assertThatThrownBy(() -> write(name, "new")).hasMessageContaining("a read-only file");
      assertThatThrownBy(() -> WholeFile.requireWritable(name))
          .hasMessageContaining("a read-only file");
    }
    assertThat(file).hasContent("old");
  }

  @Test
  void aPipeIsWrittenToAndStaysOne() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    WholeFile.requireWritable(pipe); // without opening it, which would wait for a reader
    CompletableFuture<String> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readString(pipe);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    write(pipe, "through");
    assertThat(read.get(30, TimeUnit.SECONDS)).isEqualTo("through");
    assertThat(Files.readAttributes(pipe, "isOther")).containsEntry("isOther", true);
  }

  @Test
  void devicesAreWrittenToAndAFullOneSaysSo() throws IOException {
    write(Path.of("/dev/null"), "nothing");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("/dev/null"));
    write(link, "nothing");
    assertThat(link).isSymbolicLink();
    if (Files.exists(Path.of("/dev/full"))) {
      assertThatThrownBy(() -> write(Path.of("/dev/full"), "much"))
          .hasMessageContaining("No space left");
    }
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  @Test
  void placesWhereNoFileCanBeAreRefusedBeforehandAndNothingChanges() throws IOException {
    for (Path place :
        List.of(folder, folder.resolve("absent/x"), file.resolve("x"), Path.of("/"))) {
      assertThatThrownBy(() -> WholeFile.requireWritable(place))
          .as("%s", place)
          .isInstanceOf(FileSystemException.class);
    }
    String long200 = "x".repeat(250); // a name that may be, of which no longer draft may be made
    WholeFile.requireWritable(folder.resolve(long200));
    write(folder.resolve(long200), "new");
    assertThatThrownBy(() -> WholeFile.requireWritable(folder.resolve("x".repeat(300))))
        .isInstanceOf(FileSystemException.class);
    WholeFile.requireWritable(file);
    assertThat(file).hasContent("old");
    assertThat(names()).containsExactly("result.txt", long200);
  }

  @Test
  void foldersAreRefusedWhereAFileIsInTheWay() throws IOException {
    WholeFile.requireWritableFolder(folder);
    WholeFile.requireWritableFolder(folder.resolve("a/b/c"));
    assertThatThrownBy(() -> WholeFile.requireWritableFolder(file)).hasMessageContaining("a file");
    assertThatThrownBy(() -> WholeFile.requireWritableFolder(file.resolve("a/b")))
        .hasMessageContaining("a file in its way, " + file);
    assertThat(names()).containsExactly("result.txt");
  }

  @Test
  void namesOfOneFileAreTold() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    Path hard = Files.createLink(folder.resolve("hard"), file);
    Path copy = Files.copy(file, folder.resolve("copy"));
    Path here = Files.createSymbolicLink(folder.resolve("here"), folder);
    assertThat(WholeFile.isSame(file, link)).isTrue();
    assertThat(WholeFile.isSame(hard, link)).isTrue();
    assertThat(WholeFile.isSame(file, copy)).isFalse();
    assertThat(WholeFile.isSame(folder.resolve("new"), here.resolve("new"))).isTrue();
    assertThat(WholeFile.isSame(folder.resolve("new"), folder.resolve("./new"))).isTrue();
    assertThat(WholeFile.isSame(folder.resolve("new"), folder.resolve("newer"))).isFalse();
    assertThat(WholeFile.isSame(Path.of("/dev/null"), Path.of("/dev/null"))).isFalse();
    assertThat(WholeFile.isSame(Path.of("/dev/stdout"), Path.of("/dev/stdout"))).isFalse();
  }

  @Test
  void aNamedPipeIsOneFile() throws Exception {
    Path pipe = folder.resolve("pipe");
    Path other = folder.resolve("other");
    new ProcessBuilder("mkfifo", pipe.toString(), other.toString()).start().waitFor();
    Path link = Files.createSymbolicLink(folder.resolve("to-pipe"), pipe);
    assertThat(WholeFile.isSame(pipe, pipe)).isTrue();
    assertThat(WholeFile.isSame(link, pipe)).isTrue();
    assertThat(WholeFile.isSame(pipe, other)).isFalse();
    assertThat(WholeFile.isSame(pipe, file)).isFalse();
  }
}
