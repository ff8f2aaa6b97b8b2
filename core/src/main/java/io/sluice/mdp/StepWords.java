package io.sluice.mdp;

import java.util.ArrayList;
import java.util.List;

/** Several steps in few words: {@code step 3}, {@code steps 3, 5–9}. */
public final class StepWords {
  private StepWords() {}

  /**
   * @param steps rising, counted from 1; at least one
   */
  public static String of(List<Integer> steps) {
    List<String> runs = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < steps.size(); i++) {
      if (i + 1 == steps.size() || steps.get(i + 1) != steps.get(i) + 1) {
        runs.add(run(steps.get(first), steps.get(i)));
        first = i + 1;
      }
    }
    return (steps.size() == 1 ? "step " : "steps ") + String.join(", ", runs);
  }

  private static String run(int first, int last) {
    return first == last
        ? Integer.toString(first)
        : last == first + 1 ? first + ", " + last : first + "–" + last;
  }
}
