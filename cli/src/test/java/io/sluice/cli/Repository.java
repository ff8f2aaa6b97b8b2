package io.sluice.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The repository that the tests run in, for tests of what is written about it. */
final class Repository {
  private Repository() {}

  /** The folder of the launcher, at or above the one the tests run in. */
  static Path root() {
    Path folder = Path.of(System.getProperty("user.dir")).toAbsolutePath();
    while (folder != null && !Files.isRegularFile(folder.resolve("sluice"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("no folder with the launcher above the working directory");
    }
    return folder;
  }

  static String read(String file) {
    return read(root().resolve(file));
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The Java files below a folder of every module, such as {@code src/test/java}. */
  static List<Path> sources(String folder) {
    try (Stream<Path> modules = Files.list(root())) {
      return modules
          .map(module -> module.resolve(folder))
          .filter(Files::isDirectory)
          .flatMap(module -> walk(module).stream())
          .filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> walk(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
