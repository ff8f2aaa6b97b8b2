package io.sluice.features;

import java.util.List;

/**
 * A rule of a policy at one step, with its figures on a log.
 *
 * @param when its conditions; empty if it always applies, or if scores decide
 * @param share of the step's rows to which it applies
 * @param logged how often the logged policy takes the same action there; NaN where that is not
 *     known
 * @param gain what it adds to the effect of the step, Σψ_h over its rows, a mean over all episodes;
 *     NaN if it was not judged
 * @param error its standard error
 * @param half half the width of its interval, at level δ by itself
 */
public record PolicyRule(
    int step,
    List<String> when,
    String action,
    double share,
    double logged,
    double gain,
    double error,
    double half) {
  public PolicyRule {
    when = List.copyOf(when);
  }

  /** Its conditions in words. */
  public String condition() {
    return when.size() < 2
        ? String.join("", when)
        : String.join(" and ", when.stream().map(PolicyRule::bracketed).toList());
  }

  private static String bracketed(String condition) {
    boolean either = condition.endsWith(" or missing") || condition.contains(" is missing or ");
    return either ? "(" + condition + ")" : condition;
  }
}
