package io.sluice.report;

import io.sluice.assumptions.Finding;

/** Findings about assumptions in words. */
public final class Findings {
  private Findings() {}

  /** The figure behind a verdict. */
  public static String words(Finding finding) {
    return finding.statistic().isPresent()
        ? "%s: %s".formatted(finding.figure(), Numbers.shown(finding.statistic().getAsDouble()))
        : finding.figure();
  }
}
