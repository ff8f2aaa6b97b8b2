package io.sluice.features;

import java.util.List;

/**
 * Something that a policy does at one step, and what the log says about it.
 *
 * @param when the answers that lead there; empty if always, or if scores decide
 * @param share of the step's rows in which it is done
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
    return when.isEmpty() ? "" : String.join(" and ", when);
  }
}
