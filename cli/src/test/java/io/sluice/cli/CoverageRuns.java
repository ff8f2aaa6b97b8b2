package io.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Small coverage studies, and a log to make them of. */
final class CoverageRuns {
  private CoverageRuns() {}

  /** A command with twelve logs of sixty episodes. */
  static Run few(String... args) {
    String[] sizes = {"--runs", "12", "--episodes", "60"};
    return Run.of(Stream.concat(Stream.of(args), Stream.of(sizes)).toArray(String[]::new));
  }

  /** Forty episodes; at step 2, y is never taken, and some have ended. */
  static Path log(Path folder) throws IOException {
    StringBuilder rows = new StringBuilder("episode,step,state,action,reward\n");
    for (int e = 0; e < 40; e++) {
      rows.append("%d,1,home,%s,%d\n".formatted(e, e % 3 == 0 ? "y" : "x", e % 2));
      if (e % 5 != 0) {
        rows.append("%d,2,%s,x,%d\n".formatted(e, e % 3 == 0 ? "cart" : "home", e % 4 / 2));
      }
    }
    return Files.writeString(folder.resolve("log.csv"), rows);
  }
}
