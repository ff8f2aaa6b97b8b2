package io.sluice.cli;

import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.report.Findings;

/** What a log says about assumptions, for people: a line each, contradicted ones first. */
final class AssumptionText {
  private AssumptionText() {}

  static void append(StringBuilder text, Assumptions assumptions) {
    text.append("\nassumptions\n");
    for (Finding f : assumptions.worstFirst()) {
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
