package io.sluice.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Answers of many logs, a hundred at a time, so that a run that is stopped has said something. */
final class Batches {
  private static final int SIZE = 100;

  private Batches() {}

  /**
   * @param answer of the log with this number; several are asked for at a time
   * @param soFar is told after every hundred logs, but for the last ones
   */
  static <T> List<T> of(int logs, IntFunction<T> answer, Consumer<List<T>> soFar) {
    List<T> all = new ArrayList<>();
    while (all.size() < logs) {
      int from = all.size();
      all.addAll(
          IntStream.range(from, Math.min(logs, from + SIZE)).parallel().mapToObj(answer).toList());
      if (all.size() < logs) {
        soFar.accept(List.copyOf(all));
      }
    }
    return all;
  }
}
