package io.sluice.cli;

import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.report.Findings;
import java.util.List;

/** What a log says about assumptions, for people: a line each, contradicted ones first. */
final class AssumptionText {
  private AssumptionText() {}

  static void append(StringBuilder text, Assumptions assumptions) {
    append(text, "\nassumptions\n", assumptions.worstFirst());
  }

  /** Only what does not hold, or may not; nothing if all hold. */
  static void appendOpen(StringBuilder text, Assumptions assumptions) {
    List<Finding> open =
        assumptions.worstFirst().stream().filter(f -> f.verdict() != Verdict.HOLDS).toList();
    if (!open.isEmpty()) {
      append(text, "\nassumptions that the log contradicts or cannot verify\n", open);
    }
  }

  private static void append(StringBuilder text, String title, List<Finding> findings) {
    text.append(title);
    for (Finding f : findings) {
      text.append(
          "  %-13s %-21s %s%s\n"
              .formatted(
                  f.isContradicted() ? "CONTRADICTED" : f.verdict(),
                  f.assumption(),
                  Findings.words(f),
                  f.verdict() == Verdict.HOLDS ? "" : ". " + f.advice()));
    }
  }
}
