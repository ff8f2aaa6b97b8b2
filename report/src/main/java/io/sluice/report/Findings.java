package io.sluice.report;

import io.sluice.assumptions.Finding;
import java.util.Locale;

/** Findings about assumptions in words. */
public final class Findings {
  private Findings() {}

  /** The figure behind a verdict. */
  public static String words(Finding finding) {
    return finding.statistic().isPresent()
        ? "%s: %s".formatted(finding.figure(), shown(finding.statistic().getAsDouble()))
        : finding.figure();
  }

  /** A whole number of two or more is a count. */
  private static String shown(double statistic) {
    return statistic >= 2 && statistic == Math.rint(statistic)
        ? String.format(Locale.ROOT, "%,.0f", statistic)
        : Numbers.shown(statistic);
  }
}
