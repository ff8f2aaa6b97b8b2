package io.sluice.spark;

import io.sluice.cli.Main;
import java.util.List;
import java.util.stream.Stream;

/**
 * What {@code spark-submit --class} starts: the command line, on the Spark that submits it unless
 * another engine is asked for.
 */
public final class Submit {
  private Submit() {}

  public static void main(String[] args) {
    Main.main(withEngine(args));
  }

  static String[] withEngine(String[] args) {
    boolean chosen =
        args.length == 0
            || Stream.of(args).anyMatch(a -> a.equals("--engine") || a.startsWith("--engine="))
            || List.of(args).contains("--counts");
    return chosen
        ? args
        : Stream.concat(Stream.of(args), Stream.of("--engine", "spark")).toArray(String[]::new);
  }
}
