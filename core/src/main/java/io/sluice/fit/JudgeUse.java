package io.sluice.fit;

import io.sluice.assumptions.Finding;
import java.util.Optional;

/**
 * A judge of a certified choice, and whether it may be used.
 *
 * @param name the interval that it judges by
 * @param delta its share of δ, used or not
 * @param refused the assumption that is contradicted, or open and needed, if there is one
 */
public record JudgeUse(String name, double delta, Optional<Finding> refused) {
  public boolean isUsed() {
    return refused.isEmpty();
  }

  /** Returns why the judge is not used, in words; empty if it is. */
  public Optional<String> reason() {
    return refused.map(
        f ->
            (f.isContradicted()
                    ? "%s is contradicted. %s"
                    : "the log does not say whether %s holds. %s")
                .formatted(f.assumption(), f.advice()));
  }
}
