package io.sluice.cli;

import io.sluice.mdp.StepWords;
import io.sluice.report.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Long horizons for people: what each step came to in few words, and only some steps in full. */
final class LongHorizon {
  /** Horizons up to this are shown in full. */
  static final int LONG = 20;

  private static final int SHOWN = 10;

  private LongHorizon() {}

  /**
   * All steps, or of a long horizon those that come first, in their own order.
   *
   * @param horizon the number of steps
   */
  static <T> List<T> shown(int horizon, List<T> steps, Comparator<T> first) {
    if (horizon <= LONG) {
      return steps;
    }
    Set<T> chosen = new HashSet<>(steps.stream().sorted(first).limit(SHOWN).toList());
    return steps.stream().filter(chosen::contains).toList();
  }

  /**
   * Of a long horizon, which steps are shown, and where the others are.
   *
   * @param which those that are
   */
  static String rest(int horizon, int shown, String which) {
    return horizon <= LONG || shown >= horizon
        ? ""
        : "%s of %s steps shown, %s; --format json and --report have all\n"
            .formatted(Numbers.whole(shown), Numbers.whole(horizon), which);
  }

  /** A line for each verdict with its steps; nothing of a short horizon. */
  static <T> String verdicts(
      int horizon, List<T> steps, Function<T, Integer> step, Function<T, String> verdict) {
    if (horizon <= LONG) {
      return "";
    }
    Map<String, List<Integer>> all = new LinkedHashMap<>();
    Map<Integer, String> byStep = new TreeMap<>();
    steps.forEach(s -> byStep.put(step.apply(s), verdict.apply(s)));
    byStep.forEach((at, words) -> all.computeIfAbsent(words, w -> new ArrayList<>()).add(at));
    StringBuilder text = new StringBuilder();
    all.forEach((words, at) -> text.append("  %-16s %s\n".formatted(words, StepWords.of(at))));
    return text.toString();
  }
}
