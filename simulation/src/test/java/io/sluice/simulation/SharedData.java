package io.sluice.simulation;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Data that is not ours to ship: read from a folder beside the repository, where there is one. */
final class SharedData {
  private SharedData() {}

  /** A file of {@code ../shared/data}; the test is skipped where that folder is absent. */
  static Path file(String path) {
    Path root = Path.of(System.getProperty("user.dir")).toAbsolutePath();
    while (root != null && !Files.exists(root.resolve(".git"))) {
      root = root.getParent();
    }
    Path data = root == null ? null : root.resolveSibling("shared").resolve("data");
    assumeTrue(data != null && Files.isDirectory(data), "shared data folder absent: skipped");
    return data.resolve(path);
  }
}
