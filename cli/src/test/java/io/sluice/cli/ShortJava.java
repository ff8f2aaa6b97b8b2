package io.sluice.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How tests start a Java of their own for one short command. */
final class ShortJava {
  private ShortJava() {}

  /** The path of Java and words: compiling the command well would take longer than running it. */
  static List<String> words(String... more) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    words.addAll(List.of(more));
    return words;
  }
}
