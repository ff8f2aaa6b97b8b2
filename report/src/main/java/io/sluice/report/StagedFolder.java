package io.sluice.report;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that receives its files all at once, when every one of them is complete; until then they
 * wait in a hidden one.
 */
final class StagedFolder implements AutoCloseable {
  private final Path target;
  private final Path stage;

  StagedFolder(Path target) throws IOException {
    this.target = target;
    Files.createDirectories(target);
    stage = Files.createTempDirectory(target, ".sluice-");
  }

  /** Where to write a file that will have this name. */
  Path file(String name) {
    return stage.resolve(name);
  }

  void write(String name, CharSequence text) throws IOException {
    Files.writeString(file(name), text);
  }

  /** Moves all files to their place, over those of the same name. */
  void publish() throws IOException {
    for (Path file : staged()) { // looked at before the first one moves, so that none does
      if (Files.isDirectory(target.resolve(file.getFileName()))) {
        throw new FileAlreadyExistsException(
            target.resolve(file.getFileName()).toString(), null, "a folder is in the way");
      }
    }
    for (Path file : staged()) {
      Files.move(file, target.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private List<Path> staged() throws IOException {
    try (Stream<Path> files = Files.list(stage)) {
      return files.sorted().toList();
    }
  }

  /** Removes what was not published. */
  @Override
  public void close() throws IOException {
    for (Path file : staged()) {
      Files.delete(file);
    }
    Files.delete(stage);
  }
}
