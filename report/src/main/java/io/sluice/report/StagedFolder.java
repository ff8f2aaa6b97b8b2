package io.sluice.report;

import io.sluice.files.TemporaryFiles;
import io.sluice.files.WholeFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that receives its files all at once, when every one of them is complete; until then they
 * wait among the temporary files.
 */
final class StagedFolder implements AutoCloseable {
  private final Path target;
  private final Path stage;

  StagedFolder(Path target) throws IOException {
    this.target = target;
    stage = TemporaryFiles.folder("results");
  }

  /** Where to write a file that will have this name. */
  Path file(String name) {
    return stage.resolve(name);
  }

  void write(String name, CharSequence text) throws IOException {
    Files.writeString(file(name), text);
  }

  /** Puts all files in their place, over those of the same name; a signal does not stop it. */
  void publish() throws IOException {
    TemporaryFiles.unbroken(
        () -> {
          Files.createDirectories(target);
          for (Path file : staged()) { // looked at before the first one is put, so that none is
            if (Files.isDirectory(target.resolve(file.getFileName()))) {
              throw new FileAlreadyExistsException(
                  target.resolve(file.getFileName()).toString(), null, "a folder is in the way");
            }
          }
          for (Path file : staged()) {
            WholeFile.write(target.resolve(file.getFileName()), out -> Files.copy(file, out));
          }
        });
  }

  private List<Path> staged() throws IOException {
    try (Stream<Path> files = Files.list(stage)) {
      return files.sorted().toList();
    }
  }

  /** Removes what waited. */
  @Override
  public void close() throws IOException {
    TemporaryFiles.remove(stage);
  }
}
