package io.sluice.assumptions;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the log says about every assumption.
 *
 * @param findings one of each {@link Assumption}, in their order
 */
public record Assumptions(List<Finding> findings) {
  public Assumptions {
    findings = findings.stream().sorted(Comparator.comparing(Finding::assumption)).toList();
    if (!findings.stream().map(Finding::assumption).toList().equals(List.of(Assumption.values()))) {
      throw new IllegalArgumentException(
          "assumptions: need one finding of each, got "
              + findings.stream().map(Finding::assumption).toList());
    }
  }

  public Finding of(Assumption assumption) {
    return findings.get(assumption.ordinal());
  }

  /** The same with another finding in the place of what was found about its assumption. */
  public Assumptions with(Finding finding) {
    List<Finding> changed = new ArrayList<>(findings);
    changed.set(finding.assumption().ordinal(), finding);
    return new Assumptions(changed);
  }

  /** Returns the assumptions that the log contradicts. */
  public List<Finding> contradicted() {
    return findings.stream().filter(Finding::isContradicted).toList();
  }

  /** For people: contradicted ones first, then what the log cannot tell, then what holds. */
  public List<Finding> worstFirst() {
    return findings.stream()
        .sorted(
            Comparator.comparingInt(
                f ->
                    switch (f.verdict()) {
                      case CONTRADICTED -> 0;
                      case CANNOT_TELL -> 1;
                      case HOLDS -> 2;
                    }))
        .toList();
  }
}
