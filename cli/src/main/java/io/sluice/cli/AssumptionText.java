package io.sluice.cli;

import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.report.Findings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  /** The same for several policies, one line for those that share a finding. */
  static void appendOpen(StringBuilder text, Map<String, Assumptions> ofPolicies) {
    Map<Finding, List<String>> open = new LinkedHashMap<>();
    ofPolicies.forEach(
        (name, all) ->
            all.worstFirst().stream()
                .filter(f -> f.verdict() != Verdict.HOLDS)
                .forEach(f -> open.computeIfAbsent(f, x -> new ArrayList<>()).add(name)));
    if (open.isEmpty()) {
      return;
    }
    text.append("\nassumptions that the log contradicts or cannot verify\n");
    open.forEach(
        (f, names) -> {
          append(text, "", List.of(f));
          if (names.size() < ofPolicies.size()) {
            text.insert(text.length() - 1, " (%s)".formatted(String.join(", ", names)));
          }
        });
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
