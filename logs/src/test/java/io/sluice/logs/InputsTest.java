package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.fit.BadLogException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Files as they are named, standard input, and what may not change. */
class InputsTest {
  @TempDir Path folder;
  private Inputs inputs;

  @BeforeEach
  void start() throws IOException {
    inputs = new Inputs(Files.createDirectory(folder.resolve("scratch")));
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void aNameIsAFilesOrAPattern() throws IOException {
    Path file = write("log[1].csv", "x");
    assertThat(inputs.file(file.toString())).hasValue(file);
    assertThat(inputs.file(folder.toString())).hasValue(folder);
    assertThat(inputs.file(folder + "/*.csv")).isEmpty();
    assertThat(inputs.file("a\0b")).isEmpty();
    assertThatThrownBy(() -> inputs.file(""))
        .hasMessage("needs the name of a file, got an empty one");
    Path empty = write("empty.csv", "");
    assertThatThrownBy(() -> inputs.file(empty.toString()))
        .hasMessage(empty + ": needs at least one row, got an empty file");
    assertThatThrownBy(() -> inputs.noted("gone.csv", folder.resolve("gone.csv")))
        .hasMessage("gone.csv: needs a readable log file, got: none that can be looked at");
  }

  @Test
  void whatCanBeReadOnlyOnceIsAStream() throws IOException {
    assertThat(Inputs.isStream("-")).isTrue();
    assertThat(Inputs.isStream(write("log.csv", "x").toString())).isFalse();
    assertThat(Inputs.isStream(folder.toString())).isFalse();
    assertThat(Inputs.isStream(folder + "/none.csv")).isFalse();
    assertThat(Inputs.isStream("a\0b")).isFalse();
    assumeTrue(Files.exists(Path.of("/dev/null")));
    assertThat(Inputs.isStream("/dev/null")).isTrue();
    assertThatThrownBy(() -> inputs.file("/dev/null"))
        .hasMessage("/dev/null: needs at least one row, got an empty file");
  }

  @Test
  void aFileStaysAsItWas() throws IOException {
    Path file = write("log.csv", "x\n1\n");
    FileTime time = Files.getLastModifiedTime(file);
    inputs.file(file.toString());
    inputs.requireUnchanged();
    write("log.csv", "x\n2\n");
    Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() + 1000));
    changed(file);
    Files.setLastModifiedTime(file, time);
    inputs.requireUnchanged();
    write("log.csv", "x\n22\n");
    Files.setLastModifiedTime(file, time);
    changed(file);
    Files.delete(file);
    changed(file);
    inputs.forget();
    inputs.requireUnchanged();
  }

  private void changed(Path file) {
    assertThatThrownBy(inputs::requireUnchanged)
        .isInstanceOf(BadLogException.class)
        .hasMessage(file + ": needs a readable csv file, got: one that changed while it was read");
  }

  private Optional<Path> standardInput(byte[] bytes) {
    return standardInput(new ByteArrayInputStream(bytes));
  }

  private Optional<Path> standardInput(InputStream in) {
    InputStream before = System.in;
    System.setIn(in);
    try {
      return inputs.file("-");
    } finally {
      System.setIn(before);
    }
  }

  private static byte[] packed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  @ResourceLock("System.in")
  void standardInputIsReadOnceAndUnpacked() throws IOException {
    Path read = standardInput(packed("{\"x\": 1}\n")).orElseThrow();
    assertThat(read).hasContent("{\"x\": 1}\n").hasFileName("stdin");
    assertThat(standardInput(new byte[] {1})).hasValue(read); // it is known
    assertThat(inputs.format(List.of("-"))).isEqualTo("json");
    inputs.requireUnchanged();
  }

  @Test
  @ResourceLock("System.in")
  void standardInputMayBeShortEmptyOrBroken() throws IOException {
    assertThat(standardInput(new byte[] {0x1F}).orElseThrow()).hasBinaryContent(new byte[] {0x1F});
    start(folder.resolve("empty"));
    assertThatThrownBy(() -> standardInput(new byte[0]))
        .hasMessage("-: needs at least one row, got an empty file");
    start(folder.resolve("cut"));
    byte[] whole = packed("x,y\n1,2\n");
    byte[] cut = java.util.Arrays.copyOf(whole, whole.length - 9);
    assertThatThrownBy(() -> standardInput(cut))
        .isInstanceOf(BadLogException.class)
        .hasMessageStartingWith("-: needs a stream that can be read to its end, got ");
    start(folder.resolve("half"));
    // begins as a packed one does, but for the second byte
    byte[] half = {0x1F, 'a', '\n'};
    assertThat(standardInput(half).orElseThrow()).hasBinaryContent(half);
  }

  @Test
  @ResourceLock("System.in")
  void aFullDiskIsSaidAsSuch() {
    InputStream full =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("No space left on device");
          }
        };
    assertThatThrownBy(() -> standardInput(full)).hasMessage(LogFiles.diskFull().getMessage());
  }

  private void start(Path scratch) throws IOException {
    inputs = new Inputs(Files.createDirectory(scratch));
  }

  @Test
  void filesOfALogHaveOneFormat() throws IOException {
    assertThat(inputs.format(List.of("a.csv", "b.tsv.gz"))).isEqualTo("csv");
    assertThatThrownBy(() -> inputs.format(List.of("a.csv", "b.parquet")))
        .hasMessage("a.csv, b.parquet: needs files of one format, got [csv, parquet]");
    assertThatThrownBy(() -> inputs.format(List.of(folder + "/")))
        .hasMessage(
            "%1$s/: needs files, got a folder (name them, such as %1$s/*.csv)".formatted(folder));
    Path odd = write("log.odd", "x");
    assertThatThrownBy(() -> inputs.format(List.of(odd.toString())))
        .hasMessageStartingWith(odd + ": needs a file ending in .csv");
    assertThatThrownBy(() -> inputs.format(List.of("a\0b")))
        .hasMessageStartingWith("a\0b: needs a file ending in .csv");
  }

  @Test
  void aFileIsNamedOnceUnderWhateverName() throws IOException {
    Path file = write("log.csv", "x");
    Path other = write("other.csv", "x");
    Inputs.requireOnce(List.of(file, other));
    assertThatThrownBy(() -> Inputs.requireOnce(List.of(file, other, file)))
        .hasMessage("log.csv: needs every file of a log once, got it twice");
    Path link = inputs.link(file, "again.csv");
    assertThat(link).hasContent("x").hasFileName("again.csv").isSymbolicLink();
    assertThatThrownBy(() -> Inputs.requireOnce(List.of(other, file, link)))
        .hasMessage("log.csv: needs every file of a log once, got it again as again.csv");
    // of files that are not there, by their names
    Path none = folder.resolve("none.csv");
    Inputs.requireOnce(List.of(none, folder.resolve("no.csv")));
    assertThatThrownBy(() -> Inputs.requireOnce(List.of(none, folder.resolve("x/../none.csv"))))
        .hasMessage("none.csv: needs every file of a log once, got it twice");
  }

  @Test
  void aScratchFolderIsDeletedWithAllThatIsInIt() throws IOException {
    Path scratch = Inputs.scratch("test");
    Files.writeString(scratch.resolve("file"), "x");
    Inputs.delete(scratch);
    assertThat(scratch).doesNotExist();
  }
}
